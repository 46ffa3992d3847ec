/** Laws of `endpoint`: how options merge, and where parameters go. */
import fc from "fast-check";
import { isDeepStrictEqual } from "node:util";
import { createEndpoint } from "../../src/request/endpoint/endpoint.js";
import { EndpointError } from "../../src/request/endpoint/errors.js";
import { catalog, extensions } from "../cases/endpoint/catalog.js";
import { check, type Property } from "./property.js";

const endpoint = createEndpoint(catalog, extensions);
const base = new URL(catalog.baseUrl);

const text = fc.string({ unit: "grapheme" });
const name = text.filter(
  (key) =>
    !["__proto__", "method", "url", "baseUrl", "headers", "mediaType", "request", "data"].includes(
      key,
    ),
);
const scalar = fc.oneof(text, fc.integer(), fc.boolean());
const parameters = fc.dictionary(name, fc.oneof(scalar, fc.constant(undefined)), {
  maxKeys: 5,
  noNullPrototype: true,
});
const token = fc.string({
  unit: fc.constantFrom(...Array.from("abXY-9")),
  minLength: 1,
  maxLength: 4,
});
const headers = fc.dictionary(token, fc.constantFrom("1", "2", undefined), {
  maxKeys: 3,
  noNullPrototype: true,
});
const options = fc
  .tuple(parameters, headers)
  .map(([sent, ownHeaders]) => ({ ...sent, headers: ownHeaders }));

export const mergeProperties: readonly Property[] = [
  check("defaults of defaults are the defaults of both", options, options, (one, other) => {
    const both = endpoint.defaults(one).defaults(other).merge("GET /x");
    expectEqual(both, endpoint.defaults(one).merge("GET /x", other));
  }),
  check("the same defaults twice are the same as once", options, options, (one, other) => {
    expectEqual(
      endpoint.defaults(one).defaults(one).merge("GET /x", other),
      endpoint.defaults(one).merge("GET /x", other),
    );
  }),
  check("no defaults change nothing", options, fc.constant({}), (one, none) => {
    expectEqual(endpoint.defaults(none).merge("POST /x", one), endpoint.merge("POST /x", one));
  }),
  check("what is given last stands, and nothing else is lost", options, options, (one, other) => {
    const merged = endpoint.defaults(one).merge("GET /x", other);
    for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
      if (key === "headers") continue;
      const expected: unknown = Object.hasOwn(other, key)
        ? Reflect.get(other, key)
        : Reflect.get(one, key);
      expectEqual(Object.hasOwn(merged, key), expected !== undefined);
      if (expected !== undefined) expectEqual(merged[key], expected);
    }
  }),
  check(
    "nothing passed in is changed, nothing returned is shared",
    options,
    options,
    (one, other) => {
      const before = structuredClone([one, other]);
      const builder = endpoint.defaults(one);
      const first = builder.merge("GET /x", other);
      first.headers["x-mine"] = "1";
      first["x-mine"] = "1";
      expectEqual([one, other], before);
      expectEqual(Object.hasOwn(builder.merge("GET /x", other).headers, "x-mine"), false);
    },
  ),
  check(
    "merge and parse are what a call is",
    options,
    fc.constantFrom("GET", "POST", "DELETE", "OPTIONS"),
    (one, method) => {
      expectEqual(
        endpoint.parse(endpoint.merge(`${method} /x{?q}`, one)),
        endpoint(`${method} /x{?q}`, one),
      );
    },
  ),
];

export const placementProperties: readonly Property[] = [
  check(
    "a query reads back as it was given",
    parameters,
    fc.constantFrom("GET", "HEAD", "OPTIONS"),
    (sent, method) => {
      const url = new URL(endpoint(`${method} /x`, sent).url);
      const expected = Object.entries(sent).filter(([, value]) => value !== undefined);
      expectEqual(
        [...url.searchParams],
        expected.map(([key, value]) => [key, String(value)]),
      );
      expectEqual([url.origin, url.pathname], [base.origin, "/x"]);
    },
  ),
  check(
    "a list reads back as its repeated key",
    name.filter((key) => key !== ""),
    fc.array(scalar, { maxLength: 5 }),
    (key, list) => {
      const url = new URL(endpoint("GET /x", { [key]: list }).url);
      expectEqual(url.searchParams.getAll(key), list.map(String));
    },
  ),
  check("a segment reads back as it was given", text, text, (a, b) => {
    const url = call(() => endpoint("GET /x/{a}/y/:b", { a, b }).url);
    if (url === undefined) return;
    expectEqual(new URL(url).pathname.split("/").map(decodeURIComponent), ["", "x", a, "y", b]);
  }),
  check(
    "a body is what is left",
    parameters,
    fc.constantFrom("POST", "PUT", "PATCH", "DELETE"),
    (sent, method) => {
      const { body, url } = endpoint(`${method} /x`, sent);
      const expected = Object.entries(sent).filter(([, value]) => value !== undefined);
      expectEqual(body ?? {}, Object.fromEntries(expected));
      expectEqual(url, `${catalog.baseUrl}/x`);
    },
  ),
  check(
    "no value changes host, credentials, or the way up",
    fc.string({ unit: "binary" }),
    fc.constantFrom(
      "{v}",
      "{+v}",
      "/{v}",
      "/{+v}",
      "{/v*}",
      "/x/{+v}",
      "/x{v}",
      "{w}{+v}",
      "{/w}{+v}",
      "{?v}{w}",
      "{#v}",
      "{;v}{.v}",
    ),
    (v, url) => {
      for (const origin of ["", "https://up.example:8443"]) {
        const built = call(() => endpoint(`GET ${origin}${url}`, { v, w: "" }).url);
        if (built === undefined) continue;
        const parsed = new URL(built);
        expectEqual(
          [parsed.origin, parsed.username, parsed.password],
          [origin || base.origin, "", ""],
        );
        // A parser removes dot segments alone.
        const path = /^https:\/\/[^/?#]*([^?#]*)/.exec(built)?.[1] ?? "";
        expectEqual(parsed.pathname, path === "" ? "/" : path);
      }
    },
  ),
];

/** A call is refused with an `EndpointError`, if at all. */
function call(build: () => string): string | undefined {
  try {
    return build();
  } catch (error) {
    if (error instanceof EndpointError) return undefined;
    throw error;
  }
}

function expectEqual(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected))
    throw new Error(`${JSON.stringify(actual)} in place of ${JSON.stringify(expected)}`);
}
