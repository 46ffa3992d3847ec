/** Parameters that a route declares in headers and cookies. */
import { describe, expect, it } from "vitest";
import { errorOf } from "../endpoint/error-of.js";
import { baseUrl, builderOf } from "./builder.js";

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
