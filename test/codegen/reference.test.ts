/** The reference pages: one for routes and one for events, or an index with pages where one is too large. */
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { emitFiles } from "../../codegen/generate.js";
import type { Route, SchemaModel } from "../../codegen/model/model.js";
import { event, miniature, route } from "../cases/codegen/emit/miniature.js";

type Pages = ReadonlyMap<string, string>;

/** The pages by their paths below `reference/`. */
async function emitPages(parts: Partial<SchemaModel>): Promise<Pages> {
  const files = await emitFiles(miniature(parts), (path) => path.startsWith("reference/"));
  return new Map(files.map(({ path, text }) => [path.slice("reference/".length), text]));
}

/** Ids of a page, each one once. */
function readIds(text: string): ReadonlySet<string> {
  const ids = [...text.matchAll(/<a id="([^"]*)"><\/a>/g)].map(([, id = ""]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  return new Set(ids);
}

/** Links of all pages that lead nowhere, and how many there are in all. */
function followLinks(pages: Pages) {
  const ids = new Map([...pages].map(([path, text]) => [path, readIds(text)]));
  const links = [...pages].flatMap(([page, text]) =>
    [...text.matchAll(/\]\(([^)]*)\)/g)].map(([, target = ""]) => ({ page, target })),
  );
  const dead = links.filter(({ page, target }) => {
    const [file = "", id] = target.split("#");
    const path = file === "" ? page : posix.join(posix.dirname(page), file);
    const there = ids.get(path);
    return there === undefined || (id !== undefined && !there.has(id));
  });
  return { count: links.length, dead };
}

/** Routes of one group that together are as large as this many of the largest page. */
function fill(group: string, urls: readonly string[], pages: number): readonly Route[] {
  const each = Math.ceil((300_000 * pages) / urls.length);
  return urls.map((url, index) =>
    route(`GET ${url}`, { operation: `${group}/get-${index}`, summary: "x".repeat(each) }),
  );
}

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

describe("the reference of events", () => {
  it("is divided by the first word of names", async () => {
    const description = "x".repeat(40_000);
    const names = ["order.paid", "order.sent", "Push Hook", "push.b", "repo:push", "{x}.y", "AÄ/é"];
    const events = [...names, "order.lost", "order.late"].map((name) =>
      event(name, { description }),
    );
    const made = await emitPages({ events });
    expect([...made.keys()].sort()).toEqual([
      ...["events.md", "events/a.md", "events/order.md", "events/push.md", "events/repo.md"],
      ...["events/x.md", "routes.md"],
    ]);
    const { count: links, dead } = followLinks(made);
    expect(dead).toEqual([]);
    expect(links).toBeGreaterThan(2 * names.length);
  });
});

describe("the reference of the default client", () => {
  const folder = fileURLToPath(new URL("../../generated/reference", import.meta.url));
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const pages = new Map(
    files
      .filter((file) => file.endsWith(".md"))
      .map((file) => [file.replaceAll("\\", "/"), readFileSync(join(folder, file), "utf8")]),
  );

  it("leads to every route and every event, on pages that a code host shows", () => {
    const { count: links, dead } = followLinks(pages);
    expect(dead).toEqual([]);
    expect(links).toBeGreaterThan(2 * 1223 + 75);
    expect(Math.max(...[...pages.values()].map(({ length }) => length))).toBeLessThan(400_000);
  });
});
