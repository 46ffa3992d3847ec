/** Follows the references of a description: chains of `$ref`s, and pointers that pass through references. */
import { posix } from "node:path";
import { unescapeKey } from "../../../src/base/values.js";
import { isMap, type Json, type JsonMap, mapOf } from "../../model/json.js";

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

/**
 * Follows a chain of references to its end, and counts them.
 * @param hops The number of chains around this one.
 */
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

/** The remembered ends of a description. */
function endsOf(root: Json): WeakMap<object, ChainEnd> {
  if (!isMap(root)) return new WeakMap();
  const known = KNOWN_ENDS.get(root) ?? new WeakMap<object, ChainEnd>();
  KNOWN_ENDS.set(root, known);
  return known;
}

/** Ends of chains by root and link, so that each link of a long chain is followed once. */
const KNOWN_ENDS = new WeakMap<object, WeakMap<object, ChainEnd>>();

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

/** Limit of nested chains: pointers that pass through references. More count as a cycle. */
const MAX_HOPS = 50;

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

/** The key of the root that holds the referenced files, by path. */
export const EXTERNAL_FILES = "x-external-files";

/** The end of a chain, and the number of its references. */
export interface ChainEnd {
  readonly value: Json;
  readonly length: number;
}
