/** The search for files that nothing in a package leads to, or that are named and missing. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findStrayFiles } from "./package/reached.js";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "typewire-reached-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The `exports` of the package. */
const EXPORTS = { ".": { types: "./a.d.ts", default: "./a.js" }, "./more/*": "./more/*.js" };
/** The files of the subpath `.`. */
const MODULE = { "a.js": "", "a.d.ts": "" };

describe("findStrayFiles", () => {
  it.each<[what: string, files: Readonly<Record<string, string>>, problems: readonly string[]]>([
    ["nothing but entries and pages", { ...MODULE, "README.md": "", LICENSE: "" }, []],
    ["a file that nothing names", { ...MODULE, "b.js": "" }, ["b.js is not reached"]],
    ["a missing entry", { "a.js": "" }, ["a.d.ts is named and missing"]],
    ["files of a pattern", { ...MODULE, "more/b/c.js": "" }, []],
    ["an import", { ...MODULE, "a.js": 'import"./b.js"', "b.js": "" }, []],
    ["an import when called", { ...MODULE, "a.js": 'import("./b.js")', "b.js": "" }, []],
    [
      "the declarations of code",
      { ...MODULE, "a.js": 'from "./b.js"', "b.js": "", "b.d.ts": "" },
      [],
    ],
    [
      "the code of declarations",
      { ...MODULE, "a.d.ts": 'from "./b.js"', "b.js": "", "b.d.ts": "" },
      [],
    ],
    ["a missing module", { ...MODULE, "a.js": 'from "./b.js"' }, ["b.js is named and missing"]],
    [
      "code without its declarations",
      { ...MODULE, "a.d.ts": 'from "./b.js"', "b.js": "" },
      ["b.d.ts is named and missing"],
    ],
    [
      "a map without its source",
      { ...MODULE, "a.js": "//# sourceMappingURL=a.js.map", "a.js.map": '{"sources":["a.ts"]}' },
      ["a.js.map leads to a.ts, which is missing"],
    ],
    [
      "a map with a copy of its sources",
      {
        ...MODULE,
        "a.js": "//# sourceMappingURL=a.js.map",
        "a.js.map": '{"sources":["a.js"],"sourcesContent":[""]}',
      },
      ["a.js.map has a copy of its sources"],
    ],
    [
      "a map that is missing",
      { ...MODULE, "a.js": "//# sourceMappingURL=b.map" },
      ["b.map is named and missing"],
    ],
  ])("judges a package with %s", (_, files, problems) => {
    const packageFiles = { "package.json": JSON.stringify({ exports: EXPORTS }), ...files };
    for (const [path, text] of Object.entries(packageFiles)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    expect(findStrayFiles(folder, Object.keys(packageFiles))).toEqual(problems);
  });
});
