/** Differences of a folder from what was generated, as `--check` reports them. */
import { describe, expect, it } from "vitest";
import { PROJECT_ORIGIN, provenance } from "../../codegen/emit/print/file.js";
import { describeDifferences, compareOutput } from "../../codegen/files/output-differences.js";

const A = { path: "a.ts", text: asGenerated("a") };
const B = { path: "sub/b.ts", text: asGenerated("b") };

describe("compareOutput", () => {
  it.each<[string, Record<string, string>, readonly string[]]>([
    ["nothing when all is in sync", { "a.ts": A.text, "sub/b.ts": B.text }, []],
    ["a missing file", { "a.ts": A.text }, ["missing: sub/b.ts"]],
    ["a stale file", { "a.ts": asGenerated("old"), "sub/b.ts": B.text }, ["stale:   a.ts"]],
    ["a broken file among ours", { "a.ts": "junk", "sub/b.ts": B.text }, ["stale:   a.ts"]],
    ["an empty file among ours", { "a.ts": "", "sub/b.ts": B.text }, ["stale:   a.ts"]],
    [
      "a file that is no longer generated",
      { "a.ts": A.text, "sub/b.ts": B.text, "old.ts": asGenerated("old") },
      ["extra:   old.ts"],
    ],
    [
      "somebody else's file",
      { "a.ts": A.text, "sub/b.ts": B.text, "mine.ts": "mine" },
      ["extra:   mine.ts (not generated; delete or move it)"],
    ],
    [
      "a folder that is not ours",
      { "a.ts": "mine" },
      ["missing: sub/b.ts", "stale:   a.ts (not generated)"],
    ],
    ["an empty folder", {}, ["missing: a.ts", "missing: sub/b.ts"]],
  ])("tells of %s", (_, present, lines) => {
    const plan = compareOutput([A, B], new Map(Object.entries(present)));
    expect(describeDifferences(plan)).toEqual(lines);
  });

  it("lists files in the order of their paths, whatever order the folder has", () => {
    const present = new Map([
      ["z.ts", asGenerated("z")],
      ["c.ts", asGenerated("c")],
    ]);
    expect(compareOutput([], present).extra).toEqual(["c.ts", "z.ts"]);
  });
});

function asGenerated(text: string): string {
  return `// ${provenance(PROJECT_ORIGIN)}\n${text}`;
}
