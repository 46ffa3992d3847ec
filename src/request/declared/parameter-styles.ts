/** Writes parameters in the styles that a route declares, and divides nested values into fields. */
import { escapeCharacter } from "../../base/expect.js";
import { explain } from "../../base/explain.js";
import type { CookieStyle, FieldEncoding, ListStyle, QueryStyle } from "../../catalog/requests.js";
import { toJsonValue } from "../endpoint/body.js";
import { invalidParameter, loneSurrogate, notList } from "../endpoint/errors.js";
import {
  encodeReserved,
  encodeUnreserved,
  isList,
  isPlainObject,
  toText,
} from "../endpoint/values.js";

/** A parameter with its value. Errors name it and its route. */
export interface Parameter {
  readonly name: string;
  readonly value: unknown;
  readonly route: string;
}

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

// ---- Values

/** The items of a list, or the members of an object with their names. */
type Members = readonly (readonly [key: string | undefined, text: string])[];

/** Reads the items of a list or the members of a plain object; `undefined` for any other value. */
export function readMembers({ name, value, route }: Parameter): Members | undefined {
  const isArray = isList(value, name, route);
  if (!isArray && !isPlainObject(value)) return undefined;
  return Object.entries(value)
    .filter(([, item]) => hasValue(item))
    .map(([key, item]) => [isArray ? undefined : key, toText(item, name, route)]);
}

/** Reads members like {@link readMembers}, with the name of a member before each item of its list. */
function readFields(parameter: Parameter): Members | undefined {
  const { name, value, route } = parameter;
  if (!isPlainObject(value)) return readMembers(parameter);
  return Object.entries(value).flatMap(([key, item]) => {
    const items = readMembers({ name, value: isList(item, name, route) ? item : [item], route });
    return (items ?? []).map(([, text]) => [key, text] as const);
  });
}

/** Lists the texts that a separator joins: the items of a list, or each name and its value. */
export function listTexts(members: Members): readonly string[] {
  return members.flatMap(([key, text]) => (key === undefined ? [text] : [key, text]));
}

/** @throws EndpointError if JSON cannot express the value. */
export function toJson({ name, value, route }: Parameter): string {
  return JSON.stringify(toJsonValue(value, name, route));
}

/** False for `undefined` and `null`, which are not sent. */
export function hasValue(value: unknown): boolean {
  return value !== undefined && value !== null;
}

// ---- Nested values

/**
 * Name and values of a field: several values only for a list in the style `comma`. No value is a list or a
 * plain object.
 */
type Field = readonly [name: string, values: readonly unknown[]];

/** The greatest depth: a value that contains itself has no end. No documented form is as deep. */
const MAX_FIELD_DEPTH = 64;

/**
 * Divides a nested value into fields, with the keys of objects in brackets: `a[b][c]`. Makes no field
 * for `undefined`, for `null`, or for an empty list or object. Items get their index in a list that holds
 * lists or objects: `a[0][b]`.
 */
export function divideIntoFields({ name, value, route }: Parameter, lists: ListStyle): Field[] {
  const fields: Field[] = [];

  function visit(key: string, part: unknown, depth: number): void {
    if (!hasValue(part)) return;
    if (depth > MAX_FIELD_DEPTH) {
      const detail = explain(
        () => `is nested deeper than ${MAX_FIELD_DEPTH} levels, or holds itself; expected less`,
      );
      throw invalidParameter(name, detail, route);
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
    const holdsNested = isNested({ name, value: items, route });
    if (lists === "comma" && !holdsNested) {
      if (items.length > 0) fields.push([key, items]);
      return;
    }
    const style = holdsNested ? "indexes" : lists;
    for (const [index, item] of items.entries()) {
      visit(key + suffixOf(index, style), item, depth + 1);
    }
  }

  visit(name, value, 0);
  return fields;
}

/** Tells whether a list or an object holds lists or objects, which no separator can join. */
export function isNested({ name, value, route }: Parameter): boolean {
  const members = Object.values(value as object); // callers have checked it
  return members.some((member) => isList(member, name, route) || isPlainObject(member));
}

/**
 * Tells whether a style is one of lists. The keys of objects are then in brackets, unless `comma` joins
 * an object that holds no lists or objects.
 */
export function isListStyle(style: NonNullable<FieldEncoding["style"]>): style is ListStyle {
  return LIST_STYLES.includes(style);
}

const LIST_STYLES: readonly string[] = ["repeat", "brackets", "indexes", "comma"];

/** Returns the text that follows the name of a list in the name of an item. */
export function suffixOf(index: number, style: FieldEncoding["style"]): string {
  if (style === "indexes") return `[${index}]`;
  return style === "brackets" ? "[]" : "";
}
