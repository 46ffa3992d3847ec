/** Forms, as `qs` and the platform read them. */
import qs from "qs";
import { describe, expect, it } from "vitest";
import type { ListStyle } from "../../src/catalog/requests.js";
import { toRequest } from "../../src/request/endpoint/to-request.js";
import { errorOf } from "../endpoint/error-of.js";
import { FORM, MULTIPART, post, createCycle } from "./posts.js";

/** Values that `qs` reads back as they are: everything is text. */
const nested = {
  "a b&=+ü[x]": "c d&=+ü😀%",
  metadata: { "key[1]": "v", deep: { er: { est: "x" } } },
  items: [
    { price: "p1", tags: ["a", "b"] },
    { price: "p2", tags: ["c"] },
  ],
  expand: ["data.customer", "data.lines"],
};

describe("forms", () => {
  it.each(["repeat", "brackets", "indexes"] satisfies ListStyle[])(
    "[A.36] qs reads nested values, lists as %s",
    (lists) => {
      const { headers, body } = post({ contentType: FORM, lists }, { data: nested });
      expect(headers["content-type"]).toBe(FORM);
      const parsed = qs.parse(body as string, { depth: 10, decodeDotInKeys: false });
      // Every parser reads brackets in the name of a field as nesting.
      const { "a b&=+ü[x]": odd, ...rest } = nested;
      expect(parsed).toEqual({ "a b&=+ü": { x: odd }, ...oneAsText(rest, lists) });
    },
  );

  it.each([
    ["lists repeat", {}, { a: [1, 2] }, "a=1&a=2"],
    ["lists in brackets", { lists: "brackets" }, { a: [1, 2] }, "a%5B%5D=1&a%5B%5D=2"],
    ["lists with indexes", { lists: "indexes" }, { a: [1, 2] }, "a%5B0%5D=1&a%5B1%5D=2"],
    ["a list with commas that has one item", { lists: "comma" }, { a: ["b"], c: [null, 1] }, "a=b&c=1"], // prettier-ignore
    ["lists with commas", { lists: "comma" }, { a: ["b,c", 2], d: { e: [1, 2] } }, "a=b%2Cc,2&d%5Be%5D=1,2"], // prettier-ignore
    ["a property of its own", { lists: "brackets", encoding: { a: { style: "repeat" } } }, { a: [1, 2], b: [3] }, "a=1&a=2&b%5B%5D=3"], // prettier-ignore
    ["a property with spaces", { encoding: { a: { style: "spaces" } } }, { a: [1, 2] }, "a=1%202"],
    ["a property that explodes", { encoding: { a: { style: "explode" } } }, { a: { b: 1, c: 2 } }, "b=1&c=2"], // prettier-ignore
    ["an object with commas", { encoding: { a: { style: "comma" } } }, { a: { b: "1,2", c: null, d: true } }, "a=b,1%2C2,d,true"], // prettier-ignore
    [
      "an empty object with commas",
      { encoding: { a: { style: "comma" } } },
      { a: { b: null } },
      "",
    ],
    ["a nested object with commas", { encoding: { a: { style: "comma" } } }, { a: { b: [1, 2], c: 3 } }, "a%5Bb%5D=1,2&a%5Bc%5D=3"], // prettier-ignore
    ["objects where lists have commas", { lists: "comma" }, { a: { b: 1 } }, "a%5Bb%5D=1"],
    ["an object with spaces", { encoding: { a: { style: "spaces" } } }, { a: { b: 1, c: 2 } }, "a=b%201%20c%202"], // prettier-ignore
    ["a property as JSON", { encoding: { a: { contentType: "application/json" } } }, { a: { b: [] } }, "a=%7B%22b%22%3A%5B%5D%7D"], // prettier-ignore
    ["scalars", {}, { a: 1.5, b: true, c: new Date(0), d: 10n, e: "" }, "a=1.5&b=true&c=1970-01-01T00%3A00%3A00.000Z&d=10&e="], // prettier-ignore
    [
      "what is left out",
      {},
      { a: undefined, b: null, c: [], d: {}, e: [null], f: { g: null } },
      "",
    ],
  ] as const)("[A.36] %s", (_title, exception, parameters, expected) => {
    for (const args of [parameters, { data: parameters }]) {
      const { body } = post({ contentType: FORM, ...exception }, args);
      expect(body).toBe(expected);
    }
  });

  it("[A.36] URLSearchParams read what is flat", () => {
    const flat = { "a&b": "c=d+e f", ü: "😀", n: "1\r\n2" };
    const { body } = post({ contentType: FORM }, flat);
    expect(Object.fromEntries(new URLSearchParams(body as string))).toEqual(flat);
  });

  it.each([
    ["text", "a=1&b=2", FORM],
    ["URLSearchParams", new URLSearchParams({ a: "1", b: "2" }), undefined],
  ])("[A.36] take %s", async (_title, data, contentType) => {
    const result = post({ contentType: FORM }, { data });
    expect([result.body, result.headers["content-type"]]).toEqual([data, contentType]);
    const request = toRequest(result);
    expect(request.headers.get("content-type")).toMatch(FORM);
    expect([...(await request.formData())]).toEqual([
      ["a", "1"],
      ["b", "2"],
    ]);
  });

  it.each([
    ["a Blob", new Blob()],
    ["a function", () => 1],
    ["a nested Map", { b: new Map() }],
    ["NaN in a list", [Number.NaN]],
    ["a lone surrogate", "\udc00"],
    ["a lone surrogate in a key", { "\udc00": 1 }],
    ["a cycle", createCycle()],
    ["a list of lists of functions", [[() => 1]]],
  ])("[A.36] [A.12] refuse %s, inside data too", (_title, a) => {
    for (const args of [{ a }, { data: { a } }]) {
      const error = errorOf(() => post({ contentType: FORM }, args));
      expect([error.code, error.parameters]).toEqual(["INVALID_PARAMETER", ["a"]]);
    }
  });

  it.each([
    [FORM, "URLSearchParams"],
    [MULTIPART, "FormData"],
  ])("[A.36] [A.37] say what a body of %s may be", (contentType, other) => {
    expect(() => post({ contentType }, { data: [1] })).toThrow(
      `The body of "POST /x" is an array; expected an object of its fields, or ${other}.`,
    );
  });
});

/** A repeated key that has one value reads as that value. */
function oneAsText(value: object, lists: ListStyle): object {
  const text = JSON.stringify(value);
  return JSON.parse(lists === "repeat" ? text.replace('["c"]', '"c"') : text) as object; // as it was
}
