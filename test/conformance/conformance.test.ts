/**
 * Compares the tests with `docs/contract/`: every rule is named by a test, and no test or comment
 * names a rule that does not exist.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { listFiles } from "../list-files.js";
import { IN_BROWSER, LONG } from "../../vitest.config.js";
import { readContract } from "./read-rules.js";
import { findReferences, findTitleRules, toPattern } from "./find-rules.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

const rules = readContract(join(ROOT, "docs/contract"));
const numbers = new Set(rules.map(({ number }) => number));

/** From each rule that a test of `npm test` names to a file that names it; and from each that a comment refers to. */
const tested = collect(["test"], findTitleRules, isInDefaultMode);
const referred = collect(
  ["src", "codegen", "test", "bench", "scripts", "examples"],
  findReferences,
);

describe("the contract", () => {
  it("has rules for every part", () => {
    expect([...new Set(rules.map(({ part }) => part))]).toEqual([
      "A",
      "B",
      "C",
      "D",
      "E",
      "F",
      "G",
      "H",
      "I",
      "J",
      "K",
      "L",
      "N",
      "O",
      "P",
      "R",
    ]);
  });

  it.each(rules)("$number has a title, a text, and the number after the one before", (rule) => {
    expect(rule.title).not.toBe("");
    expect(rule.text).toMatch(/\w+ \w+.*[.|]$/s);
    const position = rules.filter(({ part }) => part === rule.part).indexOf(rule);
    expect(rule.number).toBe(`${rule.part}.${position + 1}`);
  });
});

describe("the tests", () => {
  it.each([...numbers])("name %s", (number) => {
    expect(tested.has(number)).toBe(true);
  });

  it.each([...tested])("name no rule that does not exist: %s in %s", (number) => {
    expect(numbers.has(number)).toBe(true);
  });
});

describe("what `npm test` leaves out", () => {
  it.each([
    ["test/inbox/crash.test.ts", "test/inbox/crash.test.ts", true],
    ["test/inbox/crash.test.ts", "test/inbox/crashXtest.ts", false],
    ["test/client/platforms/**", "test/client/platforms/a/b.test.ts", true],
    ["test/**/*.long.test.ts", "test/cli/samples.long.test.ts", true],
    ["test/**/*.long.test.ts", "test/a.long.test.ts", true],
    ["test/**/*.long.test.ts", "test/cli/samples.test.ts", false],
  ])("is told by %s: %s", (glob, path, expected) => {
    expect(toPattern(glob).test(path)).toBe(expected);
  });

  it("names no rule that counts", () => {
    const files = readSources("test").filter((source) => !isInDefaultMode(source));
    expect(files.length).toBeGreaterThan(LONG.length);
    expect([...tested.values()].filter((path) => files.some((file) => file.path === path))).toEqual(
      [],
    );
  });
});

describe("comments", () => {
  it("refer to no rule that does not exist", () => {
    expect([...referred].filter(([number]) => !numbers.has(number))).toEqual([]);
  });

  it.each([
    ["Merges by key (contract A.10).", ["A.10"]],
    ["As contract A.6 and B.7 say", ["A.6", "B.7"]],
    ["The relay (contract D.1–D.7), in short", ["D.1", "D.7"]],
    ["Contract C.5, C.6 and C.99", ["C.5", "C.6", "C.99"]],
    ["RFC 6570, section 3.2; a contract with A.1", []],
  ])("are understood: %s", (comment, expected) => {
    expect(findReferences(comment)).toEqual(expected);
  });
});

/**
 * Tells if `npm test` runs a file. Files that are no tests count, because some have the tests of several files.
 */
function isInDefaultMode({ path }: Source): boolean {
  return ![...LONG, ...IN_BROWSER, "test/long/**"].some((glob) => toPattern(glob).test(path));
}

function readSources(folder: string): readonly Source[] {
  return listFiles(folder)
    .filter((path) => /\.[cm]?ts$/.test(path) && !path.startsWith("test/conformance/"))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), "utf8") }));
}

/** Finds names in the sources of folders; returns each with one file that has it. */
function collect(
  folders: readonly string[],
  find: (text: string) => readonly string[],
  counts: (source: Source) => boolean = () => true,
): ReadonlyMap<string, string> {
  const sources = folders.flatMap(readSources).filter(counts);
  return new Map(sources.flatMap(({ path, text }) => find(text).map((name) => [name, path])));
}

interface Source {
  /** From the root of the repository. */
  readonly path: string;
  readonly text: string;
}
