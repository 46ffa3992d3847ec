/** Headers, and the option `mediaType`. */
import { describe, expect, it } from "vitest";
import type { MergedOptions, UnknownParameters } from "../../src/request/endpoint/types.js";
import { USER_AGENT } from "../../src/base/package.js";
import { catalog } from "../cases/endpoint/catalog.js";
import { errorOf } from "./error-of.js";
import { endpoint, untyped, defaultHeaders } from "./acme.js";

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
  const builder = endpoint as unknown as UntypedBuilder;
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
  ])("[A.10] [A.25] are merged: %s", (_title, first, second, expected) => {
    const withDefaults = builder.defaults({ mediaType: first });
    for (const merged of [
      withDefaults.merge("GET /x", { mediaType: second }),
      builder.defaults({ mediaType: first }).defaults({ mediaType: second }).merge("GET /x"),
    ]) {
      expect(merged.mediaType).toStrictEqual(expected);
      expect(builder.parse(merged)).toStrictEqual(withDefaults("GET /x", { mediaType: second }));
    }
    expect(withDefaults.defaults({ mediaType: second }).DEFAULTS["mediaType"]).toStrictEqual(
      expected,
    );
  });

  it("[A.10] share nothing with the defaults", () => {
    const options = { mediaType: { notes: [{ a: 1 }] } };
    const withDefaults = builder.defaults(options);
    const readMediaType = () => withDefaults.merge("GET /x").mediaType as typeof options.mediaType;
    for (const mediaType of [options.mediaType, readMediaType()]) {
      mediaType.notes.forEach((note) => note.a++);
      mediaType.notes.push({ a: 2 });
    }
    expect(readMediaType()).toStrictEqual({ notes: [{ a: 1 }] });
    const shown = withDefaults.DEFAULTS["mediaType"] as typeof options.mediaType;
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
      () => builder("GET /x", { mediaType }),
      () => builder.merge("GET /x", { mediaType }),
      () => builder.defaults({ mediaType }),
      () => builder.parse({ ...builder.merge("GET /x"), mediaType }),
    ]) {
      const error = errorOf(call);
      expect(error).toMatchObject({ code: "INVALID_OPTION", parameters: ["mediaType.previews"] });
      expect(error.message).toContain(`"headers.accept"`);
    }
    expect(builder("GET /x", { mediaType: { previews: undefined } })).toEqual(builder("GET /x"));
  });
});

/** The request builder without its types, for media types that these do not know. */
interface UntypedBuilder {
  (route: string, options?: unknown): ReturnType<typeof endpoint>;
  readonly DEFAULTS: Record<string, unknown>;
  merge(route: string, options?: unknown): MergedOptions;
  parse(options: MergedOptions): ReturnType<typeof endpoint>;
  defaults(options: unknown): UntypedBuilder;
}
