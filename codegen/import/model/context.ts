import {
  describeJson,
  type Description,
  follow,
  followChain,
  isMap,
  type Json,
  type JsonMap,
  parsePointer,
} from "./description.js";
import type { Notes } from "./notes.js";

/** The state that all parts of an import share. */
export interface ImportContext {
  readonly description: Description;
  readonly notes: Notes;
  /** Distinguishes the files of this description from those of others. */
  readonly label: Label;
  /** Returns `true` for an entry of another description, and remembers that it is skipped. */
  readonly skipForeign: (entry: string) => boolean;
  /** Names of operations, by the keys of their routes. */
  readonly operations: ReadonlyMap<string, OperationName>;
  /** Replacements for server addresses of the description. */
  readonly servers: ReadonlyMap<string, string>;
  /** The base URL of routes without a server of their own. */
  readonly baseUrl: string | undefined;
  /** Facts for the client, besides credentials. */
  readonly client: ImportedClient;
  readonly security: ImportedSecurity;
  readonly names: ImportedNames;
  readonly shared: SharedSchemas;
  /** Names of components for shared parameters, by their name in the description. */
  readonly parameterNames: ReadonlyMap<string, string>;
  /** Names, in the description, of the shared parameters that become components. */
  readonly usedParameters: Set<string>;
}

/** The schemas of a description that become components, and their names. */
export interface SharedSchemas {
  /**
   * Names the component that a reference leads to. Returns `undefined` if there is no such schema,
   * or if it is so small that it is written out where it is used.
   */
  nameOf(reference: string): string | undefined;
  /** Names of components for the schemas in `components`, by their name there. */
  readonly componentNames: ReadonlyMap<string, string>;
  /**
   * Schemas that {@link nameOf} has named, by component, in the order of their naming. An import of
   * one of them may add others.
   */
  readonly used: ReadonlyMap<string, SharedSchema>;
}

export interface SharedSchema {
  readonly location: string;
  /** `undefined` if the schema is a reference that leads back to itself, or to nothing. */
  readonly schema: Json;
}

/** Facts for the client, besides credentials. */
export interface ImportedClient {
  /** Keys of a new `vendor.yaml`: `requestId`, `rateLimit`, `idempotency` and `pagination`. */
  readonly entries: JsonMap;
  /** The key `pagination` of a route; empty if no rule applies, or the rule itself finds the route. */
  ofRoute(key: string): JsonMap;
  /** Tests whether the client reads a header of responses. */
  reads(header: string): boolean;
  /** Routes whose extension for pagination names properties or parameters that they lack. */
  readonly misfits: ReadonlySet<string>;
}

/** Schemes of credentials, as `vendor.yaml` and `routes.yaml` have them. */
export interface ImportedSecurity {
  /** `auth` of a new `vendor.yaml`. Absent without routes, or without schemes that can be imported. */
  readonly auth?: JsonMap;
  /** Names of schemes in `vendor.yaml`, by their names in the description. */
  readonly schemes: ReadonlyMap<string, string>;
  /** The key `auth` of a route; empty if it takes every scheme in use, or names none of them. */
  ofRoute(operation: JsonMap, location: string): JsonMap;
}

/** Names of methods, as `routes.yaml` has them. */
export interface ImportedNames {
  /** The keys `method`, `was` and `bodyParameter` of a route; those that the operation says are left out. */
  ofRoute(key: string): JsonMap;
  /** Tests whether the file of names marks a method as deprecated. */
  isDeprecated(key: string): boolean;
}

/** Name and order of a description among those of the same folder. */
export interface Label {
  /** The name of the file of its schemas. It stays the same once it is chosen. */
  readonly name: string;
  /** Marks the first description that was imported into the folder. */
  readonly isFirst: boolean;
  /** Marks the only description of the folder. */
  readonly isOnly: boolean;
  /** Marks a description that is imported for the first time. */
  readonly isNew: boolean;
  /** Labels of other descriptions in the folder. */
  readonly others: readonly string[];
  /** Entries of other descriptions, such as `routes.yaml GET /x`. An import keeps them. */
  readonly foreignKeys: ReadonlySet<string>;
}

/** The `operation` of a route, from which identifiers are made. */
export interface OperationName {
  readonly operation: string;
  /** The preferred name, which other routes have or would have, too. */
  readonly clash?: string;
}

/** The file of the shared schemas of a description. */
export function componentFile({ label }: ImportContext): string {
  return `components/${label.name}.yaml`;
}

/** The file of the shared parameters of a description. */
export function parameterFile({ label }: ImportContext): string {
  return `components/${label.isFirst ? "parameters" : `${label.name}-parameters`}.yaml`;
}

export interface Resolved {
  readonly value: JsonMap;
  /** The name of the shared parameter, if the value came from one. */
  readonly shared?: string;
}

/**
 * Follows a reference in place of a whole map of entries, such as `properties`. The standard allows
 * none there, but some authors write one.
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

/** Follows the references of an entry that is not a schema, such as a parameter or a response. */
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
  notes.lose(`${describeJson(current)} in place of a map`, location);
  return undefined;
}
