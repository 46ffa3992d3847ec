/** The methods of `endpoint`: calls, `merge`, `parse` and `defaults`. */
import { describe, expect, it } from "vitest";
import type { EndpointOptions, MergedOptions } from "../../src/request/endpoint/types.js";
import { errorOf } from "./error-of.js";
import { endpoint, base, defaultHeaders } from "./acme.js";

describe("methods", () => {
  it.each(["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"])(
    "[A.1] [A.21] [A.24] %s in any case",
    (method) => {
      // The types know no mixed case.
      const mixed = (method.charAt(0) + method.slice(1).toLowerCase()) as "GET";
      expect(endpoint(`${mixed} /x`).method).toBe(method.toLowerCase());
      expect(endpoint({ method: mixed, url: "/x" }).method).toBe(method.toLowerCase());
      expect(endpoint.merge(`${mixed}   /x`)).toMatchObject({ method, url: "/x" });
    },
  );

  it("[A.2] [A.21] is GET by default, and for a URL alone whatever the defaults say", () => {
    expect(endpoint({ url: "/x" }).method).toBe("get");
    const posting = endpoint.defaults({ method: "POST", url: "/y" });
    expect(posting("/x")).toMatchObject({ method: "get", url: `${base}/x` });
    expect(posting({ url: "/x" }).method).toBe("post");
    expect(posting.merge()).toMatchObject({ method: "POST", url: "/y" });
  });
});

describe("operations", () => {
  it("[A.20] [A.21] [A.24] takes a route or options", () => {
    const request = { signal: AbortSignal.timeout(1000) };
    const result = endpoint("GET /orgs/{org}", { org: "o", request });
    expect(endpoint({ method: "GET", url: "/orgs/{org}", org: "o", request })).toEqual(result);
    expect(result).toEqual({
      method: "get",
      url: `${base}/orgs/o`,
      headers: defaultHeaders,
      request,
    });
    expect(result.request).toBe(request);
  });

  it("[A.25] returns the options unparsed", () => {
    const mine = endpoint.defaults({ org: "default", type: "all" });
    const merged = mine.merge("get /orgs/{org}/repos", { org: "call", headers: { X: "y" } });
    const expected = {
      baseUrl: base,
      method: "GET",
      url: "/orgs/{org}/repos",
      headers: { ...defaultHeaders, x: "y" },
      org: "call",
      type: "all",
    };
    expect(merged).toStrictEqual(expected);
    const options: EndpointOptions = {
      method: "get",
      url: "/orgs/{org}/repos",
      org: "call",
      headers: { X: "y" },
    };
    expect(mine.merge(options)).toStrictEqual(expected);
    expect(mine.merge({ org: "x" })).toMatchObject({ method: "GET", url: "", org: "x" });
  });

  it("[A.28] is stateless, and takes merged options that were changed", () => {
    const mine = endpoint.defaults({ org: "default", headers: { x: "y" } });
    const merged = endpoint.merge("GET /orgs/{org}", { org: "o" });
    merged.url = "/orgs/{org}/repos";
    merged["type"] = "all";
    expect(mine.parse(merged)).toEqual({
      method: "get",
      url: `${base}/orgs/o/repos?type=all`,
      headers: defaultHeaders,
    });
    expect(
      errorOf(() =>
        endpoint.parse({ method: "GET", url: "/x", headers: {} } as unknown as MergedOptions),
      ).parameters,
    ).toEqual(["baseUrl"]);
    expect(errorOf(() => endpoint.parse(mine.merge({}))).code).toBe("INVALID_ROUTE");
  });

  it("[A.26] [A.27] cascades", () => {
    const one = endpoint.defaults({
      baseUrl: "https://one.example",
      org: "one",
      headers: { a: "1" },
    });
    const two = one.defaults({ org: "two", headers: { b: "2" }, mediaType: { format: "raw" } });
    expect(endpoint.DEFAULTS).toEqual({ baseUrl: base, method: "GET", headers: defaultHeaders });
    expect(two.DEFAULTS).toEqual({
      baseUrl: "https://one.example",
      method: "GET",
      headers: { ...defaultHeaders, a: "1", b: "2" },
      mediaType: { format: "raw" },
      org: "two",
    });
    expect(two("GET /{org}").url).toBe("https://one.example/two");
    expect(one("GET /{org}").url).toBe("https://one.example/one");
    expect(two("GET /{org}", { org: "call" }).url).toBe("https://one.example/call");
    expect(errorOf(() => two("GET /{org}", { org: undefined })).code).toBe("MISSING_PARAMETER");
  });

  it.each<[unknown, unknown]>([
    [{ b: 2 }, { filter: { b: 2 } }],
    [[1], { filter: [1] }],
    [null, { filter: null }],
    [undefined, undefined],
  ])("[A.10] the parameter %j of a call replaces an object of the defaults", (filter, body) => {
    const mine = endpoint.defaults({ filter: { a: 1 } });
    expect(mine("POST /x", { filter }).body).toEqual(body);
    expect(mine("POST /x").body).toEqual({ filter: { a: 1 } });
  });

  it("[A.10] request merges one level deep, or stays the same reference", () => {
    const request = { a: { b: 1 }, c: 1 };
    const mine = endpoint.defaults({ request });
    expect(mine("GET /x").request).toBe(request);
    const ownRequest = { a: { d: 2 } };
    expect(endpoint("GET /x", { request: ownRequest }).request).toBe(ownRequest);
    expect(mine("GET /x", { request: ownRequest }).request).toEqual({ a: { d: 2 }, c: 1 });
    const hostile = JSON.parse('{"__proto__": {"e": 1}}') as object;
    const merged = mine("GET /x", { request: hostile }).request;
    expect(Object.keys(merged ?? {})).toEqual(["a", "c"]);
    expect(mine.DEFAULTS.request).toEqual(request);
    expect(Object.isFrozen(request)).toBe(false);
  });

  it("[A.10] [A.27] isolates and freezes the defaults", () => {
    const parameters = { labels: ["a"], deep: { list: [{ x: 1 }] }, at: new Date(0) };
    const mine = endpoint.defaults(parameters);
    parameters.labels.push("changed");
    const first = mine("POST /x").body as typeof parameters;
    first.labels.push("changed");
    first.deep.list.push({ x: 2 });
    expect(mine("POST /x").body).toEqual({
      labels: ["a"],
      deep: { list: [{ x: 1 }] },
      at: "1970-01-01T00:00:00.000Z",
    });
    const shown = mine.DEFAULTS as unknown as typeof parameters;
    expect(() => shown.labels.push("b")).toThrow(TypeError);
    expect(() => shown.deep.list.forEach((item) => item.x++)).toThrow(TypeError);
    expect(() => Object.assign(endpoint.DEFAULTS.headers, { a: "b" })).toThrow(TypeError);
    shown.at.setTime(1);
    expect(mine("POST /x{?at}").url).toContain("1970-01-01T00%3A00%3A00.000Z");
    endpoint("GET /x").headers["accept"] = "changed";
    endpoint.merge("GET /x").headers["accept"] = "changed";
    expect(endpoint("GET /x").headers).toEqual(defaultHeaders);
  });

  it("[A.10] changes nothing that was passed in", () => {
    const options = Object.freeze({
      headers: Object.freeze({ A: "b" }),
      mediaType: Object.freeze({ format: "raw" }),
      request: Object.freeze({ x: 1 }),
      list: Object.freeze(["a"]),
    });
    const mine = endpoint.defaults(options);
    expect(mine("POST /x", options).body).toEqual({ list: ["a"] });
    expect(Object.isFrozen(mine("POST /x").headers)).toBe(false);
  });
});
