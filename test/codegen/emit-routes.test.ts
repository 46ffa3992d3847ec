/** Types of the parameters of routes. */
import { describe, expect, it } from "vitest";
import { emitFiles } from "../../codegen/generate.js";
import type { Body, JsonSchema } from "../../codegen/model/model.js";
import {
  acme,
  component,
  event,
  miniature,
  parameter,
  refTo,
  route,
} from "../cases/codegen/emit/miniature.js";
import { typeErrors } from "../cases/codegen/emit/type-errors.js";
import { emitted, object } from "./emitted.js";

describe("routes.ts imports", () => {
  it.each(["RawBody", "Uploadable", "BodyOf<", "BodyFields<", "ContentTypeHeaders<"])(
    "nothing because a description names it: %s",
    async (name) => {
      const routes = [route("GET /things", { summary: `Unlike ${name} elsewhere` })];
      const text = await emitted("routes.ts", { routes });
      expect(text).toContain(`Unlike ${name} elsewhere`);
      expect(text.split(name)).toHaveLength(text.split(`Unlike ${name}`).length);
    },
  );
});

describe("routes.ts", () => {
  it("lays path, query and body side by side, and asks for arguments where one is required", async () => {
    const things = route("POST /things/{id}", {
      summary: "Make a thing",
      parameters: [
        parameter("path", "id", { schema: { type: "integer" } }),
        parameter("query", "dry", { schema: { type: "boolean" }, description: "Only try" }),
      ],
      body: body(object({ title: { type: "string" }, note: { type: "string" } }, ["title"])),
    });
    const text = await emitted("routes.ts", { routes: [things] });
    expect(text).toContain(`/** \`POST /things/{id}\`: Make a thing */
export interface ThingsDoParameters extends BodyRequestParameters {
  id: number;
  /** Only try */
  dry?: boolean | undefined;
  title: string;
  note?: string | undefined;
  data?: undefined;
}
`);
    expect(text).toContain(
      '  "POST /things/{id}": [parameters: ThingsDoDataParameters | ThingsDoParameters];\n',
    );
  });

  it("links to the documentation of a route wherever it is documented", async () => {
    const routes = [route("GET /things", { docs: "https://docs.acme.example/*/things" })];
    const link = "[Documentation](https://docs.acme.example/*\\/things)";
    for (const file of ["routes.ts", "route-helpers.ts"]) {
      expect(await emitted(file, { routes })).toContain(link);
    }
  });

  it("asks for nothing where nothing is required", async () => {
    const text = await emitted("routes.ts", {
      routes: [route("GET /things", { deprecated: true, parameters: [parameter("query", "q")] })],
    });
    expect(text).toContain('  "GET /things": [parameters?: ThingsDoParameters];\n');
    expect(text).toContain("  /** @deprecated */\n");
  });

  it.each<[what: string, requestBody: Body, declared: string]>([
    ["is a list", body({ type: "array", items: { type: "string" } }), "data: string[];"],
    [
      "is a choice",
      body({ oneOf: [{ type: "string" }, { type: "null" }] }),
      "data: string | null;",
    ],
    [
      "is text",
      body({ type: "string" }, { contentTypes: ["text/plain"] }),
      'data: string | BodyOf<"text/plain">;',
    ],
    [
      "is bytes",
      body({ type: "string", format: "binary" }, { contentTypes: ["application/octet-stream"] }),
      `data: string | Uint8Array | ArrayBuffer | Blob | ReadableStream | BodyOf<"application/octet-stream">;`,
    ],
    [
      "has a property named url",
      body(object({ url: { type: "string" } })),
      "data: {\n    url?: string;\n  };",
    ],
    [
      "has a property named as a path parameter",
      body(object({ id: { type: "string" } })),
      "data: {\n    id?: string;\n  };",
    ],
    [
      "can be given in two ways",
      body({ oneOf: [object({ a: { type: "string" } }, ["a"]), { type: "string" }] }),
      `  /** The whole body, in place of its fields: \`application/json\`. */
  data:
    | {
        a: string;
      }
    | string
    | RawBody;
`,
    ],
    ["is optional", body({ type: "string" }, { required: false }), "data?: string | undefined;"],
    [
      "is a map",
      body({ type: "object", additionalProperties: true }),
      "data: {\n    [k: string]: unknown;\n  };",
    ],
    [
      "is open",
      body({ ...object({ a: { type: "string" } }), additionalProperties: true }),
      "  a?: string | undefined;\n  data?: undefined;\n  [k: string]: unknown;\n",
    ],
    [
      "is composed",
      body({
        allOf: [object({ a: { type: "string" } }, ["a"]), object({ b: { type: "string" } })],
      }),
      "  a: string;\n  b?: string | undefined;\n",
    ],
  ])("a body that %s", async (_, requestBody, declared) => {
    const routes = [
      route("PUT /things/{id}", {
        parameters: [parameter("path", "id")],
        body: requestBody,
      }),
    ];
    expect(await emitted("routes.ts", { routes })).toContain(declared);
  });

  describe("a time", () => {
    const time = { type: "string", format: "date-time" };
    const times = object({ at: time, until: { ...time, type: ["string", "null"] } }, ["at"]);
    const components = [component("when", time), component("span", times)];
    const routes = [
      route("POST /things", {
        parameters: [
          parameter("query", "since", { schema: time }),
          parameter("query", "before", { schema: refTo("when") }),
        ],
        body: body(
          object({ due: time, days: { type: "array", items: time }, span: refTo("span") }),
        ),
        responses: [{ status: "200", schema: object({ seen: refTo("when"), made: time }) }],
      }),
    ];

    it("is given as text or as a Date, wherever it stands in a call", async () => {
      const text = await emitted("routes.ts", { routes, components });
      expect(text).toContain(`  since?: string | Date | undefined;
  before?: When | Date | undefined;
  due?: string | Date | undefined;
  days?: (string | Date)[] | undefined;
  span?: Span | undefined;
`);
      expect(text).toContain("  at: string | Date;\n  until?: string | Date | null;\n");
    });

    it("is received as text, also where calls send it, and sent as text by itself", async () => {
      const text = await emitted("responses.ts", { routes, components });
      expect(text).toContain("  seen?: When;\n  made?: string;\n");
      const shared = await emitted("shared.ts", { routes, components });
      expect(shared).toContain("export type When = string;\n");
      expect(await emitted("endpoints.ts", { routes, components })).toContain(
        'WithTimesAsText<Pick<$routes.ThingsDoParameters, "due" | "days" | "span">>',
      );
    });
  });

  it("passes a parameter that is named like an option in the option `parameters`", async () => {
    const parameters = [parameter("query", "url", { required: true }), parameter("query", "data")];
    const text = await emitted("routes.ts", { routes: [route("GET /things", { parameters })] });
    expect(text).toContain(`export interface ThingsDoParameters extends RequestParameters {
  /** The parameters that are named like an option of a call. */
  parameters: {
    url: string;
    data?: string | undefined;
  };
}
`);
    expect(text).toContain('  "GET /things": [parameters: ThingsDoParameters];\n');
  });

  it("imports a type that it shares with payloads", async () => {
    const components = [component("user", object({ id: { type: "integer" } }))];
    const text = await emitted("routes.ts", {
      components,
      events: [event("push", { payload: object({ sender: refTo("user") }) })],
      routes: [route("PUT /user", { body: body(object({ user: refTo("user") })) })],
    });
    expect(text).toContain('import type { User } from "./shared.js";\n');
    expect(text).not.toContain("interface User ");
  });
});

describe("route-helpers.ts", () => {
  it("has a function for each route, named by its operation", async () => {
    const routes = [
      route("POST /things/{id}", {
        operation: "things/make",
        parameters: [parameter("path", "id")],
      }),
      route("GET /things", { operation: "delete" }),
    ];
    const text = await emitted("route-helpers.ts", { routes });
    expect(text).toContain(
      'export const thingsMake = /* @__PURE__ */ bindRoute("POST /things/{id}");\n',
    );
    expect(text).toContain('export const delete_ = /* @__PURE__ */ bindRoute("GET /things");\n');
  });
});

describe("positional arguments", () => {
  const routes = [
    route("PUT /shelves/{shelf_id}/things/{id}", {
      parameters: [
        parameter("path", "shelf_id"),
        parameter("path", "id", { schema: refTo("key") }),
        parameter("query", "dry"),
      ],
      body: {
        required: true,
        contentTypes: [],
        schema: object({ a: { type: "string" } }, ["a"]),
      },
    }),
  ];
  const components = [component("key", { enum: ["one", "two"] })];
  const emit = (path: string, arguments_: "object" | "positional" | "last") => {
    const vendor = { ...acme, sdk: { name: "Acme", arguments: arguments_ } };
    return emitted(path, { vendor, routes, components });
  };

  it("are no part of the object of parameters, but of a route's parameters", async () => {
    const text = await emit("routes.ts", "positional");
    expect(text).toContain(`export interface ThingsDoParameters extends BodyRequestParameters {
  dry?: string | undefined;
  a: string;
`);
    expect(text).toContain('BodyFields<ThingsDoParameters, "dry">');
    expect(text).toContain("(ThingsDoDataParameters | ThingsDoParameters) & {");
    expect(text).toContain("{ shelf_id: string; id: Key }");
  });

  it("may be the last one alone", async () => {
    const text = await emit("routes.ts", "last");
    expect(text).toContain(`export interface ThingsDoParameters extends BodyRequestParameters {
  shelf_id: string;
  dry?: string | undefined;
`);
    expect(text).toContain('BodyFields<ThingsDoParameters, "shelf_id" | "dry">');
    expect(text).toContain("(ThingsDoDataParameters | ThingsDoParameters) & { id: Key }");
  });

  it("belong to the arguments of helpers, too", async () => {
    const vendor = { ...acme, sdk: { name: "Acme", arguments: "positional" as const } };
    const paths = new Set(["routes.ts", "route-helpers.ts", "constants.ts"]);
    const files = await emitFiles(miniature({ vendor, routes, components }), (path) =>
      paths.has(path),
    );
    const call = (parameters: string): string => `import { thingsDo } from "./route-helpers.js";
thingsDo(${parameters});`;
    expect(typeErrors(files, call('{ a: "", shelf_id: "1", id: "one" }'))).toEqual([]);
    expect(typeErrors(files, call('{ a: "", shelf_id: "1", id: "three" }'))).toHaveLength(1);
  });
});

/** A required body of JSON, unless the parts say otherwise. */
function body(schema: JsonSchema, parts: Partial<Body> = {}): Body {
  return { required: true, contentTypes: ["application/json"], schema, ...parts };
}
