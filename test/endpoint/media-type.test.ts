/** The option `mediaType`: its format in the header `accept`, and its other keys. */
import { describe, expect, it } from "vitest";
import type { MergedOptions } from "../../src/request/endpoint/types.js";
import { catalog } from "../cases/endpoint/catalog.js";
import { errorOf } from "./error-of.js";
import { endpoint } from "./acme.js";

describe("the format of mediaType", () => {
  it.each<[accept: string, format: string, sent: string]>([
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
  ])("[A.11] [A.21] turns %s with the format %s into %s", (accept, format, sent) => {
    const options = { headers: { accept }, mediaType: { format } };
    expect(endpoint("GET /x", options).headers.accept).toBe(sent);
    expect(endpoint.merge("GET /x", options)).toMatchObject({
      headers: { accept },
      mediaType: { format },
    });
  });

  it("[A.10] [A.11] is merged with that of the defaults", () => {
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

  it.each<MergedMediaType>([
    {
      what: "beside a format",
      defaults: undefined,
      call: { format: "raw", notes },
      merged: { format: "raw", notes },
    },
    {
      what: "without a format",
      defaults: undefined,
      call: { notes },
      merged: { notes },
    },
    {
      what: "from the defaults alone",
      defaults: { format: "raw", notes },
      call: undefined,
      merged: { format: "raw", notes },
    },
    {
      what: "from the defaults and the call, which wins",
      defaults: { format: "raw", notes, x: 1 },
      call: { format: "diff", x: null },
      merged: { format: "diff", notes, x: null },
    },
    {
      what: "without one that the call takes away",
      defaults: { format: "raw", notes },
      call: { notes: undefined },
      merged: { format: "raw" },
    },
    {
      what: "without the format that the call takes away",
      defaults: { format: "raw", notes },
      call: { format: undefined },
      merged: { notes },
    },
    {
      what: "into nothing if there are none",
      defaults: { notes: undefined },
      call: {},
      merged: undefined,
    },
    {
      what: "without an empty format",
      defaults: { format: "raw", notes },
      call: { format: "" },
      merged: { notes },
    },
    {
      what: "into nothing if the format becomes null",
      defaults: { format: "raw" },
      call: { format: null },
      merged: undefined,
    },
    {
      what: "without an own __proto__",
      defaults: undefined,
      call: JSON.parse('{"__proto__": {"a": 1}, "x": 1}'),
      merged: { x: 1 },
    },
    {
      what: "also if they are named like options",
      defaults: undefined,
      call: { url: "u", data: 1 },
      merged: { url: "u", data: 1 },
    },
  ])("[A.10] [A.25] are merged $what", ({ defaults, call, merged }) => {
    const withDefaults = builder.defaults({ mediaType: defaults });
    const withBoth = withDefaults.defaults({ mediaType: call });
    const request = withDefaults("GET /x", { mediaType: call });
    for (const options of [
      withDefaults.merge("GET /x", { mediaType: call }),
      withBoth.merge("GET /x"),
    ]) {
      expect(options.mediaType).toStrictEqual(merged);
      expect(builder.parse(options)).toStrictEqual(request);
    }
    expect(withBoth.DEFAULTS["mediaType"]).toStrictEqual(merged);
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

  it.each<[kind: string, previews: unknown]>([
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

/** The keys of `mediaType` in the defaults and in a call, and those that result. */
interface MergedMediaType {
  readonly what: string;
  readonly defaults: unknown;
  readonly call: unknown;
  readonly merged: unknown;
}
