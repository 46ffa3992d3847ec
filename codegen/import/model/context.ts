import { describe, type Description, isMap, type Json, type JsonMap } from "./description.js";
import type { ImportedClient } from "../client/client.js";
import type { ImportedSecurity } from "../client/security.js";
import type { Label } from "../merge/labels.js";
import type { OperationName } from "../routes/operation-names.js";
import type { Notes } from "./notes.js";
import { follow, followChain, parsePointer } from "./references.js";
import type { SharedSchemas } from "../schemas/shared-schemas.js";

/** The state that all parts of an import share. */
export interface ImportContext {
  readonly description: Description;
  readonly notes: Notes;
  /** Tells the files of this description from those of others. */
  readonly label: Label;
  /** Whether an entry is left to the description that brought it, such as `routes.yaml GET /x`. */
  readonly leave: (entry: string) => boolean;
  /** Names of operations, by the keys of their routes. */
  readonly operations: ReadonlyMap<string, OperationName>;
  /** Replacements for server addresses of the description. */
  readonly servers: ReadonlyMap<string, string>;
  /** The base URL of routes without a server of their own. */
  readonly baseUrl: string | undefined;
  /** What the client is told. */
  readonly client: ImportedClient;
  /** How credentials are sent. */
  readonly security: ImportedSecurity;
  readonly shared: SharedSchemas;
  /** The components of shared parameters, by their name in the description. */
  readonly parameterNames: ReadonlyMap<string, string>;
  /** Names of the shared parameters that are referred to. */
  readonly usedParameters: Set<string>;
}

/** The file of the shared schemas of a description. */
export function componentFile({ label }: ImportContext): string {
  return `components/${label.name}.yaml`;
}

/** The file of its shared parameters. */
export function parameterFile({ label }: ImportContext): string {
  return `components/${label.isFirst ? "parameters" : `${label.name}-parameters`}.yaml`;
}

export interface Resolved {
  readonly value: JsonMap;
  /** The name of the shared parameter, if the value came from one. */
  readonly shared?: string;
}

/**
 * A map of entries, such as `properties`. The standard has no reference in its place, but authors
 * write one.
 */
export function resolveMap(
  value: Json,
  location: string,
  { description, notes }: ImportContext,
): Json {
  if (!isMap(value) || typeof value["$ref"] !== "string") return value;
  const target = followChain(description.root, value);
  if (isMap(target)) return target;
  notes.lose(`a reference to nothing, ${JSON.stringify(value["$ref"])}`, location);
  return undefined;
}

/** Follows references between entries other than schemas, such as parameters and responses. */
export function resolveEntry(
  value: Json,
  location: string,
  { description, notes }: ImportContext,
): Resolved | undefined {
  let current = value;
  let shared: string | undefined;
  const seen = new Set<string>();
  while (isMap(current) && typeof current["$ref"] === "string") {
    const reference = current["$ref"];
    const keys = parsePointer(reference);
    const target = keys && follow(description.root, keys);
    if (seen.has(reference) || !keys || target === undefined) {
      notes.lose(`a reference to nothing, ${JSON.stringify(reference)}`, location);
      return undefined;
    }
    seen.add(reference);
    current = target;
    const isShared = keys.length === 3 && keys[0] === "components" && keys[1] === "parameters";
    shared = isShared ? keys[2] : undefined;
  }
  if (isMap(current)) return { value: current, ...(shared !== undefined && { shared }) };
  notes.lose(`${describe(current)} in place of a map`, location);
  return undefined;
}
