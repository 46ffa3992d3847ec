export type Json = unknown;

export interface JsonMap {
  readonly [key: string]: Json;
}

/** An OpenAPI description. Its contents are not validated yet. */
export interface Description {
  /** Determines the dialect of the schemas. */
  readonly version: "3.0" | "3.1";
  readonly root: JsonMap;
  readonly path: string;
  /** Removed keys that a schema file cannot contain. */
  readonly unwritable: readonly UnwritableKey[];
}

/** A description before it is parsed. */
export interface DescriptionFile {
  readonly path: string;
  readonly text: string;
}

/** A description with all files that it refers to, as `loadDescription` makes it. */
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

/** Tests whether a schema file can contain a key. `__proto__` and `<<` cannot be read back. */
export function isWritableKey(key: string): boolean {
  return key !== "__proto__" && key !== "<<";
}

export function isMap(value: Json): value is JsonMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The map itself; an empty one for any other value. */
export function mapOf(value: Json): JsonMap {
  return isMap(value) ? value : {};
}

/** The entries of a map; none for any other value. */
export function entriesOf(value: Json): readonly (readonly [string, Json])[] {
  return isMap(value) ? Object.entries(value) : [];
}

/** The keys of a map; none for any other value. */
export function keysOf(value: Json): readonly string[] {
  return isMap(value) ? Object.keys(value) : [];
}

/** The items of a list; none for any other value. */
export function itemsOf(value: Json): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

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
