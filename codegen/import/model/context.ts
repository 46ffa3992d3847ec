/** The state that all parts of an import share, with the results of the parts that come first. */
import type { Json, JsonMap } from "../../model/json.js";
import type { Description } from "./description.js";
import type { Notes } from "./notes.js";

/** The state that all parts of an import share. */
export interface ImportContext {
  readonly description: Description;
  readonly notes: Notes;
  /** Distinguishes the files of this description from those of others. */
  readonly label: Label;
  /** Entries that are left to another description, such as `routes.yaml GET /x`. */
  readonly skipped: Set<string>;
  /** The names of operations, by route. */
  readonly operations: ReadonlyMap<string, OperationName>;
  /** Replacements for server addresses of the description. */
  readonly servers: ReadonlyMap<string, string>;
  /** The server of routes without one of their own. */
  readonly server: ImportedServer | undefined;
  /** Facts for the client, besides credentials. */
  readonly client: ImportedClient;
  readonly security: ImportedSecurity;
  readonly names: ImportedNames;
  readonly shared: SharedSchemas;
  /** Names of components for shared parameters, by their name in the description. */
  readonly parameterNames: ReadonlyMap<string, string>;
  /** Shared parameters that routes refer to, by their name in the description. */
  readonly usedParameters: Set<string>;
}

/** The schemas of a description that become components, and their names. */
export interface SharedSchemas {
  /**
   * Names the component that a reference leads to; `undefined` if the schema does not exist, or is so
   * small that it is written out in place.
   */
  nameOf(reference: string): string | undefined;
  /** Names of components for the schemas in `components`, by their name there. */
  readonly componentNames: ReadonlyMap<string, string>;
  /** Schemas that {@link nameOf} has named, by component. Converting one of them may add others. */
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
  /** The key `pagination` of a route; empty without a rule, and for a rule that finds the route itself. */
  ofRoute(key: string): JsonMap;
  /** Tests whether the client reads a response header. */
  reads(header: string): boolean;
  /** Routes with a pagination extension that names properties or parameters which they lack. */
  readonly misfits: ReadonlySet<string>;
}

/** An address with its variables, in the format of `vendor.yaml`. */
export interface ImportedServer {
  readonly baseUrl: string;
  readonly variables: JsonMap;
  /** Addresses by name, if the servers of the description have names. */
  readonly environments?: JsonMap;
}

/** The security schemes in the format of `vendor.yaml` and `routes.yaml`. */
export interface ImportedSecurity {
  /** `auth` of a new `vendor.yaml`. Absent without routes, or without schemes that can be imported. */
  readonly auth?: JsonMap;
  /** Names of schemes in `vendor.yaml`, by their names in the description. */
  readonly schemes: ReadonlyMap<string, string>;
  /** The key `auth` of a route; empty if it takes every scheme in use, or none of them. */
  ofRoute(operation: JsonMap, location: string): JsonMap;
}

/** The names of methods in the format of `routes.yaml`. */
export interface ImportedNames {
  /** The keys `method`, `was` and `bodyParameter` of a route. `method` is absent if `operation` gives the same name. */
  ofRoute(key: string): JsonMap;
  /** Tests whether the file of names marks a method as deprecated. */
  isDeprecated(key: string): boolean;
}

/** The name and the position of a description among those of the same folder. */
export interface Label {
  /** Names the file of its schemas. It never changes after the first import. */
  readonly name: string;
  /** Marks the first description that was imported into the folder. */
  readonly isFirst: boolean;
  /** Marks the only description of the folder. */
  readonly isOnly: boolean;
  /** The file name of the description that this one replaces, if that had another. */
  readonly predecessor?: string;
  /** Marks a description that is imported for the first time. */
  readonly isNew: boolean;
  /** Labels of other descriptions in the folder. */
  readonly others: readonly string[];
  /** The file names of these, by label. */
  readonly files: ReadonlyMap<string, string>;
  /** Entries of other descriptions, such as `routes.yaml GET /x`. An import keeps them. */
  readonly foreignKeys: ReadonlySet<string>;
}

/** The `operation` of a route. Identifiers are derived from it. */
export interface OperationName {
  readonly operation: string;
  /** The preferred name, which another route has or wants, too. */
  readonly clash?: string;
}

/** The file of the routes. */
export const ROUTE_FILE = "routes.yaml";

/** The file of the shared schemas of a description. */
export function componentFile({ label }: ImportContext): string {
  return `components/${label.name}.yaml`;
}

/** The file of the shared parameters of a description. */
export function parameterFile({ label }: ImportContext): string {
  return `components/${label.isFirst ? "parameters" : `${label.name}-parameters`}.yaml`;
}
