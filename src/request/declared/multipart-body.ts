/** Bodies of several parts: `multipart/form-data`, in the format that a route declares (contract A.37). */
import { explain } from "../../base/explain.js";
import type { FieldEncoding } from "../../catalog/requests.js";
import { isJsonType, MULTIPART } from "../../http/media-types.js";
import { invalidParameter, loneSurrogate } from "../endpoint/errors.js";
import type { BodyWriter } from "../endpoint/extensions.js";
import { isList, isPlainObject, readOwn, toText, type UnknownRecord } from "../endpoint/values.js";
import { readProperties } from "./form-body.js";
import { divideIntoFields, isListStyle, suffixOf } from "./nested-fields.js";
import { hasValue, isNested, listTexts, readMembers, toJson, type Parameter } from "./parameter.js";

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
      const style = findStyle(value, encodingOfName, lists);
      for (const part of listParts({ name, value, route }, style)) {
        if (!part.name.isWellFormed()) throw loneSurrogate(name, route); // a FormData would replace it
        const content = createContent(
          { name, value: part.value, route },
          encodingOfName.contentType,
        );
        form.append(part.name, content);
      }
    }
    Reflect.deleteProperty(headers, "content-type");
    return form;
  },
};

/**
 * The style of a property. An object is JSON unless its property has a style: that of lists does not apply to it. The
 * items of a list are JSON one by one, if its content type says so.
 */
function findStyle(
  value: unknown,
  { style, contentType = "" }: FieldEncoding,
  lists: FieldStyle,
): FieldStyle {
  if (!isPlainObject(value)) return style ?? lists;
  return isJsonType(contentType) ? "json" : (style ?? "json");
}

// ---- From a property to its parts

/** The parts of a property: itself, its items or members joined in one, or a part for each of them. */
function listParts(parameter: Parameter, style: FieldStyle): readonly Part[] {
  const { name, value, route } = parameter;
  if (!hasValue(value)) return [];
  const isObject = isPlainObject(value);
  if (style === "json" || !(isObject || isList(value, name, route))) return [{ name, value }];
  const joiner = JOINERS[style];
  if (joiner !== undefined && !(isObject && isNested(parameter))) {
    const texts = listTexts(readMembers(parameter));
    return texts.length === 0 ? [] : [{ name, value: texts.join(joiner) }];
  }
  if (isObject) return listMemberParts(parameter, value, style);
  return value
    .filter(hasValue)
    .map((item, index) => ({ name: name + suffixOf(index, style), value: item }));
}

/** Characters that join the items of a list, or the members of an object, in one part. */
const JOINERS: Readonly<Partial<Record<FieldStyle, string>>> = {
  comma: ",",
  spaces: " ",
  pipes: "|",
};

/** The parts of an object whose members are parts of their own. */
function listMemberParts(
  parameter: Parameter,
  members: UnknownRecord,
  style: FieldStyle,
): readonly Part[] {
  const { name, route } = parameter;
  if (style === "explode")
    return Object.entries(members)
      .filter(([, value]) => hasValue(value))
      .map(([key, value]) => ({ name: key, value }));
  const fields = divideIntoFields(parameter, isListStyle(style) ? style : "repeat");
  return fields.map(({ key, values }) => {
    const [first, ...furtherValues] = values;
    if (furtherValues.length === 0) return { name: key, value: first };
    const texts = values.map((item) => toText(item, name, route));
    return { name: key, value: texts.join(JOINERS.comma) };
  });
}

// ---- The content of a part

/** The content of a part. Keeps a file; writes an object, or any value of a JSON part, as JSON, and other values as text. */
function createContent(parameter: Parameter, declared: string | undefined): string | Blob {
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

// ---- Types

type FieldStyle = NonNullable<FieldEncoding["style"]>;

/** A part of a form, before its value is written. */
interface Part {
  readonly name: string;
  readonly value: unknown;
}
