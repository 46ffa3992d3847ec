/** The starter service: the schema folder of a package that is made without a description. */
import type { SchemaFile } from "../../codegen/read-schema.js";

/**
 * Creates the files: six routes and four events, which users replace by their own. They show parameters, bodies,
 * shared schemas and payloads.
 * @param paths Dotted paths of texts that payloads have beside their own fields.
 */
export function createStarter(
  name: string,
  title: string,
  paths: readonly string[] = [],
): readonly SchemaFile[] {
  return [
    { path: "vendor.yaml", text: printVendor(name, title) },
    { path: "routes.yaml", text: ROUTES_YAML },
    { path: "events.yaml", text: EVENTS_YAML },
    ...PAYLOADS.map(([event, data]) => ({
      path: `payloads/${event}.yaml`,
      text: `payload:\n${printPayload(data, paths)}`,
    })),
    { path: "components/notes.yaml", text: COMPONENTS_YAML },
  ].map(({ path, text }) => ({ path, text: printModeline(path) + text }));
}

/** Prints the first line of a file, by which editors find its JSON Schema. */
function printModeline(path: string): string {
  const [first = ""] = path.split(/[/.]/);
  const format = first === "payloads" ? "payload" : first;
  const up = path.includes("/") ? "../.." : "..";
  return `# yaml-language-server: $schema=${up}/codegen/meta/${format}.schema.json\n\n`;
}

const printVendor = (name: string, title: string): string => `name: ${name}
title: ${JSON.stringify(title)}
baseUrl: https://api.${name}.example # where your API is
auth: { bearer: true } # requests carry a token

webhooks:
  path: /api/${name}/webhooks # where the middleware listens by default
  event: { body: type } # the name of an event is in the payload
  action: none
  signature: standard-webhooks # see https://www.standardwebhooks.com
`;

const ROUTES_YAML = `GET /notes:
  operation: notes/list
  summary: List notes, the latest first.
  query:
    author: { type: string, description: Only notes of this member. }
    limit: { type: integer, minimum: 1, maximum: 100, default: 20 }
    after: { type: string, description: The last note of the page before. }
  responses:
    200: { type: array, items: { $ref: components/notes.yaml#/note } }

POST /notes:
  operation: notes/create
  summary: Write a note.
  body:
    schema:
      type: object
      required: [title]
      properties:
        title: { type: string }
        text: { type: string }
        labels: { type: array, items: { type: string } }
  responses:
    201: { $ref: components/notes.yaml#/note }

GET /notes/{note}:
  operation: notes/get
  summary: Read a note.
  path: { note: string }
  responses:
    200: { $ref: components/notes.yaml#/note }
    404: { $ref: components/notes.yaml#/problem }

PATCH /notes/{note}:
  operation: notes/update
  summary: Change a note.
  path: { note: string }
  body:
    schema:
      type: object
      properties:
        title: { type: string }
        text: { type: string }
        labels: { type: array, items: { type: string } }
  responses:
    200: { $ref: components/notes.yaml#/note }

DELETE /notes/{note}:
  operation: notes/delete
  summary: Delete a note.
  path: { note: string }
  responses:
    204:

GET /members:
  operation: members/list
  summary: List the members, who can write notes.
  responses:
    200: { type: array, items: { $ref: components/notes.yaml#/member } }
`;

const EVENTS_YAML = `note.created:
  description: A note was written.
note.updated:
  description: The title, the text or the labels of a note have changed.
note.deleted:
  description: A note was deleted.
member.joined:
  description: A new member can write notes.
`;

const COMPONENTS_YAML = `note:
  type: object
  required: [id, title, text, labels, author, created_at]
  properties:
    id: { type: string }
    title: { type: string }
    text: { type: string }
    labels: { type: array, items: { type: string } }
    author: { $ref: "#/member" }
    created_at: { type: string, format: date-time }

member:
  type: object
  required: [id, name]
  properties:
    id: { type: string }
    name: { type: string }
    email: { type: [string, "null"], format: email }

problem:
  type: object
  required: [message]
  properties:
    message: { type: string }
`;

/** Prints the schema of a payload with the data, and text at each path that it does not have by itself. */
function printPayload(data: string, paths: readonly string[]): string {
  const fields: Fields = new Map<string, string | Fields>([
    ["type", TEXT],
    ["timestamp", "{ type: string, format: date-time }"],
    ["data", data],
  ]);
  const keys = paths.map((path) => path.split("."));
  return printObject(keys.reduce(addField, fields), "  ");
}

const TEXT = "{ type: string }";

function addField(fields: Fields, [key = "", ...innerPath]: readonly string[]): Fields {
  const present = fields.get(key);
  if (innerPath.length === 0)
    return present === undefined ? new Map([...fields, [key, TEXT]]) : fields;
  if (typeof present === "string") return fields; // a member of the data, or a mistake that is reported
  return new Map([...fields, [key, addField(present ?? new Map<string, string>(), innerPath)]]);
}

function printObject(fields: Fields, indent: string): string {
  const names = [...fields.keys()].map((key) => JSON.stringify(key).replace(/^"(\w+)"$/, "$1"));
  const lines = [...fields.values()].map((schema, index) => {
    const name = `${indent}  ${names[index] ?? ""}:`;
    return typeof schema === "string"
      ? `${name} ${schema}\n`
      : `${name}\n${printObject(schema, `${indent}    `)}`;
  });
  return `${indent}type: object
${indent}required: [${names.join(", ")}]
${indent}properties:
${lines.join("")}`;
}

const NOTE = "{ $ref: ../components/notes.yaml#/note }";

const PAYLOADS: readonly (readonly [event: string, data: string])[] = [
  ["note.created", NOTE],
  ["note.updated", NOTE],
  ["note.deleted", "{ type: object, required: [id], properties: { id: { type: string } } }"],
  ["member.joined", "{ $ref: ../components/notes.yaml#/member }"],
];

/** A schema in YAML, or the members of an object. */
type Fields = ReadonlyMap<string, string | Fields>;
