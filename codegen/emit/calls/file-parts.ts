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
import {
  type Content,
  FILE_CONTENT,
  type JsonSchema,
  type JsonSchemaObject,
} from "../../model/model.js";
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

/** Marks the files among the properties of a body. Follows references in it and its compositions to find them. */
function markParts(schema: JsonSchema, resolve: ResolveComponent): JsonSchema {
  const target = dereference(schema, resolve);
  if (typeof target === "boolean") return target;
  return mapChildren(target, (child, step) => {
    const isMemberOfComposition = step === undefined;
    return isMemberOfComposition ? markParts(child, resolve) : markFiles(child, resolve);
  });
}

/**
 * Marks a property that is a file, and the files in others. A reference is written out only if it leads to files, so
 * that any other keeps the type of its component.
 */
function markFiles(schema: JsonSchema, resolve: ResolveComponent): JsonSchema {
  const target = dereference(schema, resolve);
  if (typeof target === "boolean") return schema;
  if (isFile(target)) return { ...target, [FILE_CONTENT]: true };
  const isReference = target !== schema;
  if (isReference && !hasFiles(target)) return schema;
  return mapChildren(target, (child) => markFiles(child, resolve));
}

/** Tells whether a component is a list of files, or has a file among its alternatives. */
function hasFiles(component: JsonSchemaObject): boolean {
  const { items } = component;
  const isListOfFiles = isSchema(items) && isFile(items);
  return (
    isListOfFiles || COMPOSITIONS.some((keyword) => membersOf(component, keyword).some(isFile))
  );
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
