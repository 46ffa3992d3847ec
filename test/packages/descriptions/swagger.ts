/** Reads what Swagger 2.0 says differently, in the words of OpenAPI 3. */
import { textOf } from "./writing.js";
import { type Document, type Json, type JsonMap, listOf, mapOf } from "./document.js";

const FORM = "application/x-www-form-urlencoded";
const MULTIPART = "multipart/form-data";

export function isSwagger({ root }: Document): boolean {
  return root["swagger"] !== undefined;
}

/** The addresses: `https` where there is a choice. */
export function readSwaggerServers({ schemes, host, basePath }: JsonMap): readonly Json[] {
  if (typeof host !== "string") return [];
  const scheme = listOf(schemes).includes("https") ? "https" : (listOf(schemes)[0] ?? "https");
  return [{ url: `${textOf(scheme)}://${host}${typeof basePath === "string" ? basePath : ""}` }];
}

/** `parameters`, `requestBody` and `responses` of an operation. */
export function readSwaggerOperation(
  document: Document,
  path: JsonMap,
  operation: JsonMap,
): JsonMap {
  const { root } = document;
  const parameters = [...listOf(path["parameters"]), ...listOf(operation["parameters"])];
  const byPlace = new Map(
    parameters
      .map(document.resolve)
      .map((each) => [`${String(each["in"])} ${String(each["name"])}`, each]),
  );
  const declared = [...byPlace.values()];
  const plain = declared.filter((each) => each["in"] !== "body" && each["in"] !== "formData");
  const consumes = listOf(operation["consumes"] ?? root["consumes"]).map(String);
  const produces = listOf(operation["produces"] ?? root["produces"]).map(String);
  return {
    ...operation,
    parameters: plain.map((each) => ({ ...each, schema: each, ...styleOf(each) })),
    requestBody: readBody(declared, consumes),
    responses: Object.fromEntries(
      Object.entries(mapOf(operation["responses"])).map(([status, response]) => [
        status,
        readResponse(document.resolve(response), produces),
      ]),
    ),
  };
}

function readBody(declared: readonly JsonMap[], consumes: readonly string[]): Json {
  const body = declared.find((each) => each["in"] === "body");
  if (body) {
    const types = consumes.length > 0 ? consumes : ["application/json"];
    return { required: body["required"] === true, content: toContent(types, body["schema"]) };
  }
  const fields = declared.filter((each) => each["in"] === "formData");
  if (fields.length === 0) return undefined;
  const required = fields.filter((each) => each["required"] === true);
  const hasFile = fields.some((each) => each["type"] === "file");
  const forms = consumes.filter((type) => type === FORM || type === MULTIPART);
  const schema = {
    type: "object",
    required: required.map(({ name }) => name),
    properties: Object.fromEntries(
      fields.map(({ required: _required, ...field }) => [String(field["name"]), field]),
    ),
  };
  const types = forms.length > 0 ? forms : [hasFile ? MULTIPART : FORM];
  return { required: required.length > 0, content: toContent(types, schema) };
}

function toContent(types: readonly string[], schema: Json): JsonMap {
  return Object.fromEntries(types.map((type) => [type, { schema }]));
}

function readResponse({ schema }: JsonMap, produces: readonly string[]): JsonMap {
  const types = produces.length > 0 ? produces : ["application/json"];
  return schema === undefined ? {} : { content: toContent(types, schema) };
}

/** `collectionFormat` as style and explode. */
function styleOf({ collectionFormat }: JsonMap): JsonMap {
  if (collectionFormat === "multi") return { style: "form", explode: true };
  if (collectionFormat === "tsv") return { style: "tabs", explode: false }; // not in OpenAPI
  if (collectionFormat === "ssv") return { style: "spaceDelimited", explode: false };
  if (collectionFormat === "pipes") return { style: "pipeDelimited", explode: false };
  return { explode: false };
}
