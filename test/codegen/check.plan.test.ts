/** Differences of a folder from what was generated, as `--check` reports them. */
import { describe, expect, it } from "vitest";
import { PROJECT_ORIGIN, provenance } from "../../codegen/emit/print/file.js";
import { describeDifferences, compareOutput } from "../../codegen/files/output-differences.js";

const ours = (text: string): string => `// ${provenance(PROJECT_ORIGIN)}\n${text}`;
const a = { path: "a.ts", text: ours("a") };
const b = { path: "sub/b.ts", text: ours("b") };

describe("compareOutput", () => {
  it.each<[string, Record<string, string>, readonly string[]]>([
    ["nothing when all is in sync", { "a.ts": a.text, "sub/b.ts": b.text }, []],
    ["a missing file", { "a.ts": a.text }, ["missing: sub/b.ts"]],
    ["a stale file", { "a.ts": ours("old"), "sub/b.ts": b.text }, ["stale:   a.ts"]],
    ["a broken file among ours", { "a.ts": "junk", "sub/b.ts": b.text }, ["stale:   a.ts"]],
    ["an empty file among ours", { "a.ts": "", "sub/b.ts": b.text }, ["stale:   a.ts"]],
    [
      "a file that is no longer generated",
      { "a.ts": a.text, "sub/b.ts": b.text, "old.ts": ours("old") },
      ["extra:   old.ts"],
    ],
    [
      "somebody else's file",
      { "a.ts": a.text, "sub/b.ts": b.text, "mine.ts": "mine" },
      ["extra:   mine.ts (not generated; delete or move it)"],
    ],
    [
      "a folder that is not ours",
      { "a.ts": "mine" },
      ["missing: sub/b.ts", "stale:   a.ts (not generated)"],
    ],
    ["an empty folder", {}, ["missing: a.ts", "missing: sub/b.ts"]],
  ])("tells of %s", (_, present, lines) => {
    const plan = compareOutput([a, b], new Map(Object.entries(present)));
    expect(describeDifferences(plan)).toEqual(lines);
  });

  it("lists in the order of the paths, whatever the order found", () => {
    const present = new Map([
      ["z.ts", ours("z")],
      ["c.ts", ours("c")],
    ]);
    expect(compareOutput([], present).extra).toEqual(["c.ts", "z.ts"]);
  });
});
