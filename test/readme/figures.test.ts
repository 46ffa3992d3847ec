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
  it("says that a call of endpoint takes a fourteenth of the peer's time", () => {
    expect(Math.round(1 / readShareOfTime())).toBe(14);
    expect(readme).toContain("a call of `endpoint` takes about a fourteenth of the time");
  });

  it("says how many times as large as the peers' our bundles are, from the least to the most", () => {
    const [, least = "", most = ""] =
      /(\w+) to (\w+) times as large as Octokit's/.exec(readme) ?? [];
    const ratios = readRatiosOfSize();
    expect(ratios).toHaveLength(4);
    expect(Math.min(...ratios)).toBeGreaterThanOrEqual(WORDS.indexOf(least));
    expect(Math.max(...ratios)).toBeLessThanOrEqual(WORDS.indexOf(most));
  });

  it("says that type-checking takes less than half of the peer's time", () => {
    expect(readme).toContain("type-checking takes less than half the time");
    const rows = readCheckTimes();
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
    expect(sentence).toMatch(new RegExp(`\\b${readKilobytes(program, "bytes, Node")} kB`));
    expect(tasks).toContain(sentence);
  });

  it("says how many bytes the class has in a browser, and at the start of a page", () => {
    const whole = readKilobytes("typewire, the class", "browser");
    const first = readKilobytes("typewire, the class", "at the start");
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

/** The time of a call of our `endpoint`, as a part of that of the peer. */
function readShareOfTime(): number {
  const row = readBenchmark("endpoint").find(({ measure }) => measure === "× @octokit/endpoint");
  return toNumber(row?.["typewire"]);
}

/** Our size beside that of the peer, for each of the bundles that the README means. */
function readRatiosOfSize(): readonly number[] {
  return readBenchmark("size")
    .filter(({ size }) => /^(?:endpoint|Webhooks.*)$/.test(size ?? ""))
    .map((row) => {
      // Each bundle has one peer, and an empty cell for the other.
      const peer = row["@octokit/endpoint"] || row["@octokit/webhooks"];
      return toNumber(row["typewire"]) / toNumber(peer);
    });
}

/** Times of type-checking as parts of the peer's. The programs `sent` have none: they compare two of our functions. */
function readCheckTimes() {
  return readBenchmark("types").filter(
    ({ types, measure }) => measure === "check time" && types !== "sent",
  );
}

/** The size of a program of the four tasks. Each of its tables has the name of its first column. */
function readKilobytes(program: string, column: string): number {
  const rows = ["one call", "one verified delivery"].flatMap((table) =>
    readBenchmark(table).map((row) => ({ program: row[table], row })),
  );
  const row = rows.find((each) => each.program === program)?.row;
  return Math.round(toNumber(row?.[column]) / 1000);
}

/** The rows of a table in `bench/README.md`. */
function readBenchmark(name: string) {
  return readTable(benchmarks, name);
}

function toNumber(cell = "") {
  return cell === "" ? Number.NaN : Number(cell.replaceAll(",", ""));
}
