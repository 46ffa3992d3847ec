/** Templates of URLs, by the suites of RFC 6570. */
import { describe, expect, it } from "vitest";
import { expandTemplate } from "../../src/request/endpoint/route/template.js";
import { EndpointError } from "../../src/request/endpoint/errors.js";
import { baseUrl, builderOf } from "../requests/builder.js";
import { errorOf } from "./error-of.js";
import community from "../cases/rfc6570-community.json" with { type: "json" };
import corners from "../cases/rfc6570-corners.json" with { type: "json" };
import examples from "../cases/rfc6570-examples.json" with { type: "json" };
import { malformed, literals, values } from "../cases/endpoint/templates.js";

const groups: readonly Group[] = [...examples.groups, ...community.groups, ...corners.groups];

describe.each(groups)("RFC 6570: $name", ({ variables, cases }) => {
  it.each(cases)("[A.4] %s", (template, expected) => {
    if (expected === false) {
      expect(errorOf(() => expandTemplate(String(template), variables))).toBeInstanceOf(
        EndpointError,
      );
    } else {
      expect(expandTemplate(String(template), variables)).toBe(expected);
    }
  });
});

describe("malformed templates", () => {
  it.each(malformed)("[A.4] %s is an error at position %i", (template, position) => {
    const error = errorOf(() => expandTemplate(template, {}));
    expect(error).toMatchObject({ code: "INVALID_TEMPLATE", route: template });
    expect(error.message).toContain(`at position ${position}:`);
  });
});

it.each([
  ["{a%20b}", "a%20b"],
  ["{a.%41b}", "a.%41b"],
  ["{%41%42}", "%41%42"],
  ["{a_1.b.c}", "a_1.b.c"],
])("[A.4] the variable of %s is %s, as it is written", (template, name) => {
  expect(expandTemplate(template, { [name]: "value" })).toBe("value");
  expect(builderOf({})(`GET /x/${template}`, { [name]: "value" }).url).toBe(`${baseUrl}/x/value`);
});

it.each([
  ["/x/{", "found the end; expected a variable's name."],
  ["/x/{ a}", `found " "; expected a variable's name.`],
  ["/x/{a", 'found "{"; expected a "}" that closes it.'],
  ["/x/{a:}", 'found "}"; expected a length from 1 to 9999.'],
  ["/x/{a:", "found the end; expected a length from 1 to 9999."],
])("[A.4] %s says what was found, and what is expected: %s", (template, text) => {
  expect(errorOf(() => expandTemplate(template, {})).message).toContain(text);
});

describe("literals", () => {
  it.each(literals)("[A.4] %s becomes %s", (template, expected) => {
    expect(expandTemplate(template, {})).toBe(expected);
  });

  it("[A.3] [A.4] knows no :name by itself", () => {
    expect(expandTemplate("/vars/:var", { var: "value" })).toBe("/vars/:var");
  });
});

describe("values", () => {
  it.each(values)("[A.4] [A.12] %s of %o is %s", (template, value, expected) => {
    expect(expandTemplate(template, { x: value })).toBe(expected);
  });

  it.each([
    ["NaN", Number.NaN],
    ["a symbol", Symbol("s")],
    ["a function", () => "x"],
    ["a lone surrogate", "a\ud800"],
    ["a lone surrogate in a list", ["\udc00"]],
    ["a lone surrogate as a key", { "\udc00": 1 }],
    ["a list in a list", [["a"]]],
    ["an object in an object", { a: {} }],
    ["an invalid date", new Date(Number.NaN)],
    ["an object with a class", new Map([["a", "b"]])],
  ])("[A.4] [A.12] %s is an error that names the variable", (_kind, value) => {
    for (const template of ["{x}", "{+x}", "{?x*}"]) {
      const error = errorOf(() => expandTemplate(template, { x: value }));
      expect(error).toMatchObject({ code: "INVALID_PARAMETER", parameters: ["x"] });
    }
  });

  it("[A.12] reads own properties only", () => {
    const variables = Object.create({ inherited: "no" }) as Record<string, unknown>; // it has only a prototype
    expect(expandTemplate("{constructor}{toString}{__proto__}{inherited}", variables)).toBe("");
  });
});

interface Group {
  readonly name: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly cases: readonly (readonly (string | boolean)[])[];
}
