/** Chains of schemas that refer to one another, as a hostile description has them or a program that has gone wrong. */
import { describe, expect, it } from "vitest";
import { emitFile } from "../../../codegen/generate.js";
import { importChecked } from "../../../codegen/import/import.js";
import { findLongChains, MAX_STEPS } from "../../../codegen/json-schema/chains.js";
import type { Component, JsonSchema, SchemaModel } from "../../../codegen/model/model.js";
import { typeErrors } from "../../cases/codegen/emit/type-errors.js";
import { describeApi } from "../../cases/codegen/import/describe.js";
import { isWhole } from "../../sample.js";

const END = { type: "object", required: ["v"], properties: { v: { type: "string" } } };

describe("a chain of schemas", () => {
  it("is followed through ten thousand aliases", async () => {
    const { model, notes } = importChain(10_000, (next) => next);
    expect(notes.join("\n")).not.toContain("a reference to itself");
    expect(await emitResponses(model)).toContain("v: string;");
  });

  it("is a cycle where aliases lead back to the first", () => {
    const text = describeChain(100, (next) => next).replace(
      JSON.stringify(END),
      JSON.stringify({ $ref: "#/components/schemas/A0" }),
    );
    const { allNotes } = importChecked({ path: "api.json", text }, []);
    expect(allNotes.join("\n")).toContain("a reference to itself: schemas/A0");
  });

  it("is generated if it is as long as allowed", async () => {
    // A link has two steps, and the end one.
    const { model, notes } = importChain(MAX_STEPS / 2, extend);
    expect(notes.join("\n")).not.toContain("refused");
    expect(await emitResponses(model)).toContain("p99?: string;");
  });

  it("is cut in as few places as needed if it is longer, and each is named", async () => {
    const length = isWhole ? 2000 : 400;
    const { model, allNotes } = importChain(length, extend);
    const cuts = allNotes.filter((note) => note.includes(`in more than ${MAX_STEPS} steps`));
    expect(cuts).toHaveLength(length / 100 - 1);
    expect(cuts.join("\n")).toContain(
      `The component \`A${length - 101}\` leads from one to the next`,
    );
    expect(await emitResponses(model)).toContain("export type A0");
  });

  it.each<[what: string, link: (next: object) => object]>([
    ["properties", (next) => ({ type: "object", properties: { next } })],
    ["lists", (next) => ({ type: "array", items: next })],
  ])("of %s costs about as much as a flat tree of as many schemas", async (_, link) => {
    const length = isWhole ? 6_000 : 600;
    const tree: Link = (_next, index) => {
      const [left, right] = [1, 2].map((side) => toReference(Math.min(2 * index + side, length)));
      return { type: "object", properties: { left, right } };
    };
    const measure = async (links: Link): Promise<number> => {
      const { model } = importChain(length, links);
      const { user } = process.cpuUsage();
      await emitResponses(model);
      return process.cpuUsage().user - user;
    };
    await measure(tree); // loads the compiler
    // Following the chain anew from each link would cost hundreds of times as much.
    expect((await measure(link)) / (await measure(tree))).toBeLessThan(40);
  });

  it("of unions is one object where it has too many combinations for the compiler", async () => {
    const { model } = importChain(30, choose);
    const responses = await emitResponses(model);
    expect(responses).toContain("Simplified: the schema has too many combinations for a type.");
    expect(responses).toMatch(/interface A0 \{\s+v: string;/);
    expect(responses).toContain("a0?: string;");
    expect(responses).toContain("b29?: string;");
    expect(typeErrors([{ path: "responses.ts", text: responses }])).toEqual([]);
  });

  it("of unions that lead to the next link in several ways does not take all ways", async () => {
    const { model } = importChain(25, (next, index) => ({
      allOf: [
        {
          oneOf: [
            next,
            next,
            { type: "object", properties: { [`a${index}`]: { type: "string" } } },
          ],
        },
        { type: "object", properties: { [`b${index}`]: { type: "string" } } },
      ],
    }));
    expect(await emitResponses(model)).toContain("b24?: string;");
  });

  it("of few unions keeps its combinations", async () => {
    const { model } = importChain(3, choose);
    const text = await emitResponses(model);
    expect(text).not.toContain("Simplified");
    expect(text).toContain("b0: string;");
  });
});

describe("long chains", () => {
  it.each<[what: string, components: readonly Component[], long: readonly string[]]>([
    ["that are short enough", chain(100, END), []],
    ["that are too long", chain(150, END), ["A49"]],
    ["that end in a tree", chain(150, { type: "array", items: { $ref: "A150" } }), ["A49"]],
    ["that are a circle", chain(150, { allOf: [{ $ref: "A0" }] }), []],
    [
      "through properties that need not be there",
      [...chain(99, { properties: { next: { $ref: "B0" } } }), ...renamed(chain(99, END))],
      [],
    ],
    [
      "through properties that must be there",
      [
        ...chain(99, { required: ["next"], properties: { next: { $ref: "B0" } } }),
        ...renamed(chain(99, END)),
      ],
      ["A98"],
    ],
  ])("%s", (_, components, long) => {
    expect(findLongChains(components).map(({ name }) => name)).toEqual(long);
  });
});

function toReference(index: number) {
  return { $ref: `#/components/schemas/A${index}` };
}

/** A link that extends the next one by a property. */
function extend(next: object, index: number) {
  return {
    allOf: [next, { type: "object", properties: { [`p${index}`]: { type: "string" } } }],
  };
}

/** A link that extends the next one by a choice of two, so that each doubles the combinations. */
function choose(next: object, index: number) {
  return {
    allOf: [
      next,
      {
        oneOf: ["a", "b"].map((name) => ({
          type: "object",
          required: [`${name}${index}`],
          properties: { [`${name}${index}`]: { type: "string" } },
        })),
      },
    ],
  };
}

function emitResponses(model: SchemaModel) {
  return emitFile(model, "responses.ts");
}

/** Components `A0`, `A1`, …, each made of a reference to the next, up to an end. */
function chain(length: number, end: JsonSchema): readonly Component[] {
  const links = Array.from({ length }, (_, index) =>
    createComponent(`A${index}`, { allOf: [{ $ref: `A${index + 1}` }] }),
  );
  return [...links, createComponent(`A${length}`, end)];
}

function createComponent(name: string, schema: JsonSchema): Component {
  return { ref: name, name, schema, source: { file: "components/a.yaml", path: [name] } };
}

/** The components with `B` in place of `A` in their names. */
function renamed(components: readonly Component[]): readonly Component[] {
  const text = JSON.stringify(components).replaceAll(/"A(\d+)"/g, '"B$1"');
  return JSON.parse(text) as readonly Component[];
}

/** Schemas `A0`, `A1`, …, each made of a reference to the next, and a route that answers with the first. */
function describeChain(length: number, link: Link): string {
  const links = Array.from({ length }, (_, index) => link(toReference(index + 1), index));
  const schemas = [...links, END].map((schema, index) => [`A${index}`, schema] as const);
  const content = { "application/json": { schema: toReference(0) } };
  return describeApi({
    paths: { "/x": { get: { operationId: "x/get", responses: { 200: { content } } } } },
    components: { schemas: Object.fromEntries(schemas) },
  });
}

function importChain(length: number, link: Link) {
  return importChecked({ path: "api.json", text: describeChain(length, link) }, []);
}

/** The schema with a number, from a reference to the next one. */
type Link = (next: object, index: number) => object;
