import { isJsonObject } from "../webhooks/payload.js";

/**
 * A payload in which every property may be left out, at any depth. A list is given as a whole.
 * `null` can stand where the payload has it.
 */
export type Overrides<Payload> = Payload extends readonly unknown[]
  ? Payload
  : Payload extends object
    ? { readonly [Key in keyof Payload]?: Overrides<Payload[Key]> | undefined }
    : Payload;

/**
 * A copy of `base` with the overrides put in: objects are merged, anything else replaces what was
 * there, and `undefined` takes a property away. Neither argument is changed.
 */
export function mergeOverrides(base: unknown, overrides: unknown): unknown {
  if (!isJsonObject(overrides)) return overrides;
  const merged = new Map(isJsonObject(base) ? Object.entries(base) : []);
  for (const [key, override] of Object.entries(overrides)) {
    if (override === undefined) merged.delete(key);
    else merged.set(key, mergeOverrides(merged.get(key), override));
  }
  return Object.fromEntries(merged);
}
