/** `package.json` has few scripts. Pages, comments and messages name commands that exist. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { listFiles } from "../list-files.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

const FOLDERS = [".ci", "bench", "cli", "codegen", "docs", "schema", "scripts", "src", "test"];
const LEFT_OUT = /(?:^|\/)(?:node_modules|dist|content|\.[\w-]+)\/|^test\/cases\//;

const files = [
  ...readdirSync(ROOT).filter((name) => name.endsWith(".md") && name !== "api.md"),
  ...FOLDERS.flatMap(listFiles).filter((path) => /\.(?:[cm]?tsx?|md)$|^\.ci\/run$/.test(path)),
].filter((path) => path.startsWith(".ci/") || !LEFT_OUT.test(path));

describe("the scripts of package.json", () => {
  it("are few; the others are started by their path", () => {
    expect(Object.keys(manifest.scripts).length).toBeLessThanOrEqual(15);
  });

  it.each(findWords(/\bnpm run (?:-s |--silent )?([\w:-]*\w)/g))(
    "have %s, which %s names",
    (name) => {
      expect(Object.keys(manifest.scripts)).toContain(name);
    },
  );
});

describe("a program that is started by its path", () => {
  it.each(findWords(/\btsx ((?:bench|cli|docs|scripts|test)\/[\w./-]+\.ts)\b/g))(
    "%s is there, which %s names",
    (path) => {
      expect(existsSync(join(ROOT, path))).toBe(true);
    },
  );
});

/** The words that a pattern finds after a command, each with the first file that has it. */
function findWords(pattern: RegExp): readonly (readonly [word: string, file: string])[] {
  const fileOf = new Map<string, string>();
  for (const file of files) {
    const text = readFileSync(join(ROOT, file), "utf8");
    for (const [, word = ""] of text.matchAll(pattern))
      if (!fileOf.has(word)) fileOf.set(word, file);
  }
  return [...fileOf];
}
