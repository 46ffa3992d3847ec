/** How parameters are written that a route declares in a style of its own (OpenAPI's styles). */
import { toJsonValue } from "../endpoint/body.js";
import type { CookieStyle, ListStyle, QueryStyle } from "./declaration.js";
import { invalidParameter, loneSurrogate } from "../endpoint/errors.js";
import {
  encodeReserved,
  encodeUnreserved,
  isList,
  isPlainObject,
  isWellFormed,
  toText,
} from "../endpoint/values.js";
import { hasValue, readFields, type Parameter } from "./fields.js";

// ---- Queries

/** Writes `a=1&a=2`; the empty string if there is nothing to send. */
export function writeQueryParameter(parameter: Parameter, declared: QueryStyle): string {
  const isReserved = declared.startsWith("reserved");
  const style = declared.replace(/^reserved-?/, "") || "repeat";
  const encode = isReserved ? encodeReservedValue : encodeUnreserved;
  if (style === "whole") return writeWhole(parameter, encode);
  return writePairs(parameter, style, encode).join("&");
}

function writeWhole(parameter: Parameter, encode: Encode): string {
  const { value } = parameter;
  if (!hasValue(value)) return "";
  return encodeText(typeof value === "string" ? value : toJson(parameter), encode, parameter);
}

/** The characters that a list is joined by, encoded. */
const SEPARATORS: Readonly<Partial<Record<string, string>>> = {
  comma: ",",
  spaces: "%20",
  pipes: "%7C",
};

type Encode = (text: string) => string;

/** Writes `name=value` pairs, as a query has them. */
export function writePairs(
  parameter: Parameter,
  style: string,
  encode: Encode = encodeUnreserved,
): string[] {
  const { name, value, route } = parameter;
  if (!hasValue(value)) return [];
  if (style === "brackets") return writeFields(parameter, style, encode);
  const members = style === "json" ? undefined : readMembers(parameter);
  if (members === undefined) {
    const text = style === "json" ? toJson(parameter) : toText(value, name, route);
    return [writePair(name, [text], parameter, encode)];
  }
  if (members.length === 0) return [];
  const isObject = members.some(([key]) => key !== undefined);
  if (isObject && style === "repeat")
    throw invalidParameter(name, "is an object; expected a value or a list", route);
  const separator = SEPARATORS[style];
  if (separator === undefined)
    return members.map(([key = name, text]) => writePair(key, [text], parameter, encode));
  return [writePair(name, listTexts(members), parameter, encode, separator)];
}

/** Writes the pairs of a value with nested keys in brackets. */
export function writeFields(
  parameter: Parameter,
  lists: ListStyle,
  encode: Encode = encodeUnreserved,
): string[] {
  const { name, route } = parameter;
  return readFields(parameter, lists).map(([key, values]) => {
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
  const encoded = texts.map((text) => encodeText(text, encode, parameter)).join(separator);
  return `${encodeText(key, encodeUnreserved, parameter)}=${encoded}`;
}

/** Keeps reserved characters, except those that would end the value or be read as a space. */
function encodeReservedValue(text: string): string {
  return encodeReserved(text).replace(/[&#+]/g, encodeURIComponent);
}

function encodeText(text: string, encode: Encode, { name, route }: Parameter): string {
  if (!isWellFormed(text)) throw loneSurrogate(name, route);
  return encode(text);
}

// ---- Headers and cookies

/**
 * Writes the value of a header. Nothing is percent-encoded; JSON has escapes for what is not ASCII.
 * `undefined` if there is nothing to send.
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

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Writes cookies, `a=1; a=2`; the empty string if there is nothing to send. */
export function writeCookieParameter(parameter: Parameter, declared: CookieStyle): string {
  const isPlain = declared.startsWith("plain");
  const style = declared.replace(/^plain-?/, "") || "explode";
  const encode = isPlain ? (text: string) => expectCookie(text, parameter) : encodeUnreserved;
  return writePairs(parameter, style === "form" ? "explode" : style, encode).join("; ");
}

/** What a cookie's value can hold (RFC 6265, section 4.1.1), and spaces and commas, which are common. */
const COOKIE_TEXT = /^[ !#-:<-[\]-~]*$/;

function expectCookie(text: string, { name, route }: Parameter): string {
  if (COOKIE_TEXT.test(text)) return text;
  throw invalidParameter(
    name,
    'cannot stand in a cookie; expected no controls, `;`, `"` and `\\`',
    route,
  );
}

// ---- Values

/** The items of a list, or the members of an object with their names. */
type Members = readonly (readonly [key: string | undefined, text: string])[];

/** `undefined` for a value that is neither a list nor an object. */
export function readMembers({ name, value, route }: Parameter): Members | undefined {
  const isArray = isList(value, name, route);
  if (!isArray && !isPlainObject(value)) return undefined;
  return Object.entries(value)
    .filter(([, item]) => hasValue(item))
    .map(([key, item]) => [isArray ? undefined : key, toText(item, name, route)]);
}

/** The texts that a style with a delimiter joins: the items, or each name with its value behind it. */
export function listTexts(members: Members): readonly string[] {
  return members.flatMap(([key, text]) => (key === undefined ? [text] : [key, text]));
}

/** JSON text of a value; an error if JSON cannot express it. */
export function toJson({ name, value, route }: Parameter): string {
  return JSON.stringify(toJsonValue(value, name, route));
}
