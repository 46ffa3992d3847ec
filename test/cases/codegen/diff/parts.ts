/**
 * Single changes of a service: a text of one file is replaced by another. The program uses what was there, and
 * compiles before the change.
 */
import type { Level } from "../../../../codegen/diff/types.js";

export interface PartCase {
  readonly file: string;
  /** Found once in the file. */
  readonly from: string;
  readonly to: string;
  /** The text before the change, in place of `from`, if the service does not have it as it is. */
  readonly given?: string;
  readonly level: Level;
  /** Statements about `api` (the methods), `events` (deliveries by name) and `client`. */
  readonly uses?: string;
  /** Other files of the service, before and after the change. */
  readonly files?: Readonly<Record<string, string>>;
  /** The reason why the compiler cannot judge. */
  readonly notJudged?: string;
  /** The media type of a body that callers send to a route. */
  readonly sends?: { readonly route: string; readonly type: string };
}

export const SERVICE: Readonly<Record<string, string>> = {
  "vendor.yaml": `
name: acme
title: Acme
baseUrl: https://api.acme.example
auth: { bearer: true }
pagination:
  pages: { style: page, parameter: page, routes: { query: [page] } }
webhooks:
  path: /api/acme/webhooks
  event: { body: type }
  action: none
  signature: standard-webhooks
`,
  "routes.yaml": `
GET /notes:
  operation: notes/list
  summary: List notes.
  query:
    state: { type: string, enum: [open, closed] }
    author: { type: string, required: true }
  header:
    x-trace: { type: string }
  responses:
    200: { type: array, items: { $ref: components/notes.yaml#/note } }
    404: { schema: { $ref: components/notes.yaml#/problem } }
POST /notes:
  operation: notes/create
  body:
    schema: { type: object, required: [title], properties: { title: { type: string }, pinned: { type: boolean } } }
  responses:
    201: { $ref: components/notes.yaml#/note }
GET /notes/{id}:
  operation: notes/get
  path: { id: { type: string } }
  responses:
    200: { $ref: components/notes.yaml#/note }
PATCH /notes/{id}:
  operation: notes/update
  path: { id: { type: string } }
  body:
    required: false
    schema: { type: object, properties: { title: { type: string } } }
  responses:
    200: { $ref: components/notes.yaml#/note }
GET /pages:
  operation: pages/list
  query: { page: { type: integer } }
  responses:
    200: { type: array, items: { $ref: components/notes.yaml#/note } }
POST /files:
  operation: files/upload
  body:
    content:
      text/plain: { type: string }
      text/markdown: { type: string }
  responses:
    204: { description: Stored. }
GET /changes:
  operation: changes/follow
  stream: { format: sse, item: { type: object, required: [at], properties: { at: { type: integer } } } }
POST /chats:
  operation: chats/create
  body: { schema: { type: object, properties: { text: { type: string }, stream: { type: boolean } } } }
  stream: { format: sse, item: { $ref: components/notes.yaml#/note }, when: { stream: true } }
  responses:
    200: { $ref: components/notes.yaml#/note }
DELETE /notes/{id}:
  operation: notes/delete
  path: { id: { type: string } }
  responses:
    204: { description: Gone. }
`,
  "events.yaml":
    "note.created: { description: A note is new., resource: { route: GET /pages, parameters: { page: data.id } } }\nnote.deleted:\n",
  "payloads/note.created.yaml":
    "payload: { type: object, required: [type, data], properties: { type: { const: note.created }, data: { $ref: ../components/notes.yaml#/note } } }\n",
  "payloads/note.deleted.yaml":
    "payload: { type: object, required: [type, id], properties: { type: { const: note.deleted }, id: { type: string } } }\n",
  "components/notes.yaml": `
note: { type: object, required: [id, title], properties: { id: { type: string }, title: { type: string } } }
problem: { type: object, required: [message], properties: { message: { type: string } } }
`,
  "corrections.yaml": "everywhere: []\n",
};

const routes = (from: string, to: string, level: Level, uses?: string): PartCase => ({
  file: "routes.yaml",
  from,
  to,
  level,
  ...(uses !== undefined && { uses }),
});

const GET_NOTE = `GET /notes/{id}:
  operation: notes/get
  path: { id: { type: string } }
  responses:
    200: { $ref: components/notes.yaml#/note }
`;

const UPLOAD =
  'void api.files.upload({ data: "a", headers: { "content-type": "text/markdown" } });';

const FOLLOW =
  "async function follow() { for await (const item of api.changes.follow()) item.at.toFixed(); } void follow;";

// prettier-ignore
export const PARTS: Readonly<Record<string, PartCase>> = {
  "a summary": routes("summary: List notes.", "summary: List all notes.", "patch"),
  "a description": routes("summary: List notes.", "description: List notes.", "patch"),
  "an address of documentation": routes("summary: List notes.", "docs: https://acme.example/docs", "patch"),
  "a deprecated route": routes("summary: List notes.", "deprecated: true", "minor", 'void api.notes.list({ author: "a" });'),
  "a new route": routes(GET_NOTE, `${GET_NOTE}GET /users: { operation: users/list, responses: { 200: { schema: true } } }\n`, "minor"),
  "a route less": routes(GET_NOTE, "", "major", 'void api.notes.get({ id: "a" });'),
  "another path": routes("GET /notes/{id}:\n  operation: notes/get", "GET /note/{id}:\n  operation: notes/get", "major", 'void client.request("GET /notes/{id}", { id: "a" });'),
  "another method of HTTP": routes("PATCH /notes/{id}", "PUT /notes/{id}", "major", 'void client.request("PATCH /notes/{id}", { id: "a", title: "b" });'),
  "another name of a method": routes("operation: notes/get", "operation: notes/read", "major", 'void api.notes.get({ id: "a" });'),
  "a renamed method with its former name": routes("operation: notes/get", "operation: notes/read\n  was: notes.get", "minor", 'void api.notes.get({ id: "a" });'),
  "another resource": routes("operation: notes/get", "operation: papers/get", "major", 'void api.notes.get({ id: "a" });'),
  "a new optional parameter": routes("x-trace: { type: string }", "x-trace: { type: string }\n    x-other: { type: string }", "minor", 'void api.notes.list({ author: "a" });'),
  "a new required parameter": routes("x-trace: { type: string }", "x-trace: { type: string }\n    x-other: { type: string, required: true }", "major", 'void api.notes.list({ author: "a" });'),
  "a parameter less": routes("state: { type: string, enum: [open, closed] }\n", "\n", "major", 'void api.notes.list({ author: "a", state: "open" });'),
  "a required parameter": routes("state: { type: string, enum: [open, closed] }", "state: { type: string, enum: [open, closed], required: true }", "major", 'void api.notes.list({ author: "a" });'),
  "an optional parameter": routes("author: { type: string, required: true }", "author: { type: string }", "minor", 'void api.notes.list({ author: "a" });'),
  "a parameter of another type": routes("author: { type: string, required: true }", "author: { type: integer, required: true }", "major", 'void api.notes.list({ author: "a" });'),
  "a renamed parameter": routes("author: { type: string, required: true }", "writer: { type: string, required: true }", "major", 'void api.notes.list({ author: "a" });'),
  "a new value of a parameter": routes("enum: [open, closed]", "enum: [open, closed, any]", "minor", 'void api.notes.list({ author: "a", state: "open" });'),
  "a value less of a parameter": routes("enum: [open, closed]", "enum: [open]", "major", 'void api.notes.list({ author: "a", state: "closed" });'),
  "a deprecated parameter": routes("x-trace: { type: string }", "x-trace: { type: string, deprecated: true }", "minor", 'void api.notes.list({ author: "a", "x-trace": "b" });'),
  "a header less": routes("  header:\n    x-trace: { type: string }\n", "", "major", 'void api.notes.list({ author: "a", "x-trace": "b" });'),
  "a text of a parameter": routes("x-trace: { type: string }", "x-trace: { type: string, description: New. }", "patch"),
  "a renamed path parameter": routes("GET /notes/{id}:\n  operation: notes/get\n  path: { id:", "GET /notes/{note}:\n  operation: notes/get\n  path: { note:", "major", 'void api.notes.get({ id: "a" });'),
  "a new field of a body": routes("pinned: { type: boolean }", "pinned: { type: boolean }, tag: { type: string }", "minor", 'void api.notes.create({ title: "a" });'),
  "a required field of a body": routes("required: [title]", "required: [title, pinned]", "major", 'void api.notes.create({ title: "a" });'),
  "an optional field of a body": routes("required: [title]", "required: []", "minor", 'void api.notes.create({ title: "a" });'),
  "a field less of a body": routes(", pinned: { type: boolean }", "", "major", 'void api.notes.create({ title: "a", pinned: true });'),
  "a new response": routes("404: { schema:", "410: { description: Gone. }\n    404: { schema:", "minor"),
  "another success": routes("201: { $ref: components/notes.yaml#/note }", "201: { $ref: components/notes.yaml#/problem }", "major", 'void api.notes.create({ title: "a" }).then((note) => note.title);'),
  "a second success": routes("201: { $ref: components/notes.yaml#/note }", "201: { $ref: components/notes.yaml#/note }\n    202: { $ref: components/notes.yaml#/problem }", "major", 'void api.notes.create({ title: "a" }).then((note) => note.title);'),
  "no pages": routes("query: { page: { type: integer } }", "query: { page: { type: integer } }\n  pagination: false", "major", "async function all() { for await (const page of api.pages.list()) page.title; } void all;"),
  "a resource of an event": { file: "events.yaml", from: "note.deleted:", to: 'note.deleted: { resource: { route: "GET /notes/{id}", parameters: { id: id } } }', level: "minor", uses: "events['note.deleted'].payload.id;" },
  "another resource of an event": { file: "events.yaml", from: "{ route: GET /pages, parameters: { page: data.id } }", to: '{ route: "GET /notes/{id}", parameters: { id: data.id } }', level: "major", uses: "events['note.created'].fetch().then((notes) => notes.length);" },
  "a resource less": { file: "events.yaml", from: ", resource: { route: GET /pages, parameters: { page: data.id } }", to: "", level: "major", uses: "events['note.created'].fetch();" },
  "a parameter of a resource elsewhere": { file: "events.yaml", from: "page: data.id", to: "page: data.title", level: "patch", uses: "events['note.created'].fetch();" },
  "a body of another format": routes("    schema: { type: object, required: [title], properties: { title: { type: string }, pinned: { type: boolean } } }", "    contentType: application/xml\n    schema: { type: object, required: [title], properties: { title: { type: string }, pinned: { type: boolean } } }", "major", 'void api.notes.create({ title: "a" });'),
  "a body as a form": routes("    schema: { type: object, required: [title], properties: { title: { type: string }, pinned: { type: boolean } } }", "    contentType: application/x-www-form-urlencoded\n    schema: { type: object, required: [title], properties: { title: { type: string }, pinned: { type: boolean } } }", "minor", 'void api.notes.create({ title: "a" });'),
  "a media type more": routes("text/markdown: { type: string }", "text/markdown: { type: string }\n      text/html: { type: string }", "minor", UPLOAD),
  "a media type less": { ...routes("      text/markdown: { type: string }\n", "", "major", UPLOAD), sends: { route: "POST /files", type: "text/markdown" } },
  "an item with a new field": routes("required: [at], properties: {", "required: [at, by], properties: { by: { type: string },", "minor", FOLLOW),
  "an item with a field less": routes("required: [at], properties: { at: { type: integer } }", "properties: { by: { type: string } }", "major", FOLLOW),
  "another format of a stream": routes("stream: { format: sse, item: { type: object", "stream: { format: json-lines, item: { type: object", "patch", FOLLOW),
  "a stream no more": routes("  stream: { format: sse, item: { type: object, required: [at], properties: { at: { type: integer } } } }\n", "  responses: { 200: { type: object, required: [at], properties: { at: { type: integer } } } }\n", "major", FOLLOW),
  "no stream beside the whole": routes("  stream: { format: sse, item: { $ref: components/notes.yaml#/note }, when: { stream: true } }\n", "", "major", 'async function chat() { for await (const item of api.chats.create({ text: "a", stream: true })) item.title; } void chat;'),
  "another server": routes("GET /notes/{id}:\n  operation: notes/get", "GET /notes/{id}:\n  server: https://read.acme.example\n  operation: notes/get", "patch", 'void api.notes.get({ id: "a" });'),
  "a server that is not known": routes("GET /notes/{id}:\n  operation: notes/get", "GET /notes/{id}:\n  needsBaseUrl: true\n  operation: notes/get", "major", 'void api.notes.get({ id: "a" });'),
  "another notation of a list": routes("state: { type: string, enum: [open, closed] }", "state: { type: string, enum: [open, closed] }\n    tags: { type: array, items: { type: string }, style: comma }", "minor", 'void api.notes.list({ author: "a", state: "open" });'),
  "a tag": { file: "vendor.yaml", from: "auth: { bearer: true }", to: "auth: { bearer: true }\ntags: { notes: Notes }", level: "patch" },
  "a variable of the address": { file: "vendor.yaml", from: "baseUrl: https://api.acme.example", to: "baseUrl: https://{region}.acme.example\nvariables: { region: eu }", level: "minor", uses: "new Acme({ apiKey: 'a' });" },
  "methods with positional arguments": { file: "vendor.yaml", from: "auth: { bearer: true }", to: "auth: { bearer: true }\narguments: positional", level: "major", uses: 'void api.notes.get({ id: "a" });' },
  "the surface of Stainless": { file: "vendor.yaml", from: "auth: { bearer: true }", to: "auth: { bearer: true }\nsurface: stainless", level: "major", uses: 'import type { NotesGetResponse } from "./results.js"; declare const note: NotesGetResponse; void note.title;' },
  "closed enums": { file: "vendor.yaml", from: "auth: { bearer: true }", to: "auth: { bearer: true }\nenums: closed", level: "patch" },
  "an option of the class": { file: "vendor.yaml", from: "auth: { bearer: true }", to: "auth: { bearer: true }\noptions: { account: { header: X-Account } }", level: "minor", uses: "new Acme({ apiKey: 'a' });" },

  "a new event": { file: "events.yaml", from: "note.deleted:", to: "note.deleted:\nnote.changed:", level: "minor", uses: "events['note.created'].payload.data.title;" },
  "an event less": { file: "events.yaml", from: "note.deleted:\n", to: "", level: "major", uses: "events['note.deleted'].payload.id;" },
  "a text of an event": { file: "events.yaml", from: "A note is new.", to: "Somebody wrote a note.", level: "patch", uses: "events['note.created'].payload.data.title;" },
  "a field less of a payload": { file: "payloads/note.deleted.yaml", from: "required: [type, id], properties: { type: { const: note.deleted }, id: { type: string } }", to: "required: [type], properties: { type: { const: note.deleted } }", level: "major", uses: "events['note.deleted'].payload.id;" },
  "a new field of a payload": { file: "payloads/note.deleted.yaml", from: "required: [type, id], properties: {", to: "required: [type, id, at], properties: { at: { type: string },", level: "minor", uses: "events['note.deleted'].payload.id;" },
  "a new field of a shared type": { file: "components/notes.yaml", from: "title: { type: string } } }", to: "title: { type: string }, at: { type: string } } }", level: "minor", uses: "events['note.created'].payload.data.title;" },
  "a field less of a shared type": { file: "components/notes.yaml", from: "required: [id, title], properties: { id: { type: string }, title: { type: string } }", to: "required: [id], properties: { id: { type: string } }", level: "major", uses: "events['note.created'].payload.data.title;" },
  "another title, and so another class": { file: "vendor.yaml", from: "title: Acme", to: "title: Acme Inc.", level: "major", uses: "new Acme({ apiKey: 'a' });" },
  "another base URL": { file: "vendor.yaml", from: "https://api.acme.example", to: "https://acme.example/api", level: "minor", uses: "new Acme({ apiKey: 'a' });" },
  "another scheme of credentials": { file: "vendor.yaml", from: "auth: { bearer: true }", to: "auth: { key: { header: x-key } }", uses: "new Acme({ apiKey: 'a' });", level: "minor" },
  "another signature": { file: "vendor.yaml", from: "signature: standard-webhooks", to: "signature: github", level: "minor" },
  "another path of deliveries": { file: "vendor.yaml", from: "/api/acme/webhooks", to: "/hooks", level: "minor" },
};
