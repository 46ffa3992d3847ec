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

/** Keeps a percent sign that is not part of an escape. */
function decodePercent(token: string): string {
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
}

/** The target of a pointer; `undefined` if there is none. */
export function follow(root: Json, keys: readonly string[]): Json {
  let value = root;
  for (const key of keys) {
    if (Array.isArray(value)) value = value[Number(key)];
    else value = isMap(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }
  return value;
}

/** Makes a reference such as `components/api.yaml#/x` relative to a file. */
export function relativeReference(file: string, reference: string): string {
  const [target = "", name = ""] = reference.split("#/", 2);
  const path = target === file ? "" : posix.relative(posix.dirname(file), target);
  return `${path}#/${name}`;
}
