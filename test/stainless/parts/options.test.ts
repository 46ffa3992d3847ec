/** Options and parameters of a class that Stainless made, by themselves (contract H.10). */
import { afterEach, describe, expect, it, vi } from "vitest";
import type { MethodShape, SdkCatalog } from "../../../src/catalog/sdk.js";
import { placeParameters } from "../../../src/stainless/arguments.js";
import { toRoute } from "../../../src/stainless/changes.js";
import { readHeaders, writeQuery } from "../../../src/stainless/headers-and-query.js";
import {
  expectCount,
  MAX_RETRIES,
  readRequestSettings,
  toSdkOptions,
} from "../../../src/stainless/options.js";

const CATALOG: SdkCatalog = {
  name: "HTTPTool2Kit",
  arguments: "last",
  credentials: [],
  resources: {},
};

afterEach(() => void vi.unstubAllEnvs());

describe("options", () => {
  it.each<[headers: unknown, read: object]>([
    [undefined, {}],
    [null, {}],
    [
      { "X-A": "1", b: 2, c: undefined, d: null },
      { "x-a": "1", b: "2", d: undefined },
    ],
    [new Headers({ "X-A": "1" }), { "x-a": "1" }],
    [
      [
        ["X-A", "1"],
        ["x-a", "2"],
        ["b", null],
        ["c", undefined],
      ],
      { "x-a": "2", b: undefined },
    ],
  ])("[H.10] have headers %j", (headers, read) => {
    expect(readHeaders(headers)).toStrictEqual(read);
  });

  it.each<[query: object, text: string]>([
    [{}, ""],
    [{ a: 1, b: "x y", c: true }, "a=1&b=x%20y&c=true"],
    [{ a: undefined, b: null }, "b="],
    [{ "a&b": ["1", [2], { c: 3 }] }, "a%26b%5B%5D=1&a%26b%5B%5D%5B%5D=2&a%26b%5B%5D%5Bc%5D=3"],
    [{ a: { b: { c: [] }, d: {} } }, ""],
    [{ a: {}, b: 1 }, "b=1"],
    [
      { at: new Date(0), in: { at: new Date(1) } },
      "at=1970-01-01T00%3A00%3A00.000Z&in%5Bat%5D=1970-01-01T00%3A00%3A00.001Z",
    ],
  ])("[H.10] have the query %j", (query, text) => {
    expect(writeQuery(query)).toBe(text);
  });

  it.each([0, 0.5, 3, Infinity])("[H.10] have the number %d", (count) => {
    expect(() => expectCount("timeout", count)).not.toThrow();
  });

  it("[H.10] of the class become those of the class that typewire makes by default", () => {
    const policy = expect.objectContaining({
      wrapFetch: expect.any(Function) as unknown,
    }) as unknown;
    expect(toClientOptions({})).toEqual({ headers: {}, retry: 2, policy });
    const fetch = () => undefined;
    expect(
      toClientOptions({
        baseURL: "https://a.example/v1//",
        maxRetries: 5,
        timeout: 7,
        logLevel: "off",
        logger: console,
        dangerouslyAllowBrowser: true,
        fetch,
        apiKey: "k",
        headers: { "X-A": "1", "X-B": "2" },
        defaultHeaders: { "x-b": "3", "x-c": null },
        fetchOptions: { cache: "no-store", mode: "cors" },
        defaults: { own: 1, request: { mode: "same-origin", keepalive: true } },
      }),
    ).toEqual({
      baseUrl: "https://a.example/v1",
      retry: 5,
      policy,
      fetch,
      apiKey: "k",
      headers: { "x-a": "1", "x-b": "3", "x-c": undefined },
      defaults: { own: 1, request: { mode: "cors", keepalive: true, cache: "no-store" } },
    });
    expect(toClientOptions({ fetchOptions: { cache: "reload" } })).toMatchObject({
      defaults: { request: { cache: "reload" } },
    });
    expect(toClientOptions({ maxRetries: Infinity }).retry).toBe(MAX_RETRIES);
    expect(MAX_RETRIES).toBe(2_147_483_647);
  });

  it("[H.10] have an address, that of the environment, or none", () => {
    const addressOf = (options: object) => toClientOptions(options).baseUrl;
    expect(addressOf({})).toBeUndefined();
    vi.stubEnv("HTTP_TOOL2_KIT_BASE_URL", " https://env.example/ ");
    expect(addressOf({})).toBe("https://env.example");
    expect(addressOf({ baseURL: undefined })).toBe("https://env.example");
    expect(addressOf({ baseURL: "https://a.example" })).toBe("https://a.example");
    for (const baseURL of [null, ""]) expect(addressOf({ baseURL })).toBeUndefined();
    expect(() => toClientOptions({ environment: "dev" })).toThrow(
      new TypeError(
        'The address is given twice, by "baseURL" (or HTTP_TOOL2_KIT_BASE_URL) and by "environment"; to use the environment, pass `baseURL: null`.',
      ),
    );
    expect(toClientOptions({ baseURL: null, environment: "dev" })).toMatchObject({
      environment: "dev",
    });
  });

  it("[H.10] add a query to each request, before the hook of the caller", () => {
    const seen: string[] = [];
    const onRequest = ({ request }: { request: { url: string } }) => void seen.push(request.url);
    const event = { request: { url: "https://a.example/?b=1" } };
    const options = { defaultQuery: { a: "x y", b: "2" }, onRequest };
    (toClientOptions(options) as { onRequest?(given: object): void }).onRequest?.(event);
    expect(seen).toEqual(["https://a.example/?b=1&a=x%20y"]);
    expect(toClientOptions({ defaultQuery: {}, onRequest })).toMatchObject({ onRequest });
  });
});

describe("the parameters of a method", () => {
  it.each<[shape: MethodShape | undefined, parameters: object, placed: object]>([
    [undefined, { a: 1 }, { a: 1 }],
    [{ others: [] }, { a: 1, b: 2 }, { data: { a: 1, b: 2 } }],
    [{ others: [] }, {}, {}],
    [{ others: ["id"] }, { id: 7, a: 1 }, { id: 7, data: { a: 1 } }],
    [
      { others: ["id"], renamed: { body_id: "id" } },
      { id: 7, body_id: 8 },
      { id: 7, data: { id: 8 } },
    ],
    [{ others: [], body: "New" }, { New: { a: 1 } }, { data: { a: 1 } }],
    [
      { others: ["q"], body: "New" },
      { New: 1, q: 2, x: 3 },
      { data: 1, q: 2, x: 3 },
    ],
    [
      { others: ["q"], named: ["q"] },
      { q: 2, a: 1 },
      { parameters: { q: 2 }, data: { a: 1 } },
    ],
    [
      { others: ["q", "r"], renamed: { q: "url" }, named: ["url"] },
      { q: 2, r: 3, parameters: { s: 4 } },
      { r: 3, parameters: { s: 4, url: 2 } },
    ],
    [{ others: ["parameters"] }, { parameters: { s: 4 } }, { parameters: { s: 4 } }],
    [
      { others: ["parameters"], body: "New" },
      { parameters: "abc", New: 1 },
      { parameters: "abc", data: 1 },
    ],
    [
      { others: ["parameters", "q"], renamed: { q: "url" }, named: ["parameters", "url"] },
      { parameters: "abc", q: 2 },
      { parameters: { parameters: "abc", url: 2 } },
    ],
    [{ others: [], body: "parameters" }, { parameters: { a: 1 } }, { data: { a: 1 } }],
    [{ others: [] }, { url: 1, parameters: "abc" }, { data: { url: 1, parameters: "abc" } }],
    [{ others: ["id"] }, { id: undefined }, { id: undefined }],
  ])("[H.10] of the shape %j are placed: %j", (shape, parameters, placed) => {
    expect(
      placeParameters(parameters as never, shape === undefined ? {} : { shape }),
    ).toStrictEqual(placed);
  });

  it("[H.10] are not filled into the path of a verb, whose braces are encoded", () => {
    expect(toRoute("patch", "/a/{b}?{c}")).toBe("PATCH /a/%7Bb%7D?%7Bc%7D");
  });
});

/** The options of the client that the class makes of its own. */
function toClientOptions(options: object) {
  return toSdkOptions(CATALOG, options as never, readRequestSettings(CATALOG, options as never));
}
