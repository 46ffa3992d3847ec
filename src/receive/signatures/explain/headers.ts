/** Lists and replaces the headers of a delivery, whichever form they have. */
import type { DeliveryHeaders } from "../types.js";

/** Lists the headers of a record or a `Headers`. */
export function listHeaders(
  headers: DeliveryHeaders,
): readonly (readonly [name: string, value: string])[] {
  const entries =
    headers instanceof Headers
      ? [...headers]
      : Object.entries(headers as Readonly<Record<string, unknown>>);
  return entries
    .filter((entry): entry is [string, string] => typeof entry[1] === "string")
    .map(([name, value]) => [name.toLowerCase(), value]);
}

/** Copies headers, with another value of one of them. */
export function replaceHeader(
  headers: DeliveryHeaders,
  name: string,
  value: string,
): DeliveryHeaders {
  return { ...Object.fromEntries(listHeaders(headers)), [name]: value };
}
