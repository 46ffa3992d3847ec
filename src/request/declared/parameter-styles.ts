/** Writes parameters in the styles that a route declares, for a query, a form, headers and cookies. */
import { escapeCharacter } from "../../base/expect.js";
import { explain } from "../../base/explain.js";
import type { CookieStyle, FieldEncoding, ListStyle, QueryStyle } from "../../catalog/requests.js";
import { invalidParameter, loneSurrogate, notList } from "../endpoint/errors.js";
import { encodeReserved, encodeUnreserved, toText } from "../endpoint/values.js";
import {
  divideIntoFields,
  hasValue,
  listTexts,
  readFields,
  readMembers,
  toJson,
  type Parameter,
} from "./parameter.js";

// ---- Queries

/** Writes a parameter of a query, such as `a=1&a=2`; the empty string if there is nothing to send. */
export function writeQueryParameter(parameter: Parameter, declared: QueryStyle): string {
  const { style, encode } = readQueryStyle(declared);
  if (style !== "whole") return writePairs(parameter, style, encode).join("&");
  const { value } = parameter;
  if (!hasValue(value)) return "";
  return encodeWellFormed(typeof value === "string" ? value : toJson(parameter), encode, parameter);
}

/** Divides the style that a route declares into the form of lists and objects, and the encoding. */
function readQueryStyle(declared: QueryStyle): {
  readonly style: PairStyle | "whole";
  readonly encode: Encode;
} {
  if (declared === "reserved") return { style: "repeat", encode: encodeReservedValue };
  if (!isReserved(declared)) return { style: declared, encode: encodeUnreserved };
  const style = declared.slice(RESERVED.length) as PairStyle | "whole"; // as the type of `declared` says
  return { style, encode: encodeReservedValue };
}

const RESERVED = "reserved-";

function isReserved(declared: QueryStyle): declared is Extract<QueryStyle, `reserved-${string}`> {
  return declared.startsWith(RESERVED);
}

/** The form of lists and objects in pairs. */
type PairStyle =
  Exclude<QueryStyle, `reserved${string}` | "whole"> | NonNullable<FieldEncoding["style"]>;

/** Text between two items of a list, percent-encoded except for the comma. */
const SEPARATORS: Readonly<Partial<Record<PairStyle, string>>> = {
  comma: ",",
  spaces: "%20",
  pipes: "%7C",
  tabs: "%09",
};

type Encode = (text: string) => string;

/** Writes the `name=value` pairs of a parameter, for a query, a form or cookies. */
export function writePairs(
  parameter: Parameter,
  style: PairStyle,
  encode: Encode = encodeUnreserved,
): string[] {
  const { name, value, route } = parameter;
  if (!hasValue(value)) return [];
  if (style === "brackets") return writeFields(parameter, style, encode);
  const read = style === "explode" ? readFields : readMembers;
  const members = style === "json" ? undefined : read(parameter);
  if (members === undefined) {
    const text = style === "json" ? toJson(parameter) : toText(value, name, route);
    return [writePair(name, [text], parameter, encode)];
  }
  if (members.length === 0) return [];
  const isObject = members.some(([key]) => key !== undefined);
  if (isObject && style === "repeat") throw notList(name, route);
  const separator = SEPARATORS[style];
  if (separator === undefined)
    return members.map(([key = name, text]) => writePair(key, [text], parameter, encode));
  return [writePair(name, listTexts(members), parameter, encode, separator)];
}

/** Writes the pairs of a value that may be nested, with the keys of objects in brackets. */
export function writeFields(
  parameter: Parameter,
  lists: ListStyle,
  encode: Encode = encodeUnreserved,
): string[] {
  const { name, route } = parameter;
  return divideIntoFields(parameter, lists).map(([key, values]) => {
    const texts = values.map((value) => toText(value, name, route));
    return writePair(key, texts, parameter, encode);
  });
}

function writePair(
  key: string,
  texts: readonly string[],
  parameter: Parameter,
  encode: Encode,
  separator = ",",
): string {
  const encoded = texts.map((text) => encodeWellFormed(text, encode, parameter)).join(separator);
  return `${encodeWellFormed(key, encodeUnreserved, parameter)}=${encoded}`;
}

/** Keeps reserved characters, except `&` and `#`, which end a value, and `+`, which means a space. */
function encodeReservedValue(text: string): string {
  return encodeReserved(text).replace(/[&#+]/g, encodeURIComponent);
}

function encodeWellFormed(text: string, encode: Encode, { name, route }: Parameter): string {
  if (!text.isWellFormed()) throw loneSurrogate(name, route);
  return encode(text);
}

// ---- Headers and cookies

/**
 * Writes the value of a header; `undefined` if there is nothing to send. Percent-encodes nothing. In
 * JSON, characters that are not printable ASCII are escaped.
 */
export function writeHeaderParameter(
  parameter: Parameter,
  style: "simple" | "explode" | "json",
): string | undefined {
  const { name, value, route } = parameter;
  if (!hasValue(value)) return undefined;
  if (style === "json") return toJson(parameter).replace(/[\u007f-\uffff]/g, escapeCharacter);
  const members = readMembers(parameter);
  if (members === undefined) return toText(value, name, route);
  if (members.length === 0) return undefined;
  const joiner = style === "explode" ? "=" : ",";
  return members
    .map(([key, text]) => (key === undefined ? text : `${key}${joiner}${text}`))
    .join(",");
}

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
