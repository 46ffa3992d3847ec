/** Descriptions that are hostile, or written by a program that has gone wrong. */
import { Readable } from "node:stream";
import { afterEach, describe, expect, it, vi } from "vitest";
import { readDescription } from "../../../codegen/files/read-description.js";
import { emitFile } from "../../../codegen/generate.js";
import { importChecked } from "../../../codegen/import/import.js";
import { findLongChains, MAX_STEPS } from "../../../codegen/json-schema/chains.js";
import type { Component, JsonSchema, SchemaModel } from "../../../codegen/model/model.js";
import { typeErrors } from "../../cases/codegen/emit/type-errors.js";
import { describeApi } from "../../cases/codegen/import/describe.js";
import { isWhole } from "../../sample.js";

const END = { type: "object", required: ["v"], properties: { v: { type: "string" } } };

const toReference = (index: number) => ({ $ref: `#/components/schemas/A${index}` });

const extend = (next: object, index: number) => ({
  allOf: [next, { type: "object", properties: { [`p${index}`]: { type: "string" } } }],
});

/** Each level doubles the combinations of the one below it. */
const choose = (next: object, index: number) => ({
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
});

const emitResponses = (model: SchemaModel) => emitFile(model, "responses.ts");

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
  const component = (name: string, schema: JsonSchema): Component => ({
    ref: name,
    name,
    schema,
    source: { file: "components/a.yaml", path: [name] },
  });
  const chain = (length: number, end: JsonSchema): readonly Component[] => [
    ...Array.from({ length }, (_, index) =>
      component(`A${index}`, { allOf: [{ $ref: `A${index + 1}` }] }),
    ),
    component(`A${length}`, end),
  ];

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

  function renamed(components: readonly Component[]): readonly Component[] {
    const text = JSON.stringify(components).replaceAll(/"A(\d+)"/g, '"B$1"');
    return JSON.parse(text) as readonly Component[];
  }
});

describe("a server", () => {
  afterEach(() => vi.useRealTimers());

  const io = { out: () => undefined, err: () => undefined };

  it.each<[when: string, answer: (started: () => void) => Promise<Response>]>([
    ["before it answers", (started) => (started(), new Promise(() => undefined))],
    [
      "in the middle of a description",
      (started) => {
        const stream = new ReadableStream<Uint8Array>({
          start: (controller) => controller.enqueue(Buffer.from("{")),
          pull: () => (started(), new Promise<void>(() => undefined)),
        });
        return Promise.resolve(new Response(stream));
      },
    ],
  ])("that stops sending %s is not waited for without end", async (_, answer) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    let begin: () => void = () => undefined;
    const started = new Promise<void>((resolve) => (begin = resolve));
    const fetch = () => answer(() => begin());
    const result = readDescription("https://acme.example/api.json", { ...io, fetch });
    const outcome = expect(result).rejects.toThrow(
      "https://acme.example/api.json has sent nothing for 30 seconds. Download the description",
    );
    await started;
    await vi.advanceTimersByTimeAsync(30_000);
    await outcome;
  });

  it("may be slow as long as it sends", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const text = describeChain(1, extend);
    const parts = Readable.from(text.match(/.{1,100}/g) ?? []);
    const slow = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const part: unknown = (await parts.iterator().next()).value;
        await vi.advanceTimersByTimeAsync(20_000);
        if (typeof part === "string") controller.enqueue(Buffer.from(part));
        else controller.close();
      },
    });
    const fetch = () => Promise.resolve(new Response(slow));
    const { root } = await readDescription("https://acme.example/api.json", { ...io, fetch });
    expect(root["openapi"]).toBe("3.1.0");
  });
});

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
