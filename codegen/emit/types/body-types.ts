import { dereference, type ResolveComponent } from "../../json-schema/references.js";
import { typesBesideNull } from "../../json-schema/types.js";
import { COMPOSITIONS, isSchema, mapChildren, membersOf } from "../../json-schema/walk.js";
import { kindOf } from "../../model/media-types.js";
import { type Content, FILE_CONTENT, type JsonSchema } from "../../model/model.js";
import type { CallForm } from "./call-parameters.js";

/** Types of a body of bytes. */
const BINARY_TYPE = "string | Uint8Array | ArrayBuffer | Blob | ReadableStream";

/** What `data` may be besides what the schema of the body describes; nothing for most JSON. */
export function dataType({ contentTypes }: Content): string | undefined {
  const names = contentTypes.map((type) => JSON.stringify(type)).join(" | ");
  // Names the media types in errors.
  const marker = `BodyOf<${names}>`;
  switch (kindOf(contentTypes[0] ?? "application/json")) {
    case "form":
      return `URLSearchParams | ${marker}`;
    case "multipart":
      return `FormData | ${marker}`;
    case "bytes":
      return `${BINARY_TYPE} | ${marker}`;
    case "text":
      return marker;
    default:
      return names === "" || contentTypes.includes("application/json") ? undefined : marker;
  }
}

/** Whether the type of `data` is made of the schema of the body. */
export function readsSchema({ contentTypes }: Content): boolean {
  return kindOf(contentTypes[0] ?? "application/json") !== "bytes";
}

/** A call of a multipart form, with a `Blob` in place of each text that is a file. */
export function withFiles(call: CallForm, resolve: ResolveComponent): CallForm {
  const [type = ""] = call.content?.contentTypes ?? [];
  if (kindOf(type) !== "multipart") return call;
  const parameters = call.parameters.map((parameter) =>
    parameter.in === "body"
      ? { ...parameter, schema: markFiles(parameter.schema, resolve) }
      : parameter,
  );
  const { data } = call;
  return {
    ...call,
    parameters,
    ...(data && { data: { ...data, schema: markParts(data.schema, resolve) } }),
  };
}

/** Writes out a body and its compositions, as their properties are the parts that may be files. */
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
  const isListed = COMPOSITIONS.some((keyword) => membersOf(target, keyword).some(isFile));
  const { items } = target;
  const hasFiles = isListed || (isSchema(items) && isFile(items));
  return hasFiles ? mapChildren(target, (child) => markFiles(child, resolve)) : schema;
}

/**
 * Whether a text is a file: `format: binary` (OpenAPI 3.0), or a media type without an encoding
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
