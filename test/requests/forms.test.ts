/** Forms, as `qs` and the platform read them. */
import qs from "qs";
import { describe, expect, it } from "vitest";
import type { ListStyle, RouteException } from "../../src/catalog/requests.js";
import { toRequest } from "../../src/request/endpoint/to-request.js";
import { errorOf } from "../endpoint/error-of.js";
import { FORM, MULTIPART, post, createCycle } from "./posts.js";

/** Values that `qs` reads back as they are: everything is text, and each list has two items. */
const nested = {
  "a b&=+ü": "c d&=+ü😀%",
  metadata: { "key[1]": "v", deep: { er: { est: "x" } } },
  items: [
    { price: "p1", tags: ["a", "b"] },
    { price: "p2", tags: ["c", "d"] },
  ],
  expand: ["data.customer", "data.lines"],
};

describe("forms", () => {
  it.each(["repeat", "brackets", "indexes"] satisfies ListStyle[])(
    "[A.36] qs reads nested values back, with lists in the style %s",
    (lists) => {
      const { headers, body } = post({ contentType: FORM, lists }, { data: nested });
      expect(headers["content-type"]).toBe(FORM);
      expect(qs.parse(body as string, { depth: 10, decodeDotInKeys: false })).toEqual(nested);
    },
  );

  it.each(["repeat", "brackets", "indexes"] satisfies ListStyle[])(
    "[A.36] qs reads brackets in the name of a field as nesting, with lists in the style %s",
    (lists) => {
      const { body } = post({ contentType: FORM, lists }, { data: { "a b&=+ü[x]": "c d&=+ü😀%" } });
      expect(qs.parse(body as string)).toEqual({ "a b&=+ü": { x: "c d&=+ü😀%" } });
    },
  );

  it.each([
    { lists: "repeat", read: "c" }, // no parser can tell it from a field that is no list
    { lists: "brackets", read: ["c"] },
    { lists: "indexes", read: ["c"] },
  ] as const)("[A.36] qs reads a list of one item in the style $lists as $read", (row) => {
    const { lists, read } = row;
    const { body } = post({ contentType: FORM, lists }, { data: { items: [{ tags: ["c"] }] } });
    expect(qs.parse(body as string)).toEqual({ items: [{ tags: read }] });
  });

  it.each<FormCase>([
    { title: "a list repeats its name by default", fields: { a: [1, 2] }, body: "a=1&a=2" },
    {
      title: "a list has brackets",
      rule: { lists: "brackets" },
      fields: { a: [1, 2] },
      body: "a%5B%5D=1&a%5B%5D=2",
    },
    {
      title: "a list has indexes",
      rule: { lists: "indexes" },
      fields: { a: [1, 2] },
      body: "a%5B0%5D=1&a%5B1%5D=2",
    },
    {
      title: "a list with commas has no comma for one item, or for an item without a value",
      rule: { lists: "comma" },
      fields: { a: ["b"], c: [null, 1] },
      body: "a=b&c=1",
    },
    {
      title: "a list with commas is one field, and commas in its items are encoded",
      rule: { lists: "comma" },
      fields: { a: ["b,c", 2], d: { e: [1, 2] } },
      body: "a=b%2Cc,2&d%5Be%5D=1,2",
    },
    {
      title: "a property may have another style than that of lists",
      rule: { lists: "brackets", encoding: { a: { style: "repeat" } } },
      fields: { a: [1, 2], b: [3] },
      body: "a=1&a=2&b%5B%5D=3",
    },
    {
      title: "a list with spaces is one field",
      rule: { encoding: { a: { style: "spaces" } } },
      fields: { a: [1, 2] },
      body: "a=1%202",
    },
    {
      title: "an object that explodes has a field for each of its own",
      rule: { encoding: { a: { style: "explode" } } },
      fields: { a: { b: 1, c: 2 } },
      body: "b=1&c=2",
    },
    {
      title: "an object with commas is one field, of names and values",
      rule: { encoding: { a: { style: "comma" } } },
      fields: { a: { b: "1,2", c: null, d: true } },
      body: "a=b,1%2C2,d,true",
    },
    {
      title: "an object with commas that has no values is left out",
      rule: { encoding: { a: { style: "comma" } } },
      fields: { a: { b: null } },
      body: "",
    },
    {
      title: "an object with commas that holds a list has a field for each of its own",
      rule: { encoding: { a: { style: "comma" } } },
      fields: { a: { b: [1, 2], c: 3 } },
      body: "a%5Bb%5D=1,2&a%5Bc%5D=3",
    },
    {
      title: "an object has brackets where lists have commas",
      rule: { lists: "comma" },
      fields: { a: { b: 1 } },
      body: "a%5Bb%5D=1",
    },
    {
      title: "an object with spaces is one field",
      rule: { encoding: { a: { style: "spaces" } } },
      fields: { a: { b: 1, c: 2 } },
      body: "a=b%201%20c%202",
    },
    {
      title: "a property may be JSON",
      rule: { encoding: { a: { contentType: "application/json" } } },
      fields: { a: { b: [] } },
      body: "a=%7B%22b%22%3A%5B%5D%7D",
    },
    {
      title: "numbers, booleans, dates and bigints are text",
      fields: { a: 1.5, b: true, c: new Date(0), d: 10n, e: "" },
      body: "a=1.5&b=true&c=1970-01-01T00%3A00%3A00.000Z&d=10&e=",
    },
    {
      title: "values that are empty are left out",
      fields: { a: undefined, b: null, c: [], d: {}, e: [null], f: { g: null } },
      body: "",
    },
  ])("[A.36] $title", ({ rule, fields, body }) => {
    // Fields may be given among the parameters of a call, or as its `data`.
    for (const parameters of [fields, { data: fields }]) {
      const sent = post({ contentType: FORM, ...rule }, parameters);
      expect(sent.body).toBe(body);
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

interface FormCase {
  readonly title: string;
  /** Default: none, so that lists repeat their names. */
  readonly rule?: RouteException;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly body: string;
}
