/** Headers of a request, which are merged with defaults. */
import { describe, expect, it } from "vitest";
import type { UnknownParameters } from "../../src/request/endpoint/types.js";
import { USER_AGENT } from "../../src/base/package.js";
import { catalog } from "../cases/endpoint/catalog.js";
import { endpoint, untyped, defaultHeaders } from "./acme.js";

describe("headers", () => {
  it.each(["a", null, 1n])("[A.12] an own __proto__ among headers is ignored: %s", (value) => {
    const headers = Object.fromEntries([["__proto__", value]]);
    expect(untyped("GET /x", { headers })).toStrictEqual(endpoint("GET /x"));
  });

  it("[A.23] [A.24] has defaults", () => {
    expect(endpoint("GET /x").headers).toEqual(defaultHeaders);
    expect(USER_AGENT).toMatch(/^typewire\/\d+\.\d+\.\d+/);
  });

  it.each<[kind: string, headers: UnknownParameters["headers"]]>([
    ["an object", { "X-One": "1", ACCEPT: "a/b" }],
    ["numbers", { "X-One": 1, Accept: "a/b" }],
    ["Headers", new Headers({ "X-One": "1", Accept: "a/b" })],
    [
      "pairs",
      [
        ["X-One", "1"],
        ["Accept", "a/b"],
      ],
    ],
    [
      "a Map",
      new Map([
        ["X-One", "1"],
        ["Accept", "a/b"],
      ]),
    ],
  ])("[A.21] [A.24] [A.10] takes %s", (_kind, headers) => {
    const expected = { accept: "a/b", "user-agent": USER_AGENT, "x-one": "1" };
    expect(endpoint("GET /x", { headers }).headers).toEqual(expected);
    expect(endpoint.merge("GET /x", { headers }).headers).toEqual(expected);
  });

  it.each<[one: unknown, other: unknown, joined: string]>([
    ["1", "2", "1, 2"],
    ["", "2", ", 2"],
    [0, "2", "0, 2"],
    ["1", "", "1, "],
  ])("[A.10] joins a header that occurs twice among pairs: %j and %j", (one, other, joined) => {
    const headers = [
      ["x-a", one],
      ["X-A", other],
    ];
    expect(untyped("GET /x", { headers }).headers["x-a"]).toBe(joined);
  });

  it.each<{ what: string; pairs: unknown[]; expected: object }>([
    {
      what: "a default",
      pairs: [["Accept", undefined]],
      expected: { "user-agent": USER_AGENT },
    },
    {
      what: "an earlier pair",
      pairs: [
        ["x-a", "1"],
        ["X-A", undefined],
      ],
      expected: defaultHeaders,
    },
    {
      what: "nothing but its own header",
      pairs: [
        ["x-a", "1"],
        ["x-b", undefined],
      ],
      expected: { ...defaultHeaders, "x-a": "1" },
    },
  ])("[A.10] undefined in a pair removes $what", ({ pairs, expected }) => {
    expect(untyped("GET /x", { headers: pairs }).headers).toStrictEqual(expected);
  });

  it("[A.12] pairs with the name __proto__ are ignored", () => {
    const headers = [
      ["__PROTO__", "1"],
      ["__proto__", "2"],
    ];
    expect(untyped("GET /x", { headers }).headers).toStrictEqual(defaultHeaders);
  });

  it("[A.10] removes a default by undefined", () => {
    expect(endpoint("GET /x", { headers: { "User-Agent": undefined } }).headers).toEqual({
      accept: catalog.accept,
    });
  });

  it("[A.29] hands credentials on, per call or by default", () => {
    const authorization = "token secret";
    expect(
      endpoint("GET /x", { headers: { Authorization: authorization } }).headers.authorization,
    ).toBe(authorization);
    const authorized = endpoint.defaults({ headers: { AUTHORIZATION: authorization } });
    expect(authorized("GET /x").headers).toEqual({ ...defaultHeaders, authorization });
    expect(endpoint("GET /x").headers).toEqual(defaultHeaders);
  });
});
