/** Things that a route declares beside its parameters and its body: its server, and the header `accept`. */
import { describe, expect, it } from "vitest";
import { errorOf } from "../endpoint/error-of.js";
import { accept, baseUrl, builderOf } from "./builder.js";

describe("the server of a route, where the description has no address for it", () => {
  const endpoint = builderOf({ "GET /x/{id}": { needsBaseUrl: true } });
  const address = "https://own.example/v1";

  it.each<[title: string, build: () => { readonly url: string }]>([
    ["a call", () => endpoint("GET /x/{id}", { id: 1, baseUrl: address })],
    ["the defaults", () => endpoint.defaults({ baseUrl: address })("GET /x/{id}", { id: 1 })],
  ])("[A.13] comes from %s", (_title, build) => {
    expect(build().url).toBe(`${address}/x/1`);
  });

  it("[A.13] is not the server of other routes", () => {
    for (const other of [undefined, baseUrl, `${baseUrl}/`])
      expect(() => endpoint("GET /x/{id}", { id: 1, baseUrl: other })).toThrow(
        'Option "baseUrl" of "GET /x/{id}" is missing; expected the address of the route\'s own server.',
      );
    const error = errorOf(() => endpoint("GET /x/{id}", { id: 1 }));
    expect(error).toMatchObject({ code: "MISSING_PARAMETER", parameters: ["baseUrl"] });
    expect(endpoint("GET /y").url).toBe(`${baseUrl}/y`);
  });

  it("[A.13] is the address of all routes where the catalog has none", () => {
    const nowhere = builderOf({ "GET /x": { needsBaseUrl: true } }, { baseUrl: "" }, {});
    expect(nowhere("GET /x", { baseUrl: address }).url).toBe(`${address}/x`);
  });
});

describe("the header `accept` of a route", () => {
  const endpoint = builderOf({ "GET /x": { accept: "application/hal+json" } });
  it.each([
    ["the route's", endpoint, "GET /x", {}, "application/hal+json"],
    ["the catalog's elsewhere", endpoint, "GET /y", {}, accept],
    ["the call's", endpoint, "GET /x", { headers: { Accept: "text/csv" } }, "text/csv"],
    ["the call's, equal to the catalog's", endpoint, "GET /x", { headers: { accept } }, accept],
    ["none", endpoint, "GET /x", { headers: { accept: undefined } }, undefined],
    ["the defaults'", endpoint.defaults({ headers: { accept: "a/b" } }), "GET /x", {}, "a/b"],
  ])("[A.34] is %s", (_title, builder, route, options, expected) => {
    expect(builder(route, options).headers["accept"]).toBe(expected);
  });
});
