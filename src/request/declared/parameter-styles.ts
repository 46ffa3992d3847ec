/** Writes a parameter in the style that a route declares for it, for a query, a header or a cookie. */
import { escapeCharacter } from "../../base/expect.js";
import { explain } from "../../base/explain.js";
import type { BaseStyle, CookieStyle, QueryStyle } from "../../catalog/requests.js";
import { invalidParameter } from "../endpoint/errors.js";
import { encodeReserved, encodeUnreserved } from "../endpoint/url-text.js";
import { encodeText, writePairs, type Encode, type PairStyle } from "./pairs.js";
import { hasValue, readMembers, toJson, type Parameter } from "./parameter.js";

// ---- Queries

/** Writes a parameter of a query, such as `a=1&a=2`; the empty string if there is nothing to send. */
export function writeQueryParameter(parameter: Parameter, declared: QueryStyle): string {
  const encode = declared.startsWith("reserved") ? encodeReservedValue : encodeUnreserved;
  const style = baseOf(declared);
  if (style === "whole") return writeWhole(parameter, encode);
  return writePairs(parameter, style, encode).join("&");
}

/** `reserved-comma` is `comma` with another encoding, and `reserved` is short for `reserved-repeat`. */
function baseOf(declared: QueryStyle): BaseStyle {
  const base = declared.replace(/^reserved-?/, "") || "repeat";
  return base as BaseStyle; // as `QueryStyle` is composed
}

/** Writes a query that is one value without a name. */
function writeWhole(parameter: Parameter, encode: Encode): string {
  const { value } = parameter;
  if (!hasValue(value)) return "";
  return encodeText(typeof value === "string" ? value : toJson(parameter), encode, parameter);
}

/** Keeps reserved characters, except `&` and `#`, which end a value, and `+`, which means a space. */
function encodeReservedValue(text: string): string {
  return encodeReserved(text).replace(/[&#+]/g, encodeURIComponent);
}

// ---- Headers

/**
 * Writes the value of a header; `undefined` if there is nothing to send. Percent-encodes nothing. In
 * JSON, characters that are not printable ASCII are escaped.
 */
export function writeHeaderParameter(
  parameter: Parameter,
  style: "simple" | "explode" | "json",
): string | undefined {
  if (!hasValue(parameter.value)) return undefined;
  if (style === "json") return toJson(parameter).replace(/[\u007f-\uffff]/g, escapeCharacter);
  const members = readMembers(parameter);
  if (members.length === 0) return undefined;
  const joiner = style === "explode" ? "=" : ",";
  return members
    .map(({ key, text }) => (key === undefined ? text : `${key}${joiner}${text}`))
    .join(",");
}

// ---- Cookies

/** Writes cookies, `a=1; a=2`; the empty string if there is nothing to send. */
export function writeCookieParameter(parameter: Parameter, declared: CookieStyle): string {
  const { style, isPlain } = COOKIE_STYLES[declared];
  const encode = isPlain ? (text: string) => expectCookie(text, parameter) : encodeUnreserved;
  return writePairs(parameter, style, encode).join("; ");
}

/** The form of lists and objects for each style of cookies, whose text is percent-encoded unless it is plain. */
const COOKIE_STYLES: Readonly<Record<CookieStyle, { style: PairStyle; isPlain: boolean }>> = {
  form: { style: "explode", isPlain: false },
  comma: { style: "comma", isPlain: false },
  json: { style: "json", isPlain: false },
  plain: { style: "explode", isPlain: true },
  "plain-comma": { style: "comma", isPlain: true },
};

/** Matches the characters of a cookie (RFC 6265, section 4.1.1), with spaces and commas, which are common. */
const COOKIE_TEXT = /^[ !#-:<-[\]-~]*$/;

function expectCookie(text: string, { name, route }: Parameter): string {
  if (COOKIE_TEXT.test(text)) return text;
  const detail = explain(() => 'cannot stand in a cookie; expected no controls, `;`, `"` and `\\`');
  throw invalidParameter(name, detail, route);
}
