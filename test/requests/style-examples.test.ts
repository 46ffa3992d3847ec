/** The examples of OpenAPI's styles of parameters: each style, with each kind of value. */
import { describe, expect, it } from "vitest";
import {
  COLORS,
  cookieStyles,
  headerStyles,
  pathStyles,
  queryStyles,
} from "../cases/requests/styles.js";
import { errorOf } from "../endpoint/error-of.js";
import { baseUrl, builderOf } from "./builder.js";

describe("the examples of OpenAPI's styles, in a path", () => {
  const examples = listExamples(pathStyles);
  const call = (template: string, kind: Kind): string => {
    const endpoint = builderOf({ "GET /x/{color}": { template: `/x/a${template}` } });
    return endpoint("GET /x/{color}", { color: COLORS[kind] }).url;
  };

  it.each(examples.filter(({ expected }) => expected !== undefined))(
    "[A.38] $style: $kind",
    ({ kind, name: template, expected }) => {
      expect(call(template, kind)).toBe(`${baseUrl}/x/a${expected}`);
    },
  );

  it.each(examples.filter(({ expected }) => expected === undefined))(
    "[A.38] $style, refused: $kind",
    ({ kind, name: template }) => {
      expect(errorOf(() => call(template, kind)).code).toBe("MISSING_PARAMETER");
    },
  );
});

describe("the examples of OpenAPI's styles, elsewhere", () => {
  it.each(listExamples(queryStyles))("[A.31] query, $style: $kind", ({ kind, name, expected }) => {
    const query = { color: name };
    const endpoint = builderOf({ "GET /x": { query }, "POST /x": { query } });
    const parameters = { color: COLORS[kind] };
    expect(endpoint("GET /x", parameters).url).toBe(`${baseUrl}/x?${expected}`);
    const post = endpoint("POST /x", { ...parameters, other: 1 });
    expect([post.url, post.body]).toEqual([`${baseUrl}/x?${expected}`, { other: 1 }]);
  });

  it.each(listExamples(headerStyles))(
    "[A.32] header, $style: $kind",
    ({ kind, name, expected }) => {
      const endpoint = builderOf({ "GET /x": { headers: { "X-Color": name } } });
      const result = endpoint("GET /x", { "X-Color": COLORS[kind] });
      expect([result.url, result.headers["x-color"]]).toEqual([`${baseUrl}/x`, expected]);
    },
  );

  it.each(listExamples(cookieStyles))(
    "[A.32] cookie, $style: $kind",
    ({ kind, name, expected }) => {
      const endpoint = builderOf({ "GET /x": { cookies: { color: name } } });
      const headers = { cookie: "session=1" };
      expect(endpoint("GET /x", { color: COLORS[kind] }).headers["cookie"]).toBe(expected);
      const both = endpoint("GET /x", { color: COLORS[kind], headers });
      expect(both.headers["cookie"]).toBe(`session=1; ${expected}`);
    },
  );
});

/** A case for each style and each kind of value that it is shown with. */
function listExamples<Name, Text>(
  styles: readonly (readonly [style: string, name: Name, expected: Readonly<Record<Kind, Text>>])[],
) {
  const kinds = Object.keys(COLORS) as readonly Kind[]; // the keys of a constant
  return styles.flatMap(([style, name, expected]) =>
    kinds.map((kind) => ({ style, kind, name, expected: expected[kind] })),
  );
}

type Kind = keyof typeof COLORS;
