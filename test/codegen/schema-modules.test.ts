/** The modules that generated schemas are divided into. */
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { SchemaModel } from "../../codegen/model/model.js";
import {
  action,
  component,
  event,
  miniature,
  refTo,
  route,
} from "../cases/codegen/emit/miniature.js";
import { emitSchemas } from "./payload-checks.js";

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

  it("hold each shared part once: with its event, or apart when several have it", async () => {
    const files = await emitTexts(model);
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
    const files = await emitTexts(model);
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
    const files = await emitTexts(miniature({ routes, components }));
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
    const [before, after] = [await emitTexts(model), await emitTexts(edited)];
    for (const path of ["schemas/shared.ts", "schemas/events/one.ts", "schemas/events/two.ts"]) {
      expect(after.get(path)).toBe(before.get(path));
    }
  });
});

/** Generated schemas by their paths. */
async function emitTexts(model: SchemaModel): Promise<ReadonlyMap<string, string>> {
  return new Map((await emitSchemas(model)).map(({ path, text }) => [path, text]));
}

/** The names of the plans that a module declares. */
function plansIn(text = "") {
  return [...text.matchAll(/^(?:export )?const (\w+): Plan/gm)].map(([, name]) => name);
}
