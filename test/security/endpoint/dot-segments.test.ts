/** Dot segments in values, which would lead to another path. */
import { describe, expect, it } from "vitest";
import { errorOf } from "../../endpoint/error-of.js";
import { base, endpoint } from "./builder.js";

/** Texts that a parser of URLs takes for `.` or `..`, at once or after it has decoded them. */
const dots = [
  ".",
  "..",
  "%2e",
  "%2E",
  "%2e%2e",
  "%2E%2E",
  ".%2e",
  "%2e.",
  ".%2E",
  "%2E.",
  "%252e",
  "%252e%252E",
  ".%252e",
];

describe("endpoint: dot segments of one value", () => {
  it.each(dots)("%s", (v) => {
    for (const route of [
      "GET /x/{+v}",
      "GET /x/{+v}/y",
      "GET {+v}",
      "GET /{+v}",
      "GET /x/{+v}?q",
      "GET /x/{+v}#f",
    ]) {
      expect(errorOf(() => endpoint(route, { v })).code, route).toBe("UNSAFE_PATH");
    }
    for (const value of [
      `/a/${v}`,
      `a/${v}/b`,
      `${v}/a`,
      `a/${v}?b`,
      `a/${v}#b`,
      `a/${v};b`,
      `a/${v};b=c/d`,
    ]) {
      expect(errorOf(() => endpoint("GET /x/{+v}", { v: value })).code, value).toBe("UNSAFE_PATH");
    }
    expect(errorOf(() => endpoint("GET https://up.example/x/{+v}", { v })).code).toBe(
      "UNSAFE_PATH",
    );
    expect(errorOf(() => endpoint("GET https://up.example{/w}/{+v}", { v })).code).toBe(
      "UNSAFE_PATH",
    );
  });

  // These expressions encode an encoded dot once more: %2e becomes %252e.
  it.each(dots.filter((v) => !v.includes("%25")))("%s, encoded by its expression", (v) => {
    for (const route of [
      "GET /x/{v}",
      "GET /x/{v}/y",
      "GET /x{/v}",
      "GET /x{/v*}",
      "GET /x/:v",
      "GET /x/{v:9}",
    ]) {
      expect(errorOf(() => endpoint(route, { v })).code, route).toBe("UNSAFE_PATH");
    }
    expect(errorOf(() => endpoint("GET /x{/v*}", { v: ["a", v, "b"] })).code).toBe("UNSAFE_PATH");
  });

  it.each(["..", ".", "a/../b", "a/..", "../a", "a/./b", "a/%2e%2e/b", "a/.%2e"])(
    "%s in a path of several segments",
    (path) => {
      const call = () => endpoint("GET /shops/{shop}/files/{path}", { shop: 1, path });
      expect(errorOf(call).code).toBe("UNSAFE_PATH");
    },
  );
});

describe("endpoint: dot segments composed", () => {
  it.each([
    ["GET /x/{a}{b}", { a: ".", b: "." }],
    ["GET /x/{a}{b}/y", { a: ".", b: "." }],
    ["GET /x/{a}{b}", { a: "..", b: "" }],
    ["GET /x/.{b}", { b: "." }],
    ["GET /x/{a}.", { a: "." }],
    ["GET /x/%2e{b}", { b: "." }],
    ["GET /x/{a}%2E", { a: "." }],
    ["GET /x/{+a}2e", { a: "%" }],
    ["GET /x/{+a}{+b}", { a: "%2", b: "e" }],
    ["GET /x/{+a}{+b}", { a: "a/", b: ".." }],
    ["GET /x/{+a}{+b}", { a: "%", b: "2e%2e" }],
    ["GET /x{/a}{.b}", { a: "", b: "." }],
    ["GET /x/{.a}", { a: "." }],
    ["GET /x{/a:2}", { a: "..secret" }],
    ["GET /x/{a:1}{b:1}", { a: ".a", b: ".b" }],
    ["GET /x/{+a,b}", { a: "..;", b: "x" }],
    ["GET /x/{b}{;c}", { b: "..", c: "d" }],
    ["GET /../y/{+a}/{b}", { a: "x?", b: ".." }],
    ["GET /../y/{+a}/{b}", { a: "x#", b: ".." }],
    ["GET /./y/{b}", { b: ".." }],
    ["GET /shops/{shop}/files/{path}", { shop: "..", path: "a" }],
  ])("%s with %j", (route, parameters) => {
    const call = () => endpoint(route, parameters);
    expect(call).toThrow(expect.objectContaining({ name: "EndpointError" }));
    expect(["UNSAFE_PATH", "MISSING_PARAMETER"]).toContain(errorOf(call).code);
  });

  it.each(["...", ".git", "a..", "..a", ".;", "a.b", "．．", "․․", "..%00x", "%2e%2e%2fy"])(
    "%s is no dot segment",
    (v) => {
      const call = () => endpoint("GET /x/{v}", { v }).url;
      expect(new URL(call()).pathname.startsWith("/x/")).toBe(true);
    },
  );

  it.each(["/x/./{v}", "/x/../{v}", "/x/%2e/{v}", "/%2E%2E/{v}/."])(
    "%s keeps the dots that the route itself has",
    (path) => {
      expect(endpoint(`GET ${path}`, { v: "a b" }).url).toBe(base + path.replace("{v}", "a%20b"));
      expect(endpoint(`GET ${path}`, { v: "ab" }).url).toBe(base + path.replace("{v}", "ab"));
    },
  );

  it.each<[route: string, values: Record<string, string>, guilty: readonly string[]]>([
    ["GET /shops/{shop}/files/{file}", { shop: "..", file: "a" }, ["shop"]],
    ["GET /shops/{shop}/files/{file}", { shop: "a", file: ".." }, ["file"]],
    ["GET /x/{a}{b}/{c}", { a: ".", b: ".", c: "d" }, ["a", "b"]],
    ["GET /x{/a}/{+b}/{c}", { a: "d", b: "e/../f", c: "g" }, ["b"]],
    ["GET /x/{a,b}/{c}", { a: "d", b: "e", c: "." }, ["c"]],
  ])("%s with %j names the values that are unsafe", (route, values, guilty) => {
    const error = errorOf(() => endpoint(route, values));
    expect(error).toMatchObject({ code: "UNSAFE_PATH", parameters: guilty });
  });

  it("an encoded way up stays below the default address", () => {
    expect(new URL(endpoint("GET /x/{v}", { v: "../../y" }).url).href).toBe(
      `${base}/x/..%2F..%2Fy`,
    );
  });
});
