import { describe, type Description, isMap, type Json, type JsonMap } from "./description.js";
import type { Notes } from "./notes.js";
import { follow, parsePointer } from "./references.js";

/** The state that all parts of an import share. */
export interface ImportContext {
  readonly description: Description;
  readonly notes: Notes;
  /** Reports a mistake. The import continues, so that all mistakes are reported at once. */
  readonly fail: (location: string, message: string) => void;
  /** Replacements for server addresses of the description. */
  readonly servers: ReadonlyMap<string, string>;
  /** The base URL of routes without a server of their own. */
  readonly baseUrl: string | undefined;
  /** Names of the shared schemas that are referred to. */
  readonly usedSchemas: Set<string>;
  /** Names of the shared parameters that are referred to. */
  readonly usedParameters: Set<string>;
}

/** The file of shared parameters. All descriptions add to it. */
export const PARAMETER_FILE = "components/parameters.yaml";

/** The file of the shared schemas of a description. */
export function componentFile({ description }: ImportContext): string {
  return `components/${description.name}.yaml`;
}

export interface Resolved {
  readonly value: JsonMap;
  /** The name of the shared entry, if the value came from one. */
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
