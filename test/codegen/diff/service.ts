/** The service whose parts the cases change. */
import { type PartCase, SERVICE } from "../../cases/codegen/diff/parts.js";
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

/** The files of a service with one value, sent in a body and received in a response and a payload. */
export function valueFiles(
  sent: string,
  read: string,
  delivered: string,
  vendor = "",
): readonly SchemaFile[] {
  const field = (schema: string) =>
    `{ type: object, required: [value], properties: { value: ${schema} } }`;
  const up = delivered.replaceAll("components/", "../components/");
  return toFiles({
    "vendor.yaml": `${VENDOR}${vendor}\n`,
    "routes.yaml": `
POST /values: { operation: values/write, body: { schema: ${field(sent)} }, responses: { 204: { description: Done. } } }
GET /values: { operation: values/read, responses: { 200: { schema: ${field(read)} } } }
`,
    "events.yaml": "value.sent:\n",
    "payloads/value.sent.yaml": `payload: { type: object, required: [type, value], properties: { type: { const: value.sent }, value: ${up} } }\n`,
    "components/shapes.yaml": SHAPES,
  });
}

export function toFiles(texts: Edits): readonly SchemaFile[] {
  return Object.entries(texts).map(([path, text]) => ({ path, text }));
}

export function readFiles(files: readonly SchemaFile[]) {
  return readSchema(files);
}

/** The files of the service before a change. */
export function givenService(part: PartCase): readonly SchemaFile[] {
  return editService(part, part.given ?? part.from);
}

function editService({ file, from, files: more }: PartCase, to: string): readonly SchemaFile[] {
  const text = SERVICE[file] ?? "";
  if (from !== "" && text.split(from).length !== 2)
    throw new Error(`${file} does not have once: ${from}`);
  const isEvent = file === "events.yaml";
  const files = toFiles({ ...SERVICE, ...more, [file]: text.replace(from, () => to) });
  // A payload belongs to an event.
  return files.filter(({ path }) => !isEvent || to !== "" || path !== "payloads/note.deleted.yaml");
}

/** The files of the service with one change. */
export function changeService(part: PartCase): readonly SchemaFile[] {
  return editService(part, part.to);
}

/** Files by path, which replace those of the service. */
export type Edits = Readonly<Record<string, string>>;
