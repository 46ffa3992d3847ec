/** `uniqueItems`, by a keyword that takes linear time. */
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { UNIQUE_ITEMS } from "../../codegen/read/documents/unique-items.js";

const ajv = new Ajv();
ajv.removeKeyword("uniqueItems");
ajv.addKeyword(UNIQUE_ITEMS);

describe("items that must differ", () => {
  it.each<[what: string, items: readonly unknown[], equal: object | undefined]>([
    ["texts", ["a", "b", "a"], { i: 2, j: 0 }],
    ["a number and its text", [1, "1"], undefined],
    [
      "maps whose keys are in another order",
      [
        { a: 1, b: [2] },
        { b: [2], a: 1 },
      ],
      { i: 1, j: 0 },
    ],
    [
      "lists in another order",
      [
        [1, 2],
        [2, 1],
      ],
      undefined,
    ],
  ])("are compared: %s", (_what, items, equal) => {
    const check = ajv.compile({ uniqueItems: true });
    expect(check(items)).toBe(equal === undefined);
    expect(check.errors?.[0]?.params).toEqual(equal);
  });

  it("may be equal where the schema says so", () => {
    expect(ajv.compile({ uniqueItems: false })(["a", "a"])).toBe(true);
  });
});
