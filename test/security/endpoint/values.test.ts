/** Values that no URL, body or name can hold. */
import { describe, expect, it } from "vitest";
import { toRequest } from "../../../src/request/endpoint/to-request.js";
import { errorOf } from "../../endpoint/error-of.js";
import { sample } from "../../sample.js";
import { base, endpoint } from "./builder.js";

const refusedEverywhere: readonly (readonly [title: string, value: unknown])[] = [
  ["NaN", Number.NaN],
  ["Infinity", Number.POSITIVE_INFINITY],
  ["-Infinity", Number.NEGATIVE_INFINITY],
  ["a function", () => 1],
  ["a class", Date],
  ["a symbol", Symbol("s")],
  ["a high surrogate", "a\ud800"],
  ["a low surrogate", "\udc00a"],
  ["surrogates in the wrong order", "\udc00\ud800"],
  ["an invalid date", new Date(Number.NaN)],
  ["an object that only inherits from Date", Object.create(Date.prototype)],
  ["a circular object", circularObject()],
  ["a circular list", circularList()],
  ["a revoked proxy", revokedProxy()],
  ["a revoked proxy of a list", revokedProxy([])],
  ["a list with a revoked proxy", ["a", revokedProxy()]],
];

const refusedInUrls: readonly (readonly [title: string, value: unknown])[] = [
  ...refusedEverywhere,
  ["an object in an object", { a: { b: 1 } }],
  ["a list in a list", [["a"]]],
  [
    "a class of its own",
    new (class {
      readonly a = {};
    })(),
  ],
  ["a Map", new Map()],
  ["a list with NaN", ["a", Number.NaN]],
  ["a list with a function", [() => 1]],
  ["a list with a lone surrogate", ["\ud800"]],
];

const refusedInBodies: readonly (readonly [title: string, value: unknown])[] = [
  ...refusedEverywhere,
  ["a bigint", 1n],
  ["a nested revoked proxy", { a: [{ b: revokedProxy() }] }],
  ["a nested NaN", { a: [{ b: Number.NaN }] }],
  ["a nested bigint", [[1n]]],
  ["an array with NaN", { a: new Float64Array([1, NaN]) }],
  ["a nested symbol", { a: Symbol("s") }],
  ["a nested function", [() => 1]],
  ["a nested lone surrogate", { a: ["\ud800"] }],
  ["a key with a lone surrogate", { a: { "\ud800": 1 } }],
];

const urlPlaces: readonly (readonly [place: string, route: string])[] = [
  ["the path", "GET /x/{p}"],
  ["a colon placeholder", "GET /x/:p"],
  ["a reserved expression", "GET /x/{+p}"],
  ["a path expression", "GET /x{/p*}"],
  ["a declared query", "GET /x{?p}"],
  ["a declared query of a POST", "POST /x{?p*}"],
  ["a fragment", "GET /x{#p}"],
  ["the query", "GET /x"],
  ["the query of HEAD", "HEAD /x"],
];

describe("endpoint: values that a URL cannot hold", () => {
  it.each(
    urlPlaces.flatMap(([place, route]) =>
      sample(place, refusedInUrls, 10, ([title]) => /surrogate|revoked/.test(title)).map(
        ([title, value]) => [title, place, route, value] as const,
      ),
    ),
  )("%s in %s", (_title, _place, route, p) => {
    const error = errorOf(() => endpoint(route, { p }));
    expect(error).toMatchObject({ code: "INVALID_PARAMETER", parameters: ["p"], route });
    expect(error.message).toContain('"p"');
  });

  it.each(["GET /x/{p:3}", "GET /x{?p:3}"])("%s refuses a list under a prefix", (route) => {
    expect(errorOf(() => endpoint(route, { p: ["a"] })).parameters).toEqual(["p"]);
  });
});

describe("endpoint: values that a body cannot hold", () => {
  it.each(
    ["POST", "PUT", "PATCH", "DELETE"].flatMap((method) =>
      refusedInBodies.map(([title, value]) => [title, method, value] as const),
    ),
  )("%s in a %s", (_title, method, p) => {
    const error = errorOf(() => endpoint(`${method} /x`, { p }));
    expect(error).toMatchObject({ code: "INVALID_PARAMETER", parameters: ["p"] });
    expect(error.message).toContain('"p"');
  });

  it.each([
    ["a circular object", circularObject()],
    ["a bigint", 1n],
    ["a function", () => 1],
    ["a nested bigint", [1n]],
    ["an array of bigints", { a: new BigInt64Array([1n]) }],
  ])(
    "%s as data is refused by the call if it becomes JSON, otherwise when it is sent",
    (_, data) => {
      const error = errorOf(() => endpoint("POST /x", { data }));
      expect(error).toMatchObject({ code: "INVALID_PARAMETER", parameters: ["data"] });
      const options = endpoint("POST /x", { data, headers: { "content-type": "x/y" } });
      expect(options.body).toBe(data);
      expect(errorOf(() => toRequest(options)).parameters).toEqual(["data"]);
    },
  );
});

describe("endpoint: names", () => {
  it.each([
    "a&b",
    "a=b",
    "a b",
    "a#b",
    "a?b",
    "a[b]",
    "a%b",
    "a%26b",
    "a+b",
    "a/b",
    "a;b",
    "é",
    "🎉",
    "a\r\nb",
    "a\0",
    "'",
    '"',
    "<",
    "\\",
    "",
  ])("the query name %j is encoded", (name) => {
    const { url } = endpoint("GET /x", { [name]: "v&w=1#" });
    expect(url).toMatch(/^https:\/\/api\.acme\.example\/x\?[A-Za-z0-9%._~-]*=[A-Za-z0-9%._~-]*$/);
    expect([...new URL(url).searchParams]).toEqual([[name, "v&w=1#"]]);
  });

  it.each(["\ud800", "a\udc00b"])("the name %j is refused", (name) => {
    for (const method of ["GET", "POST"]) {
      const error = errorOf(() => endpoint(`${method} /x`, { [name]: 1 }));
      expect(error).toMatchObject({ code: "INVALID_PARAMETER", parameters: [name] });
    }
  });

  it.each(["GET /x/\ud800", "GET /x/{\ud800}", "GET https://\ud800.example/"])(
    "the route %j is refused",
    (route) => {
      expect(["INVALID_TEMPLATE", "INVALID_URL"]).toContain(errorOf(() => endpoint(route)).code);
    },
  );

  it("a symbol is no parameter", () => {
    expect(endpoint("GET /x", { [Symbol("s")]: 1 }).url).toBe(`${base}/x`);
  });
});

describe("endpoint: options 100,000 levels deep", () => {
  const nested: readonly (readonly [string, unknown])[] = [
    ["lists", nest(100_000, (inner) => [inner])],
    ["objects", nest(100_000, (inner) => ({ inner }))],
    [
      "null prototypes",
      nest(100_000, (inner) => Object.assign(Object.create(null) as object, { inner })),
    ],
    ["lists of objects", nest(50_000, (inner) => [{ inner }])],
  ];

  it.each(nested)("%s in a body", (_, p) => {
    const options = endpoint("POST /x", { p });
    expect((options.body as { p: unknown }).p).toBe(p);
    expect(errorOf(() => toRequest(options)).parameters).toEqual(["data"]);
  });

  it.each(nested)("%s in defaults", (_, p) => {
    const builder = endpoint.defaults({ p });
    expect(Object.isFrozen(builder.DEFAULTS.p)).toBe(true);
    expect(builder.defaults({ q: 1 }).merge("POST /x")).toHaveProperty("q", 1);
  });

  it.each(nested)("%s in a query, a template, headers", (_, p) => {
    expect(errorOf(() => endpoint("GET /x/{p}", { p })).parameters).toEqual(["p"]);
    expect(errorOf(() => endpoint("GET /x", { p: [p] })).parameters).toEqual(["p"]);
    expect(errorOf(() => endpoint("GET /x{?p*}", { p: [p] })).parameters).toEqual(["p"]);
    expect(errorOf(() => endpoint("GET /x", { headers: { p } })).code).toBe("INVALID_HEADER");
    expect(errorOf(() => endpoint("GET /x", { baseUrl: p })).code).toBe("INVALID_OPTION");
    expect(errorOf(() => endpoint("GET /x", { mediaType: { format: p } })).code).toBe(
      "INVALID_OPTION",
    );
    expect(endpoint("POST /x", { data: p }).body).toBe(p);
    expect(endpoint("GET /x", { request: { p } }).request).toHaveProperty("p");
  });
});

function circularObject(): object {
  const object: { self?: object } = {};
  object.self = { nested: [object] };
  return object;
}

function circularList(): unknown[] {
  const list: unknown[] = [];
  list.push([list]);
  return list;
}

function revokedProxy(target: object = {}): unknown {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
}

function nest(levels: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = wrap(value);
  return value;
}
