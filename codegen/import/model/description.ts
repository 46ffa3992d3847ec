/** A description and its parts, as the import passes them on, and small tests of its values. */
import { isMap, type Json, type JsonMap } from "../../model/json.js";

/** An OpenAPI description. Its contents are not validated yet. */
export interface Description {
  /** Determines the dialect of the schemas. */
  readonly version: "3.0" | "3.1";
  readonly root: JsonMap;
  readonly path: string;
  /** Keys that were removed, because a schema file cannot contain them. */
  readonly unwritable: readonly UnwritableKey[];
}

/** A description before it is parsed. */
export interface DescriptionFile {
  readonly path: string;
  readonly text: string;
}

/** A parsed description with all files that it refers to. */
export interface LoadedDescription {
  readonly path: string;
  readonly root: JsonMap;
  /** The actions of overlays that select nothing. */
  readonly unmatched?: readonly string[];
}

/** A key with a special meaning in JavaScript or YAML. */
export interface UnwritableKey {
  readonly key: string;
  /** The path of the map that contained it. */
  readonly path: readonly (string | number)[];
}

/** Marks a list of Swagger 2.0 that tabs divide, which OpenAPI 3 does not have. */
export const TAB_FORMAT = "x-collectionFormat";

/** Tests whether a schema file can contain a key. `__proto__` and `<<` cannot be read back. */
export function isWritableKey(key: string): boolean {
  return key !== "__proto__" && key !== "<<";
}

/** The only item of a list; `undefined` for none and for several. */
export function onlyOf<Item>(items: readonly Item[]): Item | undefined {
  return items.length === 1 ? items[0] : undefined;
}

/** A map without the keys that have no value. */
export function withoutUndefined(map: JsonMap): JsonMap {
  return Object.fromEntries(Object.entries(map).filter(([, value]) => value !== undefined));
}

/** The name of a file without its folder, on any platform. */
export function fileNameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}

/** A value as a message names it. */
export function describeJson(value: Json): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return isMap(value) ? "a map" : JSON.stringify(value);
}

/** Thrown for a description that cannot be imported. */
export class ImportError extends Error {
  override readonly name = "ImportError";
}
