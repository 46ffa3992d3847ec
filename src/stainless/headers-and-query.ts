/** Headers and queries, in all the forms that SDKs of Stainless take. */

/**
 * Reads headers, with their names in lowercase. `null` removes a default header, and becomes `undefined`; `undefined`
 * changes nothing.
 */
export function readHeaders(headers: unknown): Record<string, string | undefined> {
  const source = Object(headers ?? {}) as object;
  const entries =
    Symbol.iterator in source
      ? [...(source as Iterable<[string, unknown]>)]
      : Object.entries(source as Readonly<Record<string, unknown>>);
  return Object.fromEntries(
    entries
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name.toLowerCase(), value === null ? undefined : asText(value)]),
  );
}

/** Writes a query, with members and items in brackets: `a[b]=1&c[]=2`. */
export function writeQuery(query: object, prefix = ""): string {
  return Object.entries(query)
    .flatMap(([key, value]: [string, unknown]) => {
      const name = prefix === "" ? key : `${prefix}[${Array.isArray(query) ? "" : key}]`;
      if (value === undefined) return [];
      if (typeof value === "object" && value !== null && !(value instanceof Date))
        return [writeQuery(value, name)];
      const text = value instanceof Date ? value.toISOString() : asText(value ?? "");
      return [`${encodeURIComponent(name)}=${encodeURIComponent(text)}`];
    })
    .filter((pair) => pair !== "")
    .join("&");
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : String(value); // the declared type
}
