/** Results that the generator keeps for its next run: they change nothing in what it makes. */
import { describe, expect, it } from "vitest";
import { formatCode } from "../../codegen/emit/print/format.js";
import { readSchemaFolder } from "../../codegen/files/folders.js";
import { generate } from "../../codegen/generate.js";
import { createMemo } from "../../codegen/model/memo.js";
import { readSchema } from "../../codegen/read-schema.js";

const UNFORMATTED =
  "export interface One { a: 1\n\n/** In it. */ b: 2 }\n\n/** Other. */\nexport type Two = 'x'";
const FORMATTED = `export interface One {
  a: 1;

  /** In it. */ b: 2;
}

/** Other. */
export type Two = "x";
`;

/** Edits of the second vendor, made one after the other. */
const EDITS: readonly (readonly [what: string, file: string, from: string, to: string])[] = [
  ["nothing", "events.yaml", "", ""],
  ["a property of a payload", "payloads/stock.yaml", "integer", "string"],
  ["its description", "payloads/parcel.yaml", "Where it was put", "Where it lies"],
  ["a shared schema", "components/warehouse.yaml", "{ type: integer }", "{ type: string }"],
  ["a further shared schema", "components/warehouse.yaml", "problem:", "fault: {}\nproblem:"],
  ["a payload back again", "payloads/stock.yaml", "string", "integer"],
  ["the vendor", "vendor.yaml", "title: ", "title: New "],
];

describe("the memo", () => {
  it("changes nothing in what is made", async () => {
    const memo = createMemo();
    const anew = await formatCode(UNFORMATTED, memo);
    const again = createMemo(memo.used());
    expect(anew).toBe(FORMATTED);
    expect(await formatCode(UNFORMATTED, again)).toBe(FORMATTED);
    expect(again.isUnchanged()).toBe(true);
  });

  it("drops what is no longer asked for", async () => {
    const memo = createMemo();
    await formatCode(UNFORMATTED, memo);
    const later = createMemo(memo.used());
    await formatCode("export type Two = 'y'", later);
    expect([later.used().size, later.isUnchanged()]).toEqual([1, false]);
  });
});

describe("generating with a memo", () => {
  it("makes what is made without one, after any edits", async () => {
    let files = await readSchemaFolder("test/fixtures/second-vendor/schema");
    let memo = createMemo();
    for (const [what, path, from, to] of EDITS) {
      files = files.map((file) =>
        file.path === path ? { path, text: file.text.replace(from, to) } : file,
      );
      memo = createMemo(memo.used());
      const withMemo = await generate(readSchema(files, memo), memo);
      expect(withMemo, what).toEqual(await generate(readSchema(files)));
    }
  });

  it("asks for everything again when nothing was edited", async () => {
    const files = await readSchemaFolder("test/fixtures/second-vendor/schema");
    const memo = createMemo();
    await generate(readSchema(files, memo), memo);
    const again = createMemo(memo.used());
    await generate(readSchema(files, again), again);
    expect(again.isUnchanged()).toBe(true);
  });
});
