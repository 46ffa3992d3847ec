import { describe, expect, it } from "vitest";
import { formatCode } from "../../codegen/emit/format-code.js";
import { createMemo } from "../../codegen/memo.js";

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
    await formatCode("export type Two = 2", later);
    expect([later.used().size, later.isUnchanged()]).toEqual([1, false]);
  });
});
