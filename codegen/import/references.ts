import { posix } from "node:path";
import { isMap, type Json } from "./description.js";

/** The keys of a reference inside the same document (RFC 6901), or `undefined` for any other. */
export function parsePointer(reference: string): readonly string[] | undefined {
  if (!reference.startsWith("#/")) return undefined;
  return reference.slice(2).split("/").map(decodeToken);
}

function decodeToken(token: string): string {
  return decodePercent(token).replaceAll("~1", "/").replaceAll("~0", "~");
}

/** A stray percent sign is one. */
function decodePercent(token: string): string {
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
}

/** What a pointer leads to; `undefined` when that is nothing. */
export function follow(root: Json, keys: readonly string[]): Json {
  let value = root;
  for (const key of keys) {
    if (Array.isArray(value)) value = value[Number(key)];
    else value = isMap(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }
  return value;
}

/** `components/api.yaml#/x` as it is written in `file`. */
export function relativeReference(file: string, reference: string): string {
  const [target = "", name = ""] = reference.split("#/", 2);
  const path = target === file ? "" : posix.relative(posix.dirname(file), target);
  return `${path}#/${name}`;
}
