/** A model whose names and texts break a generator that does not expect them. */
import type { SchemaModel } from "../../../../codegen/model/model.js";
import { action, component, event, miniature, parameter, refTo, route } from "./miniature.js";

const hostile = "ends */ early, `ticks`, \"quotes\", 'more', ${code}, <b>, a | b,\n@deprecated not";

const object = (entries: readonly (readonly [string, unknown])[]) => ({
  type: "object",
  description: hostile,
  properties: Object.fromEntries(entries),
});

/** Names and texts that break a generator which does not expect them. */
export const clashes: SchemaModel = miniature({
  events: [
    event("thing", {
      description: hostile,
      actions: [
        action("opened", { ...object([["title", { type: "string" }]]), required: ["title"] }),
        action("closed", object([["action", { type: "string" }]])),
      ],
    }),
    event("thing_opened"),
    event("thing-opened"),
    event("unknown"),
    event("open_event_map"),
    event("emitter_webhook"),
    event("__proto__"),
    event("constructor"),
    event("1st", { actions: [action("2nd"), action("class"), action("*/")] }),
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
    component("a_b", object([["x", refTo("a_b")]])),
    component("a-b", object([["y", { type: ["string", "null"], title: "A B" }]])),
    component("a_b", object([["z", { type: "integer" }]]), "other"),
    component("pick", { oneOf: [refTo("record"), { type: "array", items: refTo("pick") }] }),
    component("record", object([["w", { type: "object", additionalProperties: refTo("pick") }]])),
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
    route("DELETE /things", {
      operation: "delete",
      call: "things.delete",
      deprecated: true,
      parameters: [parameter("query", "q"), parameter("query", "__proto__", { style: "comma" })],
    }),
    route("GET /quo\"te'`/*/", { operation: "*/", call: "webhooks.call.toString" }),
  ],
});
