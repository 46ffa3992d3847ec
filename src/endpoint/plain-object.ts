/** An object literal, a null-prototype object, or either from another realm: no class of its own. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** An own property; what is inherited does not exist for a request. */
export function readOwn<Value>(
  record: { readonly [key: string]: Value },
  key: string,
): Value | undefined;
export function readOwn(record: object, key: string): unknown;
export function readOwn(record: object, key: string): unknown {
  // Any object may be read by any key; engines remember where it is found, unlike for `Reflect.get`.
  return Object.hasOwn(record, key) ? (record as Record<string, unknown>)[key] : undefined;
}
