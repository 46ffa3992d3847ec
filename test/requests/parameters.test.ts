/** Parameters that a route declares, by style: in paths, queries, headers and cookies, and in the option `parameters`. */
import { describe, expect, it } from "vitest";
import {
  COLORS,
  cookieStyles,
  headerStyles,
  pathStyles,
  queryStyles,
} from "../cases/requests/styles.js";
import { errorOf } from "../endpoint/error-of.js";
import { baseUrl, builderOf } from "./builder.js";

/** Kinds of values that each style is shown with. */
const KINDS = Object.keys(COLORS) as readonly (keyof typeof COLORS)[];

describe("the examples of OpenAPI's styles", () => {
  it.each(
    pathStyles.flatMap(([style, template, expected]) =>
      KINDS.map((kind) => [style, kind, template, expected[kind]] as const),
    ),
  )("[A.38] path, %s: %s", (_style, kind, template, expected) => {
    const endpoint = builderOf({ "GET /x/{color}": { template: `/x/a${template}` } });
    const call = (): string => endpoint("GET /x/{color}", { color: COLORS[kind] }).url;
    if (expected === undefined) expect(errorOf(call).code).toBe("MISSING_PARAMETER");
    else expect(call()).toBe(`${baseUrl}/x/a${expected}`);
  });

  it.each(
    queryStyles.flatMap(([style, name, expected]) =>
      KINDS.map((kind) => [style, kind, name, expected[kind]] as const),
    ),
  )("[A.31] query, %s: %s", (_style, kind, name, expected) => {
    const query = { color: name };
    const endpoint = builderOf({ "GET /x": { query }, "POST /x": { query } });
    const parameters = { color: COLORS[kind] };
    expect(endpoint("GET /x", parameters).url).toBe(`${baseUrl}/x?${expected}`);
    const post = endpoint("POST /x", { ...parameters, other: 1 });
    expect([post.url, post.body]).toEqual([`${baseUrl}/x?${expected}`, { other: 1 }]);
  });

  it.each(
    headerStyles.flatMap(([style, name, expected]) =>
      KINDS.map((kind) => [style, kind, name, expected[kind]] as const),
    ),
  )("[A.32] header, %s: %s", (_style, kind, name, expected) => {
    const endpoint = builderOf({ "GET /x": { headers: { "X-Color": name } } });
    const result = endpoint("GET /x", { "X-Color": COLORS[kind] });
    expect([result.url, result.headers["x-color"]]).toEqual([`${baseUrl}/x`, expected]);
  });

  it.each(
    cookieStyles.flatMap(([style, name, expected]) =>
      KINDS.map((kind) => [style, kind, name, expected[kind]] as const),
    ),
  )("[A.32] cookie, %s: %s", (_style, kind, name, expected) => {
    const endpoint = builderOf({ "GET /x": { cookies: { color: name } } });
    const headers = { cookie: "session=1" };
    expect(endpoint("GET /x", { color: COLORS[kind] }).headers["cookie"]).toBe(expected);
    const both = endpoint("GET /x", { color: COLORS[kind], headers });
    expect(both.headers["cookie"]).toBe(`session=1; ${expected}`);
  });
});

describe("[A.31] the whole query", () => {
  const endpoint = builderOf({ "GET /x": { query: { q: "whole", r: "reserved-whole" } } });
  const urlOf = (parameters: object): string => endpoint("GET /x", parameters).url;

  it.each([
    ["text", { q: "a=1&b" }, "?a%3D1%26b"],
    ["text whose reserved characters stay", { r: "$.a[0]=b" }, "?$.a[0]=b"],
    ["an object", { q: { a: [1] } }, "?%7B%22a%22%3A%5B1%5D%7D"],
    ["a number", { q: 5 }, "?5"],
    ["nothing", { q: undefined }, ""],
  ])("is %s", (_title, parameters, query) => {
    expect(urlOf(parameters)).toBe(`${baseUrl}/x${query}`);
  });
});

it.each(["form", "plain"] as const)("[A.32] a list in the object of a cookie, %s", (style) => {
  const endpoint = builderOf({ "GET /x": { cookies: { a: style } } });
  const { headers } = endpoint("GET /x", { a: { b: ["c", "d"], e: 1 } });
  expect(headers["cookie"]).toBe("b=c; b=d; e=1");
});

describe("[A.32] a cookie that is not encoded", () => {
  const endpoint = builderOf({ "GET /x": { cookies: { c: "plain" } } });

  it("is sent as it is", () => {
    expect(endpoint("GET /x", { c: "a/b=c d,e%" }).headers["cookie"]).toBe("c=a/b=c d,e%");
  });

  it.each(["a;b", 'a"', "a\\b", "a\n", "ü"])("cannot hold %j", (value) => {
    const error = errorOf(() => endpoint("GET /x", { c: value }));
    expect(error).toMatchObject({ code: "INVALID_PARAMETER", parameters: ["c"] });
  });
});

describe("query parameters", () => {
  it.each([
    ["brackets in the name", "include[]", "repeat", ["a", "b"], "include%5B%5D=a&include%5B%5D=b"],
    ["a name with other characters", "Start Time<", "repeat", 1, "Start%20Time%3C=1"],
    ["values that need encoding", "a", "comma", ["b,c", "d&e", "ü"], "a=b%2Cc,d%26e,%C3%BC"],
    ["members that need encoding", "a", "explode", { "k=": "v&" }, "k%3D=v%26"],
    [
      "a list in an object",
      "a",
      "explode",
      { b: ["c", "d&"], e: 1, f: [], g: [null] },
      "b=c&b=d%26&e=1",
    ],
    ["nested objects", "a", "brackets", { b: { c: 1, d: [2, 3] } }, "a%5Bb%5D%5Bc%5D=1&a%5Bb%5D%5Bd%5D%5B%5D=2&a%5Bb%5D%5Bd%5D%5B%5D=3"], // prettier-ignore
    ["lists of objects", "a", "brackets", [{ b: 1 }, { b: 2 }], "a%5B0%5D%5Bb%5D=1&a%5B1%5D%5Bb%5D=2"], // prettier-ignore
    ["lists in a list", "a", "brackets", [[1], [2]], "a%5B0%5D%5B%5D=1&a%5B1%5D%5B%5D=2"],
    ["a nested date", "a", "brackets", { at: new Date(0) }, "a%5Bat%5D=1970-01-01T00%3A00%3A00.000Z"], // prettier-ignore
    ["reserved characters", "a", "reserved", "/b?c=d:e@[f]!$'()*,;%2F", "a=/b?c=d:e@[f]!$'()*,;%2F"], // prettier-ignore
    ["reserved characters that would end the value", "a", "reserved", "b&c#d+e f%", "a=b%26c%23d%2Be%20f%25"], // prettier-ignore
    ["reserved characters in a list", "a", "reserved-comma", ["b/c", "d:e"], "a=b/c,d:e"],
    ["reserved characters in a repeated list", "a", "reserved", ["b/c", "d"], "a=b/c&a=d"],
    ["an empty list in JSON", "a", "json", [], "a=%5B%5D"],
    ["null in JSON", "a", "json", { b: null }, "a=%7B%22b%22%3Anull%7D"],
  ] as const)("[A.31] %s", (_title, name, style, value, expected) => {
    for (const method of ["GET", "POST", "DELETE"]) {
      const endpoint = builderOf({ [`${method} /x`]: { query: { [name]: style } } });
      const { url, body } = endpoint(`${method} /x`, { [name]: value });
      expect([url, body]).toEqual([`${baseUrl}/x?${expected}`, undefined]);
    }
  });

  it.each([
    "repeat",
    "comma",
    "brackets",
    "explode",
    "spaces",
    "pipes",
    "tabs",
    "json",
    "reserved",
  ] as const)("[A.31] [A.7] %s leaves out what has no value", (style) => {
    const endpoint = builderOf({ "GET /x": { query: { a: style, b: style, c: style } } });
    const empty = style === "json" ? undefined : [];
    const url = `${baseUrl}/x`;
    expect(endpoint("GET /x", { a: undefined, b: null, c: empty }).url).toBe(url);
    if (style !== "json" && style !== "repeat" && style !== "reserved")
      expect(endpoint("GET /x", { a: {}, b: { k: null }, c: [null] }).url).toBe(url);
  });

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
  ] as const)("[A.31] [A.12] refuses %s", (_title, style, value) => {
    const endpoint = builderOf({ "GET /x": { query: { a: style } } });
    const error = errorOf(() => endpoint("GET /x", { a: value }));
    expect([error.code, error.parameters]).toEqual(["INVALID_PARAMETER", ["a"]]);
  });

  it("[A.31] [A.10] take defaults, and give way to a call", () => {
    const endpoint = builderOf({ "GET /x": { query: { a: "comma" } } }).defaults({ a: [1, 2] });
    expect(endpoint("GET /x").url).toBe(`${baseUrl}/x?a=1,2`);
    expect(endpoint("GET /x", { a: 3 }).url).toBe(`${baseUrl}/x?a=3`);
    expect(endpoint("GET /x", { a: undefined }).url).toBe(`${baseUrl}/x`);
    expect(endpoint.parse(endpoint.merge("GET /x", { b: 1 })).url).toBe(`${baseUrl}/x?b=1&a=1,2`);
  });
});

describe("header and cookie parameters", () => {
  const endpoint = builderOf({
    "POST /x": {
      headers: { From: "simple", "X-Meta": "json" },
      cookies: { session: "form", flags: "json" },
    },
  });

  it("[A.32] are in no other place", () => {
    const { url, headers, body } = endpoint("POST /x", { From: "me", session: "a b", title: "t" });
    expect(url).toBe(`${baseUrl}/x`);
    expect(headers).toMatchObject({ from: "me", cookie: "session=a%20b" });
    expect(body).toEqual({ title: "t" });
  });

  it("[A.32] come before headers that the call gives", () => {
    const { headers } = endpoint("POST /x", { From: 1, headers: { from: "b", x: "c" } });
    expect(headers).toMatchObject({ from: "1", x: "c" });
  });

  it("[A.32] are left out like parameters of the query", () => {
    const { headers } = endpoint("POST /x", { From: null, "X-Meta": undefined, session: [] });
    expect(Object.keys(headers).sort()).toEqual(["accept", "user-agent"]);
  });

  it.each([[], {}, [null], { a: undefined }])("[A.32] are left out where %j is empty", (From) => {
    const { headers } = endpoint("POST /x", { From, session: From });
    expect(Object.keys(headers).sort()).toEqual(["accept", "user-agent"]);
  });

  it("[A.32] write JSON in ASCII", () => {
    const { headers } = endpoint("POST /x", { "X-Meta": { a: "ü😀" } });
    expect(headers["x-meta"]).toBe('{"a":"\\u00fc\\ud83d\\ude00"}');
    expect(JSON.parse(headers["x-meta"] ?? "")).toEqual({ a: "ü😀" });
  });

  it.each([
    ["a line break", { From: "a\r\nb: c" }, "INVALID_HEADER"],
    ["an object in a list", { From: [{}] }, "INVALID_PARAMETER"],
    ["a function", { session: () => 1 }, "INVALID_PARAMETER"],
    ["a Map", { "X-Meta": new Map() }, "INVALID_PARAMETER"],
  ])("[A.32] [A.12] refuse %s", (_title, parameters, code) => {
    expect(errorOf(() => endpoint("POST /x", parameters)).code).toBe(code);
  });

  it("[A.12] [A.32] an inherited name is no declared one", () => {
    expect(endpoint("POST /x", { constructor: 1, toString: 2 }).body).toEqual({
      constructor: 1,
      toString: 2,
    });
  });
});

describe("the option parameters", () => {
  const endpoint = builderOf({
    "POST /hooks/{url}": {
      template: "/hooks/{parameters.url}",
      query: { method: "repeat" },
      headers: { request: "simple" },
      cookies: { baseUrl: "form" },
      named: ["url", "method", "request", "baseUrl"],
    },
  });

  it("[A.33] holds every name that is an option's", () => {
    const parameters = { url: "a/b", method: "x", request: "r", baseUrl: "c" };
    const { url, headers, body } = endpoint("POST /hooks/{url}", {
      parameters,
      title: "t",
      request: { hook: 1 },
      baseUrl: "https://other.example",
    });
    expect(url).toBe("https://other.example/hooks/a%2Fb?method=x");
    expect(headers).toMatchObject({ request: "r", cookie: "baseUrl=c" });
    expect(body).toEqual({ title: "t" });
  });

  it("[A.33] names what is missing or unknown", () => {
    const missing = errorOf(() => endpoint("POST /hooks/{url}", { parameters: { method: 1 } }));
    expect([missing.code, missing.parameters]).toEqual(["MISSING_PARAMETER", ["parameters.url"]]);
    const unknown = errorOf(() => endpoint("POST /hooks/{url}", { parameters: { x: 1 } }));
    expect([unknown.code, unknown.parameters]).toEqual(["INVALID_OPTION", ["parameters.x"]]);
    const wrong = errorOf(() => endpoint("POST /hooks/{url}", { parameters: "x" }));
    expect([wrong.code, wrong.parameters]).toEqual(["INVALID_OPTION", ["parameters"]]);
  });

  it("[A.33] is a parameter on other routes", () => {
    expect(endpoint("POST /x", { parameters: { url: 1 } }).body).toEqual({
      parameters: { url: 1 },
    });
  });
});

function createSelfReference(): object {
  const cycle: Record<string, unknown> = {};
  cycle["self"] = cycle;
  return cycle;
}
