import { describe, type Description, isMap, type Json, type JsonMap } from "./description.js";
import type { Notes } from "./notes.js";
import { follow, parsePointer } from "./references.js";

/** What the parts of an import share. */
export interface ImportContext {
  readonly description: Description;
  readonly notes: Notes;
  /** Takes a mistake of the description; the import goes on to find the next one. */
  readonly fail: (location: string, message: string) => void;
  /** Addresses to write in location of those of the description. */
  readonly servers: ReadonlyMap<string, string>;
  /** The address of all that has none of its own. */
  readonly baseUrl: string | undefined;
  /** Shared schemas that something led to, by their name in the description. */
  readonly usedSchemas: Set<string>;
  /** Shared parameters to write, by name. */
  readonly usedParameters: Set<string>;
}

/** The file of the shared parameters, which every description adds to. */
export const PARAMETER_FILE = "components/parameters.yaml";

/** The file of the schemas that a description shares. */
export function componentFile({ description }: ImportContext): string {
  return `components/${description.name}.yaml`;
}

export interface Resolved {
  readonly value: JsonMap;
  /** The name of the shared entry that it is, when it is one. */
  readonly shared?: string;
}

/** Follows references between entries other than schemas, such as parameters and responses. */
export function resolveEntry(
  value: Json,
  location: string,
  context: ImportContext,
): Resolved | undefined {
  const refuse = (reference: string): void => {
    const expected = "expected a reference to an entry of the same file";
    context.fail(location, `The reference is ${JSON.stringify(reference)}; ${expected}`);
  };
  let current = value;
  let shared: string | undefined;
  const seen = new Set<string>();
  while (isMap(current) && typeof current["$ref"] === "string") {
    const reference = current["$ref"];
    const keys = parsePointer(reference);
    const target = keys && follow(context.description.root, keys);
    if (seen.has(reference) || !keys || target === undefined) {
      refuse(reference);
      return undefined;
    }
    seen.add(reference);
    current = target;
    shared = keys.length === 3 && keys[0] === "components" ? keys[2] : undefined;
  }
  if (isMap(current)) return { value: current, ...(shared !== undefined && { shared }) };
  context.fail(location, `The value is ${describe(current)}; expected a map`);
  return undefined;
}
