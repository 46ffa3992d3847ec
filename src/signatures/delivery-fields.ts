/** Where the parts of a delivery stand: in its headers, or in its body. */

export interface HeaderSource {
  /** A header by its lowercase name; several of one name are joined by `, `. */
  get(name: string): string | null;
}

/** Headers as a platform has them; the names of a record may be in any case. */
export type DeliveryHeaders =
  HeaderSource | Readonly<Record<string, string | readonly string[] | undefined>>;

/** What some services sign and no header holds. */
export interface DeliveryContext {
  /** The URL as the service knows it, with its query. */
  readonly url?: string | undefined;
  readonly method?: string | undefined;
}

/**
 * Reads a header by its lowercase name. One that was sent several times is read as a list, as a
 * proxy would have joined it.
 */
export function readHeader(name: string, headers: DeliveryHeaders): string | undefined {
  if (typeof headers.get === "function") return headers.get(name) ?? undefined;
  const record = headers as Exclude<DeliveryHeaders, { get: unknown }>; // one may be named `get`
  const spelled = Object.hasOwn(record, name)
    ? name
    : Object.keys(record).find((key) => key.toLowerCase() === name);
  return spelled && record[spelled]?.toString();
}

/** The value under keys that lead into a payload. Only own properties count: nothing else was signed. */
export function readPath(payload: unknown, keys: readonly string[]): unknown {
  let value = payload;
  for (const key of keys) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}
