import { posix } from "node:path";
import { isMap, type Json, type JsonMap } from "./description.js";

/** The keys of a reference inside the same document (RFC 6901), or `undefined` for any other. */
export function parsePointer(reference: string): readonly string[] | undefined {
  if (reference === "#") return [];
  if (!reference.startsWith("#/")) return undefined;
  return reference.slice(2).split("/").map(decodeToken);
}

function decodeToken(token: string): string {
  return decodePercent(token).replaceAll("~1", "/").replaceAll("~0", "~");
}

/** Keeps a percent sign that is not part of an escape. */
function decodePercent(token: string): string {
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
}

/** Longer chains of references are taken for cycles. */
const MAX_CHAIN_LENGTH = 50;

/** The target of a pointer, also where a part of the way is a reference; `undefined` if there is none. */
export function follow(root: Json, keys: readonly string[], hops = 0): Json {
  let value = root;
  for (const key of keys) {
    if (isMap(value) && typeof value["$ref"] === "string" && !Object.hasOwn(value, key)) {
      const target = hops < MAX_CHAIN_LENGTH ? parsePointer(value["$ref"]) : undefined;
      value = target && follow(root, target, hops + 1);
    }
    if (Array.isArray(value)) value = value[Number(key)];
    else value = isMap(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }
  return value;
}

/** The end of a chain of references; `undefined` if it leads nowhere or in a cycle. */
export function followChain(root: Json, value: Json): Json {
  let current = value;
  for (let hops = 0; isMap(current) && typeof current["$ref"] === "string"; hops += 1) {
    const keys = hops < MAX_CHAIN_LENGTH ? parsePointer(current["$ref"]) : undefined;
    if (keys === undefined) return undefined;
    current = follow(root, keys);
  }
  return current;
}

/** A root whose sections are maps, also where it refers to them as a whole. */
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
