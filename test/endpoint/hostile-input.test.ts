/** Names of prototypes, polluted prototypes, and very large inputs. */
import { describe, expect, it } from "vitest";
import { createEndpoint } from "../../src/request/endpoint/endpoint.js";
import { readValues } from "../../src/request/endpoint/options.js";
import type { UnknownParameters } from "../../src/request/endpoint/types.js";
import { catalog, extensions } from "../cases/endpoint/catalog.js";
import { errorOf } from "./error-of.js";
import { endpoint, untyped, base, defaultHeaders, jsonHeaders } from "./acme.js";

describe("hostile input", () => {
  it("[A.12] ignores __proto__ and what is inherited", () => {
    const hostile = JSON.parse(
      '{"__proto__": {"polluted": 1}, "constructor": "c", "headers": {"__proto__": "x"}}',
    ) as UnknownParameters;
    const result = endpoint.defaults(hostile)("POST /x", hostile);
    expect(result.body).toStrictEqual({ constructor: "c" });
    expect(result.headers).toStrictEqual(jsonHeaders);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    const inherited = Object.create({
      data: "x",
      a: 1,
      headers: { b: "c" },
      baseUrl: "https://evil.example",
    }) as object;
    expect(untyped("POST /x", inherited)).toEqual({
      method: "post",
      url: `${base}/x`,
      headers: defaultHeaders,
    });
  });

  it.each([
    ["template", "https://evil.example/x"],
    ["multiSegment", ["a"]],
    ["query", { c: "comma" }],
    ["form", "segments"],
    ["required", "non-empty"],
    ["format", "evil"],
    ["data", "evil"],
    ["request", { evil: 1 }],
    ["baseUrl", "https://evil.example"],
    ["accept", "evil"],
    ["content-type", "evil"],
  ])("[A.12] takes nothing from a polluted prototype: %s", (key, value) => {
    const build = () => {
      const fresh = createEndpoint(catalog, extensions);
      return [
        fresh("POST /g/{a}{?c}", { a: "b/c", c: [1], d: 1 }),
        fresh("GET /shops/{shop}/files/{path}", { shop: "a/b", path: "c/d", e: [1, 2] }),
        fresh("DELETE /shops/{shop}/caches", { shop: "a/b", key: [1, 2] }),
      ];
    };
    const expected = build();
    Object.defineProperty(Object.prototype, key, {
      value,
      configurable: true,
      enumerable: true,
      writable: true,
    });
    let results: unknown;
    try {
      results = build();
    } finally {
      Reflect.deleteProperty(Object.prototype, key);
    }
    expect(results).toStrictEqual(expected);
  });

  it("[A.12] [A.13] finds no exception on Object.prototype", () => {
    expect(endpoint("GET /constructor").url).toBe(`${base}/constructor`);
    expect(endpoint("__proto__").url).toBe(`${base}/__proto__`);
  });

  it("[A.12] survives a million of anything", () => {
    const many = "a".repeat(1_000_000);
    expect(endpoint("GET /x", { a: `${many}é` }).url === `${base}/x?a=${many}%C3%A9`).toBe(true);
    expect(errorOf(() => endpoint("{".repeat(1_000_000))).code).toBe("INVALID_TEMPLATE");
    expect(endpoint(`GET ${"/:a".repeat(10_000)}`, { a: 1 }).url).toHaveLength(
      base.length + 20_000,
    );
    expect(
      endpoint("GET /x", {
        headers: { accept: ",".repeat(1_000_000) },
        mediaType: { format: "raw" },
      }).headers.accept,
    ).toHaveLength(1_000_000);
    expect(endpoint("GET /x/{a}", { a: "/".repeat(100_000) }).url).toHaveLength(
      base.length + 3 + 300_000,
    );
  });

  it("[A.4] keeps answering right when more routes pass than the cache holds", () => {
    for (let index = 0; index < 10_000; index++) {
      expect(endpoint(`GET /r${index}/{a}`, { a: index }).url).toBe(`${base}/r${index}/${index}`);
    }
    expect(endpoint("GET /r1/{a}", { a: 2 }).url).toBe(`${base}/r1/2`);
  });

  it("reads values under their keys, even if a getter takes another key away", () => {
    const options = {
      get a() {
        Reflect.deleteProperty(this, "b");
        return 1;
      },
      b: 2,
      c: 3,
    };
    expect(readValues(options, Object.keys(options))).toEqual([1, undefined, 3]);
  });
});
