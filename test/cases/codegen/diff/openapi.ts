/**
 * Single changes of an OpenAPI description, by the fixed fields of OpenAPI 3.0 and 3.1 outside of schemas: a text
 * is replaced by another. Keywords of schemas are in `values.ts`, as an import writes them.
 */
import type { Level } from "../../../../codegen/diff/levels.js";

export const DESCRIPTION = `openapi: 3.1.0
info: { title: Acme, version: 1.0.0, description: All of it., license: { name: MIT }, contact: { name: Ann } }
servers: [{ url: "https://{region}.acme.example", description: Here., variables: { region: { default: eu, enum: [eu, us] } } }]
security: [{ key: [] }]
tags: [{ name: Notes, description: About notes. }]
externalDocs: { url: "https://acme.example/docs" }
paths:
  /notes:
    summary: Notes.
    parameters: [{ name: X-Trace, in: header, schema: { type: string } }]
    get:
      operationId: notes/list
      tags: [Notes]
      summary: List notes.
      externalDocs: { url: "https://acme.example/notes" }
      parameters:
        - { name: tag, in: query, description: Which., style: form, explode: true, schema: { type: array, items: { type: string } }, example: [a] }
        - { name: q, in: query, required: true, allowEmptyValue: false, schema: { type: string } }
        - { name: filter, in: query, content: { application/json: { schema: { type: object, properties: { by: { type: string } } } } } }
      responses:
        "200":
          description: The notes.
          headers: { X-Total: { schema: { type: integer } } }
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Note" } }, example: [] } }
          links: { next: { operationId: notes/list, description: The next. } }
        default: { $ref: "#/components/responses/Problem" }
    post:
      operationId: notes/create
      requestBody: { $ref: "#/components/requestBodies/NewNote" }
      callbacks: { done: { "{$request.body#/url}": { post: { requestBody: { content: { application/json: { schema: { type: object, properties: { id: { type: string } } } } } }, responses: { "200": { description: Ok. } } } } } }
      responses: { "201": { description: Made., content: { application/json: { schema: { $ref: "#/components/schemas/Note" } } } } }
  /files/{id}:
    put:
      operationId: files/put
      deprecated: false
      security: [{ key: [] }]
      servers: [{ url: "https://files.acme.example" }]
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      requestBody:
        required: true
        description: A file.
        content: { multipart/form-data: { schema: { type: object, properties: { file: { type: string, contentMediaType: application/octet-stream }, tags: { type: array, items: { type: string } } } }, encoding: { tags: { style: form, explode: true } } } }
      responses: { "204": { description: Done. } }
webhooks:
  note.created: { post: { operationId: noteCreated, requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Note" } } } }, responses: { "200": { description: Ok. } } } }
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key, description: Who calls. }
  parameters:
    Limit: { name: limit, in: query, schema: { type: integer } }
  requestBodies:
    NewNote: { required: true, content: { application/json: { schema: { type: object, required: [text], properties: { text: { type: string }, url: { type: string } } } } } }
  responses:
    Problem: { description: No., content: { application/json: { schema: { $ref: "#/components/schemas/Problem" } } } }
  headers: { Total: { schema: { type: integer } } }
  examples: { One: { value: {} } }
  links: { Next: { operationId: notes/list } }
  schemas:
    Note: { type: object, required: [id, text], properties: { id: { type: string }, text: { type: string } } }
    Problem: { type: object, properties: { message: { type: string } } }
`;

export interface DescriptionCase {
  readonly from: string;
  readonly to: string;
  readonly level: Level;
}

const change = (from: string, to: string, level: Level): DescriptionCase => ({ from, to, level });

const TAG =
  "style: form, explode: true, schema: { type: array, items: { type: string } }, example: [a]";
const PUT = "      deprecated: false\n      security: [{ key: [] }]\n";
const KEY = "key: { type: apiKey, in: header, name: X-Key, description: Who calls. }";
const TOTAL = "headers: { X-Total: { schema: { type: integer } } }";
const MADE =
  'responses: { "201": { description: Made., content: { application/json: { schema: { $ref: "#/components/schemas/Note" } } } } }';

/** By object and field of the specification. */
// prettier-ignore
export const FIELDS: Readonly<Record<string, Readonly<Record<string, readonly DescriptionCase[]>>>> = {
  OpenAPI: {
    openapi: [change("openapi: 3.1.0", "openapi: 3.1.1", "none")],
    info: [change("info: { title: Acme,", "info: { title: Acme, summary: New.,", "none")],
    jsonSchemaDialect: [change("openapi: 3.1.0", 'openapi: 3.1.0\njsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema"', "none")],
    servers: [change('servers: [{ url: "https://{region}', 'servers: [{ url: "https://api-{region}', "minor")],
    paths: [change("  /files/{id}:", "  /uploads/{id}:", "major")],
    webhooks: [change("  note.created:", "  note.made:", "major")],
    components: [change("    Problem: { type: object", "    Spare: { type: string }\n    Problem: { type: object", "none")],
    security: [change("security: [{ key: [] }]\ntags", "security: []\ntags", "none")],
    tags: [change("description: About notes.", "description: All about notes.", "patch"), change("name: Notes, desc", "name: Papers, desc", "patch")],
    externalDocs: [change("https://acme.example/docs", "https://acme.example/help", "none")],
  },
  Info: {
    title: [change("title: Acme,", "title: Acme Inc,", "major")],
    description: [change("All of it.", "More of it.", "none")],
    summary: [change("info: { title: Acme,", "info: { title: Acme, summary: All.,", "none")],
    termsOfService: [change("license:", 'termsOfService: "https://acme.example", license:', "none")],
    contact: [change("name: Ann", "name: Bob", "none")],
    license: [change("name: MIT", "name: ISC", "none")],
    version: [change("version: 1.0.0", "version: 1.1.0", "none")],
  },
  Server: {
    url: [change('"https://files.acme.example"', '"https://uploads.acme.example"', "patch")],
    description: [change("description: Here.", "description: There.", "none")],
    variables: [change("default: eu,", "default: us,", "minor"), change("enum: [eu, us]", "enum: [eu]", "major"), change("enum: [eu, us]", "enum: [eu, us, ap]", "minor")],
  },
  PathItem: {
    $ref: [change("    put:\n", "    summary: Files.\n    put:\n", "none")],
    summary: [change("summary: Notes.", "summary: All notes.", "none")],
    description: [change("summary: Notes.", "description: All notes.", "none")],
    servers: [change("summary: Notes.", 'servers: [{ url: "https://notes.acme.example" }]', "patch")],
    parameters: [change("name: X-Trace, in", "name: X-Request, in", "major"), change("name: X-Trace, in: header,", "name: X-Trace, in: header, required: true,", "major")],
    "get, put, post, delete, options, head, patch, trace": [change("    put:\n", "    patch:\n", "major")],
  },
  Operation: {
    tags: [change("tags: [Notes]", "tags: [Papers]", "none")],
    summary: [change("List notes.", "List all notes.", "patch")],
    description: [change("summary: List notes.", "description: List notes.", "patch")],
    externalDocs: [change("https://acme.example/notes", "https://acme.example/papers", "patch")],
    operationId: [change("operationId: files/put", "operationId: files/store", "major")],
    parameters: [change("allowEmptyValue: false, ", "", "none")],
    requestBody: [change('requestBody: { $ref: "#/components/requestBodies/NewNote" }', "description: None.", "major")],
    responses: [change(MADE, MADE.replace("201", "200"), "major"), change(MADE, MADE.replace("Note", "Problem"), "major")],
    callbacks: [change("properties: { id: { type: string } } } } } }, responses: { \"200\": { description: Ok. } } } } }", "properties: { key: { type: string } } } } } }, responses: { \"200\": { description: Ok. } } } } }", "major")],
    deprecated: [change("deprecated: false", "deprecated: true", "minor")],
    security: [change(PUT, "      deprecated: false\n      security: []\n", "none")],
    servers: [change('servers: [{ url: "https://files.acme.example" }]', "summary: Store.", "patch")],
  },
  Parameter: {
    name: [change("name: tag, in", "name: tags, in", "major")],
    in: [change("name: q, in: query", "name: q, in: header", "minor")],
    description: [change("description: Which.", "description: Some.", "patch")],
    required: [change("required: true, allowEmptyValue", "required: false, allowEmptyValue", "minor"), change("description: Which.,", "required: true,", "major")],
    deprecated: [change("description: Which.,", "deprecated: true,", "minor")],
    allowEmptyValue: [change("allowEmptyValue: false", "allowEmptyValue: true", "none")],
    style: [change("style: form, explode: true, schema", "style: pipeDelimited, explode: false, schema", "patch")],
    explode: [change("style: form, explode: true, schema", "style: form, explode: false, schema", "patch")],
    allowReserved: [change("allowEmptyValue: false", "allowReserved: true", "patch")],
    schema: [change("required: true, allowEmptyValue: false, schema: { type: string }", "required: true, allowEmptyValue: false, schema: { type: integer }", "major")],
    example: [change("example: [a]", "example: [b]", "none")],
    examples: [change(TAG, TAG.replace("example: [a]", "examples: { one: { value: [b] } }"), "none")],
    content: [change("properties: { by: { type: string } }", "properties: { by: { type: integer } }", "major")],
  },
  RequestBody: {
    description: [change("description: A file.", "description: One file.", "none")],
    content: [change("multipart/form-data: { schema", "application/json: { schema", "major")],
    required: [change("NewNote: { required: true", "NewNote: { required: false", "minor"), change("        required: true\n        description: A file.", "        required: false\n        description: A file.", "minor")],
  },
  MediaType: {
    schema: [change("url: { type: string }", "url: { type: string }, more: { type: string }", "minor")],
    example: [change("example: []", "example: [{}]", "none")],
    examples: [change("example: []", "examples: { none: { value: [] } }", "none")],
    encoding: [change("encoding: { tags: { style: form, explode: true } }", "encoding: { tags: { style: form, explode: false } }", "patch")],
  },
  Encoding: {
    contentType: [change("{ tags: { style: form, explode: true } }", "{ file: { contentType: image/png } }", "patch")],
    headers: [change("{ tags: { style: form, explode: true } }", "{ tags: { style: form, explode: true, headers: { X-A: { schema: { type: string } } } } }", "none")],
    style: [change("{ tags: { style: form, explode: true } }", "{ tags: { style: pipeDelimited, explode: false } }", "patch")],
    explode: [change("{ tags: { style: form, explode: true } }", "{ tags: { style: form, explode: false } }", "patch")],
    allowReserved: [change("{ tags: { style: form, explode: true } }", "{ tags: { style: form, explode: true, allowReserved: true } }", "none")],
  },
  Response: {
    description: [change("description: The notes.", "description: All notes.", "patch")],
    headers: [change(TOTAL, "headers: { X-Count: { schema: { type: integer } } }", "none")],
    content: [change('content: { application/json: { schema: { $ref: "#/components/schemas/Problem" } } }', 'content: { text/plain: { schema: { type: string } } }', "major")],
    links: [change("description: The next.", "description: Next.", "none")],
  },
  SecurityScheme: {
    type: [change(KEY, "key: { type: http, scheme: bearer }", "minor")],
    description: [change("Who calls.", "Somebody.", "none")],
    name: [change("name: X-Key", "name: X-Token", "minor")],
    in: [change("in: header, name: X-Key", "in: query, name: key", "minor")],
    scheme: [change(KEY, "key: { type: http, scheme: basic }", "minor")],
    bearerFormat: [change(KEY, "key: { type: http, scheme: bearer, bearerFormat: JWT }", "minor")],
    flows: [change(KEY, 'key: { type: oauth2, flows: { clientCredentials: { tokenUrl: "https://id.acme.example/token", scopes: { read: Reads. } } } }', "major")],
    openIdConnectUrl: [change(KEY, 'key: { type: openIdConnect, openIdConnectUrl: "https://id.acme.example" }', "minor")],
  },
  Components: {
    schemas: [change("    Note: { type: object, required: [id, text]", "    Note: { type: object, required: [id]", "major")],
    responses: [change("Problem: { description: No.,", "Problem: { description: Wrong.,", "patch")],
    parameters: [change("name: limit, in: query, schema: { type: integer }", "name: limit, in: query, schema: { type: string }", "none")],
    examples: [change("One: { value: {} }", "One: { value: [] }", "none")],
    requestBodies: [change("required: [text], properties: { text:", "required: [text, url], properties: { text:", "major")],
    headers: [change("headers: { Total:", "headers: { Sum:", "none")],
    securitySchemes: [change(KEY, `${KEY}\n    other: { type: http, scheme: bearer }`, "major")],
    links: [change("links: { Next:", "links: { Later:", "none")],
    callbacks: [change("  links: { Next:", "  callbacks: { Done: {} }\n  links: { Next:", "none")],
    pathItems: [change("  links: { Next:", "  pathItems: { Spare: {} }\n  links: { Next:", "none")],
  },
};
