import { unescapeKey } from "../../../src/base/values.js";
import { posix } from "node:path";
import { entriesOf, isMap, itemsOf, type Json, type JsonMap, mapOf } from "../../model/json.js";

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

// ---- References

/** The key of the root that holds the referenced files, by path. */
export const EXTERNAL_FILES = "x-external-files";

/** The keys of a reference inside the same document (RFC 6901); `undefined` for other references. */
export function parsePointer(reference: string): readonly string[] | undefined {
  if (reference === "#") return [];
  if (!reference.startsWith("#/")) return undefined;
  return reference
    .slice(2)
    .split("/")
    .map((token) => unescapeKey(decodePercent(token)));
}

/** Decodes a part of a URL. Invalid escapes stay as they are. */
export function decodePercent(token: string): string {
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
}

/** Limit of nested chains: pointers that pass through references. More count as a cycle. */
const MAX_HOPS = 50;

/** Follows a pointer, and the references that it passes through; `undefined` without a target. */
export function follow(root: Json, keys: readonly string[], hops = 0): Json {
  let value = root;
  for (const key of keys) {
    if (isMap(value) && typeof value["$ref"] === "string" && !Object.hasOwn(value, key)) {
      value = hops < MAX_HOPS ? findEnd(root, value, hops + 1).value : undefined;
    }
    if (Array.isArray(value)) value = value[Number(key)];
    else value = isMap(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }
  return value;
}

/** Follows a chain of references to its end; `undefined` if it is broken or circular. */
export function followChain(root: Json, value: Json): Json {
  return findEnd(root, value).value;
}

/** The map at the end of a chain of references; an empty map in place of any other value. */
export function followMap(root: Json, value: Json): JsonMap {
  return mapOf(followChain(root, value));
}

/** Follows a chain of references to its end. Returns the value itself if the chain is broken or circular. */
export function followReference(root: Json, value: Json): Json {
  return followChain(root, value) ?? value;
}

/** The end of a chain, and the number of its references. */
export interface ChainEnd {
  readonly value: Json;
  readonly length: number;
}

/** Ends of chains by root and link, so that each link of a long chain is followed once. */
const knownEnds = new WeakMap<object, WeakMap<object, ChainEnd>>();

/** @param hops The number of chains around this one. */
export function findEnd(root: Json, start: Json, hops = 0): ChainEnd {
  if (!isMap(start) || typeof start["$ref"] !== "string") return { value: start, length: 0 };
  const known = endsOf(root);
  const links = new Set<object>();
  let value: Json = start;
  let remainingLength = 0;
  while (isMap(value) && typeof value["$ref"] === "string") {
    const end = known.get(value);
    if (end !== undefined) {
      ({ value, length: remainingLength } = end);
      break;
    }
    const keys = links.has(value) ? undefined : parsePointer(value["$ref"]);
    links.add(value);
    value = keys && follow(root, keys, hops);
  }
  const length = links.size + remainingLength;
  // Not remembered: from another start, the limit of hops may not be reached.
  if (value === undefined && hops > 0) return { value, length };
  for (const [index, link] of [...links].entries())
    known.set(link, { value, length: length - index });
  return { value, length };
}

function endsOf(root: Json): WeakMap<object, ChainEnd> {
  if (!isMap(root)) return new WeakMap();
  const known = knownEnds.get(root) ?? new WeakMap<object, ChainEnd>();
  knownEnds.set(root, known);
  return known;
}

/** Replaces sections that are references by their targets. */
export function resolveSections(root: JsonMap): JsonMap {
  const resolve = (map: JsonMap): JsonMap =>
    Object.fromEntries(
      Object.entries(map).map(([key, value]) => [key, followReference(root, value)]),
    );
  const { components } = root;
  const whole = followChain(root, components);
  return { ...resolve(root), ...(isMap(whole) && { components: resolve(whole) }) };
}

/** Rewrites a reference such as `components/api.yaml#/x` relative to a file. */
export function relativeReference(file: string, reference: string): string {
  const [target = "", name = ""] = reference.split("#/", 2);
  const path = target === file ? "" : posix.relative(posix.dirname(file), target);
  return `${path}#/${name}`;
}

// ---- Schemas

/** Limit of nested compositions. */
const MAX_NESTED_COMPOSITIONS = 10;

/** The types that a schema names or implies, also in references and compositions, without `null`. */
export function typesOfSchema(root: JsonMap, schema: Json, depth = 0): readonly string[] {
  const target = followReference(root, schema);
  if (!isMap(target) || depth > MAX_NESTED_COMPOSITIONS) return [];
  const { type, properties, items } = target;
  const types = type === undefined ? [] : [type].flat().map(String);
  if (types.length > 0) return types.filter((name) => name !== "null");
  const members = allMembersOf(target).flatMap((member) => typesOfSchema(root, member, depth + 1));
  const implied = [...(isMap(properties) ? ["object"] : []), ...(isMap(items) ? ["array"] : [])];
  return [...new Set([...members, ...implied])];
}

/** The properties of a schema and of its compositions, through references. Its own win. */
export function propertiesOfSchema(
  root: JsonMap,
  schema: Json,
  depth = 0,
): ReadonlyMap<string, Json> {
  const target = followChain(root, schema);
  if (!isMap(target) || depth > MAX_NESTED_COMPOSITIONS) return new Map();
  return new Map([
    ...allMembersOf(target).flatMap((member) => [...propertiesOfSchema(root, member, depth + 1)]),
    ...entriesOf(followMap(root, target["properties"])),
  ]);
}

/** The members of all compositions of a schema. */
export function allMembersOf(schema: JsonMap): readonly Json[] {
  return ["allOf", "oneOf", "anyOf"].flatMap((keyword) => itemsOf(schema[keyword]));
}
