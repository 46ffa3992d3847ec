/** Bodies that are forms, in the formats that a route declares (contract A.36, A.37). */
import { explain } from "../../base/explain.js";
import { describeKind } from "../../base/values.js";
import { isJsonType, MULTIPART, URLENCODED } from "../../http/media-types.js";
import type { FieldEncoding } from "../../catalog/requests.js";
import { invalidBody, isRawBody } from "../endpoint/body.js";
import { invalidParameter, loneSurrogate } from "../endpoint/errors.js";
import type { BodyWriter } from "../endpoint/extensions.js";
import { isList, isPlainObject, readOwn, toText, type UnknownRecord } from "../endpoint/values.js";
import { writeFields, writePairs } from "./pairs.js";
import {
  hasValue,
  isListStyle,
  isNested,
  listTexts,
  divideIntoFields,
  readMembers,
  suffixOf,
  toJson,
  type Parameter,
} from "./parameter.js";

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
    const pairs = Object.entries(properties).flatMap(([name, value]) => {
      const { style, contentType = "" } = readOwn(encoding, name) ?? {};
      const parameter = { name, value, route };
      if (isJsonType(contentType)) return writePairs(parameter, "json");
      const isJoined = style === "comma" && isPlainObject(value) && !isNested(parameter);
      if (isJoined) return writePairs(parameter, style);
      const styleOrDefault = style ?? lists;
      return isListStyle(styleOrDefault)
        ? writeFields(parameter, styleOrDefault)
        : writePairs(parameter, styleOrDefault);
    });
    return pairs.join("&");
  },
};

/**
 * Reads the fields of a body; `undefined` for text, bytes, a stream or a platform's form, which are sent unchanged.
 * @param other The platform's form, for the error.
 */
function readProperties(body: unknown, other: string, route: string): UnknownRecord | undefined {
  if (typeof body === "string" || isRawBody(body, route)) return undefined;
  if (isPlainObject(body)) return body;
  const expected = `an object of its fields, or ${other}`;
  throw invalidBody(`is ${describeKind(body)}; expected ${expected}`, route);
}

// ---- Multipart

/**
 * Writes `multipart/form-data` bodies: a `FormData` with a part for each property, and for each item
 * of a list (contract A.37). The platform adds the content type with its boundary.
 */
export const multipartBody: BodyWriter = {
  matches: (contentType) => MULTIPART.test(contentType),
  write(body, { name: route, exception }, headers) {
    const properties = readProperties(body, "FormData", route);
    if (!properties) {
      if (body instanceof FormData) Reflect.deleteProperty(headers, "content-type");
      return body;
    }
    const { encoding = {}, lists = "repeat" } = exception;
    const form = new FormData();
    for (const [name, value] of Object.entries(properties)) {
      const encodingOfName = readOwn(encoding, name) ?? {};
      const { contentType } = encodingOfName;
      const style = isPlainObject(value)
        ? styleOfObject(encodingOfName)
        : (encodingOfName.style ?? lists);
      for (const [key, part] of listParts({ name, value, route }, style)) {
        if (!key.isWellFormed()) throw loneSurrogate(name, route); // a FormData would replace it
        form.append(key, createPart({ name, value: part, route }, contentType));
      }
    }
    Reflect.deleteProperty(headers, "content-type");
    return form;
  },
};

type FieldStyle = NonNullable<FieldEncoding["style"]>;

/** Characters that join the items of a list, or the members of an object, in one part. */
const JOINERS: Readonly<Partial<Record<FieldStyle, string>>> = {
  comma: ",",
  spaces: " ",
  pipes: "|",
};

/** An object is JSON unless its property has a style; the style of lists does not apply. */
function styleOfObject({ style = "json", contentType = "" }: FieldEncoding): FieldStyle {
  return isJsonType(contentType) ? "json" : style;
}

type NamedPart = readonly [name: string, value: unknown];

/** The parts of a property, each with its name. */
function listParts(parameter: Parameter, style: FieldStyle): readonly NamedPart[] {
  const { name, value, route } = parameter;
  if (!hasValue(value)) return [];
  const isObject = isPlainObject(value);
  if (style === "json" || !(isObject || isList(value, name, route))) return [[name, value]];
  const joiner = JOINERS[style];
  if (joiner !== undefined && !(isObject && isNested(parameter))) {
    const texts = listTexts(readMembers(parameter));
    return texts.length === 0 ? [] : [[name, texts.join(joiner)]];
  }
  if (isObject) return listMemberParts(parameter, style);
  return value.filter(hasValue).map((item, index) => [name + suffixOf(index, style), item]);
}

/** The parts of an object whose members are parts of their own. */
function listMemberParts(parameter: Parameter, style: FieldStyle): readonly NamedPart[] {
  const { name, value, route } = parameter;
  const members = Object.entries(value as object); // the caller has checked it
  if (style === "explode") return members.filter(([, member]) => hasValue(member));
  const fields = divideIntoFields(parameter, isListStyle(style) ? style : "repeat");
  return fields.map(([key, values]) => {
    const [first, ...furtherValues] = values;
    if (furtherValues.length === 0) return [key, first];
    return [key, values.map((item) => toText(item, name, route)).join(JOINERS.comma)];
  });
}

/** Keeps a file; writes an object, or any value of a JSON part, as JSON, and other values as text. */
function createPart(parameter: Parameter, declared: string | undefined): string | Blob {
  const { name, value, route } = parameter;
  // A list or a range of types only limits the type.
  const type = declared !== undefined && /[*,]/.test(declared) ? undefined : declared;
  if (value instanceof Blob) return withType(value, type);
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value))
    return new Blob([value as BlobPart], { type: type ?? "application/octet-stream" });
  if (value instanceof ReadableStream) {
    const detail = explain(
      () => "is an object; expected a Blob or a File, because the length of a part must be known",
    );
    throw invalidParameter(name, detail, route);
  }
  const isJson = isPlainObject(value) || isList(value, name, route);
  const text = isJson || isJsonType(type ?? "") ? toJson(parameter) : toText(value, name, route);
  if (!text.isWellFormed()) throw loneSurrogate(name, route);
  return type === undefined || type === "text/plain" ? text : new Blob([text], { type });
}

/** Gives a file the declared type, unless it has one. */
function withType(file: Blob, type: string | undefined): Blob {
  if (type === undefined || file.type !== "") return file;
  return file instanceof File ? new File([file], file.name, { type }) : new Blob([file], { type });
}
