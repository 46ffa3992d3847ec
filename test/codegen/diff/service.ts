/** The services that cases change: one with a value in three places, and one with parts of each kind. */
import { parse } from "yaml";
import { type PartCase, SERVICE } from "../../cases/codegen/diff/parts.js";
import { entriesOf, isMap, type Json, type JsonMap } from "../../../codegen/model/json.js";
import { readSchema, type SchemaFile } from "../../../codegen/read-schema.js";

const SHAPES = `
circle: { type: object, required: [kind, radius], properties: { kind: { const: circle }, radius: { type: number } } }
square: { type: object, required: [kind, side], properties: { kind: { const: square }, side: { type: number } } }
line: { type: object, required: [kind, length], properties: { kind: { const: line }, length: { type: number } } }
`;

const VENDOR = `
name: acme
title: Acme
baseUrl: https://api.acme.example
auth: { bearer: true }
webhooks:
  path: /api/acme/webhooks
  event: { body: type }
  action: none
  signature: standard-webhooks
`;

/** The places in which a service sends or receives a value. */
export const PLACES = ["body", "response", "payload"] as const;

/** The files of a service with one value, whose schema may differ by place. */
export function valueFiles(schemas: SchemasByPlace, vendor = ""): readonly SchemaFile[] {
  // A payload is in a folder of its own, from which it refers to components.
  const payload = schemas.payload.replaceAll("components/", "../components/");
  return toFiles({
    "vendor.yaml": `${VENDOR}${vendor}\n`,
    "routes.yaml": `
POST /values: { operation: values/write, body: { schema: ${fieldOf(schemas.body)} }, responses: { 204: { description: Done. } } }
GET /values: { operation: values/read, responses: { 200: { schema: ${fieldOf(schemas.response)} } } }
`,
    "events.yaml": "value.sent:\n",
    "payloads/value.sent.yaml": `payload: { type: object, required: [type, value], properties: { type: { const: value.sent }, value: ${payload} } }\n`,
    "components/shapes.yaml": SHAPES,
  });
}

function fieldOf(schema: string): string {
  return `{ type: object, required: [value], properties: { value: ${schema} } }`;
}

/** The same schema in each place. */
export function inEachPlace(schema: string): SchemasByPlace {
  return { body: schema, response: schema, payload: schema };
}

/** The files of the service before a change. */
export function givenService(part: PartCase): readonly SchemaFile[] {
  return printDocuments(givenDocuments(part));
}

/** The files of the service after a change. */
export function changeService(part: PartCase): readonly SchemaFile[] {
  return printDocuments(changeDocuments(part));
}

export function givenDocuments({ given = {} }: PartCase): JsonMap {
  const service = Object.entries(SERVICE).map(([path, text]) => [path, parse(text) as Json]);
  return edit(Object.fromEntries(service), given);
}

export function changeDocuments(part: PartCase): JsonMap {
  return edit(givenDocuments(part), part.change);
}

/** Any value but a map replaces what was there; `undefined` takes it out. */
function edit(value: Json, changes: JsonMap): JsonMap {
  const edited = new Map(entriesOf(value));
  for (const [key, change] of Object.entries(changes)) {
    if (change === undefined) edited.delete(key);
    else edited.set(key, isMap(change) ? edit(edited.get(key), change) : change);
  }
  return Object.fromEntries(edited);
}

/** JSON is YAML, too. */
function printDocuments(documents: JsonMap): readonly SchemaFile[] {
  return Object.entries(documents).map(([path, document]) => ({
    path,
    text: JSON.stringify(document),
  }));
}

export function readFiles(files: readonly SchemaFile[]) {
  return readSchema(files);
}

export function toFiles(texts: Readonly<Record<string, string>>): readonly SchemaFile[] {
  return Object.entries(texts).map(([path, text]) => ({ path, text }));
}

type SchemasByPlace = Readonly<Record<(typeof PLACES)[number], string>>;
