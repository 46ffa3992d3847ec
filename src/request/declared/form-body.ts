/** Bodies that are forms: `application/x-www-form-urlencoded`, in the format that a route declares (contract A.36). */
import { describeKind } from "../../base/values.js";
import type { FieldEncoding, ListStyle } from "../../catalog/requests.js";
import { isJsonType, URLENCODED } from "../../http/media-types.js";
import { invalidBody, isRawBody } from "../endpoint/body.js";
import type { BodyWriter } from "../endpoint/extensions.js";
import { isPlainObject, readOwn, type UnknownRecord } from "../endpoint/values.js";
import { writeFields, writePairs } from "./pairs.js";
import { isListStyle } from "./nested-fields.js";
import { isNested, type Parameter } from "./parameter.js";

/**
 * Writes `application/x-www-form-urlencoded` bodies: nested keys in brackets, lists and objects as the
 * route declares (contract A.36). Text and `URLSearchParams` are sent unchanged.
 */
export const formBody: BodyWriter = {
  matches: (contentType) => URLENCODED.test(contentType),
  write(body, { name: route, exception }) {
    const properties = readProperties(body, "URLSearchParams", route);
    if (!properties) return body;
    const { encoding = {}, lists = "repeat" } = exception;
    const pairs = Object.entries(properties).flatMap(([name, value]) =>
      writeProperty({ name, value, route }, readOwn(encoding, name) ?? {}, lists),
    );
    return pairs.join("&");
  },
};

/**
 * The pairs of a property: JSON by its content type, else in its style, else in that of lists. A style of lists puts
 * the keys of objects in brackets, but `comma` joins an object of single values.
 */
function writeProperty(
  parameter: Parameter,
  { style, contentType = "" }: FieldEncoding,
  lists: ListStyle,
): string[] {
  if (isJsonType(contentType)) return writePairs(parameter, "json");
  const isJoined = style === "comma" && isPlainObject(parameter.value) && !isNested(parameter);
  if (isJoined) return writePairs(parameter, style);
  const styleOrDefault = style ?? lists;
  return isListStyle(styleOrDefault)
    ? writeFields(parameter, styleOrDefault)
    : writePairs(parameter, styleOrDefault);
}

/**
 * Reads the fields of a body; `undefined` for text, bytes, a stream or a platform's form, which are sent unchanged.
 * @param other The platform's form, for the error.
 */
export function readProperties(
  body: unknown,
  other: string,
  route: string,
): UnknownRecord | undefined {
  if (typeof body === "string" || isRawBody(body, route)) return undefined;
  if (isPlainObject(body)) return body;
  const expected = `an object of its fields, or ${other}`;
  throw invalidBody(`is ${describeKind(body)}; expected ${expected}`, route);
}
