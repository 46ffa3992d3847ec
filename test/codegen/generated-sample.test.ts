/** Sample payloads that are generated, and what their validators say of them. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { emitSamples } from "../../codegen/emit/samples/samples.js";
import { readFormsOfRoutes } from "../../codegen/emit/calls/forms.js";
import { nameTypes } from "../../codegen/emit/names/type-names.js";
import { listPayloadSchemas, type PayloadContext } from "../../codegen/emit/payloads/payloads.js";
import { type FileDraft, finishFile, PROJECT_ORIGIN } from "../../codegen/emit/print/file.js";
import type { GeneratedFile } from "../../codegen/generate.js";
import { createResolver } from "../../codegen/json-schema/references.js";
import { createMemo } from "../../codegen/model/memo.js";
import type { JsonSchema, SchemaModel } from "../../codegen/model/model.js";
import { component, event, miniature, refTo } from "../cases/codegen/emit/miniature.js";
import { createModuleFolder } from "./module-folder.js";
import { loadCheck, node, user, withPayload } from "./payload-checks.js";

const writeModules = createModuleFolder();

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
    const validate = await loadCheck(writeModules, model, "thing");
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
  ])("is small, and made in no time, for %s", async (_what, schema) => {
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
    const validate = await loadCheck(writeModules, model, "thing");
    expect([validate({ a: 1 }), validate(null)]).toEqual([null, null]);
  });
});

/** The parts of the generator that samples are made with. */
function contextOf(model: SchemaModel): PayloadContext {
  const resolve = createResolver(model);
  const names = nameTypes(model, readFormsOfRoutes(model, resolve));
  const payloads = listPayloadSchemas(model, names, resolve);
  return { model, resolve, payloads, memo: createMemo() };
}

async function finish(draft: FileDraft): Promise<GeneratedFile> {
  return finishFile(draft, createMemo(), PROJECT_ORIGIN, "typewire-runtime");
}

/** The sample of an event, as its generated module gives it. */
async function loadSample(model: SchemaModel, name: string): Promise<unknown> {
  const drafts = emitSamples(contextOf(model));
  const home = writeModules(await Promise.all(drafts.map(finish)));
  const module = (await import(join(home, `samples/events/${name}.ts`))) as {
    samples: ReadonlyMap<string, () => object>;
  };
  return module.samples.get(name)?.();
}
