import { isJsonType, MULTIPART } from "../endpoint/body.js";
import type { FieldEncoding } from "./declaration.js";
import { describe, invalidParameter, loneSurrogate } from "../endpoint/errors.js";
import type { BodyWriter } from "./extensions.js";
import { isList, isPlainObject, isWellFormed, readOwn, toText } from "../endpoint/values.js";
import { hasValue, suffixOf, type Parameter } from "./fields.js";
import { isWritten, readForm } from "./form.js";
import { toJson } from "./parameter-styles.js";

/**
 * Writes `multipart/form-data` bodies: a `FormData` with a part for each property, and for each item
 * of a list (contract A.37). The platform adds the content type with its boundary.
 */
export const multipartBody: BodyWriter = {
  matches: (contentType) => MULTIPART.test(contentType),
  write(body, { name: route, exception }, headers) {
    if (isWritten(body, route)) {
      if (body instanceof FormData) Reflect.deleteProperty(headers, "content-type");
      return body;
    }
    const { encoding = {}, lists = "repeat" } = exception;
    const form = new FormData();
    for (const [name, value] of Object.entries(readForm(body, "FormData", route))) {
      const { style = lists, contentType } = readOwn(encoding, name) ?? {};
      for (const [key, part] of readParts({ name, value, route }, style)) {
        if (!isWellFormed(key)) throw loneSurrogate(name, route); // a FormData would replace it
        form.append(key, createPart({ name, value: part, route }, contentType));
      }
    }
    Reflect.deleteProperty(headers, "content-type");
    return form;
  },
};

type Style = NonNullable<FieldEncoding["style"]>;

/** What joins the items of a list in one part. */
const JOINERS: Readonly<Partial<Record<Style, string>>> = { comma: ",", spaces: " ", pipes: "|" };

/** The parts that a property makes, each with its name. */
function readParts({ name, value, route }: Parameter, style: Style): [string, unknown][] {
  if (!hasValue(value)) return [];
  if (style === "explode" && isPlainObject(value))
    return Object.entries(value).filter(([, member]) => hasValue(member));
  if (style === "json" || !isList(value, name, route)) return [[name, value]];
  const items = value.filter(hasValue);
  const joiner = JOINERS[style];
  if (joiner === undefined)
    return items.map((item, index) => [name + suffixOf(index, style), item]);
  return items.length === 0
    ? []
    : [[name, items.map((item) => toText(item, name, route)).join(joiner)]];
}

/** A file stays a file; an object is JSON; everything else is text, unless the part has a type. */
function createPart(parameter: Parameter, declared: string | undefined): string | Blob {
  const { name, value, route } = parameter;
  // A list or a range of types says only what is allowed.
  const type = declared !== undefined && /[*,]/.test(declared) ? undefined : declared;
  if (value instanceof Blob) return withType(value, type);
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value))
    return new Blob([value as BlobPart], { type: type ?? "application/octet-stream" });
  if (value instanceof ReadableStream) {
    const expected = "a Blob or a File, because the length of a part must be known";
    throw invalidParameter(name, `is ${describe(value)}; expected ${expected}`, route);
  }
  const isJson = isPlainObject(value) || isList(value, name, route);
  const text = isJson || isJsonType(type ?? "") ? toJson(parameter) : toText(value, name, route);
  if (!isWellFormed(text)) throw loneSurrogate(name, route);
  return type === undefined || type === "text/plain" ? text : new Blob([text], { type });
}

/** Gives a file the declared type if it has none of its own. */
function withType(file: Blob, type: string | undefined): Blob {
  if (type === undefined || file.type !== "") return file;
  return file instanceof File ? new File([file], file.name, { type }) : new Blob([file], { type });
}
