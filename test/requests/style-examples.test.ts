/** The examples of OpenAPI's styles of parameters: each style, with each kind of value. */
import { describe, expect, it } from "vitest";
import {
  COLORS,
  cookieStyles,
  headerStyles,
  pathStyles,
  pathStylesWithoutEmpty,
  queryStyles,
} from "../cases/requests/styles.js";
import { errorOf } from "../endpoint/error-of.js";
import { baseUrl, builderOf } from "./builder.js";

describe("the examples of OpenAPI's styles, in a path", () => {
  const buildUrl = (template: string, color: unknown): string => {
    const endpoint = builderOf({ "GET /x/{color}": { template: `/x/a${template}` } });
    return endpoint("GET /x/{color}", { color }).url;
  };

  it.each(listExamples(pathStyles))(
    "[A.38] the color as $kind is $expected in the style $style",
    ({ color, template, expected }) => {
      expect(buildUrl(template, color)).toBe(`${baseUrl}/x/a${expected}`);
    },
  );

  it.each(pathStylesWithoutEmpty)(
    "[A.38] an empty color is refused in the style $style",
    ({ template }) => {
      expect(errorOf(() => buildUrl(template, "")).code).toBe("MISSING_PARAMETER");
    },
  );
});

describe("the examples of OpenAPI's styles, elsewhere", () => {
  it.each(listExamples(queryStyles))(
    "[A.31] a query has the color as $kind in the style $style, beside a body too",
    ({ color, name, expected }) => {
      const query = { color: name };
      const endpoint = builderOf({ "GET /x": { query }, "POST /x": { query } });
      expect(endpoint("GET /x", { color }).url).toBe(`${baseUrl}/x?${expected}`);
      const post = endpoint("POST /x", { color, other: 1 });
      expect([post.url, post.body]).toEqual([`${baseUrl}/x?${expected}`, { other: 1 }]);
    },
  );

  it.each(listExamples(headerStyles))(
    "[A.32] a header has the color as $kind in the style $style",
    ({ color, name, expected }) => {
      const endpoint = builderOf({ "GET /x": { headers: { "X-Color": name } } });
      const result = endpoint("GET /x", { "X-Color": color });
      expect([result.url, result.headers["x-color"]]).toEqual([`${baseUrl}/x`, expected]);
    },
  );

  it.each(listExamples(cookieStyles))(
    "[A.32] a cookie has the color as $kind in the style $style, after cookies that are set already",
    ({ color, name, expected }) => {
      const endpoint = builderOf({ "GET /x": { cookies: { color: name } } });
      expect(endpoint("GET /x", { color }).headers["cookie"]).toBe(expected);
      const headers = { cookie: "session=1" };
      const both = endpoint("GET /x", { color, headers });
      expect(both.headers["cookie"]).toBe(`session=1; ${expected}`);
    },
  );
});

/** A case for each kind of value for which a style has an example. */
function listExamples<Style extends { readonly expected: Readonly<Partial<Record<Kind, string>>> }>(
  styles: readonly Style[],
) {
  const kinds = Object.keys(COLORS) as readonly Kind[]; // the keys of a constant
  return styles.flatMap((style) =>
    kinds
      .filter((kind) => style.expected[kind] !== undefined)
      .map((kind) => ({ ...style, kind, color: COLORS[kind], expected: style.expected[kind] })),
  );
}

type Kind = keyof typeof COLORS;
