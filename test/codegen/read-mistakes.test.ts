import { describe, expect, it } from "vitest";
import { SchemaError } from "../../codegen/diagnostics.js";
import { createMemo, type Memo } from "../../codegen/memo.js";
import { readSchema } from "../../codegen/read-schema.js";
import { miniatureWith } from "../cases/codegen/read/miniature.js";
import { mistakes } from "../cases/codegen/read/mistakes.js";

describe("a mistake in the YAML", () => {
  it.each(mistakes)("is reported exactly: $title", ({ files, report }) => {
    expect(reportOf(files)).toEqual(report);
  });

  it.each(mistakes)("is found in files that were parsed before: $title", ({ files, report }) => {
    const memo = createMemo();
    reportOf(files, memo);
    expect(reportOf(files, createMemo(memo.used()))).toEqual(report);
  });

  it("is told once for each place, whatever the order of the files", () => {
    const files = miniatureWith({ "events.yaml": undefined, "vendor.yaml": "name: 7\n" });
    const forwards = diagnosticsOf(() => readSchema(files));
    const backwards = diagnosticsOf(() => readSchema([...files].reverse()));
    expect(forwards).toEqual(backwards);
    expect(new Set(forwards).size).toBe(forwards.length);
  });
});

function reportOf(files: Readonly<Record<string, string | undefined>>, memo?: Memo): string[] {
  return diagnosticsOf(() => readSchema(miniatureWith(files), memo));
}

function diagnosticsOf(read: () => unknown): string[] {
  try {
    read();
  } catch (error) {
    if (error instanceof SchemaError) return error.message.split("\n");
    throw error;
  }
  return [];
}
