/** A model whose names clash with each other, with those of the generator and of JavaScript, and break out of texts. */
import type { SchemaModel } from "../../../../codegen/model/model.js";
import { action, component, event, miniature, parameter, refTo, route } from "./miniature.js";

/** Ends a comment, and each kind of text in TypeScript and Markdown. */
const hostile = "ends */ early, `ticks`, \"quotes\", 'more', ${code}, <b>, a | b,\n@deprecated not";

const object = (entries: readonly (readonly [string, unknown])[]) => ({
  type: "object",
  description: hostile,
  properties: Object.fromEntries(entries),
});

export const clashes: SchemaModel = miniature({
  events: [
    // Three events whose types are `ThingOpened…`: an action, a name with `_` and one with `-`.
    event("thing", {
      description: hostile,
      actions: [
        action("opened", { ...object([["title", { type: "string" }]]), required: ["title"] }),
        action("closed", object([["action", { type: "string" }]])),
      ],
    }),
    event("thing_opened"),
    event("thing-opened"),
    // The generator has the types `UnknownEvent`, `OpenEventMap` and `EmitterWebhookEvent` for all events.
    event("unknown"),
    event("open_event_map"),
    event("emitter_webhook"),
    // Every object has them.
    event("__proto__"),
    event("constructor"),
    // Neither identifiers nor, as a part of a comment, harmless.
    event("1st", { actions: [action("2nd"), action("class"), action("*/")] }),
    // Fields that are no identifiers, or are in every object, text or JSON Schema, and types that have other names.
    event("quo\"te'`", {
      payload: object([
        ["__proto__", { type: "string" }],
        ["constructor", { type: "string" }],
        ["a-b", { enum: ['"', "'", "`", "*/", "\\", "${x}", "\n", null, 0, true] }],
        ["1", refTo("a_b")],
        ["", refTo("a-b")],
        ["line\nbreak", refTo("a_b", "other")],
        ["title", refTo("pick")],
        ["length", refTo("event_map")],
        ["$ref", { type: "string" }],
        ["id", refTo("thing_payload")],
      ]),
    }),
  ],
  components: [
    // Three components with the type `AB`: with `_`, with `-`, and of another file.
    component("a_b", object([["x", refTo("a_b")]])),
    component("a-b", object([["y", { type: ["string", "null"], title: "A B" }]])),
    component("a_b", object([["z", { type: "integer" }]]), "other"),
    // Types of TypeScript: `Pick` and `Record`. They refer to each other.
    component("pick", { oneOf: [refTo("record"), { type: "array", items: refTo("pick") }] }),
    component("record", object([["w", { type: "object", additionalProperties: refTo("pick") }]])),
    // `EventMap` of the generator, `ThingPayload` of the event, and `ThingsMakeParameters` of the route.
    component("event_map", true),
    component("thing_payload", { type: "string" }),
    component("things_make_parameters", object([["v", { type: "string" }]])),
  ],
  routes: [
    route("POST /things/{id}", {
      operation: "things/make",
      summary: hostile,
      parameters: [parameter("path", "id", { schema: { type: "integer" }, description: hostile })],
      body: {
        required: true,
        contentTypes: ["application/json"],
        schema: {
          ...object([
            ["title", { type: "string" }],
            ["__proto__", refTo("things_make_parameters")],
            ["quo\"te'`", { type: "string", description: hostile }],
          ]),
          required: ["title"],
        },
      },
      responses: [
        { status: "200", description: hostile, schema: refTo("a-b") },
        { status: "4XX", schema: object([["title", { type: "string" }]]) },
        { status: "default", schema: { type: "array", items: refTo("record") } },
      ],
    }),
    // The operation is the one above in camelCase, and the method is a function that the generator imports.
    route("PUT /things/{id}", {
      operation: "things-make",
      call: "things.defineMethod",
      parameters: [parameter("path", "id")],
      body: {
        required: false,
        contentTypes: ["application/json"],
        schema: object([["id", { type: "string" }]]),
      },
    }),
    // A keyword.
    route("DELETE /things", {
      operation: "delete",
      call: "things.delete",
      deprecated: true,
      parameters: [parameter("query", "q"), parameter("query", "__proto__", { style: "comma" })],
    }),
    // `webhooks` is a part of the class, and `toString` is in every object.
    route("GET /quo\"te'`/*/", { operation: "*/", call: "webhooks.call.toString" }),
  ],
});
