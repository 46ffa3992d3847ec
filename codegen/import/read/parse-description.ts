/** Parses JSON or YAML within limits of length, size and depth, so that no text takes all memory. */
import { CORE_SCHEMA, load, mergeTag, YAMLException } from "js-yaml";
import type { Json } from "../../model/json.js";
import { ImportError } from "../model/description.js";

/** @throws ImportError with one line, for an invalid text and for one beyond a limit. */
export function parseDescription(path: string, text: string): Json {
  const content = text.replace(/^\ufeff/, "");
  const isJson = /^\s*\{/.test(content);
  const longest = isJson ? MAX_JSON_LENGTH : MAX_YAML_LENGTH;
  if (content.length > longest) {
    const message = `The text has ${content.length} characters; expected at most ${longest}`;
    throw errorAt(path, message);
  }
  if (countReferences(content) > MAX_REFERENCES) {
    const message = `The description has too many \`$ref\`s; expected at most ${MAX_REFERENCES}`;
    throw errorAt(path, message);
  }
  const parse = isJson ? (json: string): Json => JSON.parse(json) : loadYaml;
  const value = parseText(path, content, parse);
  const complaint = complaintOfSize(value);
  if (complaint !== undefined) throw errorAt(path, complaint);
  return value;
}

function parseText(path: string, text: string, parse: (text: string) => Json): Json {
  try {
    return parse(text);
  } catch (error) {
    const [reason = ""] = (error as Error).message.split("\n"); // both parsers throw errors
    const message = `The content is neither JSON nor YAML: ${reason.replace(/\.$/, "")}`;
    throw errorAt(path, message);
  }
}

/** Limits of length. The longest real description has 14 million characters, or 80 million with all references written out. */
const MAX_JSON_LENGTH = 120_000_000;

const MAX_YAML_LENGTH = 30_000_000;

/** Limits of size. The largest real descriptions have about 20,000 references and a million values. */
const MAX_REFERENCES = 200_000;

function countReferences(text: string): number {
  let count = 0;
  for (let at = text.indexOf("$ref"); at >= 0; at = text.indexOf("$ref", at + 4)) count += 1;
  return count;
}

/** Parses YAML. Indents lines that only this parser refuses, as {@link lineToIndent} finds them. */
function loadYaml(text: string): Json {
  let repaired = text;
  for (let repairs = 0; ; repairs += 1) {
    try {
      return load(repaired, {
        schema: YAML,
        maxDepth: MAX_NESTING,
        maxTotalMergeKeys: 100_000,
        // The last value of a repeated key counts, as in JSON.
        json: true,
      });
    } catch (error) {
      const line = lineToIndent(error);
      if (line === undefined || repairs === MAX_REPAIRS) throw error;
      repaired = indentLine(repaired, line);
    }
  }
}

/** YAML 1.2 with the merge keys of YAML 1.1, which many descriptions use. */
const YAML = CORE_SCHEMA.withTags(mergeTag);

/** Limit of repairs. Real descriptions need up to ten. */
const MAX_REPAIRS = 50;

/**
 * The line of a quoted text, or of a value in brackets, that is not indented further than its key. YAML
 * requires it, but most parsers do not. Spaces have no meaning there.
 */
function lineToIndent(error: unknown): number | undefined {
  const isIndentation = error instanceof YAMLException && error.reason === "deficient indentation";
  return isIndentation ? error.mark?.line : undefined;
}

function indentLine(text: string, line: number): string {
  const lines = text.split("\n");
  return lines.with(line, " ".repeat(MAX_NESTING) + (lines[line] ?? "")).join("\n");
}

/** Complains about a value that is too large or too deep. By aliases, a small text can be a large value. */
function complaintOfSize(root: Json): string | undefined {
  const known = new Map<object, { readonly size: number; readonly height: number } | undefined>();
  let complaint: string | undefined;
  measure(root, 0);
  return complaint;

  function measure(value: Json, depth: number): { readonly size: number; readonly height: number } {
    if (complaint !== undefined || typeof value !== "object" || value === null) return LEAF;
    if (known.has(value)) {
      const measured = known.get(value);
      if (measured === undefined) complaint = "A value contains itself; expected one that ends";
      else if (depth + measured.height > MAX_NESTING) complaint = TOO_DEEP;
      return measured ?? LEAF;
    }
    if (depth > MAX_NESTING) complaint = TOO_DEEP;
    known.set(value, undefined);
    let size = 1;
    let height = 0;
    for (const child of Object.values(value) as Json[]) {
      const inside = measure(child, depth + 1);
      size += inside.size;
      height = Math.max(height, inside.height + 1);
    }
    if (size > MAX_DESCRIBED_VALUES)
      complaint ??= `There are too many values; expected at most ${MAX_DESCRIBED_VALUES}`;
    known.set(value, { size, height });
    return { size, height };
  }
}

/** Limit of nesting. Real descriptions have less than 50 levels, or 100 with all references written out. */
const MAX_NESTING = 300;

const MAX_DESCRIBED_VALUES = 4_000_000;

const LEAF = { size: 1, height: 0 };

const TOO_DEEP = `The nesting is too deep; expected at most ${MAX_NESTING} values inside each other`;

/** An error with one line about a file. */
export function errorAt(path: string, message: string): ImportError {
  return new ImportError(`${path}: ${message}.`);
}
