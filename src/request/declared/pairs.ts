/** Writes a parameter as `name=value` pairs, for a query, a form or cookies. */
import type { ListStyle } from "../../catalog/requests.js";
import { loneSurrogate, notList } from "../endpoint/errors.js";
import { encodeUnreserved } from "../endpoint/url-text.js";
import { toText } from "../endpoint/values.js";
import { divideIntoFields } from "./nested-fields.js";
import {
  hasValue,
  listTexts,
  readExplodedMembers,
  readMembers,
  toJson,
  type Member,
  type Parameter,
} from "./parameter.js";

/** Writes the pairs of a parameter; none if there is nothing to send. */
export function writePairs(
  parameter: Parameter,
  style: PairStyle,
  encode: Encode = encodeUnreserved,
): string[] {
  const { name } = parameter;
  if (!hasValue(parameter.value)) return [];
  switch (style) {
    case "brackets":
      return writeFields(parameter, style, encode);
    case "json":
      return [writePair(name, encodeText(toJson(parameter), encode, parameter), parameter)];
    case "repeat":
      return writeEach(readItems(parameter), parameter, encode);
    case "explode":
      return writeEach(readExplodedMembers(parameter), parameter, encode);
    default:
      return writeJoined(parameter, SEPARATORS[style], encode);
  }
}

/** The items of a list, or a single value; an object has no place in the style `repeat`. */
function readItems(parameter: Parameter): readonly Member[] {
  const members = readMembers(parameter);
  const isObject = members.some(({ key }) => key !== undefined);
  if (isObject) throw notList(parameter.name, parameter.route);
  return members;
}

/** A pair for each member, and for each item under the name of the parameter. */
function writeEach(members: readonly Member[], parameter: Parameter, encode: Encode): string[] {
  return members.map(({ key = parameter.name, text }) =>
    writePair(key, encodeText(text, encode, parameter), parameter),
  );
}

/** One pair for all items or members, unless there are none. */
function writeJoined(parameter: Parameter, separator: string, encode: Encode): string[] {
  const texts = listTexts(readMembers(parameter));
  if (texts.length === 0) return [];
  const encoded = texts.map((text) => encodeText(text, encode, parameter));
  return [writePair(parameter.name, encoded.join(separator), parameter)];
}

/** Writes the pairs of a value that may be nested, with the keys of objects in brackets. */
export function writeFields(
  parameter: Parameter,
  lists: ListStyle,
  encode: Encode = encodeUnreserved,
): string[] {
  const { name, route } = parameter;
  return divideIntoFields(parameter, lists).map(({ key, values }) => {
    const texts = values.map((value) => encodeText(toText(value, name, route), encode, parameter));
    return writePair(key, texts.join(SEPARATORS.comma), parameter);
  });
}

function writePair(key: string, encodedValue: string, parameter: Parameter): string {
  return `${encodeText(key, encodeUnreserved, parameter)}=${encodedValue}`;
}

/** @throws EndpointError for text that is not well-formed, which no encoding can express. */
export function encodeText(text: string, encode: Encode, { name, route }: Parameter): string {
  if (!text.isWellFormed()) throw loneSurrogate(name, route);
  return encode(text);
}

/** Text between two items of a list in one pair, percent-encoded except for the comma. */
const SEPARATORS = { comma: ",", spaces: "%20", pipes: "%7C", tabs: "%09" };

// ---- Types

/** The styles of lists and objects in pairs, as `QueryStyle` of the catalog describes them. */
export type PairStyle = "repeat" | "explode" | "brackets" | "json" | keyof typeof SEPARATORS;

/** Encodes the text of a value. */
export type Encode = (text: string) => string;
