/** Single changes of routes, events, payloads and corrections, by keys that `parts.ts` has no case of. */
import type { Level } from "../../../../codegen/diff/types.js";
import { type PartCase, SERVICE } from "./parts.js";

const change =
  (file: string, from: string, uses: string) =>
  (to: string, level: Level, given?: string): PartCase => ({
    file,
    from,
    to,
    level,
    uses,
    ...(given !== undefined && { given }),
  });

const HEADER = "    x-trace: { type: string }";
const list = change("routes.yaml", HEADER, 'void api.notes.list({ author: "a" });');
const STATE = "state: { type: string, enum: [open, closed] }";
const query = change("routes.yaml", STATE, 'void api.notes.list({ author: "a" });');
const path = change(
  "routes.yaml",
  "operation: notes/get\n  path: { id: { type: string } }",
  'void api.notes.get({ id: "a" });',
);
const getter = (id: string, more = "") => `operation: notes/get\n${more}  path: { id: ${id} }`;
const BODY =
  "    schema: { type: object, required: [title], properties: { title: { type: string }, pinned: { type: boolean } } }";
const body = change("routes.yaml", BODY, 'void api.notes.create({ title: "a" });');
const FORM = (more = "") =>
  `    contentType: multipart/form-data\n    schema: { type: object, required: [title], properties: { title: { type: string }, pinned: { type: boolean }, tags: { type: array, items: { type: string } } } }${more}`;
const CONTENT = "      text/plain: { type: string }\n      text/markdown: { type: string }";
const content = change("routes.yaml", CONTENT, "void api.files.upload;");
const FORM_CONTENT = (more: string) =>
  `      multipart/form-data: { schema: { type: object, properties: { tags: { type: array, items: { type: string } } } }${more} }`;
const STREAM =
  "stream: { format: sse, item: { type: object, required: [at], properties: { at: { type: integer } } } }";
const stream = change(
  "routes.yaml",
  STREAM,
  "async function follow() { for await (const item of api.changes.follow()) item.at; } void follow;",
);
const streamOf = (more: string) =>
  `stream: { format: sse, item: { type: object, required: [at], properties: { at: { type: integer } } }${more} }`;
const response = change(
  "routes.yaml",
  "    201: { $ref: components/notes.yaml#/note }",
  'void api.notes.create({ title: "a" }).then((note) => note.title);',
);
const deleted = change(
  "payloads/note.deleted.yaml",
  "payload: { type: object, required: [type, id], properties: { type: { const: note.deleted }, id: { type: string } } }",
  "events['note.deleted'].payload.id.length;",
);
/** An event with actions: its payloads, and a service whose events may have some. */
const WITH_ACTIONS = {
  "vendor.yaml": (SERVICE["vendor.yaml"] ?? "").replace("action: none", "action: { body: action }"),
};
const ticket = (more: string): string =>
  `actions:\n  opened: { type: object, properties: { action: { const: opened }${more} } }\n`;
const correct = change(
  "corrections.yaml",
  "everywhere: []",
  "const id: string = events['note.deleted'].payload.id; void id;",
);
/** A payload with a text that is short, and one of two. */
const WITH_STATES = {
  "payloads/note.deleted.yaml":
    "payload: { type: object, required: [type, id], properties: { type: { const: note.deleted }, id: { type: string }, at: { type: string, maxLength: 2, enum: [aa, bb] } } }\n",
};
const ofPayload = (correction: string) =>
  `payloads: { note.deleted: [{ property: id, ${correction}, reason: Seen. }] }`;

// prettier-ignore
export const FORMATS: Readonly<Record<string, PartCase>> = {
  "a method that is named": path(getter("{ type: string }", "  method: papers.read\n"), "major"),
  "a body as one parameter": body(`${BODY}\n  bodyParameter: note`, "patch"),
  "a body as one parameter, with the surface of Stainless": {
    ...body(`${BODY}\n  bodyParameter: note`, "major"), files: { "vendor.yaml": `${SERVICE["vendor.yaml"] ?? ""}surface: stainless\n` },
  },
  "another header accept": path(getter("{ type: string }", "  accept: application/vnd.acme+json\n"), "patch"),
  "other credentials of a route": path(getter("{ type: string }", "  auth: false\n"), "none"),
  "a cookie": list(`${HEADER}\n  cookie: { session: { type: string, description: Who., deprecated: false } }`, "minor"),
  "a required cookie": list(`${HEADER}\n  cookie: { session: { type: string, required: true } }`, "major"),
  "a cookie is deprecated": list(`${HEADER}\n  cookie: { session: { type: string, deprecated: true } }`, "minor", `${HEADER}\n  cookie: { session: { type: string } }`),
  "a cookie in another notation": list(`${HEADER}\n  cookie: { session: { type: array, items: { type: string }, style: comma } }`, "patch", `${HEADER}\n  cookie: { session: { type: array, items: { type: string } } }`),
  "slashes in a path": path(getter("{ type: string, multiSegment: true }"), "patch"),
  "a path parameter in another style": path(getter("{ type: string, style: label }"), "patch"),
  "a path parameter that is exploded": { ...path(getter("{ type: array, items: { type: string }, style: matrix, explode: true }"), "patch", getter("{ type: array, items: { type: string }, style: matrix }")), uses: 'void api.notes.get({ id: ["a"] });' },
  "a text of a path parameter": path(getter("{ type: string, description: Which. }"), "patch"),
  "a deprecated path parameter": path(getter("{ type: string, deprecated: true }"), "minor"),
  "reserved characters in a query": query(STATE.replace(" }", ", reserved: true }"), "patch"),
  "a text of a query": query(STATE.replace(" }", ", description: Which. }"), "patch"),
  "a deprecated query": query(STATE.replace(" }", ", deprecated: true }"), "minor"),
  "a header that is exploded": list("    x-trace: { type: object, properties: { a: { type: string } }, explode: true }", "patch", "    x-trace: { type: object, properties: { a: { type: string } } }"),
  "a header as JSON": list("    x-trace: { type: object, properties: { a: { type: string } }, style: json }", "patch", "    x-trace: { type: object, properties: { a: { type: string } } }"),
  "lists of a form in another notation": body(FORM("\n    lists: brackets"), "patch", FORM()),
  "a field of a form in another notation": body(FORM("\n    encoding: { tags: { style: comma } }"), "patch", FORM()),
  "a media type of a part": body(FORM("\n    encoding: { title: { contentType: text/plain } }"), "patch", FORM()),
  "several media types in the long form": content("      text/plain: { schema: { type: string } }\n      text/markdown: { type: string }", "none"),
  "a form among several media types": content(FORM_CONTENT(", lists: comma, encoding: { tags: { style: pipes } }"), "patch", FORM_CONTENT("")),
  "another media type of a stream": stream(streamOf(", contentType: text/x-events"), "patch"),
  "an end of a stream": stream(streamOf(', end: "[DONE]"'), "patch"),
  "an error of a stream": stream(streamOf(", error: error"), "patch"),
  "events of a stream": stream("stream: { format: sse, events: { note: { type: object, required: [at], properties: { at: { type: integer } } } } }", "major"),
  "another media type of a response": response("    201: { contentType: text/plain, schema: { type: string } }", "major"),
  "another status of the same success": { ...response("    200: { $ref: components/notes.yaml#/note }", "major"), uses: 'void api.notes.create({ title: "a" }).then((note) => note.title); void client.request("POST /notes", { title: "a" }).then(({ status, data }) => [status === 201, data.title]);' },
  "a text of a response": response("    201: { description: Made., schema: { $ref: components/notes.yaml#/note } }", "patch"),
  "a payload that names its event": deleted("event: note.deleted\npayload: { type: object, required: [type, id], properties: { type: { const: note.deleted }, id: { type: string } } }", "none"),
  "an event with actions": {
    file: "events.yaml", from: "note.deleted:", to: "note.deleted:\nticket: { actions: [opened, closed] }", given: "note.deleted:\nticket: { actions: [opened] }", level: "minor",
    files: { ...WITH_ACTIONS, "payloads/ticket.yaml": ticket("") }, uses: "events['ticket.opened'].payload.action;",
  },
  "an action less": {
    file: "events.yaml", from: "note.deleted:", to: "note.deleted:\nticket: { actions: [opened] }", given: "note.deleted:\nticket: { actions: [opened, closed] }", level: "major",
    files: { ...WITH_ACTIONS, "payloads/ticket.yaml": ticket("") }, uses: "events['ticket.closed'].payload.action;",
  },
  "a field less of an action": {
    file: "payloads/ticket.yaml", from: "", to: ticket(""), given: ticket(", id: { type: string }"), level: "major",
    files: { ...WITH_ACTIONS, "events.yaml": "ticket: { actions: [opened] }\nnote.created:\nnote.deleted:\n" }, uses: "events['ticket.opened'].payload.id;",
  },

  // corrections
  "a value that may be null": correct(ofPayload("nullable: true"), "major"),
  "a field that may be absent": correct(ofPayload("optional: true"), "major"),
  "a field that is always there": { ...deleted("payload: { type: object, required: [type], properties: { type: { const: note.deleted }, id: { type: string } } }", "major") },
  "a field that is present": { ...correct("payloads: { note.deleted: [{ property: at, required: true, reason: Seen. }] }", "minor"), files: WITH_STATES },
  "more values": { ...correct("payloads: { note.deleted: [{ property: at, values: [cc], reason: Seen. }] }", "minor"), files: WITH_STATES },
  "values that may be others": { ...correct("payloads: { note.deleted: [{ property: at, open: true, reason: Seen. }] }", "patch"), files: WITH_STATES },
  "a value without limits": correct("payloads: { note.deleted: [{ property: id, schema: { type: string, maxLength: 2 }, reason: Seen. }, { property: id, unlimited: true, reason: Seen. }] }", "patch", "payloads: { note.deleted: [{ property: id, schema: { type: string, maxLength: 2 }, reason: Seen. }] }"),
  "all schemas of a kind": correct("everywhere: [{ where: { type: string }, nullable: true, reason: Seen. }]", "major"),
  "all schemas of a kind, in other ways": { ...correct("everywhere: [{ where: { enum: [aa, bb] }, types: [integer], unlimited: true, reason: Seen. }]", "major"), files: WITH_STATES, uses: "const at: string | undefined = events['note.deleted'].payload.at; void at;" },
  "all lists of values, with more values": { ...correct("everywhere: [{ where: { enum: [aa, bb] }, values: [cc], reason: Seen. }]", "minor"), files: WITH_STATES },
  "all lists of values, open": { ...correct("everywhere: [{ where: { enum: [aa, bb] }, open: true, reason: Seen. }]", "patch"), files: WITH_STATES },
  "all schemas of a kind, by another one": { ...correct("everywhere: [{ where: { type: string, maxLength: 2 }, schema: { type: integer }, reason: Seen. }]", "major"), files: WITH_STATES, uses: "const at: string | undefined = events['note.deleted'].payload.at; void at;" },
  "all objects with a field": correct("objects: { note: { having: [type, id], lacking: [title], corrections: [{ property: id, nullable: true, reason: Seen. }] } }", "major"),
  "a shared schema": { ...correct("components: { components/notes.yaml#/note: [{ property: title, nullable: true, reason: Seen. }] }", "major"), uses: "const title: string = events['note.created'].payload.data.title; void title;" },
  "a value of other types": correct(ofPayload("types: [integer]"), "major"),
  "a schema in place of another": correct(ofPayload("schema: { type: integer }"), "major"),
};
