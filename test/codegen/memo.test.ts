/** Results that the generator remembers: they change nothing in what it makes. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { formatCode } from "../../codegen/emit/print/format.js";
import { generate } from "../../codegen/generate.js";
import { createMemo } from "../../codegen/model/memo.js";
import { readSchema } from "../../codegen/read-schema.js";

const first =
  "export interface One { a: 1\n\n/** In it. */ b: 2 }\n\n/** Other. */\nexport type Two = 'x'";
const formatted = `export interface One {
  a: 1;

  /** In it. */ b: 2;
}

/** Other. */
export type Two = "x";
`;

describe("the memo", () => {
  it("changes nothing in what is made", async () => {
    const memo = createMemo();
    const anew = await formatCode(first, memo);
    const again = createMemo(memo.used());
    expect(anew).toBe(formatted);
    expect(await formatCode(first, again)).toBe(formatted);
    expect(again.isUnchanged()).toBe(true);
  });

  it("drops what is no longer asked for", async () => {
    const memo = createMemo();
    await formatCode(first, memo);
    const later = createMemo(memo.used());
    await formatCode("export type Two = 'y'", later);
    expect([later.used().size, later.isUnchanged()]).toEqual([1, false]);
  });
});

/** One after the other, each upon what the edits before it have made of the folder. */
const edits: readonly (readonly [what: string, file: string, from: string, to: string])[] = [
  ["nothing", "events.yaml", "", ""],
  ["a property of a payload", "payloads/stock.yaml", "integer", "string"],
  ["its description", "payloads/parcel.yaml", "Where it was put", "Where it lies"],
  ["a shared schema", "components/warehouse.yaml", "{ type: integer }", "{ type: string }"],
  ["a further shared schema", "components/warehouse.yaml", "problem:", "fault: {}\nproblem:"],
  ["a payload back again", "payloads/stock.yaml", "string", "integer"],
  ["the vendor", "vendor.yaml", "title: ", "title: New "],
];

describe("generating with a memo", () => {
  it("makes what is made without one, after any edits", async () => {
    const texts = secondVendor();
    let memo = createMemo();
    for (const [what, path, from, to] of edits) {
      texts.set(path, texts.get(path)?.replace(from, to) ?? "");
      const files = [...texts].map(([path, text]) => ({ path, text }));
      memo = createMemo(memo.used());
      const remembering = await generate(readSchema(files, memo), memo);
      expect(remembering, what).toEqual(await generate(readSchema(files)));
    }
  });

  it("asks for everything again when nothing was edited", async () => {
    const files = [...secondVendor()].map(([path, text]) => ({ path, text }));
    const memo = createMemo();
    await generate(readSchema(files, memo), memo);
    const again = createMemo(memo.used());
    await generate(readSchema(files, again), again);
    expect(again.isUnchanged()).toBe(true);
  });
});

function secondVendor(): Map<string, string> {
  const folder = new URL("../fixtures/second-vendor/schema/", import.meta.url).pathname;
  const entries = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const paths = entries.filter((path) => path.endsWith(".yaml"));
  return new Map(paths.map((path) => [path, readFileSync(`${folder}${path}`, "utf8")]));
}
