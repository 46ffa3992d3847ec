/** Writes parameters in the styles that a route declares (OpenAPI's styles), and divides nested values. */
import type { CookieStyle, FieldEncoding, ListStyle, QueryStyle } from "../catalog/requests.js";
import { toJsonValue } from "../endpoint/body.js";
import { invalidParameter, loneSurrogate } from "../endpoint/errors.js";
import {
  encodeReserved,
  encodeUnreserved,
  isList,
  isPlainObject,
  toText,
} from "../endpoint/values.js";

/** A parameter with its value; errors name it and the route. */
export interface Parameter {
  readonly name: string;
  readonly value: unknown;
  readonly route: string;
}

// ---- Queries

/** Writes `a=1&a=2`; the empty string if there is nothing to send. */
export function writeQueryParameter(parameter: Parameter, declared: QueryStyle): string {
  const { value } = parameter;
  const isReserved = declared.startsWith("reserved");
  const style = declared.replace(/^reserved-?/, "") || "repeat";
  const encode = isReserved ? encodeReservedValue : encodeUnreserved;
  if (style !== "whole") return writePairs(parameter, style, encode).join("&");
  if (!hasValue(value)) return "";
  return encodeText(typeof value === "string" ? value : toJson(parameter), encode, parameter);
}

/** The characters between the items of a list, encoded. */
const SEPARATORS: Readonly<Partial<Record<string, string>>> = {
  comma: ",",
  spaces: "%20",
  pipes: "%7C",
};

type Encode = (text: string) => string;

/** Writes `name=value` pairs, as in a query. */
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
  if (!text.isWellFormed()) throw loneSurrogate(name, route);
  return encode(text);
}

// ---- Headers and cookies

/**
 * Writes the value of a header. Nothing is percent-encoded; JSON escapes characters beyond ASCII.
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

/** The characters of cookies (RFC 6265, section 4.1.1), and spaces and commas, which are common. */
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

/** The texts that a style with a delimiter joins: the items, or each name and its value. */
export function listTexts(members: Members): readonly string[] {
  return members.flatMap(([key, text]) => (key === undefined ? [text] : [key, text]));
}

/** JSON text of a value; an error if JSON cannot express it. */
export function toJson({ name, value, route }: Parameter): string {
  return JSON.stringify(toJsonValue(value, name, route));
}

/** Tells whether there is anything to send: `undefined` and `null` are left out. */
export function hasValue(value: unknown): boolean {
  return value !== undefined && value !== null;
}

// ---- Nested values

/**
 * The name of a field with its values, which are neither lists nor plain objects. Only a list in
 * the style `comma` has several.
 */
type Field = readonly [name: string, values: readonly unknown[]];

/** Deeper than any documented form. A value that holds itself has no end. */
const MAX_DEPTH = 64;

/**
 * Divides a nested value into fields, with the keys of objects in brackets: `a[b][c]`. Values that are
 * `undefined`, `null` or empty have no field. An object in a list has its index, `a[0][b]`.
 */
export function readFields({ name, value, route }: Parameter, lists: ListStyle): Field[] {
  const fields: Field[] = [];

  function visit(key: string, part: unknown, depth: number): void {
    if (!hasValue(part)) return;
    if (depth > MAX_DEPTH) {
      const detail = `is nested deeper than ${MAX_DEPTH} levels, or holds itself`;
      throw invalidParameter(name, `${detail}; expected less`, route);
    }
    if (isList(part, name, route)) visitList(key, part, depth);
    else if (!isPlainObject(part)) fields.push([key, [part]]);
    else {
      for (const [member, item] of Object.entries(part)) {
        visit(`${key}[${member}]`, item, depth + 1);
      }
    }
  }

  function visitList(key: string, list: readonly unknown[], depth: number): void {
    const items = list.filter(hasValue);
    const areNested = isNested({ name, value: items, route });
    if (lists === "comma" && !areNested) {
      if (items.length > 0) fields.push([key, items]);
      return;
    }
    const style = areNested ? "indexes" : lists;
    for (const [index, item] of items.entries()) {
      visit(key + suffixOf(index, style), item, depth + 1);
    }
  }

  visit(name, value, 0);
  return fields;
}

/** Tells whether a list or an object holds lists or objects, which no character can join. */
export function isNested({ name, value, route }: Parameter): boolean {
  const members = Object.values(value as object); // a list or an object, as callers have checked
  return members.some((member) => isList(member, name, route) || isPlainObject(member));
}

/** Tells whether a style is one of lists: objects then have their keys in brackets. */
export function isListStyle(style: NonNullable<FieldEncoding["style"]>): style is ListStyle {
  return LIST_STYLES.includes(style);
}

const LIST_STYLES: readonly string[] = ["repeat", "brackets", "indexes", "comma"];

/** The end of the name of a list's item. */
export function suffixOf(index: number, style: FieldEncoding["style"]): string {
  if (style === "indexes") return `[${index}]`;
  return style === "brackets" ? "[]" : "";
}
