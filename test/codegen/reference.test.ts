/** The reference pages: one for routes and one for events, or an index with pages where one is too large. */
import { describe, expect, it } from "vitest";
import { emitFiles } from "../../codegen/generate.js";
import type { JsonSchema, Route, SchemaModel } from "../../codegen/model/model.js";
import { followLinks } from "../cases/codegen/emit/links.js";
import { event, miniature, parameter, route } from "../cases/codegen/emit/miniature.js";

const cases: readonly Case[] = [
  {
    what: "one page for what fits on one",
    routes: fill("pets", numbered("/pets/", 20), 0.5),
    pages: ["events.md", "routes.md"],
  },
  {
    what: "a page for each group, in the order of their names",
    routes: [
      ...fill("pets", numbered("/pets/", 20), 0.7),
      ...fill("owners", numbered("/owners/", 20), 0.7),
    ],
    pages: ["events.md", "routes.md", "routes/owners.md", "routes/pets.md"],
  },
  {
    what: "pages by the first words that differ, where there is one group",
    routes: fill("v1", ["/v1/a/{id}", "/v1/b", "/v1/b/{id}/c", "/v1"], 1.5),
    pages: ["events.md", "routes.md", "routes/a.md", "routes/b.md", "routes/v1.md"],
  },
  {
    what: "pages by the first words that differ, where a group is large",
    routes: [...fill("pets", ["/pets/a", "/pets/b"], 1.5), ...fill("owners", ["/owners"], 0.1)],
    pages: ["events.md", "routes.md", "routes/owners.md", "routes/pets-a.md", "routes/pets-b.md"],
  },
  {
    what: "numbered pages, where words do not divide",
    routes: fill("pets", deeper("/pets/{pet}", 30), 2.5),
    pages: ["events.md", "routes.md", "routes/pets-1.md", "routes/pets-2.md", "routes/pets-3.md"],
  },
];

describe("the reference of routes", () => {
  it.each(cases)("has $what", async ({ routes, pages }) => {
    const texts = await emitPages({ routes });
    expect([...texts.keys()].sort()).toEqual(pages);
    const text = [...texts.values()].join("\n");
    for (const { key } of routes) {
      // The list of its own page has it, and the index if that is another page.
      const lists = pages.length > 2 ? 2 : 1;
      expect(countIn(text, `\n| [\`${key}\`](`)).toBe(lists);
      expect(countIn(text, `\n## \`${key}\`\n`)).toBe(1);
    }
    const { count: links, dead } = followLinks(texts);
    expect(dead).toEqual([]);
    expect(links).toBeGreaterThanOrEqual(routes.length);
  });
});

describe("the type of a parameter", () => {
  it.each<[type: string, schema: JsonSchema]>([
    ["any", true],
    ["string", { type: "string" }],
    ["string | null", { type: ["string", "null"] }],
    ['"a" | null', { type: ["string", "null"], enum: ["a", null] }],
    ['"a" | …', { type: ["string", "null"], knownValues: ["a"] }],
    ["Date", { type: "string", format: "date-time", valueType: "Date" }],
    ["string[]", { type: "array", items: { type: "string" } }],
    ["(string | null)[] | null", { type: ["array", "null"], items: { type: ["string", "null"] } }],
    ["any[]", { type: "array" }],
    [
      "[string, integer]",
      { type: "array", prefixItems: [{ type: "string" }, { type: "integer" }] },
    ],
    [
      "[string, ...integer[]]",
      { type: "array", prefixItems: [{ type: "string" }], items: { type: "integer" } },
    ],
    ["string | integer", { oneOf: [{ type: "string" }, { type: "integer" }, { type: "string" }] }],
    ["object", { allOf: [{ properties: { a: true } }, {}] }],
    [
      "(string | integer) & string[]",
      { allOf: [{ type: ["string", "integer"] }, { type: "array", items: { type: "string" } }] },
    ],
    ["string | null", { anyOf: [{ type: "null" }, { type: "string" }] }],
  ])("is %s", async (type, schema) => {
    const parameters = [parameter("query", "size", { schema })];
    const pages = await emitPages({ routes: [route("GET /things", { parameters })] });
    const cell = `\`${type.replaceAll("|", String.raw`\|`)}\``;
    expect(pages.get("routes.md")).toContain(`| \`size\` | ${cell} | query | no |`);
  });
});

describe("the reference of events", () => {
  it("is divided by the first word of names", async () => {
    const description = "x".repeat(40_000);
    const names = ["order.paid", "order.sent", "Push Hook", "push.b", "repo:push", "{x}.y", "AÄ/é"];
    const events = [...names, "order.lost", "order.late"].map((name) =>
      event(name, { description }),
    );
    const texts = await emitPages({ events });
    expect([...texts.keys()].sort()).toEqual([
      "events.md",
      "events/a.md",
      "events/order.md",
      "events/push.md",
      "events/repo.md",
      "events/x.md",
      "routes.md",
    ]);
    const { count: links, dead } = followLinks(texts);
    expect(dead).toEqual([]);
    expect(links).toBeGreaterThan(2 * names.length);
  });
});

/** The pages by their paths below `reference/`. */
async function emitPages(parts: Partial<SchemaModel>): Promise<ReadonlyMap<string, string>> {
  const files = await emitFiles(miniature(parts), (path) => path.startsWith("reference/"));
  return new Map(files.map(({ path, text }) => [path.slice("reference/".length), text]));
}

/** Routes of one group that together fill as many pages of the largest size. */
function fill(group: string, urls: readonly string[], pages: number): readonly Route[] {
  const length = Math.ceil((300_000 * pages) / urls.length);
  return urls.map((url, index) =>
    route(`GET ${url}`, { operation: `${group}/get-${index}`, summary: "x".repeat(length) }),
  );
}

/** URLs that differ by a number at their end. */
function numbered(url: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${url}${index}`);
}

/** URLs of which each has a placeholder more than the one before. */
function deeper(url: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${url}${"/{x}".repeat(index)}`);
}

function countIn(text: string, part: string): number {
  return text.split(part).length - 1;
}

interface Case {
  readonly what: string;
  readonly routes: readonly Route[];
  readonly pages: readonly string[];
}
