/** The types of bodies that callers pass as `data`, with their comments. */
import { kindOf } from "../../model/http.js";
import type { Body, Content } from "../../model/model.js";
import { orType, UNDEFINED, withDescription } from "../schema-types/build-schema.js";
import { toPlainSchema } from "../schema-types/plain-schema.js";
import type { PlainSchema, RefName, WrittenType } from "../schema-types/types.js";
import { fieldsOfBody } from "./print-calls.js";
import type { FormSchema } from "./types.js";

/** The body of a call that has no keys for it. */
export function toDataSchema(body: Body, refName: RefName): PlainSchema {
  const plain = toPlainSchema(body.schema, refName, true);
  return describeData(body, plain, writtenType(body), "The body");
}

/** The body of a call that passes it in place of the keys of another form. */
export function toWholeSchema(body: Body, refName: RefName): PlainSchema {
  return describeWhole(body, toPlainSchema(body.schema, refName, true));
}

/** The same body as that of the form with keys: its type is picked from this form. */
export function toPickedSchema(body: Body, keys: FormSchema): PlainSchema {
  return describeWhole(body, { tsType: fieldsOfBody(keys), helper: "BodyFields" });
}

function describeWhole(body: Body, plain: PlainSchema): PlainSchema {
  const written = writtenType(body) ?? RAW_BODY;
  return describeData(body, plain, written, "The whole body, in place of its fields");
}

/**
 * @param plain The type by the schema of the body.
 * @param written The types that `data` can have beside it, or in place of it.
 * @param subject Begins the comment.
 */
function describeData(
  body: Body,
  plain: PlainSchema,
  written: WrittenType | undefined,
  subject: string,
): PlainSchema {
  const types = body.contentTypes.map((type) => `\`${type}\``).join(", ");
  const description = types === "" ? `${subject}.` : `${subject}: ${types}.`;
  const complete = readsSchema(body)
    ? withDescription(written === undefined ? plain : orType(written, plain), description)
    : { ...written, description };
  return body.required ? complete : orType(UNDEFINED, complete);
}

/** Tells whether the type of `data` comes from the schema of the body. */
export function readsSchema({ contentTypes }: Content): boolean {
  return kindOf(contentTypes[0] ?? "application/json") !== "bytes";
}

// ---- Types beside that of the schema

/** A JSON body may also be bytes that are JSON already. */
const RAW_BODY: WrittenType = { tsType: "RawBody" };

/** Types of a body of bytes. */
const BINARY_TYPES = ["string", "Uint8Array", "ArrayBuffer", "Blob", "ReadableStream"];

/** Types that `data` can have beside that of the body's schema; `undefined` for most JSON. */
function writtenType({ contentTypes }: Content): WrittenType | undefined {
  switch (kindOf(contentTypes[0] ?? "application/json")) {
    case "form":
      return withMarker(["URLSearchParams"], contentTypes);
    case "multipart":
      return withMarker(["FormData"], contentTypes);
    case "bytes":
      return withMarker(BINARY_TYPES, contentTypes);
    case "text":
      return withMarker([], contentTypes);
    default: {
      const isPlainJson = contentTypes.length === 0 || contentTypes.includes("application/json");
      return isPlainJson ? undefined : withMarker([], contentTypes);
    }
  }
}

/**
 * Joins types with one that no value has, which names the media types in errors:
 * `FormData | BodyOf<"multipart/form-data">`.
 */
function withMarker(types: readonly string[], contentTypes: readonly string[]): WrittenType {
  const names = contentTypes.map((type) => JSON.stringify(type)).join(" | ");
  return { tsType: [...types, `BodyOf<${names}>`].join(" | "), helper: "BodyOf" };
}
