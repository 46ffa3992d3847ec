/** The reference pages: one for routes and one for events, or an index with pages where one is too large. */
import { describe, expect, it } from "vitest";
import { emitFiles } from "../../codegen/generate.js";
import type { JsonSchema, Route, SchemaModel } from "../../codegen/model/model.js";
import { followLinks } from "../cases/codegen/emit/links.js";
import { event, miniature, parameter, route } from "../cases/codegen/emit/miniature.js";

const count = (number: number, url: (index: number) => string): readonly string[] =>
  Array.from({ length: number }, (_, index) => url(index));

const cases: readonly {
  readonly what: string;
  readonly routes: readonly Route[];
  readonly pages: readonly string[];
}[] = [
  {
    what: "one page for what fits on one",
    routes: fill(
      "pets",
      count(20, (index) => `/pets/${index}`),
      0.5,
    ),
    pages: ["events.md", "routes.md"],
  },
  {
    what: "a page for each group, in the order of their names",
    routes: [
      ...fill(
        "pets",
        count(20, (index) => `/pets/${index}`),
        0.7,
      ),
      ...fill(
        "owners",
        count(20, (index) => `/owners/${index}`),
        0.7,
      ),
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
    routes: fill(
      "pets",
      count(30, (index) => `/pets/{pet}${"/{x}".repeat(index)}`),
      2.5,
    ),
    pages: ["events.md", "routes.md", "routes/pets-1.md", "routes/pets-2.md", "routes/pets-3.md"],
  },
];

describe("the reference of routes", () => {
  it.each(cases)("has $what", async ({ routes, pages }) => {
    const made = await emitPages({ routes });
    expect([...made.keys()].sort()).toEqual(pages);
    const text = [...made.values()].join("\n");
    for (const { key } of routes) {
      // Once in a list of its own page, once in the index if that is another page.
      const lists = pages.length > 2 ? 2 : 1;
      expect(text.split(`\n| [\`${key}\`](`).length - 1).toBe(lists);
      expect(text.split(`\n## \`${key}\`\n`).length - 1).toBe(1);
    }
    const { count: links, dead } = followLinks(made);
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
    const made = await emitPages({ events });
    expect([...made.keys()].sort()).toEqual([
      "events.md",
      "events/a.md",
      "events/order.md",
      "events/push.md",
      "events/repo.md",
      "events/x.md",
      "routes.md",
    ]);
    const { count: links, dead } = followLinks(made);
    expect(dead).toEqual([]);
    expect(links).toBeGreaterThan(2 * names.length);
  });
});

/** The pages by their paths below `reference/`. */
async function emitPages(parts: Partial<SchemaModel>): Promise<ReadonlyMap<string, string>> {
  const files = await emitFiles(miniature(parts), (path) => path.startsWith("reference/"));
  return new Map(files.map(({ path, text }) => [path.slice("reference/".length), text]));
}

/** Routes of one group that together are as large as this many of the largest page. */
function fill(group: string, urls: readonly string[], pages: number): readonly Route[] {
  const each = Math.ceil((300_000 * pages) / urls.length);
  return urls.map((url, index) =>
    route(`GET ${url}`, { operation: `${group}/get-${index}`, summary: "x".repeat(each) }),
  );
}
