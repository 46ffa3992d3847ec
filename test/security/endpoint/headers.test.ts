/** Names and values of headers, and media types, that would break out of their line. */
import { describe, expect, it } from "vitest";
import { errorOf } from "../../endpoint/error-of.js";
import { sample } from "../../sample.js";
import { base, endpoint } from "./builder.js";

const HEADER_NAMES = [
  "authorization",
  "accept",
  "user-agent",
  "content-type",
  "cookie",
  "x-anything",
];

const values: readonly (readonly [title: string, value: unknown])[] = [
  ["CR", "a\rb"],
  ["LF", "a\nb"],
  ["CRLF and a header", "a\r\nx-evil: 1"],
  ["NUL", "a\0b"],
  ["a line feed at the end", "a\n"],
  ["a carriage return at the start", "\ra"],
  ["a lone surrogate", "a\ud800"],
  ["NaN", Number.NaN],
  ["Infinity", Number.POSITIVE_INFINITY],
  ["a symbol", Symbol("s")],
  ["a function", () => "x"],
  ["an object", { toString: () => "a\r\nb" }],
  ["an array", ["a", "b"]],
  ["a String object", new String("a")],
];

const forms: readonly (readonly [
  title: string,
  create: (name: string, value: unknown) => unknown,
])[] = [
  ["an object", (name, value) => ({ [name]: value })],
  ["pairs", (name, value) => [[name, value]]],
  ["a Map", (name, value) => new Map([[name, value]])],
];

const namesWithValues = HEADER_NAMES.flatMap((name) =>
  values.map(([title, value]) => [name, title, value] as const),
);

describe.each(forms)("endpoint: header values in %s", (form, create) => {
  it.each(sample(form, namesWithValues, 40, ([, , value]) => String(value).includes("\r\n")))(
    "%s with %s",
    (name, _title, value) => {
      const options = { headers: create(name, value) };
      for (const call of [
        () => endpoint("GET /x", options),
        () => endpoint.defaults(options),
        () => endpoint.merge("GET /x", options),
        () => endpoint.parse({ method: "GET", url: "/x", baseUrl: base, ...options }),
      ]) {
        const error = errorOf(call);
        expect(error.code).toBe("INVALID_HEADER");
        expect(error.parameters).toEqual([name]);
        expect(error.message).toContain(name);
      }
    },
  );
});

describe("endpoint: header names", () => {
  it.each([
    "",
    " ",
    "a b",
    "a:b",
    ":authority",
    "a\r\nb",
    "a\nb",
    "a\rb",
    "a\0b",
    "a\tb",
    "a ",
    " a",
    "é",
    "x-日本",
    "a,b",
    "a;b",
    "a=b",
    "(a)",
    "a/b",
    "a@b",
    "[a]",
    "{a}",
    '"a"',
    "a\\b",
    "a?",
    "<a>",
    "\u212a",
    "\ud800",
    "a\u007f",
  ])("%j is refused", (name) => {
    for (const [, create] of forms) {
      const call = () => endpoint("GET /x", { headers: create(name, "v") });
      expect(errorOf(call).code).toBe("INVALID_HEADER");
    }
  });

  it.each(["X-A", "a!#$%&'*+.^_`|~9-", "constructor", "toString", "Content-Type"])(
    "%s is a token",
    (name) => {
      const { headers } = endpoint("GET /x", { headers: { [name]: "v" } });
      expect(Object.hasOwn(headers, name.toLowerCase())).toBe(true);
    },
  );

  it.each([
    ["a string", "a: b"],
    ["a number", 7],
    ["triples", [["a", "b", "c"]]],
    ["a list of texts", ["a: b"]],
    ["a symbol as name", [[Symbol("s"), "v"]]],
  ])("%s in place of the headers is refused", (_, headers) => {
    expect(errorOf(() => endpoint("GET /x", { headers })).code).toBe("INVALID_OPTION");
  });
});

describe("endpoint: media types", () => {
  it.each([
    "raw\r\nx-evil: 1",
    "raw\n",
    "raw\0",
    "raw,text/html",
    "raw;q=0",
    "raw json",
    "../raw",
    ".raw",
    "+json",
    "raw/x",
    "é",
    "\ud800",
    7,
    {},
    ["raw"],
    Number.NaN,
    true,
    Symbol("s"),
    () => "raw",
  ])("the format %o is refused", (format) => {
    const call = () => endpoint("GET /x", { mediaType: { format } });
    expect(errorOf(call)).toMatchObject({
      code: "INVALID_OPTION",
      parameters: ["mediaType.format"],
    });
  });

  it("an empty format means none", () => {
    const { headers } = endpoint("GET /x", { mediaType: { format: "" } });
    expect(headers.accept).toBe("application/vnd.acme.v3+json");
  });

  it.each([
    ["a list", ["raw"]],
    ["a text", "raw"],
    ["a number", 1],
    ["a function", () => ({})],
  ])("%s in place of the options is refused", (_, mediaType) => {
    expect(errorOf(() => endpoint("GET /x", { mediaType })).code).toBe("INVALID_OPTION");
  });

  it.each([["a\r\nb"], ["\0"]])("previews with %j reach no header", (preview) => {
    const call = () => endpoint("GET /x", { mediaType: { previews: [preview] } });
    expect(errorOf(call)).toMatchObject({
      code: "INVALID_OPTION",
      parameters: ["mediaType.previews"],
    });
  });
});

describe("endpoint: methods", () => {
  it.each([
    "GET\r\nx: y",
    "GET\n",
    "G ET",
    "GET\0",
    "TRACE",
    "CONNECT",
    "",
    "get ",
    " get",
    "poſt",
    "GETT",
    "M-SEARCH",
    "__proto__",
    "constructor",
    7,
    {},
    ["GET"],
    Symbol("s"),
    () => "GET",
  ])("%o is refused", (method) => {
    const call = () => endpoint({ method, url: "/x" });
    expect(errorOf(call)).toMatchObject({ code: "INVALID_METHOD", parameters: ["method"] });
  });

  it("null in place of the method means the default one", () => {
    expect(endpoint({ method: null, url: "/x" }).method).toBe("get");
  });

  it.each(["GET\tx", "GET\r\n/x", "TRACE /x", "G,ET /x", "GET  \n/x"])(
    "the route %j is refused",
    (route) => {
      expect(["INVALID_METHOD", "INVALID_TEMPLATE", "INVALID_URL"]).toContain(
        errorOf(() => endpoint(route)).code,
      );
    },
  );
});
