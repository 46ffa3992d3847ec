/** Follows the references of a description: chains of `$ref`s, and pointers that pass through references. */
import { isMap, type Json, type JsonMap, mapOf } from "../../model/json.js";
import { parsePointer } from "./pointers.js";

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
 * Follows a chain of references to its end, counts them, and remembers both for each link.
 * @param hops The number of chains around this one: the pointer of a reference can pass through another reference, whose
 * own chain is followed first.
 */
export function findEnd(root: Json, start: Json, hops = 0): ChainEnd {
  if (!isReference(start)) return { value: start, length: 0 };
  const known = endsOf(root);
  const { links, end } = walkChain(root, start, known, hops);
  const { value } = end;
  const length = links.length + end.length;
  // Not remembered: from another start, the limit of hops may not be reached.
  const isUnsure = value === undefined && hops > 0;
  if (!isUnsure)
    for (const [index, link] of links.entries()) known.set(link, { value, length: length - index });
  return { value, length };
}

/** Walks along a chain, as far as a value that is no reference, or a link whose end is known. */
function walkChain(root: Json, start: Json, known: KnownEnds, hops: number): WalkedChain {
  const links = new Set<object>();
  let value = start;
  while (isReference(value)) {
    const end = known.get(value);
    if (end !== undefined) return { links: [...links], end };
    // A link that comes again has no end.
    const keys = links.has(value) ? undefined : parsePointer(value.$ref);
    links.add(value);
    value = keys && follow(root, keys, hops);
  }
  return { links: [...links], end: { value, length: 0 } };
}

function isReference(value: Json): value is { readonly $ref: string } {
  return isMap(value) && typeof value["$ref"] === "string";
}

/** The remembered ends of a description. */
function endsOf(root: Json): KnownEnds {
  if (!isMap(root)) return new WeakMap();
  const known: KnownEnds = KNOWN_ENDS.get(root) ?? new WeakMap();
  KNOWN_ENDS.set(root, known);
  return known;
}

/** Ends of chains by root and link, so that each link of a long chain is followed once. */
const KNOWN_ENDS = new WeakMap<object, KnownEnds>();

/** Follows a pointer, and the references that it passes through; `undefined` without a target. */
export function follow(root: Json, keys: readonly string[], hops = 0): Json {
  let value = root;
  for (const key of keys) {
    if (isReference(value) && !Object.hasOwn(value, key)) {
      value = hops < MAX_HOPS ? findEnd(root, value, hops + 1).value : undefined;
    }
    if (Array.isArray(value)) value = value[Number(key)];
    else value = isMap(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }
  return value;
}

/** Limit of nested chains: pointers that pass through references. More count as a cycle. */
const MAX_HOPS = 50;

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

/** The key of the root that holds the referenced files, by path. */
export const EXTERNAL_FILES = "x-external-files";

/** The end of a chain, and the number of its references. */
export interface ChainEnd {
  readonly value: Json;
  readonly length: number;
}

/** Ends by link. */
type KnownEnds = WeakMap<object, ChainEnd>;

/** The links of a chain that were walked, in order, and the end behind the last one. */
interface WalkedChain {
  readonly links: readonly object[];
  readonly end: ChainEnd;
}
