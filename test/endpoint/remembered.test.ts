/** A call takes nothing over from earlier calls of its route. */
import { afterEach, describe, expect, it } from "vitest";
import { createEndpoint } from "../../src/request/endpoint/endpoint.js";
import { catalog, extensions } from "../cases/endpoint/catalog.js";
import { errorOf } from "./error-of.js";

describe("a call after others of its route", () => {
  afterEach(() => {
    Reflect.deleteProperty(Object.prototype, "page");
    Reflect.deleteProperty(Object.prototype, "shop");
  });

  it.each<[Record<string, unknown>, string]>([
    [{ shop: "a", page: 1 }, "/shops/a/x?page=1"],
    [{ page: 1, shop: "a" }, "/shops/a/x?page=1"],
    [{ shop: "a", page: undefined, per: 2 }, "/shops/a/x?per=2"],
    [{ shop: "a", per: 2, page: 1 }, "/shops/a/x?per=2&page=1"],
    [{ page: [1, 2], shop: "a b" }, "/shops/a%20b/x?page=1&page=2"],
    [{ shop: ".a", page: "ü" }, "/shops/.a/x?page=%C3%BC"],
  ])("places %j by its own keys", (parameters, url) => {
    const endpoint = createEndpoint(catalog, extensions);
    for (let round = 0; round < 3; round++) {
      for (let count = 0; count < 6; count++)
        endpoint("GET /shops/{shop}/x", { shop: "z", [`k${count}`]: 1 });
      expect(untyped(endpoint)("GET /shops/{shop}/x", parameters).url).toBe(catalog.baseUrl + url);
    }
  });

  it("[A.12] takes nothing inherited for a key that an earlier call had", () => {
    const endpoint = createEndpoint(catalog, extensions);
    endpoint("GET /shops/{shop}/y", { shop: "a", page: 1 });
    Object.assign(Object.prototype, { page: 6, shop: "evil" });
    expect(endpoint("GET /shops/{shop}/y", { shop: "a" }).url).toBe(`${catalog.baseUrl}/shops/a/y`);
    expect(errorOf(() => untyped(endpoint)("GET /shops/{shop}/y", {})).code).toBe(
      "MISSING_PARAMETER",
    );
  });

  it("gives each call headers of its own, in every way that these are made", () => {
    const endpoint = createEndpoint(catalog, extensions);
    const calls = [
      () => endpoint("GET /z"),
      () => endpoint("POST /z", { a: 1 }),
      () => endpoint("POST /z", { data: new Uint8Array(1) }),
      () => endpoint("GET /z", { headers: { "X-Y": "1" } }),
      () => endpoint("GET /z", { mediaType: { format: "raw" } }),
    ];
    for (const call of calls) {
      const first = structuredClone(call());
      call().headers["accept"] = "changed";
      expect(call()).toEqual(first);
    }
  });

  it("amends each accept header by its own text, whatever the format was put into before", () => {
    const endpoint = createEndpoint(catalog, extensions);
    const acceptOf = (accept: string): string | undefined =>
      endpoint("GET /z", { headers: { accept }, mediaType: { format: "diff" } }).headers["accept"];
    for (let round = 0; round < 2; round++) {
      expect(acceptOf("application/vnd.acme.v3+json")).toBe("application/vnd.acme.v3.diff");
      expect(acceptOf("application/vnd.acme.v4+json")).toBe("application/vnd.acme.v4.diff");
      expect(acceptOf("text/html")).toBe("text/html");
    }
  });
});

/** Returns a request builder without its types: the route's text says which parameters these ask for. */
function untyped(endpoint: unknown): (route: string, parameters: object) => { url: string } {
  return endpoint as ReturnType<typeof untyped>;
}
