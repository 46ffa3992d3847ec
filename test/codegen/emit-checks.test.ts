/** Schemas of payloads as they are generated, in miniature: a schema, a payload, what is found. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { emitSamples } from "../../codegen/emit/samples/samples.js";
import { readCalls } from "../../codegen/emit/calls/forms.js";
import { nameTypes } from "../../codegen/emit/names/type-names.js";
import { type FileDraft, finishFile, PROJECT_ORIGIN } from "../../codegen/emit/print/file.js";
import { emitFiles, type GeneratedFile } from "../../codegen/generate.js";
import { createResolver } from "../../codegen/json-schema/references.js";
import {
  describeIssue,
  type PayloadLoader,
} from "../../src/receive/webhooks/parts/payload-validator.js";
import { createMemo } from "../../codegen/model/memo.js";
import type { JsonSchema, SchemaModel } from "../../codegen/model/model.js";
import {
  action,
  component,
  event,
  miniature,
  refTo,
  route,
} from "../cases/codegen/emit/miniature.js";
import { listPayloadSchemas, type PayloadContext } from "../../codegen/emit/payloads/payloads.js";

const folder = mkdtempSync(join(tmpdir(), "typewire-validators-"));
let count = 0;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function contextOf(model: SchemaModel): PayloadContext {
  const resolve = createResolver(model);
  const names = nameTypes(model, readCalls(model, resolve));
  const payloads = listPayloadSchemas(model, names, resolve);
  return { model, resolve, payloads, memo: createMemo() };
}

/** Writes modules where the runner can import them. */
function write(files: readonly { readonly path: string; readonly text: string }[]): string {
  const home = join(folder, String(count++));
  for (const { path, text } of files) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  return home;
}

/** Of a vendor whose enums are closed: what open ones allow is tested in `open-values.test.ts`. */
const emitSchemas = (model: SchemaModel) =>
  emitFiles({ ...model, vendor: { ...model.vendor, hasClosedEnums: true } }, (path) =>
    path.startsWith("schemas/"),
  );

/** The check of an event's payloads; `null` means that it finds nothing. */
async function loadCheck(model: SchemaModel, name: string) {
  const home = write(await emitSchemas(model));
  const { payloadLoaders } = (await import(join(home, "schemas/loaders.ts"))) as {
    payloadLoaders: Readonly<Record<string, PayloadLoader>>;
  };
  const schema = (await payloadLoaders[name]?.())?.get(name);
  if (schema === undefined) throw new Error(`${name} has no schema.`);
  return (payload: unknown) =>
    schema["~standard"].validate(payload).issues?.map(describeIssue) ?? null;
}

async function finish(draft: FileDraft): Promise<GeneratedFile> {
  return finishFile(draft, createMemo(), PROJECT_ORIGIN, "typewire-runtime");
}

async function loadSample(model: SchemaModel, name: string): Promise<unknown> {
  const drafts = emitSamples(contextOf(model));
  const home = write(await Promise.all(drafts.map(finish)));
  const module = (await import(join(home, `samples/events/${name}.ts`))) as {
    samples: ReadonlyMap<string, () => object>;
  };
  return module.samples.get(name)?.();
}

function withPayload(property: JsonSchema, components: SchemaModel["components"] = []) {
  const payload = { type: "object", required: ["x"], properties: { x: property } };
  return miniature({ events: [event("thing", { payload })], components });
}

const user = component("user", {
  type: "object",
  required: ["id", "login"],
  properties: { id: { type: "integer" }, login: { type: "string" } },
});

/** The schema refers to itself, and is long enough for a function of its own. */
const node = component("node", {
  type: "object",
  required: ["value"],
  properties: { value: { type: "string" }, child: refTo("node") },
});

const word = component("word", { type: "string", enum: ["a", `${"long ".repeat(50)}word`] });

const objects: JsonSchema = {
  oneOf: [
    {
      type: "object",
      required: ["kind", "a"],
      properties: { kind: { enum: ["a"] }, a: { type: "string" } },
    },
    {
      type: "object",
      required: ["kind", "b"],
      properties: { kind: { enum: ["b"] }, b: { type: "string" } },
    },
  ],
};

/** What each schema takes, and what it refuses at which place for which reason. */
const cases: readonly {
  readonly about: string;
  readonly schema: JsonSchema;
  readonly takes: readonly unknown[];
  readonly refuses: readonly (readonly [unknown, string, string])[];
}[] = [
  {
    about: "a text",
    schema: { type: "string" },
    takes: ["", "a"],
    refuses: [
      [1, "", "type"],
      [null, "", "type"],
      [undefined, "", "required"],
    ],
  },
  { about: "a number", schema: { type: "number" }, takes: [0, -1.5], refuses: [["1", "", "type"]] },
  {
    about: "an integer",
    schema: { type: "integer" },
    takes: [0, 2 ** 60],
    refuses: [
      [1.5, "", "type"],
      ["1", "", "type"],
    ],
  },
  { about: "a boolean", schema: { type: "boolean" }, takes: [true], refuses: [[0, "", "type"]] },
  {
    about: "null",
    schema: { type: "null" },
    takes: [null],
    refuses: [
      ["", "", "type"],
      [0, "", "type"],
    ],
  },
  {
    about: "several types",
    schema: { type: ["string", "null"] },
    takes: ["", null],
    refuses: [[1, "", "type"]],
  },
  { about: "anything", schema: true, takes: [1, null, {}], refuses: [[undefined, "", "required"]] },
  { about: "nothing", schema: false, takes: [], refuses: [[1, "", "never"]] },
  {
    about: "values",
    schema: { enum: ["a", 1, null] },
    takes: ["a", 1, null],
    refuses: [
      ["b", "", "enum"],
      ["1", "", "enum"],
    ],
  },
  {
    about: "values and null",
    schema: { type: ["string", "null"], enum: ["a"] },
    takes: ["a", null],
    refuses: [["b", "", "enum"]],
  },
  { about: "a constant", schema: { const: "a" }, takes: ["a"], refuses: [["b", "", "enum"]] },
  {
    about: "an object",
    schema: { type: "object" },
    takes: [{}, { a: 1 }],
    refuses: [
      [[], "", "type"],
      [null, "", "type"],
      ["", "", "type"],
    ],
  },
  {
    about: "properties",
    schema: {
      type: "object",
      required: ["a"],
      properties: { a: { type: "string" }, b: { type: "integer" } },
      additionalProperties: false,
    },
    takes: [{ a: "" }, { a: "", b: 1, c: 2 }],
    refuses: [
      [{}, "/a", "required"],
      [{ a: "", b: "" }, "/b", "type"],
    ],
  },
  {
    about: "a property that is required without a schema",
    schema: { type: "object", required: ["a"] },
    takes: [{ a: 1 }],
    refuses: [[{}, "/a", "required"]],
  },
  {
    about: "odd names",
    schema: {
      type: "object",
      properties: { "a/b~c": { type: "string" }, "ü'\"": { type: "string" } },
    },
    takes: [{ "a/b~c": "" }],
    refuses: [
      [{ "a/b~c": 1 }, "/a~1b~0c", "type"],
      [{ "ü'\"": 1 }, "/ü'\"", "type"],
    ],
  },
  {
    about: "inherited names",
    schema: {
      type: "object",
      required: ["constructor"],
      properties: { constructor: { type: "string" }, toString: { type: "string" } },
    },
    takes: [{ constructor: "" }],
    refuses: [
      [{}, "/constructor", "required"],
      [{ constructor: "", toString: 1 }, "/toString", "type"],
    ],
  },
  {
    about: "a map",
    schema: { type: "object", additionalProperties: { type: "string" } },
    takes: [{}, { a: "" }],
    refuses: [[{ a: "", "b/": 1, c: 2 }, "/b~1", "type"]],
  },
  {
    about: "a map beside properties",
    schema: {
      type: "object",
      properties: { a: { type: "integer" } },
      additionalProperties: { type: "string" },
    },
    takes: [{ a: 1, b: "" }],
    refuses: [[{ a: 1, b: 2 }, "/b", "type"]],
  },
  {
    about: "a list: its first wrong item",
    schema: { type: "array", items: { type: "string" } },
    takes: [[], ["a"]],
    refuses: [
      [["a", 1, 2], "/1", "type"],
      [{}, "", "type"],
    ],
  },
  {
    about: "a tuple",
    schema: { type: "array", prefixItems: [{ type: "string" }, true], items: false },
    takes: [["a", 1]],
    refuses: [
      [["a"], "/1", "required"],
      [[1, 1], "/0", "type"],
      [["a", 1, 2], "/2", "never"],
    ],
  },
  {
    about: "a tuple with fewer items, and others after it",
    schema: {
      type: "array",
      prefixItems: [{ type: "string" }, { type: "integer" }],
      items: { type: "boolean" },
      minItems: 1,
    },
    takes: [["a"], ["a", 1], ["a", 1, true, false]],
    refuses: [
      [[], "/0", "required"],
      [["a", "b"], "/1", "type"],
      [["a", 1, 2], "/2", "type"],
    ],
  },
  {
    about: "a tuple without a word about further items",
    schema: { prefixItems: [{ type: "string" }] },
    takes: [["a", 1], "no list"],
    refuses: [[[1], "/0", "type"]],
  },
  {
    about: "patterns of names, before other properties",
    schema: {
      type: "object",
      properties: { "x-a": true },
      patternProperties: { "^x-": { type: "string" }, "^n/": { type: "integer" } },
      additionalProperties: { type: "boolean" },
    },
    takes: [{}, { "x-a": "", "n/": 1, other: true }],
    refuses: [
      [{ "x-a": 1 }, "/x-a", "type"],
      [{ "n/1": "" }, "/n~11", "type"],
      [{ other: 1 }, "/other", "type"],
    ],
  },
  {
    about: "the names of properties",
    schema: { propertyNames: { enum: ["a", "b/c"] }, additionalProperties: { type: "string" } },
    takes: [{}, { a: "", "b/c": "" }, 1],
    refuses: [
      [{ "d/e": "" }, "/d~1e", "never"],
      [{ a: 1 }, "/a", "type"],
    ],
  },
  {
    about: "a shared schema of names",
    schema: { propertyNames: refTo("word"), type: "object" },
    takes: [{ a: 1 }],
    refuses: [[{ b: 1 }, "/b", "never"]],
  },
  {
    about: "a list of objects",
    schema: { type: "array", items: refTo("user") },
    takes: [[{ id: 1, login: "a" }]],
    refuses: [[[{ id: 1, login: 2 }], "/0/login", "type"]],
  },
  {
    about: "a reference",
    schema: refTo("user"),
    takes: [{ id: 1, login: "a" }],
    refuses: [[{ id: 1 }, "/login", "required"]],
  },
  {
    about: "a reference or null",
    schema: { oneOf: [refTo("user"), { type: "null" }] },
    takes: [null, { id: 1, login: "a" }],
    refuses: [
      [{ id: 1 }, "/login", "required"],
      ["", "", "type"],
    ],
  },
  {
    about: "all of several",
    schema: {
      allOf: [
        refTo("user"),
        { type: "object", required: ["name"], properties: { name: { type: "string" } } },
      ],
    },
    takes: [{ id: 1, login: "a", name: "b" }],
    refuses: [
      [{ id: 1, login: "a" }, "/name", "required"],
      [{ id: "", login: "a", name: "" }, "/id", "type"],
    ],
  },
  {
    about: "types as alternatives",
    schema: { oneOf: [{ type: "string" }, { type: "integer" }] },
    takes: ["", 1],
    refuses: [[true, "", "type"]],
  },
  {
    about: "objects as alternatives: the nearest",
    schema: objects,
    takes: [
      { kind: "a", a: "" },
      { kind: "b", b: "" },
    ],
    refuses: [
      [{ kind: "b", b: 1 }, "/b", "type"],
      [{ kind: "a", a: 1 }, "/a", "type"],
      ["", "", "anyOf"],
    ],
  },
  {
    about: "alternatives in a list",
    schema: { type: "array", items: objects },
    takes: [[{ kind: "a", a: "" }]],
    refuses: [[[{ kind: "b", b: 1 }], "/0/b", "type"]],
  },
  {
    about: "alternatives that overlap: nothing is excluded",
    schema: { oneOf: [{ type: "number" }, { type: "integer" }] },
    takes: [1],
    refuses: [["", "", "type"]],
  },
  {
    about: "one alternative beside all of several",
    schema: {
      allOf: [{ type: "object", required: ["a"] }],
      anyOf: [{ type: "object", required: ["b"] }],
    },
    takes: [{ a: 1, b: 1 }],
    refuses: [
      [{ b: 1 }, "/a", "required"],
      [{ a: 1 }, "/b", "required"],
    ],
  },
  {
    about: 'the text "null", which is not null',
    schema: { anyOf: [{ enum: ["null"] }, { type: "integer" }] },
    takes: ["null", 1],
    refuses: [[null, "", "anyOf"]],
  },
  {
    about: "what is not enforced",
    schema: { type: "string", format: "uri", minLength: 5, maxLength: 6, pattern: "^x" },
    takes: ["", "any text"],
    refuses: [],
  },
  {
    about: "what is not enforced of numbers",
    schema: { type: "integer", minimum: 5, maximum: 6 },
    takes: [0, 7],
    refuses: [],
  },
  {
    about: "a schema that refers to itself",
    schema: refTo("node"),
    takes: [{ value: "", child: { value: "" } }],
    refuses: [[{ value: "", child: { value: 1 } }, "/child/value", "type"]],
  },
];

describe("a generated validator", () => {
  it.each(cases)("checks $about", async ({ schema, takes, refuses }) => {
    const validate = await loadCheck(withPayload(schema, [user, node, word]), "thing");
    for (const x of takes) expect(validate({ x }), JSON.stringify(x)).toBeNull();
    for (const [x, path, keyword] of refuses) {
      const found = validate({ ...(x !== undefined && { x }) });
      expect(found, JSON.stringify(x)).toEqual([
        { path: `/x${path}`, keyword, message: expect.any(String) },
      ]);
    }
  });

  it("tells all that is wrong", async () => {
    const schema = {
      type: "object",
      required: ["a", "b"],
      properties: { a: { type: "string" }, b: { enum: ["c", "d"] } },
    };
    const validate = await loadCheck(withPayload(schema), "thing");
    const found = validate({ x: { a: 1, b: 2 } }) ?? [];
    expect([...found].sort((one, other) => (one.path < other.path ? -1 : 1))).toEqual([
      { path: "/x/a", keyword: "type", message: "is not of type string" },
      { path: "/x/b", keyword: "enum", message: 'is not one of "c", "d"' },
    ]);
  });

  it("finds as much whether it is asked first or again", async () => {
    const validate = await loadCheck(withPayload(refTo("user"), [user]), "thing");
    const first = validate({ x: {} });
    expect(validate({ x: { id: 1, login: "a" } })).toBeNull();
    expect(validate({ x: {} })).toEqual(first);
    expect(first).toHaveLength(2);
  });

  it("finds at most a hundred places, however large a payload is", async () => {
    const names = Array.from({ length: 300 }, (_, index) => `p${index}`);
    const wide = { type: "object", required: names };
    const many = { type: "object", properties: { a: { type: "array", items: wide }, b: wide } };
    const validate = await loadCheck(withPayload(many), "thing");
    const payload = { x: { a: Array.from({ length: 200_000 }, () => ({})), b: {} } };
    expect(validate(payload)).toHaveLength(100);
  });

  it("does not grow with the depth of a payload that its schema does not follow", async () => {
    const validate = await loadCheck(withPayload({ type: "object" }), "thing");
    let deep: unknown = {};
    for (let level = 0; level < 100_000; level++) deep = { deep };
    expect(validate({ x: deep })).toBeNull();
  });

  it("says so where a schema refers to itself and the payload does not end", async () => {
    const validate = await loadCheck(withPayload(refTo("node"), [node]), "thing");
    let x: object = { value: "" };
    for (let level = 0; level < 100_000; level++) x = { value: "", child: x };
    expect(validate({ x })).toEqual([
      { path: "", keyword: "depth", message: "is nested too deeply" },
    ]);
  });
});

describe("the modules of schemas", () => {
  const long = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [`p${index}`, { type: "string" }]),
  );
  const shared = component("shared", { type: "object", properties: long });
  const larger = component("own", {
    type: "object",
    properties: { ...long, own: { type: "integer" } },
  });
  const events = [
    event("one", {
      payload: { type: "object", properties: { s: refTo("shared"), o: refTo("own") } },
    }),
    event("two", { payload: { type: "object", properties: { s: refTo("shared") } } }),
    event("three", {
      actions: [
        action("a", {
          type: "object",
          properties: { inline: { type: "object", properties: { ...long, z: { type: "null" } } } },
        }),
        action("b", {
          type: "object",
          properties: { inline: { type: "object", properties: { ...long, z: { type: "null" } } } },
        }),
      ],
    }),
  ];
  const model = miniature({ events, components: [shared, larger] });

  async function texts(of = model): Promise<ReadonlyMap<string, string>> {
    return new Map((await emitSchemas(of)).map(({ path, text }) => [path, text]));
  }

  const plansIn = (text = "") =>
    [...text.matchAll(/^(?:export )?const (\w+): Plan/gm)].map(([, name]) => name);

  it("hold each shared part once: with its event, or apart when several have it", async () => {
    const files = await texts();
    expect(plansIn(files.get("schemas/shared.ts"))).toEqual(["sharedPlan"]);
    expect(plansIn(files.get("schemas/events/one.ts"))).toEqual(["ownPlan"]);
    expect(plansIn(files.get("schemas/events/two.ts"))).toEqual([]);
    expect(plansIn(files.get("schemas/events/three.ts"))).toEqual([
      expect.stringMatching(/^inline_/),
      "threeAPayloadSchemaPlan",
      "threeBPayloadSchemaPlan",
    ]);
  });

  it("import nothing but each other and the rules of the runtime", async () => {
    const files = await texts();
    const known = new Set(files.keys());
    for (const [path, text] of files) {
      for (const [, module = ""] of text.matchAll(/^(?:import \{.*from |.*import\()"([^"]+)"/gm)) {
        if (module === "typewire-runtime/schemas") continue;
        const target = join(dirname(path), module).replace(/\.js$/, ".ts");
        expect(known, `${path}: ${module}`).toContain(target);
      }
      expect(text).not.toMatch(/require\(|ajv/);
    }
  });

  it("declare equal schemas of routes once, under the name of their type", async () => {
    const json = { contentType: "application/json" };
    const problem = { ...json, status: "404", schema: refTo("problem") };
    const other = { ...json, status: "409", schema: refTo("other") };
    const routes = [
      route("GET /a", { call: "things.a", responses: [problem, other] }),
      route("GET /b", { call: "things.b", responses: [problem] }),
    ];
    const components = ["problem", "other"].map((name) =>
      component(name, { type: "object", properties: { [name]: { type: "string" } } }),
    );
    const files = await texts(miniature({ routes, components }));
    const text = [...files].map(([path, file]) => (path.includes("/routes/") ? file : "")).join("");
    expect(text.match(/^(?:export )?(?:const \w+.*? =| {2}"GET.*)/gm)).toEqual([
      "const problemSchema: Schema<$responses.Problem> =",
      "export const ThingsAResponse404Schema =",
      "export const ThingsAResponse409Schema: Schema<$responses.Other> =",
      "export const ThingsBResponse404Schema =",
      "export const thingsRoutes: SchemasOfRoutes =",
      '  "GET /a": { 404: problemSchema, 409: ThingsAResponse409Schema },',
      '  "GET /b": { 404: problemSchema },',
    ]);
  });

  it("stay as they are when something else is edited", async () => {
    const edited = miniature({
      ...model,
      events: [
        event("zero", { payload: { type: "object", properties: long } }),
        ...events.slice(0, 2),
      ],
    });
    const [before, after] = [await texts(), await texts(edited)];
    for (const path of ["schemas/shared.ts", "schemas/events/one.ts", "schemas/events/two.ts"]) {
      expect(after.get(path)).toBe(before.get(path));
    }
  });
});

describe("a generated sample", () => {
  it.each<[JsonSchema, unknown]>([
    [{ type: "string" }, "example"],
    [{ type: "string", format: "date-time" }, "2026-01-01T00:00:00Z"],
    [{ type: "string", format: "uri" }, "https://api.acme.example/example"],
    [{ type: "string", minLength: 10 }, "examplexxx"],
    [{ type: "string", maxLength: 3 }, "exa"],
    [{ type: "string", pattern: "^\\d+$" }, "1"],
    [{ type: "integer", minimum: 3 }, 3],
    [{ type: "number", maximum: -2 }, -2],
    [{ type: "boolean" }, false],
    [{ type: ["null", "string"] }, "example"],
    [{ type: "null" }, null],
    [{ enum: [null, "a"] }, "a"],
    [{ type: ["string", "null"], knownValues: ["a", "b"] }, "a"],
    [{ const: 7 }, 7],
    [{ type: "array", items: { type: "string" } }, []],
    [{ type: "array", items: { type: "string" }, minItems: 2 }, ["example", "example"]],
    [refTo("user"), { id: 1, login: "jane" }],
    [{ oneOf: [{ type: "null" }, refTo("user")] }, { id: 1, login: "jane" }],
    [
      {
        allOf: [
          refTo("user"),
          { required: ["n"], properties: { n: { type: "integer" }, id: { enum: [4] } } },
        ],
      },
      { id: 4, login: "jane", n: 0 },
    ],
    [refTo("node"), { value: "example" }],
    [
      {
        type: "object",
        required: ["__proto__"],
        properties: JSON.parse('{"__proto__":{"type":"string"}}') as JsonSchema,
      },
      JSON.parse('{"__proto__":"example"}'),
    ],
  ])("of %j is %j", async (schema, expected) => {
    const model = withPayload(schema, [user, node]);
    const sample = await loadSample(model, "thing");
    expect(JSON.stringify(sample)).toBe(JSON.stringify({ x: expected }));
    const validate = await loadCheck(model, "thing");
    expect(validate(sample)).toBeNull();
  });

  it("ends with null where a schema requires itself", async () => {
    const endless = component("endless", {
      type: "object",
      required: ["next", "other"],
      properties: { next: refTo("endless"), other: refTo("endless") },
    });
    const text = JSON.stringify(
      await loadSample(withPayload(refTo("endless"), [endless]), "thing"),
    );
    expect(text).toContain('{"next":null,"other":null}');
    expect(text.length).toBeLessThan(1_000_000);
  });

  it.each<[what: string, schema: JsonSchema]>([
    ["a pattern that takes for ever", { type: "string", pattern: "^(\\w+)+!$" }],
    ["many optional characters", { type: "string", pattern: `^${"\\w?".repeat(40)}!$` }],
    ["a text without end", { type: "string", minLength: 1e12 }],
    ["a list without end", { type: "array", items: { type: "string" }, minItems: 1e9 }],
    ["what is composed in very many ways", { allOf: [refTo("level0")] }],
  ])("is soon made of %s", async (_what, schema) => {
    const levels = Array.from({ length: 40 }, (_, level) => {
      const inner = refTo(`level${level + 1}`);
      return component(`level${level}`, { allOf: [inner, { allOf: [inner, inner] }] });
    });
    const model = withPayload(schema, [...levels, component("level40", { type: "string" })]);
    expect(JSON.stringify(await loadSample(model, "thing")).length).toBeLessThan(2_000);
  });

  it("is an object where a payload may be anything, which its validator takes", async () => {
    const model = miniature({ events: [event("thing", { payload: true })] });
    expect(await loadSample(model, "thing")).toEqual({});
    const validate = await loadCheck(model, "thing");
    expect([validate({ a: 1 }), validate(null)]).toEqual([null, null]);
  });
});
