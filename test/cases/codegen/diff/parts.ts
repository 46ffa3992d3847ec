/**
 * Single changes of a service, each with the level that `diff` has to give it. A change is written as the keys of
 * the YAML that it adds, replaces or takes out.
 */
import type { Level } from "../../../../codegen/diff/levels.js";
import type { JsonMap } from "../../../../codegen/model/json.js";

export interface PartCase {
  /** An edit of `SERVICE` that makes the service before the change. */
  readonly given?: Edit;
  /** An edit of the service before the change, which makes the one after it. */
  readonly change: Edit;
  readonly level: Level;
  /**
   * Statements that use what the service has before the change: `api` (its methods), `events` (deliveries by
   * name) and `client`. They compile before the change, and no longer compile if it is a major one.
   */
  readonly uses?: string;
  /** The reason why the compiler cannot judge. */
  readonly notJudged?: string;
  /** The media type of a body that callers send to a route. */
  readonly sends?: { readonly route: string; readonly type: string };
}

/**
 * Files by name, with the keys that differ. The value of a key is its new value; one that is a map in the service,
 * too, is an edit itself. `undefined` takes a key out, or a file.
 */
export type Edit = JsonMap;

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
  "events.yaml": `
note.created:
  description: A note is new.
  resource: { route: GET /pages, parameters: { page: data.id } }
note.deleted:
`,
  "payloads/note.created.yaml": `
payload:
  type: object
  required: [type, data]
  properties: { type: { const: note.created }, data: { $ref: ../components/notes.yaml#/note } }
`,
  "payloads/note.deleted.yaml": `
payload:
  type: object
  required: [type, id]
  properties: { type: { const: note.deleted }, id: { type: string } }
`,
  "components/notes.yaml": `
note: { type: object, required: [id, title], properties: { id: { type: string }, title: { type: string } } }
problem: { type: object, required: [message], properties: { message: { type: string } } }
`,
};

/** Reads the items of a stream. */
const FOLLOW_CHANGES = `
  async function follow() {
    for await (const item of api.changes.follow()) item.at.toFixed();
  }
  void follow;
`;

export const PARTS: Readonly<Record<string, PartCase>> = {
  "a summary": {
    change: { "routes.yaml": { "GET /notes": { summary: "List all notes." } } },
    level: "patch",
  },
  "a description": {
    change: { "routes.yaml": { "GET /notes": { description: "List notes." } } },
    level: "patch",
  },
  "an address of documentation": {
    change: { "routes.yaml": { "GET /notes": { docs: "https://acme.example/docs" } } },
    level: "patch",
  },
  "a deprecated route": {
    change: { "routes.yaml": { "GET /notes": { deprecated: true } } },
    level: "minor",
    uses: 'void api.notes.list({ author: "a" });',
  },
  "a new route": {
    change: {
      "routes.yaml": {
        "GET /users": { operation: "users/list", responses: { 200: { schema: true } } },
      },
    },
    level: "minor",
  },
  "a removed route": {
    change: { "routes.yaml": { "GET /notes/{id}": undefined } },
    level: "major",
    uses: 'void api.notes.get({ id: "a" });',
  },
  "a route at another path": {
    change: {
      "routes.yaml": {
        "GET /notes/{id}": undefined,
        "GET /note/{id}": {
          operation: "notes/get",
          path: { id: { type: "string" } },
          responses: { 200: { $ref: "components/notes.yaml#/note" } },
        },
      },
    },
    level: "major",
    uses: 'void client.request("GET /notes/{id}", { id: "a" });',
  },
  "a route with another method of HTTP": {
    change: {
      "routes.yaml": {
        "PATCH /notes/{id}": undefined,
        "PUT /notes/{id}": {
          operation: "notes/update",
          path: { id: { type: "string" } },
          body: {
            required: false,
            schema: { type: "object", properties: { title: { type: "string" } } },
          },
          responses: { 200: { $ref: "components/notes.yaml#/note" } },
        },
      },
    },
    level: "major",
    uses: 'void client.request("PATCH /notes/{id}", { id: "a", title: "b" });',
  },
  "a renamed method": {
    change: { "routes.yaml": { "GET /notes/{id}": { operation: "notes/read" } } },
    level: "major",
    uses: 'void api.notes.get({ id: "a" });',
  },
  "a renamed method with its former name": {
    change: { "routes.yaml": { "GET /notes/{id}": { operation: "notes/read", was: "notes.get" } } },
    level: "minor",
    uses: 'void api.notes.get({ id: "a" });',
  },
  "a method of another resource": {
    change: { "routes.yaml": { "GET /notes/{id}": { operation: "papers/get" } } },
    level: "major",
    uses: 'void api.notes.get({ id: "a" });',
  },
  "a new optional parameter": {
    change: { "routes.yaml": { "GET /notes": { header: { "x-other": { type: "string" } } } } },
    level: "minor",
    uses: 'void api.notes.list({ author: "a" });',
  },
  "a new required parameter": {
    change: {
      "routes.yaml": {
        "GET /notes": { header: { "x-other": { type: "string", required: true } } },
      },
    },
    level: "major",
    uses: 'void api.notes.list({ author: "a" });',
  },
  "a removed parameter": {
    change: { "routes.yaml": { "GET /notes": { query: { state: undefined } } } },
    level: "major",
    uses: 'void api.notes.list({ author: "a", state: "open" });',
  },
  "a parameter that becomes required": {
    change: { "routes.yaml": { "GET /notes": { query: { state: { required: true } } } } },
    level: "major",
    uses: 'void api.notes.list({ author: "a" });',
  },
  "a parameter that becomes optional": {
    change: { "routes.yaml": { "GET /notes": { query: { author: { required: undefined } } } } },
    level: "minor",
    uses: 'void api.notes.list({ author: "a" });',
  },
  "a parameter of another type": {
    change: { "routes.yaml": { "GET /notes": { query: { author: { type: "integer" } } } } },
    level: "major",
    uses: 'void api.notes.list({ author: "a" });',
  },
  "a renamed parameter": {
    change: {
      "routes.yaml": {
        "GET /notes": { query: { author: undefined, writer: { type: "string", required: true } } },
      },
    },
    level: "major",
    uses: 'void api.notes.list({ author: "a" });',
  },
  "a new value of a parameter": {
    change: {
      "routes.yaml": { "GET /notes": { query: { state: { enum: ["open", "closed", "any"] } } } },
    },
    level: "minor",
    uses: 'void api.notes.list({ author: "a", state: "open" });',
  },
  "a removed value of a parameter": {
    change: { "routes.yaml": { "GET /notes": { query: { state: { enum: ["open"] } } } } },
    level: "major",
    uses: 'void api.notes.list({ author: "a", state: "closed" });',
  },
  "a deprecated parameter": {
    change: { "routes.yaml": { "GET /notes": { header: { "x-trace": { deprecated: true } } } } },
    level: "minor",
    uses: 'void api.notes.list({ author: "a", "x-trace": "b" });',
  },
  "a removed header": {
    change: { "routes.yaml": { "GET /notes": { header: undefined } } },
    level: "major",
    uses: 'void api.notes.list({ author: "a", "x-trace": "b" });',
  },
  "a description of a parameter": {
    change: { "routes.yaml": { "GET /notes": { header: { "x-trace": { description: "New." } } } } },
    level: "patch",
  },
  "a renamed path parameter": {
    change: {
      "routes.yaml": {
        "GET /notes/{id}": undefined,
        "GET /notes/{note}": {
          operation: "notes/get",
          path: { note: { type: "string" } },
          responses: { 200: { $ref: "components/notes.yaml#/note" } },
        },
      },
    },
    level: "major",
    uses: 'void api.notes.get({ id: "a" });',
  },
  "a new field of a body": {
    change: {
      "routes.yaml": {
        "POST /notes": { body: { schema: { properties: { tag: { type: "string" } } } } },
      },
    },
    level: "minor",
    uses: 'void api.notes.create({ title: "a" });',
  },
  "a field of a body that becomes required": {
    change: {
      "routes.yaml": { "POST /notes": { body: { schema: { required: ["title", "pinned"] } } } },
    },
    level: "major",
    uses: 'void api.notes.create({ title: "a" });',
  },
  "a field of a body that becomes optional": {
    change: { "routes.yaml": { "POST /notes": { body: { schema: { required: [] } } } } },
    level: "minor",
    uses: 'void api.notes.create({ title: "a" });',
  },
  "a removed field of a body": {
    change: {
      "routes.yaml": { "POST /notes": { body: { schema: { properties: { pinned: undefined } } } } },
    },
    level: "major",
    uses: 'void api.notes.create({ title: "a", pinned: true });',
  },
  "a new response": {
    change: { "routes.yaml": { "GET /notes": { responses: { 410: { description: "Gone." } } } } },
    level: "minor",
  },
  "another type of a success": {
    change: {
      "routes.yaml": {
        "POST /notes": { responses: { 201: { $ref: "components/notes.yaml#/problem" } } },
      },
    },
    level: "major",
    uses: 'void api.notes.create({ title: "a" }).then((note) => note.title);',
  },
  "a second success": {
    change: {
      "routes.yaml": {
        "POST /notes": { responses: { 202: { $ref: "components/notes.yaml#/problem" } } },
      },
    },
    level: "major",
    uses: 'void api.notes.create({ title: "a" }).then((note) => note.title);',
  },
  "a list that has no pages any more": {
    change: { "routes.yaml": { "GET /pages": { pagination: false } } },
    level: "major",
    uses: "async function all() { for await (const page of api.pages.list()) page.title; } void all;",
  },
  "a new resource of an event": {
    change: {
      "events.yaml": {
        "note.deleted": { resource: { route: "GET /notes/{id}", parameters: { id: "id" } } },
      },
    },
    level: "minor",
    uses: "events['note.deleted'].payload.id;",
  },
  "another resource of an event": {
    change: {
      "events.yaml": {
        "note.created": {
          resource: { route: "GET /notes/{id}", parameters: { page: undefined, id: "data.id" } },
        },
      },
    },
    level: "major",
    uses: "events['note.created'].fetch().then((notes) => notes.length);",
  },
  "a removed resource of an event": {
    change: { "events.yaml": { "note.created": { resource: undefined } } },
    level: "major",
    uses: "events['note.created'].fetch();",
  },
  "a parameter of a resource, read elsewhere": {
    change: {
      "events.yaml": { "note.created": { resource: { parameters: { page: "data.title" } } } },
    },
    level: "patch",
    uses: "events['note.created'].fetch();",
  },
  "a body of another format": {
    change: { "routes.yaml": { "POST /notes": { body: { contentType: "application/xml" } } } },
    level: "major",
    uses: 'void api.notes.create({ title: "a" });',
  },
  "a body as a form": {
    change: {
      "routes.yaml": {
        "POST /notes": { body: { contentType: "application/x-www-form-urlencoded" } },
      },
    },
    level: "minor",
    uses: 'void api.notes.create({ title: "a" });',
  },
  "a new media type of a body": {
    change: {
      "routes.yaml": { "POST /files": { body: { content: { "text/html": { type: "string" } } } } },
    },
    level: "minor",
    uses: 'void api.files.upload({ data: "a", headers: { "content-type": "text/markdown" } });',
  },
  "a removed media type of a body": {
    change: {
      "routes.yaml": { "POST /files": { body: { content: { "text/markdown": undefined } } } },
    },
    level: "major",
    uses: 'void api.files.upload({ data: "a", headers: { "content-type": "text/markdown" } });',
    sends: { route: "POST /files", type: "text/markdown" },
  },
  "an item with a new field": {
    change: {
      "routes.yaml": {
        "GET /changes": {
          stream: { item: { required: ["at", "by"], properties: { by: { type: "string" } } } },
        },
      },
    },
    level: "minor",
    uses: FOLLOW_CHANGES,
  },
  "an item with another field": {
    change: {
      "routes.yaml": {
        "GET /changes": {
          stream: {
            item: { required: undefined, properties: { at: undefined, by: { type: "string" } } },
          },
        },
      },
    },
    level: "major",
    uses: FOLLOW_CHANGES,
  },
  "another format of a stream": {
    change: { "routes.yaml": { "GET /changes": { stream: { format: "json-lines" } } } },
    level: "patch",
    uses: FOLLOW_CHANGES,
  },
  "a whole response in place of a stream": {
    change: {
      "routes.yaml": {
        "GET /changes": {
          stream: undefined,
          responses: {
            200: { type: "object", required: ["at"], properties: { at: { type: "integer" } } },
          },
        },
      },
    },
    level: "major",
    uses: FOLLOW_CHANGES,
  },
  "a response that cannot be streamed any more": {
    change: { "routes.yaml": { "POST /chats": { stream: undefined } } },
    level: "major",
    uses: `
      async function chat() {
        for await (const item of api.chats.create({ text: "a", stream: true })) item.title;
      }
      void chat;
    `,
  },
  "another server": {
    change: { "routes.yaml": { "GET /notes/{id}": { server: "https://read.acme.example" } } },
    level: "patch",
    uses: 'void api.notes.get({ id: "a" });',
  },
  "a server that callers have to name": {
    change: { "routes.yaml": { "GET /notes/{id}": { needsBaseUrl: true } } },
    level: "major",
    uses: 'void api.notes.get({ id: "a" });',
  },
  "a new parameter with lists in another notation": {
    change: {
      "routes.yaml": {
        "GET /notes": {
          query: { tags: { type: "array", items: { type: "string" }, style: "comma" } },
        },
      },
    },
    level: "minor",
    uses: 'void api.notes.list({ author: "a", state: "open" });',
  },
  "a description of a group": {
    change: { "vendor.yaml": { tags: { notes: "Notes" } } },
    level: "patch",
  },
  "a variable of the address": {
    change: {
      "vendor.yaml": { baseUrl: "https://{region}.acme.example", variables: { region: "eu" } },
    },
    level: "minor",
    uses: "new Acme({ apiKey: 'a' });",
  },
  "methods with positional arguments": {
    change: { "vendor.yaml": { arguments: "positional" } },
    level: "major",
    uses: 'void api.notes.get({ id: "a" });',
  },
  "the surface of Stainless": {
    change: { "vendor.yaml": { surface: "stainless" } },
    level: "major",
    uses: `
      import type { NotesGetResponse } from "./results.js";
      declare const note: NotesGetResponse;
      void note.title;
    `,
  },
  "closed enums": {
    change: { "vendor.yaml": { enums: "closed" } },
    level: "patch",
  },
  "an option of the class": {
    change: { "vendor.yaml": { options: { account: { header: "X-Account" } } } },
    level: "minor",
    uses: "new Acme({ apiKey: 'a' });",
  },
  "a new event": {
    change: { "events.yaml": { "note.changed": null } },
    level: "minor",
    uses: "events['note.created'].payload.data.title;",
  },
  "a removed event": {
    change: {
      "events.yaml": { "note.deleted": undefined },
      "payloads/note.deleted.yaml": undefined,
    },
    level: "major",
    uses: "events['note.deleted'].payload.id;",
  },
  "a description of an event": {
    change: { "events.yaml": { "note.created": { description: "Somebody wrote a note." } } },
    level: "patch",
    uses: "events['note.created'].payload.data.title;",
  },
  "a removed field of a payload": {
    change: {
      "payloads/note.deleted.yaml": {
        payload: { required: ["type"], properties: { id: undefined } },
      },
    },
    level: "major",
    uses: "events['note.deleted'].payload.id;",
  },
  "a new field of a payload": {
    change: {
      "payloads/note.deleted.yaml": {
        payload: { required: ["type", "id", "at"], properties: { at: { type: "string" } } },
      },
    },
    level: "minor",
    uses: "events['note.deleted'].payload.id;",
  },
  "a new field of a shared type": {
    change: { "components/notes.yaml": { note: { properties: { at: { type: "string" } } } } },
    level: "minor",
    uses: "events['note.created'].payload.data.title;",
  },
  "a removed field of a shared type": {
    change: {
      "components/notes.yaml": { note: { required: ["id"], properties: { title: undefined } } },
    },
    level: "major",
    uses: "events['note.created'].payload.data.title;",
  },
  "another title, and so another class": {
    change: { "vendor.yaml": { title: "Acme Inc." } },
    level: "major",
    uses: "new Acme({ apiKey: 'a' });",
  },
  "another base URL": {
    change: { "vendor.yaml": { baseUrl: "https://acme.example/api" } },
    level: "minor",
    uses: "new Acme({ apiKey: 'a' });",
  },
  "another scheme of credentials": {
    change: { "vendor.yaml": { auth: { bearer: undefined, key: { header: "x-key" } } } },
    level: "minor",
    uses: "new Acme({ apiKey: 'a' });",
  },
  "another signature": {
    change: { "vendor.yaml": { webhooks: { signature: "github" } } },
    level: "minor",
  },
  "another path of deliveries": {
    change: { "vendor.yaml": { webhooks: { path: "/hooks" } } },
    level: "minor",
  },
};
