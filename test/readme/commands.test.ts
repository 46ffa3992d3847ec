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

/** The words after a command, each with the first file that has it. */
function find(pattern: RegExp): readonly (readonly [name: string, file: string])[] {
  const found = new Map<string, string>();
  for (const file of files) {
    const text = readFileSync(join(ROOT, file), "utf8");
    for (const [, name = ""] of text.matchAll(pattern)) if (!found.has(name)) found.set(name, file);
  }
  return [...found];
}

describe("the scripts of package.json", () => {
  it("are few; the others are started by their path", () => {
    expect(Object.keys(manifest.scripts).length).toBeLessThanOrEqual(15);
  });

  it.each(find(/\bnpm run (?:-s |--silent )?([\w:-]*\w)/g))("have %s, which %s names", (name) => {
    expect(Object.keys(manifest.scripts)).toContain(name);
  });
});

it.each(find(/\btsx ((?:bench|cli|docs|scripts|test)\/[\w./-]+\.ts)\b/g))(
  "%s is there, which %s names",
  (path) => {
    expect(existsSync(join(ROOT, path))).toBe(true);
  },
);
