import { runInNewContext } from "node:vm";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createEndpoint } from "../../src/request/endpoint/endpoint.js";
import { toRequest } from "../../src/request/endpoint/to-request.js";
import type {
  EndpointOptions,
  MergedOptions,
  UnknownParameters,
} from "../../src/request/endpoint/types.js";
import { EndpointError } from "../../src/request/endpoint/errors.js";
import { USER_AGENT } from "../../src/base/package.js";
import { catalog, extensions } from "../cases/endpoint/catalog.js";
import { failures, urls } from "../cases/endpoint/requests.js";
import { errorOf } from "./error-of.js";

const endpoint = createEndpoint(catalog, extensions);
/** The same without its types, for what the compiler would refuse. */
const untyped = endpoint as unknown as (
  route: unknown,
  options?: unknown,
) => ReturnType<typeof endpoint>;
const base = catalog.baseUrl;
const defaultHeaders = { accept: catalog.accept, "user-agent": USER_AGENT };
const json = { ...defaultHeaders, "content-type": "application/json; charset=utf-8" };

/** Cases that are about the query alone leave the path out. */
function expectedUrl(route: string, url: string): string {
  const [, path = ""] = /^(?:[A-Za-z]+ +)?([^{#?]*)/.exec(route) ?? [];
  return base + (url.startsWith("/") ? url : path + url);
}

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

  it("[A.13] [A.15] are refused by the name of the defaults where the catalog has a wrong address", () => {
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

  it("[A.13] declared parameters do not reach the body", () => {
    const result = endpoint("DELETE /shops/{shop}/caches", {
      shop: 1,
      key: "k",
      more: 1,
    });
    expect(result.body).toEqual({ more: 1 });
  });
});

describe("failures", () => {
  it.each(failures)("[A.15] %s is an error", (_title, route, options, code, parameters) => {
    const error = errorOf(() => untyped(route, options));
    expect(error).toBeInstanceOf(TypeError);
    expect(error).toMatchObject({ code, parameters });
    expect(error.name).toBe("EndpointError");
    if (typeof route === "string")
      expect(error.route.endsWith(route.replace(/^.* /, ""))).toBe(true);
  });

  it("[A.5] names the route and the parameters in the message", () => {
    expect(() => untyped("GET /a/{b}/{c}")).toThrow(
      'Missing required parameters of "GET /a/{b}/{c}": "b", "c".',
    );
  });

  it("[A.6] names the route and the parameters of an unsafe path in the message", () => {
    expect(() => untyped("GET /a/{b}{c}/{d}", { b: ".", c: ".", d: "." })).toThrow(
      'The URL of "GET /a/{b}{c}/{d}" is unsafe: "b", "c", "d" would make a path segment "." or "..".',
    );
    expect(() => untyped("GET {+a}{+b}", { a: "e", b: "vil.example" })).toThrow(
      'The URL of "GET {+a}{+b}" is unsafe: "a" would make a path that may be read as a host.',
    );
  });

  it.each([
    ["GET /x/{a", "{a"],
    ["/x/{a", "{a"],
    ["patch   x/{a}}y", "}y"],
    ["POST /:b/{a", "{a"],
    ["GET https://a.example:80/x/{a", "{a"],
    ["PUT https://a.example/:b/%z", "%z"],
    [{ method: "put", url: "/x|y" }, "|y"],
  ])("[A.4] %j: the position counts in the text that the message quotes", (route, rest) => {
    const { message } = errorOf(() => untyped(route));
    const [, quoted = "", position] = /"(.*)", at position (\d+):/.exec(message) ?? [];
    expect(quoted.slice(Number(position))).toBe(rest);
  });

  it.each<[unknown, string]>([
    ["/x/{a}", "GET /x/{a}"],
    ["get   x/:a", "GET x/:a"],
    ["Post https://a.example/{a}", "POST https://a.example/{a}"],
    [{ method: "put", url: "/x/{a}" }, "PUT /x/{a}"],
    [{ url: "/x/{a}" }, "GET /x/{a}"],
  ])("[A.15] calls the route of %j %s", (route, name) => {
    expect(errorOf(() => untyped(route)).route).toBe(name);
  });

  it.each([
    ["/x/{a}", "GET /x/{a}"],
    ["get   x/:a", "GET x/:a"],
  ])("[A.15] [A.25] merge() calls the route %j %s", (route, name) => {
    const { merge } = endpoint as unknown as { merge(route: string, options: unknown): object };
    expect(errorOf(() => merge(route, { mediaType: 1 })).route).toBe(name);
  });

  it.each([
    [{ method: "PUT", url: "/x/{a}" }, "PUT /x/{a}"],
    [{ url: "/x/{a}" }, "GET /x/{a}"],
    [{ method: "PUT" }, "PUT "],
  ])("[A.15] [A.25] merge() calls the route of %j %j", (route, name) => {
    const { merge } = endpoint as unknown as { merge(options: object): object };
    expect(errorOf(() => merge({ ...route, mediaType: 1 })).route).toBe(name);
  });

  it("[A.6] [A.12] a body may contain itself only by mistake", () => {
    const cycle: Record<string, unknown> = {};
    cycle["self"] = [cycle];
    expect(errorOf(() => endpoint("POST /x", { cycle })).parameters).toEqual(["cycle"]);
    class Node {
      readonly self = this;
    }
    expect(errorOf(() => endpoint("POST /x", { node: new Node() })).parameters).toEqual(["node"]);
  });
});

describe("placeholders that are named like options", () => {
  const hostile = JSON.parse('{"__proto__": "secret"}') as UnknownParameters;
  const options: readonly (readonly [string, object])[] = [
    ["method", {}],
    ["url", {}],
    ["baseUrl", { baseUrl: "https://secret.example" }],
    ["headers", { headers: { authorization: "token secret" } }],
    ["mediaType", { mediaType: { format: "secret" } }],
    ["request", { request: { secret: 1 } }],
    ["data", { data: "secret" }],
    ["__proto__", hostile],
  ];
  const required = ["/x/{NAME}", "/x/:NAME", "/x/{+NAME}", "/x/{NAME*}", "/x/y{NAME}z"];
  const optional = [
    "{?NAME}",
    "{?NAME*}",
    "{/NAME}",
    "{.NAME}",
    "{;NAME*}",
    "{#NAME}",
    "?a{&NAME}",
  ];

  /** In every way that a request can be built. */
  function waysOf(url: string, parameters: object): readonly (() => ReturnType<typeof endpoint>)[] {
    const defaults = endpoint.defaults(parameters as UnknownParameters);
    const route = `POST ${url}`;
    const asOptions = { method: "POST", url, ...parameters } as EndpointOptions;
    return [
      () => untyped(route, parameters),
      () => untyped(asOptions),
      () => defaults(route),
      () => endpoint.parse(endpoint.merge(route, parameters as never)), // the compiler asks for the placeholder
      () => endpoint.parse(endpoint.merge(asOptions)),
      () => endpoint.parse(asOptions as unknown as MergedOptions),
      () => defaults.parse(defaults.merge(route)),
    ];
  }

  it.each(
    options.flatMap(([name, parameters]) =>
      required.map((url) => [url, name, parameters] as const),
    ),
  )("[A.12] [A.28] miss their value: %s of %s", (url, name, parameters) => {
    for (const build of waysOf(url.replace("NAME", name), { baseUrl: base, ...parameters }))
      expect(errorOf(build)).toMatchObject({ code: "MISSING_PARAMETER", parameters: [name] });
  });

  it.each(
    options.flatMap(([name, parameters]) =>
      optional.map((url) => [url, name, parameters] as const),
    ),
  )("[A.12] [A.28] expand to nothing: %s of %s", (expression, name, parameters) => {
    const url = `/x${expression.replace("NAME", name)}`;
    for (const build of waysOf(url, { baseUrl: base, ...parameters }))
      expect(build().url).toMatch(/^https:\/\/[a-z.]+\/x(?:\?a)?$/);
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

describe("bodies", () => {
  it.each(["POST", "PUT", "PATCH", "DELETE"])(
    "[A.18] [A.24] [A.8] [A.9] %s sends the remaining parameters as JSON",
    (method) => {
      const result = endpoint(`${method} /x/{id}`, { id: 1, a: null, b: undefined, c: [1] });
      expect(result).toEqual({
        method: method.toLowerCase(),
        url: `${base}/x/1`,
        headers: json,
        body: { a: null, c: [1] },
      });
      expect(Object.keys(result.body as object)).toEqual(["a", "c"]);
    },
  );

  it.each(["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"])(
    "[A.8] [A.24] %s without parameters has no body key",
    (method) => {
      const result = endpoint(`${method} /x/{id}`, { id: 1, b: undefined });
      expect("body" in result).toBe(false);
      expect("request" in result).toBe(false);
      expect(result.headers).toEqual(defaultHeaders);
    },
  );

  const jsonType = "application/json; charset=utf-8";
  it.each<[string, unknown, string | undefined]>([
    ["an object", { a: 1 }, jsonType],
    ["a list", [1], jsonType],
    ["a string", "text", jsonType],
    ["null", null, jsonType],
    ["false", false, jsonType],
    ["a Uint8Array", new Uint8Array(1), "application/octet-stream"],
    ["an ArrayBuffer", new ArrayBuffer(1), "application/octet-stream"],
    ["a Blob", new Blob(["x"]), "application/octet-stream"],
    ["a Blob with a type", new Blob(["x"], { type: "image/png" }), "image/png"],
    ["a ReadableStream", new ReadableStream(), "application/octet-stream"],
    ["a FormData", new FormData(), undefined],
    ["a URLSearchParams", new URLSearchParams("a=b"), undefined],
  ])("[A.8] [A.9] [A.21] %s as data is the body", (_kind, data, contentType) => {
    const result = endpoint("POST /x", { data, ignored: 1 });
    expect(result.body).toBe(data);
    expect(result.headers["content-type"]).toBe(contentType);
    expect(
      endpoint("POST /x", { data, headers: { "Content-Type": "x/y" } }).headers["content-type"],
    ).toBe("x/y");
  });

  it("[A.8] keeps the default headers beside data", () => {
    const result = endpoint("POST /x", { data: "a", headers: { Accept: "text/html" } });
    expect(result.headers).toEqual({ ...json, accept: "text/html" });
  });

  it("[A.12] takes bodies of any depth and shared parts in linear time", () => {
    let deep: unknown[] = [];
    for (let depth = 0; depth < 100_000; depth++) deep = [deep];
    let shared: unknown[] = [];
    for (let depth = 0; depth < 64; depth++) shared = [shared, shared];
    const result = endpoint("POST /x", { deep, shared });
    expect((result.body as { deep: unknown }).deep).toBe(deep);
    const wide = Array.from({ length: 200_001 }, () => []); // more than may be nested
    expect(endpoint("POST /x", { data: wide }).body).toBe(wide);
    const again = endpoint.defaults({ deep })("POST /x");
    expect(again.body).toHaveProperty("deep");
  });

  class Hidden {
    readonly #value = 1;
    get value() {
      return this.#value;
    }
  }
  const lost: readonly (readonly [string, unknown])[] = [
    ["Map", new Map([["a", 1]])],
    ["Set", new Set([1])],
    ["Blob", new Blob(["a"])],
    ["FormData", new FormData()],
    ["URLSearchParams", new URLSearchParams("a=1")],
    ["Error", new Error("a")],
    ["Promise", Promise.resolve(1)],
    ["ReadableStream", new ReadableStream()],
    ["ArrayBuffer", new ArrayBuffer(1)],
    ["DataView", new DataView(new ArrayBuffer(1))],
    ["Uint8Array", new Uint8Array(0)],
    ["RegExp", /a/],
    ["Object", new Hidden()],
    ["Object", Object.create({ a: 1 })],
  ];
  it.each(lost)("[A.8] [A.12] refuses what JSON would send as {}: %s", (kind, value) => {
    for (const p of [value, [value], { a: [{ b: value }] }, Array(200).fill(value)]) {
      const error = errorOf(() => endpoint("POST /x", { before: 1, p }));
      expect(error).toMatchObject({ code: "INVALID_PARAMETER", parameters: ["p"] });
      expect(error.message).toContain(
        `Parameter "p" of "POST /x" holds an object without keys (${kind})`,
      );
    }
  });

  const raw = ["Blob", "FormData", "URLSearchParams", "ReadableStream", "ArrayBuffer", "DataView", "Uint8Array"]; // prettier-ignore
  it.each(lost)("[A.8] [A.9] [A.12] checks data that is sent as JSON: %s", (kind, value) => {
    const isRaw = raw.includes(kind);
    const nested: readonly unknown[] = [[value], { a: [{ b: value }] }, Array(200).fill(value)];
    for (const data of isRaw ? nested : [value, ...nested]) {
      for (const headers of [{}, { "content-type": "application/merge+json" }]) {
        const error = errorOf(() => endpoint("POST /x", { data, headers }));
        expect(error).toMatchObject({ code: "INVALID_PARAMETER", parameters: ["data"] });
        expect(error.message).toContain(
          `Parameter "data" of "POST /x" holds an object without keys (${kind})`,
        );
      }
      const json = { headers: { "Content-Type": "application/json" } };
      expect(errorOf(() => endpoint.defaults(json)("POST /x", { data })).parameters).toEqual(["data"]); // prettier-ignore
      const headers = { "content-type": "application/x-own" };
      expect(endpoint("POST /x", { data, headers }).body).toBe(data);
    }
    if (isRaw) expect(endpoint("POST /x", { data: value }).body).toBe(value);
  });

  it("[A.8] checks data of any depth and shared parts in linear time, and returns it as it is", () => {
    let deep: unknown[] = [];
    for (let depth = 0; depth < 100_000; depth++) deep = [deep];
    let shared: unknown[] = [];
    for (let depth = 0; depth < 64; depth++) shared = [shared, shared];
    const data = { deep, shared, at: new Date(0) };
    expect(endpoint("POST /x", { data }).body).toBe(data);
  });

  it("[A.12] refuses a getter that makes a new object at every look", () => {
    const createEndless = (): object =>
      Object.defineProperty({}, "next", { enumerable: true, get: createEndless });
    for (const name of ["data", "p"]) {
      const error = errorOf(() => endpoint("POST /x", { [name]: createEndless() }));
      expect(error).toMatchObject({ code: "INVALID_PARAMETER", parameters: [name] });
    }
  });

  it.each<[string, unknown]>([
    ["an empty object", {}],
    ["an empty list", []],
    ["an empty object without prototype", Object.create(null)],
    ["an empty object of another realm", runInNewContext("({})")],
    ["an empty list of another realm", runInNewContext("[]")],
    ["an instance with keys", new (class { readonly a = 1; })()], // prettier-ignore
    ["an error with keys", Object.assign(new Error("a"), { code: "b" })],
    ["an object with toJSON", new (class { toJSON() { return "a"; } })()], // prettier-ignore
    ["a URL", new URL("https://a.example")],
    ["bytes", new Uint8Array([1])],
    ["a Buffer", Buffer.alloc(0)],
    ["only what is undefined", { a: undefined }],
  ])("[A.8] takes %s", (_kind, value) => {
    const parameters = { p: value, list: [{ value }] };
    expect(endpoint("POST /x", parameters).body).toEqual(parameters);
    expect((endpoint("POST /x", parameters).body as typeof parameters).p).toBe(value);
    for (const data of [value, parameters]) expect(endpoint("POST /x", { data }).body).toBe(data);
  });

  it("[A.8] writes a date as ISO 8601", () => {
    expect(endpoint("POST /x", { at: new Date(0) }).body).toEqual({
      at: "1970-01-01T00:00:00.000Z",
    });
  });
});

describe("headers and media types", () => {
  it.each(["a", null, 1n])("[A.12] an own __proto__ among headers is ignored: %s", (value) => {
    const headers = Object.fromEntries([["__proto__", value]]);
    expect(untyped("GET /x", { headers })).toStrictEqual(endpoint("GET /x"));
  });

  it("[A.23] [A.24] has defaults", () => {
    expect(endpoint("GET /x").headers).toEqual(defaultHeaders);
    expect(USER_AGENT).toMatch(/^typewire\/\d+\.\d+\.\d+/);
  });

  it.each<[string, UnknownParameters["headers"]]>([
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

  it.each([
    ["a default", [["Accept", undefined]], { "user-agent": USER_AGENT }],
    ["an earlier pair", [["x-a", "1"], ["X-A", undefined]], defaultHeaders], // prettier-ignore
    ["nothing but that", [["x-a", "1"], ["x-b", undefined]], { ...defaultHeaders, "x-a": "1" }], // prettier-ignore
    ["nothing by a hostile name", [["__PROTO__", "1"], ["__proto__", "2"]], defaultHeaders], // prettier-ignore
  ])("[A.10] [A.12] undefined in a pair removes %s", (_what, headers, expected) => {
    expect(untyped("GET /x", { headers }).headers).toStrictEqual(expected);
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

  it.each([
    ["application/vnd.acme.v3+json", "raw", "application/vnd.acme.v3.raw"],
    ["application/vnd.acme.v3+json", "text+json", "application/vnd.acme.v3.text+json"],
    ["application/vnd.acme.v3.raw+json", "diff", "application/vnd.acme.v3.diff"],
    ["application/vnd.acme.v3.raw", "raw", "application/vnd.acme.v3.raw"],
    ["application/vnd.acme+json", "raw", "application/vnd.acme.raw"],
    ["application/vnd.acme.x-y-preview+json", "raw", "application/vnd.acme.x-y-preview.raw"],
    [
      "text/html, Application/vnd.ACME.v3+json;q=0.5,*/*",
      "raw",
      "text/html, Application/vnd.ACME.v3.raw;q=0.5,*/*",
    ],
    ["APPLICATION/VND.ACME.V3+JSON", "raw", "APPLICATION/VND.ACME.V3.raw"],
    ["Application/Vnd.Acme.X-Preview+Json", "raw", "Application/Vnd.Acme.X-Preview.raw"],
    ["application/vnd.acmecorp.v3+json", "raw", "application/vnd.acmecorp.v3+json"],
    ["application/json", "raw", "application/json"],
  ])("[A.11] [A.21] %s with %s is %s", (accept, format, expected) => {
    const options = { headers: { accept }, mediaType: { format } };
    expect(endpoint("GET /x", options).headers.accept).toBe(expected);
    expect(endpoint.merge("GET /x", options)).toMatchObject({
      headers: { accept },
      mediaType: { format },
    });
  });

  it("[A.10] [A.11] mediaType merges key by key", () => {
    const raw = endpoint.defaults({ mediaType: { format: "raw" } });
    expect(raw("GET /x").headers.accept).toBe("application/vnd.acme.v3.raw");
    expect(raw("GET /x", { mediaType: {} }).headers.accept).toBe("application/vnd.acme.v3.raw");
    expect(raw("GET /x", { mediaType: { format: undefined } }).headers.accept).toBe(catalog.accept);
    expect(raw("GET /x", { headers: { accept: undefined } }).headers.accept).toBeUndefined();
  });
});

describe("the keys of mediaType that have no effect", () => {
  interface Untyped {
    (route: string, options?: unknown): ReturnType<typeof endpoint>;
    readonly DEFAULTS: Record<string, unknown>;
    merge(route: string, options?: unknown): MergedOptions;
    parse(options: MergedOptions): ReturnType<typeof endpoint>;
    defaults(options: unknown): Untyped;
  }
  const open = endpoint as unknown as Untyped;
  const notes = ["a", { b: 1 }];

  it.each<[string, unknown, unknown, unknown]>([
    ["beside a format", undefined, { format: "raw", notes }, { format: "raw", notes }],
    ["alone", undefined, { notes }, { notes }],
    ["of the defaults", { format: "raw", notes }, undefined, { format: "raw", notes }],
    ["of both", { format: "raw", notes, x: 1 }, { format: "diff", x: null }, { format: "diff", notes, x: null }], // prettier-ignore
    ["taken away", { format: "raw", notes }, { notes: undefined }, { format: "raw" }],
    ["without the format", { format: "raw", notes }, { format: undefined }, { notes }],
    ["none", { notes: undefined }, {}, undefined],
    ["an empty format", { format: "raw", notes }, { format: "" }, { notes }],
    ["a format of null", { format: "raw" }, { format: null }, undefined],
    ["one that is hostile", undefined, JSON.parse('{"__proto__": {"a": 1}, "x": 1}'), { x: 1 }],
    ["named like options", undefined, { url: "u", data: 1 }, { url: "u", data: 1 }],
  ])("[A.10] [A.25] are merged: %s", (_which, first, second, expected) => {
    const builder = open.defaults({ mediaType: first });
    for (const merged of [
      builder.merge("GET /x", { mediaType: second }),
      open.defaults({ mediaType: first }).defaults({ mediaType: second }).merge("GET /x"),
    ]) {
      expect(merged.mediaType).toStrictEqual(expected);
      expect(open.parse(merged)).toStrictEqual(builder("GET /x", { mediaType: second }));
    }
    expect(builder.defaults({ mediaType: second }).DEFAULTS["mediaType"]).toStrictEqual(expected);
  });

  it("[A.10] share nothing with the defaults", () => {
    const options = { mediaType: { notes: [{ a: 1 }] } };
    const builder = open.defaults(options);
    const changed = () => builder.merge("GET /x").mediaType as typeof options.mediaType;
    for (const mediaType of [options.mediaType, changed()]) {
      mediaType.notes.forEach((note) => note.a++);
      mediaType.notes.push({ a: 2 });
    }
    expect(changed()).toStrictEqual({ notes: [{ a: 1 }] });
    const shown = builder.DEFAULTS["mediaType"] as typeof options.mediaType;
    for (const frozen of [shown, shown.notes, shown.notes[0]])
      expect(() => Object.assign(frozen as object, { a: 2 })).toThrow(TypeError);
  });

  it.each<[string, unknown]>([
    ["a list", ["a-preview"]],
    ["an empty list", []],
    ["a text", "a-preview"],
    ["null", null],
  ])("[A.10] [A.11] previews are refused, with what to do instead: %s", (_kind, previews) => {
    const mediaType = { previews };
    for (const call of [
      () => open("GET /x", { mediaType }),
      () => open.merge("GET /x", { mediaType }),
      () => open.defaults({ mediaType }),
      () => open.parse({ ...open.merge("GET /x"), mediaType }),
    ]) {
      const error = errorOf(call);
      expect(error).toMatchObject({ code: "INVALID_OPTION", parameters: ["mediaType.previews"] });
      expect(error.message).toContain(`"headers.accept"`);
    }
    expect(open("GET /x", { mediaType: { previews: undefined } })).toEqual(open("GET /x"));
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

describe("hostile input", () => {
  it("[A.12] ignores __proto__ and what is inherited", () => {
    const hostile = JSON.parse(
      '{"__proto__": {"polluted": 1}, "constructor": "c", "headers": {"__proto__": "x"}}',
    ) as UnknownParameters;
    const result = endpoint.defaults(hostile)("POST /x", hostile);
    expect(result.body).toStrictEqual({ constructor: "c" });
    expect(result.headers).toStrictEqual(json);
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
});

describe("toRequest", () => {
  it.each<[string, UnknownParameters, string | null, string]>([
    ["parameters", { a: [1, null] }, json["content-type"], '{"a":[1,null]}'],
    ["a list as data", { data: [1] }, json["content-type"], "[1]"],
    ["a string under the JSON type", { data: 'a"b' }, json["content-type"], '"a\\"b"'],
    ["null as data", { data: null }, json["content-type"], "null"],
    ["text under a type with a parameter that ends in +json", { headers: { "content-type": "text/plain; a=b+json" }, data: "a" }, "text/plain; a=b+json", "a"], // prettier-ignore
    [
      "a string of another type",
      { data: "a b", headers: { "content-type": "text/plain" } },
      "text/plain",
      "a b",
    ],
    [
      "a string of a JSON suffix type",
      { data: "a", headers: { "content-type": "application/merge+json" } },
      "application/merge+json",
      '"a"',
    ],
    [
      "a string of the JSON type in capitals",
      { data: "a", headers: { "content-type": "Application/JSON;charset=utf-8" } },
      "Application/JSON;charset=utf-8",
      '"a"',
    ],
    [
      "a string of a type that begins like JSON",
      { data: "a", headers: { "content-type": "application/json5" } },
      "application/json5",
      "a",
    ],
    [
      "an object of another type",
      { data: { a: 1 }, headers: { "content-type": "application/x" } },
      "application/x",
      '{"a":1}',
    ],
    ["bytes", { data: new TextEncoder().encode("é") }, "application/octet-stream", "é"],
    [
      "bytes under a JSON type",
      { data: new TextEncoder().encode("{}"), headers: { "content-type": "application/json" } },
      "application/json",
      "{}",
    ],
    ["a Blob", { data: new Blob(["x"], { type: "image/png" }) }, "image/png", "x"],
    [
      "URLSearchParams",
      { data: new URLSearchParams("a=b") },
      "application/x-www-form-urlencoded;charset=UTF-8",
      "a=b",
    ],
    ["a stream", { data: new Blob(["streamed"]).stream() }, "application/octet-stream", "streamed"],
  ])("[A.14] sends %s", async (_kind, parameters, contentType, text) => {
    const request = toRequest(endpoint("PATCH /x", parameters));
    expect(request.method).toBe("PATCH");
    expect(request.url).toBe(`${base}/x`);
    expect(request.headers.get("content-type")).toBe(contentType);
    expect(request.headers.get("user-agent")).toBe(USER_AGENT);
    expect(await request.text()).toBe(text);
  });

  it("[A.14] leaves a form's boundary to the client", async () => {
    const data = new FormData();
    data.set("a", "b");
    const request = toRequest(endpoint("POST /x", { data }));
    expect(request.headers.get("content-type")).toMatch(/^multipart\/form-data; boundary=/);
    expect((await request.formData()).get("a")).toBe("b");
  });

  it("[A.14] honours the signal and the other options of fetch, and no others", () => {
    const controller = new AbortController();
    const request = toRequest(
      endpoint("GET /x", {
        request: {
          signal: controller.signal,
          redirect: "manual",
          cache: undefined,
          method: "POST",
          agent: {},
        },
      }),
    );
    expect(request).toMatchObject({ method: "GET", redirect: "manual", body: null });
    controller.abort();
    expect(request.signal.aborted).toBe(true);
  });

  it("[A.14] reports a body that JSON cannot express", () => {
    const cycle: Record<string, unknown> = {};
    cycle["self"] = cycle;
    for (const data of [cycle, 1n, () => 1]) {
      const error = errorOf(() => toRequest(endpoint("POST /x", { data })));
      expect(error).toMatchObject({ code: "INVALID_PARAMETER", parameters: ["data"] });
      expect(error).toBeInstanceOf(EndpointError);
    }
  });

  it.each<[string, string, UnknownParameters, string, readonly string[], string]>([
    ["a euro sign in a header", "GET /x", { headers: { "X-A": "1", "X-B": "5 €" } }, "INVALID_HEADER", ["x-b"], `GET ${base}/x`], // prettier-ignore
    ["emoji in two headers", "POST /x", { headers: { "x-a": "😀", accept: "Ā" } }, "INVALID_HEADER", ["accept", "x-a"], `POST ${base}/x`], // prettier-ignore
    ["a user and a password", "GET https://user:secret@a.example:8080/x", {}, "INVALID_URL", ["url"], "GET https://a.example:8080/x"], // prettier-ignore
    ["a user alone", "PATCH HTTPS://secret@a.example", {}, "INVALID_URL", ["url"], "PATCH HTTPS://a.example"], // prettier-ignore
    ["a password alone", "GET https://:secret@a.example?a@b", {}, "INVALID_URL", ["url"], "GET https://a.example?a@b"], // prettier-ignore
    ["more than one @", "GET https://a@secret@a.example/x", {}, "INVALID_URL", ["url"], "GET https://a.example/x"], // prettier-ignore
    ["a password in baseUrl", "GET /x", { baseUrl: "https://user:secret@a.example/api" }, "INVALID_URL", ["url"], "GET https://a.example/api/x"], // prettier-ignore
    ["a password beside a body that has no JSON", "POST https://user:secret@a.example/x", { data: 1n, headers: { "content-type": "x/y" } }, "INVALID_PARAMETER", ["data"], "POST https://a.example/x"], // prettier-ignore
  ])("[A.14] [A.15] reports %s", (_what, route, parameters, code, names, name) => {
    const error = errorOf(() => toRequest(endpoint(route, parameters)));
    expect(error).toMatchObject({ code, parameters: names, route: name });
    expect(error.message).toContain(name);
    expect(`${error.message} ${error.stack} ${error.route}`).not.toContain("secret");
    if (code !== "INVALID_PARAMETER") expect(error.cause).toBeUndefined();
  });

  it("[A.15] names a method of `fetch` in uppercase, and any other as it is", () => {
    const url = "https://a:secret@a.example/x";
    const named = (method: string) =>
      errorOf(() => toRequest({ method: method as "get", url, headers: {} })).route; // any text is sent
    expect(["get", "Patch", "purge"].map(named)).toEqual([
      "GET https://a.example/x",
      "PATCH https://a.example/x",
      "purge https://a.example/x",
    ]);
  });

  it("[A.14] takes Latin-1 in a header, and an @ that belongs to no user", () => {
    const options = endpoint("GET https://a.example/@x?b=c@d", { headers: { "x-a": "ü" } });
    expect(toRequest(options).url).toBe("https://a.example/@x?b=c@d");
    expect(toRequest(options).headers.get("x-a")).toBe("ü");
  });

  it("[A.14] hands on what else the platform refuses", () => {
    const options = endpoint("GET /x", { request: { redirect: "nowhere" } });
    expect(() => toRequest(options)).toThrow(/redirect|nowhere/);
    expect(() => toRequest(options)).not.toThrow(EndpointError);
  });
});

describe("a catalog without an address", () => {
  const catalog = {
    ...{ baseUrl: "", accept: "application/json", mediaTypePrefix: "application/vnd.acme" },
    routes: { "GET /files": { template: "https://files.example/v1/files" } },
  };
  const build = createEndpoint<Record<string, [parameters?: object]>>(catalog);

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
