/** Parameters that a route declares in the query: texts by style, and values that are left out or refused. */
import { describe, expect, it } from "vitest";
import type { QueryStyle } from "../../src/catalog/requests.js";
import { errorOf } from "../endpoint/error-of.js";
import { baseUrl, builderOf } from "./builder.js";

describe("the text of a query parameter", () => {
  it.each<QueryText>([
    {
      title: "brackets in the name",
      name: "include[]",
      style: "repeat",
      value: ["a", "b"],
      query: "include%5B%5D=a&include%5B%5D=b",
    },
    {
      title: "a name with other characters",
      name: "Start Time<",
      style: "repeat",
      value: 1,
      query: "Start%20Time%3C=1",
    },
    {
      title: "values that need encoding",
      style: "comma",
      value: ["b,c", "d&e", "ü"],
      query: "a=b%2Cc,d%26e,%C3%BC",
    },
    {
      title: "members that need encoding",
      style: "explode",
      value: { "k=": "v&" },
      query: "k%3D=v%26",
    },
    {
      title: "a list in an object",
      style: "explode",
      value: { b: ["c", "d&"], e: 1, f: [], g: [null] },
      query: "b=c&b=d%26&e=1",
    },
    {
      title: "reserved characters",
      style: "reserved",
      value: "/b?c=d:e@[f]!$'()*,;%2F",
      query: "a=/b?c=d:e@[f]!$'()*,;%2F",
    },
    {
      title: "reserved characters that would end the value",
      style: "reserved",
      value: "b&c#d+e f%",
      query: "a=b%26c%23d%2Be%20f%25",
    },
    {
      title: "reserved characters in a list",
      style: "reserved-comma",
      value: ["b/c", "d:e"],
      query: "a=b/c,d:e",
    },
    {
      title: "reserved characters in a repeated list",
      style: "reserved",
      value: ["b/c", "d"],
      query: "a=b/c&a=d",
    },
    {
      title: "an empty list in JSON",
      style: "json",
      value: [],
      query: "a=%5B%5D",
    },
    {
      title: "null in JSON",
      style: "json",
      value: { b: null },
      query: "a=%7B%22b%22%3Anull%7D",
    },
  ])("[A.31] $title", expectQuery);

  it.each<QueryText>([
    {
      title: "nested objects",
      style: "brackets",
      value: { b: { c: 1, d: [2, 3] } },
      query: "a[b][c]=1&a[b][d][]=2&a[b][d][]=3",
    },
    {
      title: "lists of objects",
      style: "brackets",
      value: [{ b: 1 }, { b: 2 }],
      query: "a[0][b]=1&a[1][b]=2",
    },
    {
      title: "lists in a list",
      style: "brackets",
      value: [[1], [2]],
      query: "a[0][]=1&a[1][]=2",
    },
    {
      title: "a nested date",
      style: "brackets",
      value: { at: new Date(0) },
      query: "a[at]=1970-01-01T00%3A00%3A00.000Z",
    },
  ])("[A.31] $title, with brackets that are encoded", ({ query, ...text }) => {
    expectQuery({ ...text, query: query.replaceAll("[", "%5B").replaceAll("]", "%5D") });
  });

  function expectQuery({ name = "a", style, value, query }: QueryText): void {
    for (const method of ["GET", "POST", "DELETE"]) {
      const endpoint = builderOf({ [`${method} /x`]: { query: { [name]: style } } });
      const { url, body } = endpoint(`${method} /x`, { [name]: value });
      expect([url, body]).toEqual([`${baseUrl}/x?${query}`, undefined]);
    }
  }
});

describe("[A.31] a parameter that is the whole query", () => {
  const endpoint = builderOf({ "GET /x": { query: { q: "whole", r: "reserved-whole" } } });

  it.each([
    ["text", { q: "a=1&b" }, "?a%3D1%26b"],
    ["text whose reserved characters stay", { r: "$.a[0]=b" }, "?$.a[0]=b"],
    ["an object", { q: { a: [1] } }, "?%7B%22a%22%3A%5B1%5D%7D"],
    ["a number", { q: 5 }, "?5"],
    ["nothing", { q: undefined }, ""],
  ])("is %s", (_title, parameters, query) => {
    expect(endpoint("GET /x", parameters).url).toBe(`${baseUrl}/x${query}`);
  });
});

describe("query parameters without a value", () => {
  const urlOf = (style: QueryStyle, parameters: object): string => {
    const endpoint = builderOf({ "GET /x": { query: { a: style, b: style, c: style } } });
    return endpoint("GET /x", parameters).url;
  };

  it.each([
    "repeat",
    "comma",
    "brackets",
    "explode",
    "spaces",
    "pipes",
    "tabs",
    "reserved",
  ] as const)("[A.31] [A.7] are left out: undefined, null and an empty list, %s", (style) => {
    expect(urlOf(style, { a: undefined, b: null, c: [] })).toBe(`${baseUrl}/x`);
  });

  it("[A.31] [A.7] are left out: undefined and null, json", () => {
    expect(urlOf("json", { a: undefined, b: null, c: undefined })).toBe(`${baseUrl}/x`);
  });

  it.each(["comma", "brackets", "explode", "spaces", "pipes", "tabs"] as const)(
    "[A.31] [A.7] are left out: objects and lists in which nothing has a value, %s",
    (style) => {
      expect(urlOf(style, { a: {}, b: { k: null }, c: [null] })).toBe(`${baseUrl}/x`);
    },
  );
});

describe("query parameters", () => {
  it("[A.31] [A.12] are nested 64 levels deep at most", () => {
    const endpoint = builderOf({ "GET /x": { query: { a: "brackets" } } });
    const nest = (depth: number): unknown => (depth === 0 ? 1 : { b: nest(depth - 1) });
    const { url } = endpoint("GET /x", { a: nest(64) });
    expect(url).toBe(`${baseUrl}/x?a${"%5Bb%5D".repeat(64)}=1`);
    expect(() => endpoint("GET /x", { a: nest(65) })).toThrow(
      'Parameter "a" of "GET /x" is nested deeper than 64 levels, or holds itself; expected less.',
    );
  });

  it("[A.31] [A.7] stand behind the URL's own query and before its fragment", () => {
    const endpoint = builderOf({ "GET /x": { template: "/x?v=1#top", query: { a: "comma" } } });
    expect(endpoint("GET /x", { a: [1, 2], b: 3 }).url).toBe(`${baseUrl}/x?v=1&b=3&a=1,2#top`);
  });

  it("[A.31] [A.10] take defaults, and give way to a call", () => {
    const endpoint = builderOf({ "GET /x": { query: { a: "comma" } } }).defaults({ a: [1, 2] });
    expect(endpoint("GET /x").url).toBe(`${baseUrl}/x?a=1,2`);
    expect(endpoint("GET /x", { a: 3 }).url).toBe(`${baseUrl}/x?a=3`);
    expect(endpoint("GET /x", { a: undefined }).url).toBe(`${baseUrl}/x`);
    expect(endpoint.parse(endpoint.merge("GET /x", { b: 1 })).url).toBe(`${baseUrl}/x?b=1&a=1,2`);
  });

  it.each([
    ["an object that repeats", "repeat", { k: 1 }],
    ["an object of reserved text", "reserved", { k: 1 }],
    ["an object in a list", "comma", [{ k: 1 }]],
    ["an object in an object", "explode", { k: { l: 1 } }],
    ["a list in a list in an object", "explode", { k: [[1]] }],
    ["a cycle", "brackets", createSelfReference()],
    ["a function", "brackets", { k: () => 1 }],
    ["NaN", "spaces", [Number.NaN]],
    ["a lone surrogate", "pipes", ["\ud800"]],
    ["a lone surrogate as a key", "brackets", { "\ud800": 1 }],
    ["a lone surrogate as a member", "explode", { "\ud800": 1 }],
    ["a Map", "json", new Map()],
    ["a Blob", "brackets", new Blob()],
    ["an invalid date", "comma", [new Date(Number.NaN)]],
  ] as const)("[A.31] [A.12] refuse %s", (_title, style, value) => {
    const endpoint = builderOf({ "GET /x": { query: { a: style } } });
    const error = errorOf(() => endpoint("GET /x", { a: value }));
    expect([error.code, error.parameters]).toEqual(["INVALID_PARAMETER", ["a"]]);
  });
});

function createSelfReference(): object {
  const cycle: Record<string, unknown> = {};
  cycle["self"] = cycle;
  return cycle;
}

interface QueryText {
  readonly title: string;
  /** Default: `a`. */
  readonly name?: string;
  readonly style: QueryStyle;
  readonly value: unknown;
  readonly query: string;
}
