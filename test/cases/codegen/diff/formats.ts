/** Single changes of routes, events and payloads, by keys that `parts.ts` has no case of. */
import type { Edit, PartCase } from "./parts.js";

/** The header `x-trace` of `GET /notes` is an object. */
const WITH_OBJECT_IN_HEADER: Edit = {
  "routes.yaml": {
    "GET /notes": {
      header: { "x-trace": { type: "object", properties: { a: { type: "string" } } } },
    },
  },
};

/** `POST /notes` takes a form with a list. */
const WITH_FORM: Edit = {
  "routes.yaml": {
    "POST /notes": {
      body: {
        schema: { properties: { tags: { type: "array", items: { type: "string" } } } },
        contentType: "multipart/form-data",
      },
    },
  },
};

/** The service has an event with actions, of which `opened` has a payload. */
const withTicket = (actions: readonly string[]): Edit => ({
  "vendor.yaml": { webhooks: { action: { body: "action" } } },
  "events.yaml": { ticket: { actions } },
  "payloads/ticket.yaml": {
    actions: {
      opened: {
        type: "object",
        properties: { action: { const: "opened" }, id: { type: "string" } },
      },
    },
  },
});

/** Reads the items of a stream. */
const FOLLOW_CHANGES = `
  async function follow() {
    for await (const item of api.changes.follow()) item.at;
  }
  void follow;
`;

export const FORMATS: Readonly<Record<string, PartCase>> = {
  "a method whose name is declared": {
    change: { "routes.yaml": { "GET /notes/{id}": { method: "papers.read" } } },
    level: "major",
    uses: 'void api.notes.get({ id: "a" });',
  },
  "a body as one parameter": {
    change: { "routes.yaml": { "POST /notes": { bodyParameter: "note" } } },
    level: "patch",
    uses: 'void api.notes.create({ title: "a" });',
  },
  "a body as one parameter, with the surface of Stainless": {
    given: { "vendor.yaml": { surface: "stainless" } },
    change: { "routes.yaml": { "POST /notes": { bodyParameter: "note" } } },
    level: "major",
    uses: 'void api.notes.create({ title: "a" });',
  },
  "another header accept": {
    change: { "routes.yaml": { "GET /notes/{id}": { accept: "application/vnd.acme+json" } } },
    level: "patch",
    uses: 'void api.notes.get({ id: "a" });',
  },
  "other credentials of a route": {
    change: { "routes.yaml": { "GET /notes/{id}": { auth: false } } },
    level: "none",
    uses: 'void api.notes.get({ id: "a" });',
  },
  "a new cookie": {
    change: {
      "routes.yaml": {
        "GET /notes": {
          cookie: { session: { type: "string", description: "Who.", deprecated: false } },
        },
      },
    },
    level: "minor",
    uses: 'void api.notes.list({ author: "a" });',
  },
  "a new required cookie": {
    change: {
      "routes.yaml": { "GET /notes": { cookie: { session: { type: "string", required: true } } } },
    },
    level: "major",
    uses: 'void api.notes.list({ author: "a" });',
  },
  "a deprecated cookie": {
    given: { "routes.yaml": { "GET /notes": { cookie: { session: { type: "string" } } } } },
    change: { "routes.yaml": { "GET /notes": { cookie: { session: { deprecated: true } } } } },
    level: "minor",
    uses: 'void api.notes.list({ author: "a" });',
  },
  "a cookie in another notation": {
    given: {
      "routes.yaml": {
        "GET /notes": { cookie: { session: { type: "array", items: { type: "string" } } } },
      },
    },
    change: { "routes.yaml": { "GET /notes": { cookie: { session: { style: "comma" } } } } },
    level: "patch",
    uses: 'void api.notes.list({ author: "a" });',
  },
  "slashes in a path parameter": {
    change: { "routes.yaml": { "GET /notes/{id}": { path: { id: { multiSegment: true } } } } },
    level: "patch",
    uses: 'void api.notes.get({ id: "a" });',
  },
  "a path parameter in another style": {
    change: { "routes.yaml": { "GET /notes/{id}": { path: { id: { style: "label" } } } } },
    level: "patch",
    uses: 'void api.notes.get({ id: "a" });',
  },
  "a path parameter that is exploded": {
    given: {
      "routes.yaml": {
        "GET /notes/{id}": {
          path: { id: { type: "array", items: { type: "string" }, style: "matrix" } },
        },
      },
    },
    change: { "routes.yaml": { "GET /notes/{id}": { path: { id: { explode: true } } } } },
    level: "patch",
    uses: 'void api.notes.get({ id: ["a"] });',
  },
  "a description of a path parameter": {
    change: { "routes.yaml": { "GET /notes/{id}": { path: { id: { description: "Which." } } } } },
    level: "patch",
    uses: 'void api.notes.get({ id: "a" });',
  },
  "a deprecated path parameter": {
    change: { "routes.yaml": { "GET /notes/{id}": { path: { id: { deprecated: true } } } } },
    level: "minor",
    uses: 'void api.notes.get({ id: "a" });',
  },
  "reserved characters in a query parameter": {
    change: { "routes.yaml": { "GET /notes": { query: { state: { reserved: true } } } } },
    level: "patch",
    uses: 'void api.notes.list({ author: "a" });',
  },
  "a description of a query parameter": {
    change: { "routes.yaml": { "GET /notes": { query: { state: { description: "Which." } } } } },
    level: "patch",
    uses: 'void api.notes.list({ author: "a" });',
  },
  "a deprecated query parameter": {
    change: { "routes.yaml": { "GET /notes": { query: { state: { deprecated: true } } } } },
    level: "minor",
    uses: 'void api.notes.list({ author: "a" });',
  },
  "a header that is exploded": {
    given: WITH_OBJECT_IN_HEADER,
    change: { "routes.yaml": { "GET /notes": { header: { "x-trace": { explode: true } } } } },
    level: "patch",
    uses: 'void api.notes.list({ author: "a" });',
  },
  "a header as JSON": {
    given: WITH_OBJECT_IN_HEADER,
    change: { "routes.yaml": { "GET /notes": { header: { "x-trace": { style: "json" } } } } },
    level: "patch",
    uses: 'void api.notes.list({ author: "a" });',
  },
  "lists of a form in another notation": {
    given: WITH_FORM,
    change: { "routes.yaml": { "POST /notes": { body: { lists: "brackets" } } } },
    level: "patch",
    uses: 'void api.notes.create({ title: "a" });',
  },
  "a field of a form in another notation": {
    given: WITH_FORM,
    change: {
      "routes.yaml": { "POST /notes": { body: { encoding: { tags: { style: "comma" } } } } },
    },
    level: "patch",
    uses: 'void api.notes.create({ title: "a" });',
  },
  "a media type of a part": {
    given: WITH_FORM,
    change: {
      "routes.yaml": {
        "POST /notes": { body: { encoding: { title: { contentType: "text/plain" } } } },
      },
    },
    level: "patch",
    uses: 'void api.notes.create({ title: "a" });',
  },
  "several media types in the long form": {
    change: {
      "routes.yaml": {
        "POST /files": {
          body: { content: { "text/plain": { type: undefined, schema: { type: "string" } } } },
        },
      },
    },
    level: "none",
    uses: "void api.files.upload;",
  },
  "a form among several media types": {
    given: {
      "routes.yaml": {
        "POST /files": {
          body: {
            content: {
              "text/plain": undefined,
              "text/markdown": undefined,
              "multipart/form-data": {
                schema: {
                  type: "object",
                  properties: { tags: { type: "array", items: { type: "string" } } },
                },
              },
            },
          },
        },
      },
    },
    change: {
      "routes.yaml": {
        "POST /files": {
          body: {
            content: {
              "multipart/form-data": { lists: "comma", encoding: { tags: { style: "pipes" } } },
            },
          },
        },
      },
    },
    level: "patch",
    uses: "void api.files.upload;",
  },
  "another media type of a stream": {
    change: { "routes.yaml": { "GET /changes": { stream: { contentType: "text/x-events" } } } },
    level: "patch",
    uses: FOLLOW_CHANGES,
  },
  "an end of a stream": {
    change: { "routes.yaml": { "GET /changes": { stream: { end: "[DONE]" } } } },
    level: "patch",
    uses: FOLLOW_CHANGES,
  },
  "an error of a stream": {
    change: { "routes.yaml": { "GET /changes": { stream: { error: "error" } } } },
    level: "patch",
    uses: FOLLOW_CHANGES,
  },
  "events of a stream": {
    change: {
      "routes.yaml": {
        "GET /changes": {
          stream: {
            item: undefined,
            events: {
              note: { type: "object", required: ["at"], properties: { at: { type: "integer" } } },
            },
          },
        },
      },
    },
    level: "major",
    uses: FOLLOW_CHANGES,
  },
  "another media type of a response": {
    change: {
      "routes.yaml": {
        "POST /notes": {
          responses: {
            201: { $ref: undefined, contentType: "text/plain", schema: { type: "string" } },
          },
        },
      },
    },
    level: "major",
    uses: 'void api.notes.create({ title: "a" }).then((note) => note.title);',
  },
  "another status of the same success": {
    change: {
      "routes.yaml": {
        "POST /notes": {
          responses: { 200: { $ref: "components/notes.yaml#/note" }, 201: undefined },
        },
      },
    },
    level: "major",
    uses: `
      void api.notes.create({ title: "a" }).then((note) => note.title);
      void client
        .request("POST /notes", { title: "a" })
        .then(({ status, data }) => [status === 201, data.title]);
    `,
  },
  "a description of a response": {
    change: {
      "routes.yaml": {
        "POST /notes": {
          responses: {
            201: {
              $ref: undefined,
              description: "Made.",
              schema: { $ref: "components/notes.yaml#/note" },
            },
          },
        },
      },
    },
    level: "patch",
    uses: 'void api.notes.create({ title: "a" }).then((note) => note.title);',
  },
  "a payload that names its event": {
    change: { "payloads/note.deleted.yaml": { event: "note.deleted" } },
    level: "none",
    uses: "events['note.deleted'].payload.id.length;",
  },
  "a new action of an event": {
    given: withTicket(["opened"]),
    change: { "events.yaml": { ticket: { actions: ["opened", "closed"] } } },
    level: "minor",
    uses: "events['ticket.opened'].payload.action;",
  },
  "a removed action of an event": {
    given: withTicket(["opened", "closed"]),
    change: { "events.yaml": { ticket: { actions: ["opened"] } } },
    level: "major",
    uses: "events['ticket.closed'].payload.action;",
  },
  "a removed field of an action": {
    given: withTicket(["opened"]),
    change: { "payloads/ticket.yaml": { actions: { opened: { properties: { id: undefined } } } } },
    level: "major",
    uses: "events['ticket.opened'].payload.id;",
  },
  "a field of a payload that is no longer required": {
    change: { "payloads/note.deleted.yaml": { payload: { required: ["type"] } } },
    level: "major",
    uses: "events['note.deleted'].payload.id.length;",
  },
};
