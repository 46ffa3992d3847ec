/** Each mistake in the YAML is reported with its position, by the table of cases. */
import { describe, expect, it } from "vitest";
import { createMemo, type Memo } from "../../codegen/model/memo.js";
import { readSchema } from "../../codegen/read-schema.js";
import { miniatureWith } from "../cases/codegen/read/miniature.js";
import { mistakes } from "../cases/codegen/read/mistakes.js";
import { reportOf } from "../cases/codegen/read/report-of.js";

describe("a mistake in the YAML", () => {
  it.each(mistakes)("is reported exactly: $title", ({ files, report }) => {
    expect(reportOfMiniature(files)).toEqual(report);
  });

  it.each(mistakes)("is found in files that were parsed before: $title", ({ files, report }) => {
    const memo = createMemo();
    reportOfMiniature(files, memo);
    expect(reportOfMiniature(files, createMemo(memo.used()))).toEqual(report);
  });

  it("is told once for each location, whatever the order of the files", () => {
    const files = miniatureWith({ "events.yaml": undefined, "vendor.yaml": "name: 7\n" });
    const forwards = reportOf(() => readSchema(files));
    const backwards = reportOf(() => readSchema([...files].reverse()));
    expect(forwards).toEqual(backwards);
    expect(new Set(forwards).size).toBe(forwards.length);
  });
});

function reportOfMiniature(
  files: Readonly<Record<string, string | undefined>>,
  memo?: Memo,
): string[] {
  return reportOf(() => readSchema(miniatureWith(files), memo));
}
