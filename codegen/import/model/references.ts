import { posix } from "node:path";
import { isMap, type Json, type JsonMap } from "./description.js";
import { unescapeToken } from "../../model/json-pointer.js";

/** The key of the root that holds the files that it refers to, by their path. */
export const EXTERNAL_FILES = "x-external-files";

/** The keys of a reference inside the same document (RFC 6901), or `undefined` for any other. */
export function parsePointer(reference: string): readonly string[] | undefined {
  if (reference === "#") return [];
  if (!reference.startsWith("#/")) return undefined;
  return reference.slice(2).split("/").map(decodeToken);
}

function decodeToken(token: string): string {
  return unescapeToken(decodePercent(token));
}

/** Keeps a percent sign that is not part of an escape. */
function decodePercent(token: string): string {
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
}

/** Limit of references inside pointers that lead through each other; more count as a cycle. */
const MAX_HOPS = 50;

/** Follows a pointer, and references on its way; `undefined` if there is no target. */
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

/** The end of a chain of references; `undefined` if it leads nowhere or in a cycle. */
export function followChain(root: Json, value: Json): Json {
  return findEnd(root, value).value;
}

/** The end of a chain of references, and their number. */
export interface ChainEnd {
  readonly value: Json;
  readonly length: number;
}

/** Ends of chains by root and link, so that each link of a long chain is followed once. */
const knownEnds = new WeakMap<object, WeakMap<object, ChainEnd>>();

/** @param hops How many pointers led through a reference on the way to this chain. */
export function findEnd(root: Json, start: Json, hops = 0): ChainEnd {
  const known = endsOf(root);
  const links = new Set<object>();
  let value = start;
  let rest = 0;
  while (isMap(value) && typeof value["$ref"] === "string") {
    const end = known.get(value);
    if (end !== undefined) {
      ({ value, length: rest } = end);
      break;
    }
    const keys = links.has(value) ? undefined : parsePointer(value["$ref"]);
    links.add(value);
    value = keys && follow(root, keys, hops);
  }
  const length = links.size + rest;
  // The limit of hops may be the reason that nothing was found.
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

/** Follows references in place of whole sections. */
export function resolveSections(root: JsonMap): JsonMap {
  const resolve = (map: JsonMap): JsonMap =>
    Object.fromEntries(
      Object.entries(map).map(([key, value]) => [key, followChain(root, value) ?? value]),
    );
  const { components } = root;
  const whole = followChain(root, components);
  return { ...resolve(root), ...(isMap(whole) && { components: resolve(whole) }) };
}

/** Makes a reference such as `components/api.yaml#/x` relative to a file. */
export function relativeReference(file: string, reference: string): string {
  const [target = "", name = ""] = reference.split("#/", 2);
  const path = target === file ? "" : posix.relative(posix.dirname(file), target);
  return `${path}#/${name}`;
}
