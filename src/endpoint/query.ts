import type { PlacedParameter } from "./call-shape.js";
import type { QueryStyle } from "./catalog.js";
import { encodeUnreserved } from "./percent-encoding.js";
import { isPlainObject } from "./plain-object.js";
import {
  encodeText,
  invalidParameter,
  literalTextOf,
  refuseRevoked,
  toText,
} from "./value-text.js";

/**
 * Writes the parameters that no placeholder takes, with the `?` before them; the empty string when
 * there is nothing to send.
 * @param values Those of the call, in the order of its keys.
 * @throws EndpointError as `writeQueryParameter`.
 */
export function writeQuery(
  placed: readonly PlacedParameter[],
  values: readonly unknown[],
  route: string,
): string {
  let query = "";
  for (const { name, index, style, asFirst, asNext } of placed) {
    const value = values[index];
    const prefix = query === "" ? asFirst : asNext;
    const literal = prefix === "" ? undefined : literalTextOf(value);
    if (literal !== undefined) {
      query += prefix + literal;
      continue;
    }
    const written = writeQueryParameter(name, value, style, route);
    if (written !== "") query += (query === "" ? "?" : "&") + written;
  }
  return query;
}

/**
 * Writes one query parameter, percent-encoded: `labels=a&labels=b` by default, or in the style
 * that the route declares. The empty string when there is nothing to send: `undefined`, `null`,
 * an empty list (specification, section A, placement rule 2).
 * @throws EndpointError `INVALID_PARAMETER` for a value without text, and for an object that no
 * declared style can write.
 */
export function writeQueryParameter(
  name: string,
  value: unknown,
  style: "repeat" | QueryStyle,
  route: string,
): string {
  if (value === undefined || value === null) return "";
  refuseRevoked(value, name, route);
  const encode = (item: unknown): string =>
    encodeText(encodeUnreserved, toText(item, name, route), name, route);
  if (Array.isArray(value))
    return writeList(encode(name), value.filter(isDefined).map(encode), style);
  if (!isPlainObject(value)) return `${encode(name)}=${encode(value)}`;
  if (style === "repeat") {
    throw invalidParameter(name, "is an object; expected a single value or a list of them.", route);
  }
  const pairs = Object.entries(value).filter(([, item]) => isDefined(item));
  return writeObject(
    encode(name),
    pairs.map(([key, item]) => [encode(key), encode(item)]),
    style,
  );
}

function writeList(name: string, items: readonly string[], style: "repeat" | QueryStyle): string {
  if (items.length === 0) return "";
  if (style === "comma") return `${name}=${items.join(",")}`;
  const key = style === "brackets" ? `${name}%5B%5D` : name;
  return items.map((item) => `${key}=${item}`).join("&");
}

function writeObject(
  name: string,
  pairs: readonly (readonly [string, string])[],
  style: QueryStyle,
): string {
  if (pairs.length === 0) return "";
  if (style === "comma") return `${name}=${pairs.flat().join(",")}`;
  return pairs.map(([key, item]) => `${name}%5B${key}%5D=${item}`).join("&");
}

/**
 * Adds parameters to a URL that may have a query already; they stand before its fragment.
 */
export function appendQuery(url: string, query: string): string {
  if (query === "") return url;
  const hash = url.indexOf("#");
  const address = hash < 0 ? url : url.slice(0, hash);
  const fragment = hash < 0 ? "" : url.slice(hash);
  return address + joinerAfter(address) + query + fragment;
}

function joinerAfter(address: string): string {
  if (!address.includes("?")) return "?";
  return address.endsWith("?") || address.endsWith("&") ? "" : "&";
}

function isDefined(value: unknown): boolean {
  return value !== undefined && value !== null;
}
