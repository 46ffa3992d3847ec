import { transform } from "esbuild";
import { describe, expect, it } from "vitest";
import { emitFile, emitFiles } from "../../codegen/generate.js";
import type { Route, SchemaModel } from "../../codegen/model/model.js";
import {
  acme,
  action,
  component,
  event,
  miniature,
  parameter,
  refTo,
  route,
} from "../cases/codegen/emit/miniature.js";
import { typeErrors } from "../cases/codegen/emit/type-errors.js";

/** One file of the output, without its header. */
async function emitted(path: string, parts: Partial<SchemaModel>): Promise<string> {
  const text = await emitFile(miniature(parts), path);
  return text.slice(text.indexOf("\n\n") + 2);
}

const object = (properties: object, required: readonly string[] = []) => ({
  type: "object",
  properties,
  required,
});

describe("constants.ts", () => {
  it("holds the vendor, header names in lowercase", async () => {
    const text = await emitted("constants.ts", {});
    expect(text).toContain('export const vendorName = "acme";\n');
    expect(text).toContain('export const baseUrl = "https://api.acme.example";\n');
    expect(text).toContain('export const accept = "application/vnd.acme.v1+json";\n');
    expect(text).toContain('export const mediaTypePrefix = "application/vnd.acme";\n');
    expect(text).toContain('export const webhookPath = "/hooks/acme";\n');
    expect(text)
      .toContain(`export const webhookHeaders = { event: "acme-event", delivery: "acme-delivery", signature: "acme-signature" } as const;
`);
  });
});

describe("routes.ts", () => {
  it.each(["RawBody", "Uploadable", "BodyOf<", "BodyFields<", "ContentTypeHeaders<"])(
    "neither imports nor declares %s because a description names it",
    async (name) => {
      const routes = [route("GET /things", { summary: `Unlike ${name} elsewhere` })];
      const text = await emitted("routes.ts", { routes });
      expect(text).toContain(`Unlike ${name} elsewhere`);
      expect(text.split(name)).toHaveLength(text.split(`Unlike ${name}`).length);
    },
  );
});

describe("event-names.ts", () => {
  it("[B.9] [B.24] lists each event, then its combinations, frozen and tree-shakeable", async () => {
    const events = [event("push"), event("label", { actions: [action("created"), action("b")] })];
    const text = await emitted("event-names.ts", { events });
    expect(text).toContain(
      'type EmitterEventNames = readonly ["push", "label", "label.created", "label.b"];\n',
    );
    expect(text).toContain('const text = "" + " push" + " label .created .b";\n');
    expect(text).toContain("emitterEventNames = /* @__PURE__ */ expandNames(text);");
    expect(text).toContain("Object.freeze(names)");
    expect(text).toContain(
      "MustExtend<(typeof emitterEventNames)[number], EmitterWebhookEventName>",
    );
    expect(text).toContain(
      "MustExtend<EmitterWebhookEventName, (typeof emitterEventNames)[number]>",
    );
  });
});

describe("payloads.ts", () => {
  it("describes an undescribed payload as any object", async () => {
    expect(await emitted("payloads.ts", { events: [event("push")] }))
      .toBe(`/** Payload of \`push\`. */
export interface PushPayload {
  [k: string]: unknown;
}
`);
  });

  it("takes maps among the values of a schema for values, whatever their keys", async () => {
    const value = { $ref: "package.json", tsType: "evil", hasOwnProperty: [1, null] };
    const payload = object({
      hasOwnProperty: { enum: ["hasOwnProperty"] },
      one: { enum: [value, "a"] },
      other: { const: value },
    });
    const text = await emitted("payloads.ts", { events: [event("push", { payload })] });
    const printed = '{ $ref: "package.json"; tsType: "evil"; hasOwnProperty: [1, null] }';
    expect(text.replace(/\s+/g, " ")).toContain(
      `hasOwnProperty?: "hasOwnProperty"; one?: ${printed} | "a"; other?: ${printed}; }`,
    );
  });

  it("gives every action its literal, and the event the union", async () => {
    const payload = object({ action: { enum: ["a", "b"] }, id: { type: "integer" } }, ["id"]);
    const events = [event("thing", { actions: [action("a", payload), action("b")] })];
    expect(await emitted("payloads.ts", { events }))
      .toBe(`/** Payload of \`thing\` with any of its actions. */
export type ThingPayload = ThingAPayload | ThingBPayload;

/** Payload of \`thing.a\`. */
export interface ThingAPayload {
  action: "a";
  id: number;
}

/** Payload of \`thing.b\`. */
export interface ThingBPayload {
  action: "b";
  [k: string]: unknown;
}
`);
  });

  it("leaves the action of an event open whose sender chooses it", async () => {
    const payload = object({ action: { type: "string" } }, ["action"]);
    const events = [event("dispatch", { actions: [action("sample", payload)] })];
    const text = await emitted("payloads.ts", { events });
    expect(text).toContain("export interface DispatchPayload {\n  action: string;\n}\n");
    expect(text).toContain('export interface DispatchSamplePayload {\n  action: "sample";\n}\n');
  });

  it("declares a shared type once, under its key, whatever its title", async () => {
    const user = component("simple-user", {
      title: "User",
      ...object({ id: { type: "integer" } }),
    });
    const payload = object({ sender: refTo("simple-user"), owner: refTo("simple-user") });
    const events = [event("push", { payload }), event("fork", { payload })];
    const text = await emitted("payloads.ts", { events, components: [user] });
    expect(text.match(/interface SimpleUser /g)).toHaveLength(1);
    expect(text).toContain("  sender?: SimpleUser;\n  owner?: SimpleUser;\n");
    expect(text).not.toContain("SimpleUser1");
  });

  it("declares equal components once: one of the same name, an alias for another", async () => {
    const schema = object({ id: { type: "integer" } });
    const components = [
      component("user", schema, "a"),
      component("user", schema, "b"),
      component("owner", schema, "b"),
    ];
    const payload = object({
      x: refTo("user", "a"),
      y: refTo("user", "b"),
      z: refTo("owner", "b"),
    });
    const text = await emitted("payloads.ts", { events: [event("push", { payload })], components });
    expect(text).toContain("  x?: User;\n  y?: User;\n  z?: Owner;\n");
    expect(text).toContain("export type Owner = User;\n");
    expect(text).not.toContain("User2");
  });

  it("merges equal components that refer to themselves, and keeps different ones apart", async () => {
    const node = (file: string, type: string) =>
      component("node", object({ next: refTo("node", file), value: { type } }), file);
    const components = [node("a", "string"), node("b", "string"), node("c", "integer")];
    const payload = object({ a: refTo("node", "a"), b: refTo("node", "b"), c: refTo("node", "c") });
    const text = await emitted("payloads.ts", { events: [event("push", { payload })], components });
    expect(text).toContain("  a?: Node;\n  b?: Node;\n  c?: CNode;\n");
    expect(text).toContain("  next?: CNode;\n  value?: number;\n");
  });

  it.each<[string, object, string]>([
    ["null in a list of types", { type: ["string", "null"] }, "p?: string | null;"],
    ["a nullable reference", { anyOf: [refTo_("x"), { type: "null" }] }, "p?: X | null;"],
    ["a nullable enum", { enum: ["a", null] }, 'p?: "a" | null;'],
    ["const", { const: 7 }, "p?: 7;"],
    [
      "quotes in an enum",
      { enum: ["it's", 'a "b"', "`c`"] },
      `p?: "it's" | 'a "b"' | "\`c\`" | (string & {});`,
    ],
    ["a bare object", { type: "object" }, "p?: {\n    [k: string]: unknown;\n  };"],
    ["a map", { type: "object", additionalProperties: { type: "number" } }, "[k: string]: number;"],
    ["a list of a union", { items: { type: ["string", "integer"] } }, "p?: (string | number)[];"],
    ["a list with bounds", { type: "array", items: { type: "string" }, minItems: 2 }, "string[];"],
    ["one of", { oneOf: [refTo_("x"), { type: "string" }] }, "p?: X | string;"],
    ["all of one", { allOf: [refTo_("x")] }, "p?: X;"],
    [
      "an open enum",
      { type: "string", knownValues: ["a", 'b"'] },
      `p?: "a" | 'b"' | (string & {});`,
    ],
    [
      "an open enum with null",
      { type: ["string", "null"], knownValues: ["a"] },
      'p?: "a" | (string & {}) | null;',
    ],
    [
      "a list of an open enum",
      { items: { type: "string", knownValues: ["a"] } },
      'p?: ("a" | (string & {}))[];',
    ],
    [
      "an open enum of text and numbers",
      { type: ["string", "integer"], knownValues: ["a", 7] },
      'p?: "a" | 7 | (string & {}) | (number & {});',
    ],
    ["anything", {}, "p?: unknown;"],
    ["anything that is described", { description: "Any value." }, "p?: unknown;"],
    ["code for the tool behind", { type: "string", tsType: "Evil" }, "p?: string;"],
    ["an end of comment", { type: "string", description: "a */ b" }, "* a *\\/ b"],
    ["a default", { type: "integer", default: 30 }, "* Default: `30`"],
    ["deprecation", { type: "string", deprecated: true }, "* @deprecated"],
  ])("converts %s", async (_, schema, expected) => {
    const events = [event("push", { payload: object({ p: schema }) })];
    const components = [component("x", object({ id: { type: "string" } }))];
    expect(await emitted("payloads.ts", { events, components })).toContain(expected);
  });
});

function refTo_(name: string): object {
  return { $ref: `components/shared.yaml#/${name}` };
}

describe("events.ts", () => {
  it("has one interface for each name, and one flat map", async () => {
    const events = [event("push"), event("label", { actions: [action("created")] })];
    const text = await emitted("events.ts", { events });
    expect(text).toContain(`export interface LabelEvent extends EventAttempt {
  id: string;
  name: "label";
  payload: LabelPayload;
}
`);
    expect(text).toContain(`export interface LabelCreatedEvent extends EventAttempt {
  id: string;
  name: "label";
  payload: LabelCreatedPayload;
}
`);
    expect(text).toContain(`export interface EventMap {
  push: PushEvent;
  label: LabelEvent;
  "label.created": LabelCreatedEvent;
}
`);
    expect(text).toContain('export type EmitterEventName = "push" | "label";\n');
    expect(text).toContain(
      'export type EmitterWebhookEventName = "push" | "label" | "label.created";\n',
    );
    expect(text)
      .toContain(`Name extends EmitterWebhookEventName = EmitterEventName> = EventMap[Name];
`);
  });
});

describe("routes.ts", () => {
  const body = (schema: object, parts: object = {}) => ({
    required: true,
    contentTypes: ["application/json"],
    schema: schema as { readonly [keyword: string]: unknown }, // a literal of each test
    ...parts,
  });

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

  it.each<[string, object, object, string]>([
    ["is a list", body({ type: "array", items: { type: "string" } }), {}, "data: string[];"],
    [
      "is a choice",
      body({ oneOf: [{ type: "string" }, { type: "null" }] }),
      {},
      "data: string | null;",
    ],
    [
      "is text",
      body({ type: "string" }, { contentTypes: ["text/plain"] }),
      {},
      'data: string | BodyOf<"text/plain">;',
    ],
    [
      "is bytes",
      body({ type: "string", format: "binary" }, { contentTypes: ["application/octet-stream"] }),
      {},
      `data: string | Uint8Array | ArrayBuffer | Blob | ReadableStream | BodyOf<"application/octet-stream">;`,
    ],
    [
      "has a property named url",
      body(object({ url: { type: "string" } })),
      {},
      "data: {\n    url?: string;\n  };",
    ],
    [
      "has a property named as a path parameter",
      body(object({ id: { type: "string" } })),
      {},
      "data: {\n    id?: string;\n  };",
    ],
    [
      "can be given in two ways",
      body({ oneOf: [object({ a: { type: "string" } }, ["a"]), { type: "string" }] }),
      {},
      `  /** The whole body, in place of its fields: \`application/json\`. */
  data:
    | {
        a: string;
      }
    | string
    | RawBody;
`,
    ],
    [
      "is optional",
      body({ type: "string" }, { required: false }),
      {},
      "data?: string | undefined;",
    ],
    [
      "is a map",
      body({ type: "object", additionalProperties: true }),
      {},
      "data: {\n    [k: string]: unknown;\n  };",
    ],
    [
      "is open",
      body({ ...object({ a: { type: "string" } }), additionalProperties: true }),
      {},
      "  a?: string | undefined;\n  data?: undefined;\n  [k: string]: unknown;\n",
    ],
    [
      "is composed",
      body({
        allOf: [object({ a: { type: "string" } }, ["a"]), object({ b: { type: "string" } })],
      }),
      {},
      "  a: string;\n  b?: string | undefined;\n",
    ],
  ])("a body that %s", async (_, requestBody, __, expected) => {
    const routes = [
      route("PUT /things/{id}", {
        parameters: [parameter("path", "id")],
        body: requestBody as ReturnType<typeof body>, // the table's own literals
      }),
    ];
    expect(await emitted("routes.ts", { routes })).toContain(expected);
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

describe("route-exceptions.ts", () => {
  const exceptionsOf = async (routes: readonly Route[]): Promise<unknown> => {
    const text = await emitted("route-exceptions.ts", { routes });
    const { code } = await transform(text, { loader: "ts" });
    const module: unknown = await import(`data:text/javascript,${encodeURIComponent(code)}`);
    return (module as { expandRouteExceptions(): unknown }).expandRouteExceptions(); // its one export
  };

  it("is empty for routes that are expanded as they are documented", async () => {
    const parameters = [parameter("path", "id"), parameter("query", "q")];
    expect(await exceptionsOf([route("GET /things/{id}", { parameters })])).toEqual({});
  });

  it("[A.13] has one row for the methods of a URL that differ alike", async () => {
    const parameters = [parameter("path", "path", { multiSegment: true })];
    const routes = ["GET", "PUT"].map((method) => route(`${method} /a/{path}`, { parameters }));
    expect(await emitted("route-exceptions.ts", { routes })).toContain('["GET PUT", "/a/{*path}"]');
    const exception = { multiSegment: ["path"] };
    expect(await exceptionsOf(routes)).toEqual({
      "GET /a/{path}": exception,
      "PUT /a/{path}": exception,
    });
  });

  it.each<[string, string, Parameters<typeof route>[1], object]>([
    [
      "[A.13] declares query parameters beside a body",
      "DELETE /caches",
      { parameters: [parameter("query", "key"), parameter("query", "ref")] },
      { template: "/caches{?key,ref}" },
    ],
    [
      "[A.13] continues a query",
      "POST /caches?a=1",
      { parameters: [parameter("query", "key")] },
      { template: "/caches?a=1{&key}" },
    ],
    [
      "[A.13] repeats the key of a list",
      "POST /caches",
      { parameters: [parameter("query", "ids", { schema: { type: "array" } })] },
      { template: "/caches{?ids*}" },
    ],
    [
      "[A.13] joins a list by commas where it says so",
      "POST /caches",
      { parameters: [parameter("query", "ids", { schema: { type: "array" }, style: "comma" })] },
      { query: { ids: "comma" } },
    ],
    [
      "[A.13] gives a server of its own",
      "POST /upload",
      { server: "https://up.acme.example/", parameters: [parameter("query", "name")] },
      { template: "https://up.acme.example/upload{?name}" },
    ],
    [
      "[A.13] names parameters of several segments",
      "GET /files/{path}",
      { parameters: [parameter("path", "path", { multiSegment: true })] },
      { multiSegment: ["path"] },
    ],
    [
      "[A.13] names styles",
      "GET /things",
      {
        parameters: [
          parameter("query", "a", { style: "comma" }),
          parameter("query", "__proto__", { style: "brackets" }),
        ],
      },
      { query: { a: "comma", ["__proto__"]: "brackets" } },
    ],
  ])("%s", async (_, key, parts, expected) => {
    expect(await exceptionsOf([route(key, parts)])).toEqual({ [key]: expected });
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

describe("responses.ts and endpoints.ts", () => {
  const routes = [
    route("POST /things", {
      responses: [
        {
          status: "201",
          contentType: "application/json",
          schema: object({ id: { type: "integer" } }),
        },
        { status: "204" },
        { status: "4XX", contentType: "application/json", schema: refTo("problem") },
      ],
      body: { required: true, contentTypes: [], schema: object({ a: { type: "string" } }) },
    }),
  ];
  const components = [component("problem", object({ text: { type: "string" } }))];

  it("declares bodies once", async () => {
    const text = await emitted("responses.ts", { routes, components });
    expect(text).toContain("export interface ThingsDoResponse201 {\n  id?: number;\n}\n");
    expect(text).toContain("export interface Problem {\n  text?: string;\n}\n");
  });

  it("gives an equal body no second declaration", async () => {
    const both = routes.flatMap((made): readonly Route[] => [
      made,
      { ...made, key: "PUT /things", operation: "things/put", call: "things.put" },
    ]);
    const text = await emitted("responses.ts", { routes: both, components });
    expect(text).not.toContain("ThingsPutResponse201");
    expect(
      await complaints({ routes: both, components }, [
        [result("ThingsPutResponse"), `${response("ThingsDoResponse201")} | undefined`],
      ]),
    ).toEqual([]);
  });

  /** The complaints of a compiler about claims `Expect<Equal<One, Other>>` on `Endpoints`. */
  const complaints = async (
    parts: Parameters<typeof miniature>[0],
    claims: readonly (readonly [one: string, other: string])[],
  ): Promise<readonly string[]> => {
    const files = await emitFiles(miniature(parts), (path) => MAPS.has(path));
    const lines = claims.map(
      ([one, other], index) => `export const claim${index}: Equal<${one}, ${other}> = true;`,
    );
    const imports = `import type { Endpoints } from "./endpoints.js";
export type { Endpoints };
type Equal<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;`;
    return typeErrors(files, [imports, ...lines].join("\n"));
  };
  const result = (name: string): string => `import("./results.js").${name}`;
  const response = (name: string): string => `import("./responses.js").${name}`;
  const MAPS = new Set(
    ["routes", "responses", "results", "client-types", "endpoints"].map((name) => `${name}.ts`),
  );

  it("maps a route to parameters, request, response and all responses", async () => {
    const entry = 'Endpoints["POST /things"]';
    const claims = [
      [
        `${entry}["parameters"]`,
        'import("./routes.js").ThingsDoDataParameters | import("./routes.js").ThingsDoParameters',
      ],
      [
        `${entry}["request"]`,
        `import("./endpoints.js").EndpointRequest<"post", Pick<import("./routes.js").ThingsDoParameters, "a">>`,
      ],
      [`${entry}["response"]`, 'import("./results.js").ThingsDoResponse'],
      [
        `${entry}["responses"]`,
        `{ 201: import("./responses.js").ThingsDoResponse201; 204: undefined; "4XX": import("./responses.js").Problem }`,
      ],
    ] as const;
    expect(await complaints({ routes, components }, claims)).toEqual([]);
    expect(await complaints({ routes, components }, [[claims[2][0], "number"]])).toHaveLength(1);
    const text = await emitted("endpoints.ts", { routes, components });
    expect(text).toContain('export type * from "./results.js";\n');
  });

  it.each<[title: string, responses: Route["responses"], expected: string]>([
    [
      "which the client reads as text",
      [{ status: "200", contentType: "text/plain", schema: refTo("problem") }],
      '{ 200: import("./responses.js").Problem }',
    ],
    [
      "without a success",
      [
        { status: "302" },
        { status: "404", contentType: "application/json", schema: refTo("problem") },
      ],
      '{ 302: undefined; 404: import("./responses.js").Problem }',
    ],
    [
      "by class, and all others",
      [
        { status: "2XX", contentType: "application/json", schema: refTo("problem") },
        { status: "default" },
      ],
      '{ "2XX": import("./responses.js").Problem; default: undefined }',
    ],
    ["without any", [], "{}"],
  ])("maps a route to responses as they are described: %s", async (_title, described, expected) => {
    const parts = { routes: [route("GET /things", { responses: described })], components };
    const claims = [['Endpoints["GET /things"]["responses"]', expected]] as const;
    expect(await complaints(parts, claims)).toEqual([]);
  });

  it("names types after the method, not after the operation", async () => {
    const renamed = routes.map((made) => ({ ...made, call: "shop.things.add" }));
    const entry = 'Endpoints["POST /things"]';
    const claims = [
      [
        `${entry}["parameters"]`,
        'import("./routes.js").ShopThingsAddDataParameters | import("./routes.js").ShopThingsAddParameters',
      ],
      [`${entry}["response"]`, 'import("./results.js").ShopThingsAddResponse'],
      [`${entry}["responses"][201]`, 'import("./responses.js").ShopThingsAddResponse201'],
    ] as const;
    expect(await complaints({ routes: renamed, components }, claims)).toEqual([]);
  });

  it("gives as a result what the client reads, by its content type", async () => {
    const parts = {
      routes: [
        ...routes,
        route("GET /text", {
          operation: "texts/get",
          responses: [{ status: "200", contentType: "text/plain", schema: refTo("problem") }],
        }),
        route("GET /file", {
          operation: "files/get",
          responses: [{ status: "200", contentType: "application/pdf", schema: true }],
        }),
        route("GET /video", {
          operation: "videos/get",
          responses: [
            {
              status: "200",
              contentType: "application/json",
              otherTypes: ["video/mp4", "image/webp"],
              schema: object({ id: { type: "string" } }),
            },
          ],
        }),
        route("GET /nothing", { operation: "nothing/get" }),
      ],
      components,
    };
    const claims = [
      [result("VideosGetResponse"), `${response("VideosGetResponse200")} | ArrayBuffer`],
      [result("ThingsDoResponse"), `${response("ThingsDoResponse201")} | undefined`],
      [result("TextsGetResponse"), "string"],
      [result("FilesGetResponse"), "ArrayBuffer"],
      [result("NothingGetResponse"), "unknown"],
    ] as const;
    expect(await complaints(parts, claims)).toEqual([]);
    expect(await emitted("results.ts", parts)).not.toContain("./endpoints.js");
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

describe("catalogs", () => {
  it("bind constants, names and exceptions", async () => {
    expect(await emitted("webhook-catalog.ts", {})).toContain(`export const webhookCatalog = {
  path: webhookPath,
  event: { header: "acme-event" },
  delivery: { header: "acme-delivery" },
  action: "action",
  relay: webhookRelay,
  eventNames: emitterEventNames,
} as const;
`);
    expect(await emitted("endpoint-catalog.ts", {})).toContain(`export const endpointCatalog = {
  baseUrl,
  accept,
  mediaTypePrefix,
  get routes() {
    return expandRouteExceptions();
  },
} as const;
`);
  });
});

describe("the client's own name", () => {
  it("begins the user-agent, as a product of the header's grammar", async () => {
    const vendor = { ...acme, agent: { name: "@acme/sdk", version: "1.2.0" } };
    const constants = await emitted("constants.ts", { vendor });
    expect(constants).toContain('export const userAgent = "acme-sdk/1.2.0";\n');
    expect(await emitted("endpoint-catalog.ts", { vendor })).toContain("  userAgent,\n");
  });
});

describe("the entries", () => {
  const vendor = { ...acme, runtime: "typewire-runtime" };

  it("bind the runtime that the YAML names", async () => {
    const endpoint = await emitted("endpoint.ts", { vendor });
    expect(endpoint).toContain('from "typewire-runtime/endpoint";\n');
    expect(endpoint).toContain("export const endpoint: Endpoint<Routes> =");
    const webhooks = await emitted("webhooks.ts", { vendor });
    expect(webhooks).toContain('from "typewire-runtime/webhooks";\n');
    expect(webhooks).toContain("export const Webhooks: WebhooksConstructor<WebhookTypes> =");
  });

  it("offer no payload types in an import from the root, but in one from webhooks", async () => {
    const typesOf = 'export type * from "./payloads.js";\n';
    expect(await emitted("webhooks.ts", { vendor })).toContain(typesOf);
    const root = await emitted("index.ts", { vendor });
    expect(root).not.toContain("export type *");
    expect(root).not.toContain("payloads.js");
    expect(root).toMatch(/^export \{[^*}]*\bWebhooks\b[^*}]*\} from "\.\/webhooks\.js";$/m);
    expect(root).toMatch(/^export \{ anyRoute, endpoint, [^*]* \} from "\.\/endpoint\.js";$/m);
  });

  it("are not made where the YAML names none", async () => {
    await expect(emitted("index.ts", {})).rejects.toThrow("index.ts was not generated");
  });
});

describe("reference pages", () => {
  it("escape what they quote", async () => {
    const events = [
      event("push", { description: "a | b <script> [x](y)", actions: [action("done")] }),
    ];
    const text = await emitted("reference/events.md", { events });
    expect(text).toContain("a \\| b \\<script\\> \\[x\\](y)");
    expect(text).toContain("| `push.done` | `PushDoneEvent` | `PushDonePayload` |");
    expect(text).toContain("Events: 1. Names, with the combinations of event and action: 2.");
  });

  it("list the parameters of every route by place", async () => {
    const parameters = [parameter("path", "id", { description: "Of the `thing`" })];
    const text = await emitted("reference/routes.md", {
      routes: [
        route("GET /things/{id}", {
          parameters,
          responses: [{ status: "404", description: "a|b" }],
        }),
      ],
    });
    expect(text).toContain("## `GET /things/{id}`");
    expect(text).toMatch(/\| `id` \| `\w+` \| path \| yes +\| Of the \\`thing\\` \|/);
    expect(text).toMatch(/\| `404` \| +\| +\| a\\\|b +\|/);
  });
});
