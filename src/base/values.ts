/** Tells kinds of values apart, and reads paths and pointers into JSON. */

/** Names the kind of a value, and never shows its content. */
export function describeKind(value: unknown): string {
  if (value === "") return "an empty string";
  if (Array.isArray(value)) return "an array";
  if (value === undefined || value === null) return `${value}`;
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Tells whether a value is an object, but not a list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return isObject(value) && !Array.isArray(value);
}

/** Reads the value under keys that lead into another. Only own properties count, because no others were sent. */
export function readPath(value: unknown, keys: readonly string[]): unknown {
  let inner = value;
  for (const key of keys) {
    if (!isObject(inner) || !Object.hasOwn(inner, key)) return undefined;
    inner = Reflect.get(inner, key);
  }
  return inner;
}

/** Reads the value at a dotted path. */
export function followPath(value: unknown, path: string): unknown {
  return readPath(value, path.split("."));
}

// ---- JSON pointers (RFC 6901)

/** Writes the keys that lead to a value as a JSON pointer. */
export function toPointer(path: readonly (string | number)[]): string {
  return path.map((key) => `/${escapeKey(String(key))}`).join("");
}

/** Writes a key as a part of a JSON pointer. */
export function escapeKey(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** Reads a part of a JSON pointer as a key. */
export function unescapeKey(part: string): string {
  return part.replaceAll("~1", "/").replaceAll("~0", "~");
}
