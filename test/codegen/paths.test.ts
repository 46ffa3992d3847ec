/** The output `paths`: a description that an import has kept, and its types in the form of openapi-typescript. */
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { emitPaths } from "../../codegen/emit/paths/paths.js";
import { finishFile, PROJECT_ORIGIN } from "../../codegen/emit/print/file.js";
import { emitFile } from "../../codegen/generate.js";
import { importChecked } from "../../codegen/import/import.js";
import { keepDescription } from "../../codegen/import/keep-description.js";
import { createMemo } from "../../codegen/model/memo.js";
import { readSchema } from "../../codegen/read-schema.js";

/** A schema whose discriminator names a member that extends it. */
const ANIMAL = {
  type: "object",
  required: ["kind"],
  properties: { kind: { type: "string" }, age: { type: "integer" } },
  discriminator: { propertyName: "kind", mapping: { dog: "#/components/schemas/Dog" } },
};

const OPERATION = {
  operationId: "things/list",
  summary: "Lists things.",
  parameters: [
    { $ref: "#/components/parameters/Limit" },
    { name: "id", in: "path", required: true, schema: { type: "string" } },
  ],
  responses: {
    200: {
      description: "Things.",
      headers: { "x-total": { schema: { type: "integer" } } },
      content: { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } },
    },
    default: { description: "An error." },
  },
};

const API = {
  paths: {
    "/things/{id}": {
      get: OPERATION,
      post: {
        requestBody: { content: { "text/plain": { schema: { type: "string" } } } },
        responses: {},
      },
    },
  },
  components: {
    schemas: { Thing: { type: "object", properties: { id: { type: "string" } } } },
    parameters: { Limit: { name: "limit", in: "query", schema: { type: "integer", default: 10 } } },
  },
};

describe("[O.10] the type of a schema", () => {
  it.each([
    ["text", { type: "string" }, "string"],
    ["a date", { type: "string", format: "date-time" }, "string"],
    ["a number", { type: "integer" }, "number"],
    ["anything", {}, "unknown"],
    ["true", true, "unknown"],
    ["an object without properties", { type: "object" }, "Record<string, never>"],
    ["an object", { type: "object", properties: { a: { type: "string" } } }, "{ a?: string; }"],
    [
      "required properties",
      { type: "object", required: ["a"], properties: { a: true, "b-c": true } },
      '{ a: unknown; "b-c"?: unknown; }',
    ],
    ["a number as a key", { type: "object", properties: { 200: true } }, "{ 200?: unknown; }"],
    [
      "a default",
      { type: "object", properties: { a: { type: "string", default: "x" } } },
      '{ /** Default: `"x"` */ a: string; }',
    ],
    [
      "a read-only property",
      { type: "object", properties: { id: { type: "string", readOnly: true } } },
      "{ readonly id?: string; }",
    ],
    [
      "a map",
      { type: "object", additionalProperties: { type: "number" } },
      "{ [k: string]: number; }",
    ],
    [
      "a map beside properties",
      { type: "object", properties: { a: { type: "string" } }, additionalProperties: true },
      "{ a?: string; } & { [k: string]: unknown; }",
    ],
    ["a list", { type: "array", items: { type: "string" } }, "string[]"],
    ["a list of anything", { type: "array" }, "unknown[]"],
    [
      "a tuple",
      { type: "array", prefixItems: [{ type: "string" }, { type: "number" }] },
      "[string, number]",
    ],
    ["values", { enum: ["a", 1, null] }, '"a" | 1 | null'],
    ["values or null", { type: ["string", "null"], enum: ["a"] }, '"a" | null'],
    ["no value", { enum: [] }, "never"],
    ["a constant", { const: "a" }, '"a"'],
    ["several types", { type: ["string", "null"] }, "string | null"],
    ["`nullable`", { type: "string", nullable: true }, "string | null"],
    ["a union", { anyOf: [{ type: "string" }, { type: "number" }] }, "string | number"],
    [
      "alternatives beside properties",
      {
        properties: { a: { type: "string" } },
        oneOf: [{ $ref: "#/components/schemas/B" }, { $ref: "#/components/schemas/C" }],
      },
      '{ a?: string; } & (components["schemas"]["B"] | components["schemas"]["C"])',
    ],
    [
      "a member that the whole requires more of",
      { required: ["b"], allOf: [{ $ref: "#/components/schemas/B" }] },
      'WithRequired<components["schemas"]["B"], "b">',
    ],
    [
      "a discriminated member",
      {
        allOf: [
          { $ref: "#/components/schemas/Animal" },
          { type: "object", properties: { bark: true } },
        ],
      },
      '{ kind: "It"; } & Omit<components["schemas"]["Animal"], "kind"> & { bark?: unknown; }',
    ],
    ["a reference to nothing but itself", { $ref: "#/components/schemas/It" }, "unknown"],
    [
      "a reference to a property",
      { $ref: "#/components/schemas/B/properties/b" },
      'components["schemas"]["B"]["b"]',
    ],
    ["a reference to nothing", { $ref: "#/components/schemas/None" }, "unknown"],
    [
      "a reference to nothing by the name of an inherited property",
      { $ref: "#/components/schemas/constructor" },
      "unknown",
    ],
    [
      "a required property that the component does not describe",
      { required: ["toString"], allOf: [{ $ref: "#/components/schemas/B" }] },
      'components["schemas"]["B"]',
    ],
  ])("is right for %s", async (_, schema, type) => {
    const B = { type: "object", properties: { b: { type: "string" } } };
    expect(await typeOf(schema, { B, C: B, Animal: ANIMAL })).toBe(type);
  });

  it("ends where a schema is an alternative of the one that it extends", async () => {
    const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    const Base = { type: "object", properties: { a: true }, oneOf: [ref("It")] };
    expect(await typeOf({ allOf: [ref("Base")] }, { Base })).toBe("{ a?: unknown; }");
  });

  it("survives hostile texts and names", async () => {
    const text = await emit({
      components: {
        schemas: {
          'a"]; b': {
            type: "object",
            properties: { "*/ x": { description: "*/ } ${x}", type: "string" } },
          },
        },
      },
    });
    expect(text).toContain('"a\\"]; b": {');
    expect(text).toContain('"*/ x"?: string;');
    expect(text).not.toContain("*/ }");
  });
});

describe("[O.10] paths and operations", () => {
  it("have parameters by place, bodies, and responses by status", async () => {
    const text = await emit(API);
    expect(text).toContain('get: operations["things/list"];');
    expect(text).toContain("/** Lists things. */");
    expect(text).toContain('limit?: components["parameters"]["Limit"];');
    expect(text).toContain("path: {\n        id: string;\n      };");
    expect(text).toContain(
      '200: {\n        headers: {\n          "x-total"?: number;\n          [name: string]: unknown;',
    );
    expect(text).toContain("content?: never;");
    expect(text).toContain('requestBody?: {\n        content: {\n          "text/plain": string;');
    expect(text).toContain("responses: never;");
    expect(text).toContain("put?: never;");
    expect(text).toContain("export type webhooks = Record<string, never>;");
  });
});

describe("[O.10] the kept description", () => {
  const file = { path: "acme.json", text: JSON.stringify(describeApi(API)) };

  it("is written by an import, and makes the types", async () => {
    const { files, model } = importChecked(file, [vendorFile(["client", "paths"])]);
    const kept = files.find(({ path }) => path.startsWith("descriptions/"));
    expect(kept?.path).toBe("descriptions/acme.json");
    expect(await emitFile(model, "paths.ts")).toContain('"/things/{id}": {');
    const again = importChecked(file, [
      vendorFile(["client", "paths"]),
      ...files.filter(({ path }) => path !== "vendor.yaml"),
    ]);
    expect(again.files.find(({ path }) => path === kept?.path)).toEqual(kept);
  });

  it("is not written without the output", async () => {
    const { files, model } = importChecked(file, [vendorFile(["client"])]);
    expect(files.map(({ path }) => path)).not.toContain("descriptions/acme.json");
    await expect(emitFile(model, "paths.ts")).rejects.toThrow("was not generated");
  });

  it.each([
    ["is missing", [], "Import the description again."],
    [
      "is no JSON",
      [{ path: "descriptions/acme.json", text: "{" }],
      "The content is no JSON object",
    ],
  ])("%s, which is a mistake", (_, more, message) => {
    const { files } = importChecked(file, [vendorFile(["client"])]);
    const rest = files.filter(({ path }) => path !== "vendor.yaml");
    expect(() => readSchema([vendorFile(["client", "paths"]), ...rest, ...more])).toThrow(message);
  });

  it("leaves out examples and extensions, and no property of such a name", () => {
    const kept = keepDescription(
      describeApi({
        components: {
          schemas: {
            It: {
              example: 1,
              "x-internal": true,
              properties: {
                example: { type: "string", examples: ["a"] },
                "x-id": { default: { example: 1 } },
              },
            },
          },
        },
      }),
    );
    expect((JSON.parse(kept) as { components: unknown }).components).toEqual({
      schemas: {
        It: { properties: { example: { type: "string" }, "x-id": { default: { example: 1 } } } },
      },
    });
  });
});

function describeApi(parts: Parts) {
  return {
    openapi: "3.1.0",
    info: { title: "Acme", version: "1" },
    paths: {},
    ...parts,
  };
}

async function emit(parts: Parts): Promise<string> {
  const root = JSON.parse(keepDescription(describeApi(parts))) as Record<string, unknown>; // as it was written
  const draft = await emitPaths([{ file: "descriptions/acme.json", root }], createMemo());
  return (await finishFile(draft, createMemo(), PROJECT_ORIGIN, "typewire-runtime")).text;
}

/** The type of a schema, on one line. */
async function typeOf(schema: unknown, otherSchemas: object = {}): Promise<string> {
  const text = await emit({ components: { schemas: { It: schema, ...otherSchemas } } });
  // Up to the next component, or the end of the section.
  const [, type = ""] = /\n {4}It: ((?:.|\n)*?);\n(?: {4}\w| {2}\})/.exec(text) ?? [];
  return type.replace(/\s+/g, " ");
}

function vendorFile(outputs: readonly string[]) {
  const vendor = { name: "acme", title: "Acme", baseUrl: "https://acme.example", outputs };
  return { path: "vendor.yaml", text: stringify(vendor) };
}

interface Parts {
  readonly paths?: object;
  readonly components?: object;
  readonly webhooks?: object;
}
