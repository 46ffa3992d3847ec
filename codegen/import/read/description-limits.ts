/** Limits of a description: of its text before it is parsed, and of its value afterwards. */
import type { Json } from "../../model/json.js";

/** Complains about a text that is too long, or that refers to too much. */
export function complaintOfText(text: string, isJson: boolean): string | undefined {
  const longest = isJson ? MAX_JSON_LENGTH : MAX_YAML_LENGTH;
  if (text.length > longest)
    return `The text has ${text.length} characters; expected at most ${longest}`;
  if (countReferences(text) > MAX_REFERENCES)
    return `The description has too many \`$ref\`s; expected at most ${MAX_REFERENCES}`;
  return undefined;
}

/** Limits of length. The longest real description has 14 million characters, or 80 million with all references written out. */
const MAX_JSON_LENGTH = 120_000_000;

const MAX_YAML_LENGTH = 30_000_000;

/** Limits of size. The largest real descriptions have about 20,000 references and a million values. */
const MAX_REFERENCES = 200_000;

const MAX_DESCRIBED_VALUES = 4_000_000;

function countReferences(text: string): number {
  let count = 0;
  for (let at = text.indexOf("$ref"); at >= 0; at = text.indexOf("$ref", at + 4)) count += 1;
  return count;
}

/** Limit of nesting. Real descriptions have less than 50 levels, or 100 with all references written out. */
export const MAX_NESTING = 300;

/** Complains about a value that is too large or too deep. By aliases, a small text can be a large value. */
export function complaintOfValue(value: Json): string | undefined {
  const extent = measure(value, 0, new Map());
  return typeof extent === "string" ? extent : undefined;
}

/**
 * The extent of a value, or the complaint about it. A value that aliases share is measured once.
 * @param depth The number of values around it.
 * @param known The extents of the values so far.
 */
function measure(
  value: Json,
  depth: number,
  known: Map<object, Extent | typeof BEING_MEASURED>,
): Extent | string {
  if (typeof value !== "object" || value === null) return LEAF;
  const knownExtent = known.get(value);
  if (knownExtent === BEING_MEASURED) return "A value contains itself; expected one that ends";
  if (depth + (knownExtent?.height ?? 0) > MAX_NESTING)
    return `The nesting is too deep; expected at most ${MAX_NESTING} values inside each other`;
  if (knownExtent !== undefined) return knownExtent;
  known.set(value, BEING_MEASURED);
  let { size, height } = LEAF;
  for (const child of Object.values(value) as Json[]) {
    const inside = measure(child, depth + 1, known);
    if (typeof inside === "string") return inside;
    size += inside.size;
    height = Math.max(height, inside.height + 1);
  }
  if (size > MAX_DESCRIBED_VALUES)
    return `There are too many values; expected at most ${MAX_DESCRIBED_VALUES}`;
  const extent = { size, height };
  known.set(value, extent);
  return extent;
}

/** Marks the values around the present one. One that comes up again inside itself has no end. */
const BEING_MEASURED = Symbol("being measured");

const LEAF: Extent = { size: 1, height: 0 };

/** The extent of a value. */
interface Extent {
  /** The number of its values, itself among them. */
  readonly size: number;
  /** The number of values inside each other. */
  readonly height: number;
}
