/**
 * The figures of the README and of the page of four tasks are those of the tables that `npm run bench -- --write` and
 * `bench/types/main.ts --write` print into `bench/README.md`. `test/packages/check-package.ts` compares the size
 * of an install, and `test/codegen/corrections.recorded.test.ts` the recorded deliveries.
 */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { emitterEventNames } from "../../generated/event-names.js";
import { readTable } from "../../docs/site/build/tables.js";
import { routes } from "../../generated/route-helpers.js";

const readme = readText("README.md").replace(/\s+/g, " ");
const tasks = readText("docs/four-tasks.md").replace(/\s+/g, " ");
const benchmarks = readText("bench/README.md");

const WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

describe("the README", () => {
  it("says how long a call of endpoint takes beside the peer", () => {
    const row = readBenchmark("endpoint").find(({ measure }) => measure === "× @octokit/endpoint");
    expect(Math.round(1 / toNumber(row?.["typewire"]))).toBe(14);
    expect(readme).toContain("a call of `endpoint` takes about a fourteenth of the time");
  });

  it("says how large bundles are beside the peers'", () => {
    const [, least = "", most = ""] =
      /(\w+) to (\w+) times as large as Octokit's/.exec(readme) ?? [];
    const rows = readBenchmark("size").filter(({ size }) =>
      /^(?:endpoint|Webhooks.*)$/.test(size ?? ""),
    );
    expect(rows).toHaveLength(4);
    const ratios = rows.map(
      (row) =>
        toNumber(row["typewire"]) / toNumber(row["@octokit/endpoint"] || row["@octokit/webhooks"]),
    );
    expect(Math.min(...ratios)).toBeGreaterThanOrEqual(WORDS.indexOf(least));
    expect(Math.max(...ratios)).toBeLessThanOrEqual(WORDS.indexOf(most));
  });

  it("says how long type-checking takes beside the peer", () => {
    expect(readme).toContain("type-checking takes less than half the time");
    const rows = readBenchmark("types").filter(
      ({ types, measure }) => measure === "check time" && types !== "sent",
    );
    const families = rows.map(({ types }) => types);
    expect(families).toEqual(expect.arrayContaining(["webhooks", "routes", "client"]));
    for (const row of rows) {
      expect(toNumber(row["typewire"])).toBeLessThan(0.5);
      expect(toNumber(row["TypeScript 7"])).toBeLessThan(0.5);
    }
  });

  it("says how many routes and names of events the package has", () => {
    const counts = `${routes.length.toLocaleString("en-US")} routes and ${emitterEventNames.length}`;
    expect(readme).toContain(`With ${counts} event names`);
  });
});

describe("the page of four tasks", () => {
  it.each([
    ["typewire, a function", "one request is 12 kB by a function"],
    ["typewire, by route", "and 18 kB by its route"],
    ["typewire, the class", "Our class is 38 kB for 1,223 routes"],
    ["openapi-fetch", "`openapi-fetch` (3 kB)"],
    ["@octokit/core", "`@octokit/core` (8 kB)"],
    ["stripe", "`stripe` (34 kB)"],
    ["octokit", "`octokit` (44 kB)"],
    ["openai", "`openai` (87 kB;"],
    ["openai-6", "its last version for Node 20 has 36 kB"],
    ["typewire, Standard Webhooks", "A verified delivery of Standard Webhooks is 3 kB"],
    ["svix", "`svix` and `standardwebhooks` are 5 kB"],
    ["standardwebhooks", "`svix` and `standardwebhooks` are 5 kB"],
  ])("says how many bytes a program with %s has", (program, sentence) => {
    const sizes = ["one call", "one verified delivery"].flatMap((name) =>
      readBenchmark(name).map((row) => [row[name], toNumber(row["bytes, Node"])] as const),
    );
    const bytes = new Map(sizes).get(program) ?? Number.NaN;
    expect(sentence).toMatch(new RegExp(`\\b${Math.round(bytes / 1000)} kB`));
    expect(tasks).toContain(sentence);
  });

  it("says how many bytes the class has in a browser, and at the start of a page", () => {
    const row = readBenchmark("one call").find(
      (each) => each["one call"] === "typewire, the class",
    );
    const [whole, first] = [row?.["browser"], row?.["at the start"]].map((cell) =>
      Math.round(toNumber(cell) / 1000),
    );
    expect(tasks).toContain(
      `and ${whole} kB in a browser; where the bundler splits, ${first} kB of it are loaded at the start`,
    );
  });
});

describe("the tables of the benchmarks", () => {
  const names = [...benchmarks.matchAll(/<!-- begin: (.*) -->/g)].map(([, name = ""]) => name);

  it.each(names)("%s has no figure above its limit", (name) => {
    const broken = readBenchmark(name).filter(
      (row) => toNumber(row["typewire"]) > toNumber(row["at most"]),
    );
    expect(broken).toEqual([]);
  });
});

function readText(path: string) {
  return readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
}

/** The rows of a table in `bench/README.md`. */
function readBenchmark(name: string) {
  return readTable(benchmarks, name);
}

function toNumber(cell = "") {
  return cell === "" ? Number.NaN : Number(cell.replaceAll(",", ""));
}
