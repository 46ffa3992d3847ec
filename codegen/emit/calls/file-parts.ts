/** The files among the fields of a multipart form. */
import {
  COMPOSITIONS,
  isSchema,
  mapChildren,
  membersOf,
  typesBesideNull,
} from "../../json-schema/keywords.js";
import { dereference, type ResolveComponent } from "../../json-schema/references.js";
import { kindOf } from "../../model/http.js";
import { type Content, FILE_CONTENT, type JsonSchema } from "../../model/model.js";
import type { CallForm, CallParameter } from "./forms.js";

/** Marks the texts of a multipart form that are files. Their type is `Blob`. */
export function withFiles(call: CallForm, resolve: ResolveComponent): CallForm {
  const { content, parameters, data } = call;
  if (content === undefined || !isMultipart(content)) return call;
  return {
    ...call,
    parameters: withFileKeys(parameters, content, resolve),
    ...(data && { data: { ...data, schema: markParts(data.schema, resolve) } }),
  };
}

/** Marks the files among the keys of a body. */
export function withFileKeys<Key extends CallParameter>(
  keys: readonly Key[],
  content: Content,
  resolve: ResolveComponent,
): readonly Key[] {
  if (!isMultipart(content)) return keys;
  return keys.map((key) =>
    key.in === "body" ? { ...key, schema: markFiles(key.schema, resolve) } : key,
  );
}

function isMultipart({ contentTypes: [type = ""] }: Content): boolean {
  return kindOf(type) === "multipart";
}

/** Follows references in a body and its compositions, because their properties may be files. */
function markParts(schema: JsonSchema, resolve: ResolveComponent): JsonSchema {
  const target = dereference(schema, resolve);
  if (typeof target === "boolean") return target;
  return mapChildren(target, (child, step) =>
    step === undefined ? markParts(child, resolve) : markFiles(child, resolve),
  );
}

function markFiles(schema: JsonSchema, resolve: ResolveComponent): JsonSchema {
  const target = dereference(schema, resolve);
  if (typeof target === "boolean") return schema;
  if (isFile(target)) return { ...target, [FILE_CONTENT]: true };
  if (target === schema) return mapChildren(target, (child) => markFiles(child, resolve));
  const { items } = target;
  const hasFiles =
    COMPOSITIONS.some((keyword) => membersOf(target, keyword).some(isFile)) ||
    (isSchema(items) && isFile(items));
  return hasFiles ? mapChildren(target, (child) => markFiles(child, resolve)) : schema;
}

/**
 * Tells whether a text is a file: `format: binary` (OpenAPI 3.0), or a media type without an encoding
 * (OpenAPI Specification 3.1.0, section 4.8.14.2). The encoding `binary` changes nothing (RFC 2045,
 * section 6.2).
 */
function isFile(schema: JsonSchema): boolean {
  if (typeof schema === "boolean") return false;
  const types = typesBesideNull(schema);
  if (types.some((type) => type !== "string")) return false;
  if (schema["format"] === "binary") return true;
  const { contentMediaType: type, contentEncoding: encoding } = schema;
  return encoding === "binary" || (typeof type === "string" && encoding === undefined);
}
