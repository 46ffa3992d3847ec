/** URLs: the base address, templates, placeholders, and servers of routes. */
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createEndpoint } from "../../src/request/endpoint/endpoint.js";
import { catalog } from "../cases/endpoint/catalog.js";
import { urls } from "../cases/endpoint/urls.js";
import { errorOf } from "./error-of.js";
import { endpoint, untyped, base } from "./acme.js";

describe("URLs", () => {
  it.each(urls)("%s: %s", (_title, route, parameters, url) => {
    const result = endpoint(route, parameters);
    expect(result.url).toBe(expectedUrl(route, url));
    expect(new URL(result.url).origin).toBe(base);
    expect(endpoint.parse(endpoint.merge(route, parameters))).toEqual(result);
  });

  it.each([
    ["https://a.example/v1", "/x"],
    ["https://a.example/v1/", "/x"],
    ["https://a.example/v1", "x"],
    ["https://a.example/v1/", "x"],
  ])("[A.6] [A.22] %s and %s join with one slash", (baseUrl, path) => {
    expect(endpoint(`GET ${path}`, { baseUrl }).url).toBe("https://a.example/v1/x");
  });

  it.each([
    ["GET https://user:pass@up.example:8080/x/:a", "https://user:pass@up.example:8080/x/1"],
    ["GET HTTP://up.example{/a}", "HTTP://up.example/1"],
    ["GET https://up.example{?a}", "https://up.example?a=1"],
    ["GET https://[::1]:80/{a}", "https://[::1]:80/1"],
  ])("[A.6] [A.3] [A.19] %s is used in place of baseUrl", (route, url) => {
    expect(endpoint(route, { a: 1 }).url).toBe(url);
  });

  it("[A.6] [A.22] takes every trailing slash off", () => {
    expect(endpoint("GET /x", { baseUrl: "https://a.example/v1//" }).url).toBe(
      "https://a.example/v1/x",
    );
  });

  it("[A.22] begins a path at the page, in a browser alone", () => {
    vi.stubGlobal("location", { origin: "https://app.example:8443" });
    onTestFinished(() => void vi.unstubAllGlobals());
    expect(endpoint("GET /x", { baseUrl: "/of-the-page/" }).url).toBe(
      "https://app.example:8443/of-the-page/x",
    );
    for (const baseUrl of [
      "//of.the.page",
      "/\\of.the.page",
      "of-the-page",
      "/of{the}page",
      "/of?the=page",
    ])
      expect(() => endpoint("GET /x", { baseUrl })).toThrow("expected an http: or https: URL");
    vi.unstubAllGlobals();
    expect(() => endpoint("GET /x", { baseUrl: "/without-a-page" })).toThrow(
      'is "/without-a-page"; expected an http: or https: URL without query, fragment and placeholders, ' +
        'or in a browser a path such as "/api".',
    );
  });

  it("[A.6] reads httpbin/x as a path", () => {
    expect(endpoint("GET httpbin/x").url).toBe(`${base}/httpbin/x`);
  });

  it("[A.13] [A.19] sends an upload to its own server", () => {
    const data = new Uint8Array([1]);
    const result = endpoint("POST /shops/{shop}/assets", {
      shop: 1,
      name: "a.txt",
      data,
    });
    expect(result.url).toBe("https://uploads.acme.example/shops/1/assets?name=a.txt");
    expect(result.body).toBe(data);
  });

  it.each([
    ["the catalog's own", base, "https://uploads.acme.example/shops/1/assets"],
    ["the catalog's own with a slash", `${base}/`, "https://uploads.acme.example/shops/1/assets"],
    ["no", null, "https://uploads.acme.example/shops/1/assets"],
    ["another", "https://own.example/api/", "https://own.example/api/shops/1/assets"],
    ["its server's own", "https://uploads.acme.example", "https://uploads.acme.example/shops/1/assets"], // prettier-ignore
  ])("[A.13] [A.22] beside %s baseUrl (%s) an upload goes to %s", (_which, baseUrl, url) => {
    const route = "POST /shops/{shop}/assets";
    const withDefaults = endpoint.defaults({ baseUrl: baseUrl ?? undefined });
    for (const colon of [route, "POST shops/:shop/assets"]) {
      expect(untyped(colon, { shop: 1, baseUrl }).url).toBe(url);
      expect(withDefaults(colon, { shop: 1 }).url).toBe(url);
      expect(withDefaults.parse(withDefaults.merge(colon, { shop: 1 })).url).toBe(url);
    }
    const full = "POST https://up.example/shops/{shop}/assets";
    expect(untyped(full, { shop: 1, baseUrl }).url).toBe("https://up.example/shops/1/assets");
  });

  it("[A.13] [A.15] refuses a wrong address of the catalog, and names the defaults", () => {
    const wrong = createEndpoint({ ...catalog, baseUrl: "ftp://acme.example" });
    const upload = { shop: 1, name: "a", baseUrl: "https://acme.example" };
    const error = errorOf(() => wrong("POST /shops/{shop}/assets", upload));
    expect(error).toMatchObject({ code: "INVALID_OPTION", route: "defaults" });
  });

  it.each<[string, string, Record<string, unknown>, string]>([
    [
      "another path of another server",
      "https://b.example/c/{b}",
      { b: 1 },
      "https://b.example/c/1",
    ],
    ["an exploded object in the query", "/a{?b*}", { b: { k: 1, l: 2 } }, "/a?k=1&l=2"],
    ["a list in the query", "/a{?b}", { b: [1, 2] }, "/a?b=1&b=2"],
    ["a prefix in the query", "/a{?b:2}", { b: "xyz" }, "/a?b=xy"],
    ["a prefix of an empty list", "/a{?b:2}", { b: [] }, "/a"],
  ])("[A.13] expands a template with %s", (_title, template, parameters, url) => {
    const routes = { "GET /a/{b}": { template } };
    const withTemplate = createEndpoint({ ...catalog, routes }) as unknown as typeof untyped;
    const expected = url.startsWith("/") ? catalog.baseUrl + url : url;
    expect(withTemplate("GET /a/{b}", parameters).url).toBe(expected);
  });

  it.each(["{path}", "{+path}"])("[A.13] encodes each segment of %s", (placeholder) => {
    const routes = { "GET /a/{path}": { template: `/a/${placeholder}`, multiSegment: ["path"] } };
    const withTemplate = createEndpoint({ ...catalog, routes }) as unknown as typeof untyped;
    const { url } = withTemplate("GET /a/{path}", { path: "b/c#d?e" });
    expect(url).toBe(`${base}/a/b/c%23d%3Fe`);
  });

  it("[A.13] [A.22] takes another baseUrl in place of a server and its path", () => {
    const route = "PUT /shops/{shop}/logo";
    expect(endpoint(route, { shop: 1 }).url).toBe("https://uploads.acme.example/v2/shops/1/logo");
    expect(endpoint(route, { shop: 1, baseUrl: "https://own.example/api" }).url).toBe(
      "https://own.example/api/shops/1/logo",
    );
  });

  it("[A.13] sends declared parameters in the URL, and not in the body", () => {
    const result = endpoint("DELETE /shops/{shop}/caches", {
      shop: 1,
      key: "k",
      more: 1,
    });
    expect(result.body).toEqual({ more: 1 });
  });
});

describe("spaces before a URL", () => {
  it("[A.2] [A.28] are a mistake in options, whatever was called before", () => {
    expect(endpoint("GET  /spaced").url).toBe(`${base}/spaced`);
    expect(errorOf(() => endpoint({ method: "GET", url: " /spaced" })).code).toBe(
      "INVALID_TEMPLATE",
    );
  });
});

describe("a catalog without an address", () => {
  const withoutAddress = {
    baseUrl: "",
    accept: "application/json",
    mediaTypePrefix: "application/vnd.acme",
    routes: { "GET /files": { template: "https://files.example/v1/files" } },
  };
  const build = createEndpoint<Record<string, [parameters?: object]>>(withoutAddress);

  it("[A.2] needs the option `baseUrl`, and says so", () => {
    expect(() => build("GET /x")).toThrow(
      'Option "baseUrl" of "GET /x" is ""; expected an http: or https: URL',
    );
    expect(build("GET /x", { baseUrl: "https://api.example/v1" }).url).toBe(
      "https://api.example/v1/x",
    );
  });

  it("[A.2] still knows the servers of routes", () => {
    expect(build("GET /files").url).toBe("https://files.example/v1/files");
    expect(build("GET /files", { baseUrl: "https://api.example" }).url).toBe(
      "https://files.example/v1/files",
    );
  });
});

/** Cases that are about the query alone leave the path out. */
function expectedUrl(route: string, url: string): string {
  const [, path = ""] = /^(?:[A-Za-z]+ +)?([^{#?]*)/.exec(route) ?? [];
  return base + (url.startsWith("/") ? url : path + url);
}
