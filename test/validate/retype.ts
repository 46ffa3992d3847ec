/** Changes values of a payload to other types, to see whether validation notices. */

/** One value of each type that a text, a number or a flag can be changed to. */
const SUBSTITUTES: readonly unknown[] = ["text", 7, true, [], {}];

/** Lists every text, number and flag of a payload. `null` is left out, because its other types are not known. */
export function listLeaves(payload: unknown, keys: Leaf["keys"] = []): readonly Leaf[] {
  if (Array.isArray(payload)) {
    return payload.flatMap((item: unknown, index) => listLeaves(item, [...keys, index]));
  }
  if (typeof payload === "object" && payload !== null) {
    return Object.entries(payload).flatMap(([key, value]) => listLeaves(value, [...keys, key]));
  }
  const type = typeof payload;
  return type === "string" || type === "number" || type === "boolean" ? [{ keys, type }] : [];
}

/** Copies of a payload in which one value has another type, one copy for each such type. */
export function retype(payload: unknown, { keys, type }: Leaf): readonly unknown[] {
  return SUBSTITUTES.filter((value) => typeof value !== type).map((value) =>
    replaceAt(payload, keys, value),
  );
}

/** A copy with another value at some keys. Only the objects and lists on the way to it are copied. */
export function replaceAt(
  value: unknown,
  [key, ...deeperKeys]: Leaf["keys"],
  replacement: unknown,
): unknown {
  if (key === undefined) return replacement;
  if (Array.isArray(value)) {
    return value.with(Number(key), replaceAt(value[Number(key)], deeperKeys, replacement));
  }
  const object = value as Readonly<Record<string, unknown>>; // the keys lead through objects
  return { ...object, [key]: replaceAt(object[key], deeperKeys, replacement) };
}

/** Prints keys as `issue.labels[].name`, which is equal for all items of a list. */
export function formatKeys(keys: Leaf["keys"]): string {
  return keys.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[]`;
    return text === "" ? key : `${text}.${key}`;
  }, "");
}

/** A value in a payload: its keys from the top, and what `typeof` says of it. */
export interface Leaf {
  readonly keys: readonly (string | number)[];
  readonly type: "string" | "number" | "boolean";
}
