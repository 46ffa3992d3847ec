/** The examples of OpenAPI's styles of parameters. */
import type { CookieStyle, QueryStyle } from "../../../src/catalog/requests.js";

/** The values of OpenAPI's table "Style Examples" (3.1.1, section 4.8.12.4): color as each kind. */
export const COLORS = {
  empty: "",
  string: "blue",
  array: ["blue", "black", "brown"],
  object: { R: 100, G: 200, B: 150 },
} as const;

/** The text in place of the template in a path. */
export const pathStyles: readonly PathStyle[] = [
  {
    style: "matrix",
    template: "{;color}",
    expected: {
      empty: ";color",
      string: ";color=blue",
      array: ";color=blue,black,brown",
      object: ";color=R,100,G,200,B,150",
    },
  },
  {
    style: "matrix, explode",
    template: "{;color*}",
    expected: {
      empty: ";color",
      string: ";color=blue",
      array: ";color=blue;color=black;color=brown",
      object: ";R=100;G=200;B=150",
    },
  },
  {
    style: "label",
    template: "{.color}",
    expected: {
      empty: ".",
      string: ".blue",
      array: ".blue,black,brown",
      object: ".R,100,G,200,B,150",
    },
  },
  {
    style: "label, explode",
    template: "{.color*}",
    expected: {
      empty: ".",
      string: ".blue",
      array: ".blue.black.brown",
      object: ".R=100.G=200.B=150",
    },
  },
  {
    style: "simple",
    template: "{color}",
    expected: {
      string: "blue",
      array: "blue,black,brown",
      object: "R,100,G,200,B,150",
    },
  },
  {
    style: "simple, explode",
    template: "{color*}",
    expected: { string: "blue", array: "blue,black,brown", object: "R=100,G=200,B=150" },
  },
];

/** In these styles an empty color has no text, and a parameter of a path may not be left out (contract A.5). */
export const pathStylesWithoutEmpty = [
  { style: "simple", template: "{color}" },
  { style: "simple, explode", template: "{color*}" },
];

/** The whole query. */
export const queryStyles: readonly NamedStyle<QueryStyle>[] = [
  {
    style: "form",
    name: "comma",
    expected: {
      empty: "color=",
      string: "color=blue",
      array: "color=blue,black,brown",
      object: "color=R,100,G,200,B,150",
    },
  },
  {
    style: "form, explode",
    name: "explode",
    expected: {
      empty: "color=",
      string: "color=blue",
      array: "color=blue&color=black&color=brown",
      object: "R=100&G=200&B=150",
    },
  },
  {
    style: "spaceDelimited",
    name: "spaces",
    expected: {
      empty: "color=",
      string: "color=blue",
      array: "color=blue%20black%20brown",
      object: "color=R%20100%20G%20200%20B%20150",
    },
  },
  {
    style: "pipeDelimited",
    name: "pipes",
    expected: {
      empty: "color=",
      string: "color=blue",
      array: "color=blue%7Cblack%7Cbrown",
      object: "color=R%7C100%7CG%7C200%7CB%7C150",
    },
  },
  {
    style: "collectionFormat: tsv of Swagger 2.0",
    name: "tabs",
    expected: {
      empty: "color=",
      string: "color=blue",
      array: "color=blue%09black%09brown",
      object: "color=R%09100%09G%09200%09B%09150",
    },
  },
  {
    style: "deepObject",
    name: "brackets",
    expected: {
      empty: "color=",
      string: "color=blue",
      array: "color%5B%5D=blue&color%5B%5D=black&color%5B%5D=brown",
      object: "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150",
    },
  },
  {
    style: "content: application/json",
    name: "json",
    expected: {
      empty: "color=%22%22",
      string: "color=%22blue%22",
      array: "color=%5B%22blue%22%2C%22black%22%2C%22brown%22%5D",
      object: "color=%7B%22R%22%3A100%2C%22G%22%3A200%2C%22B%22%3A150%7D",
    },
  },
];

export const headerStyles: readonly NamedStyle<"simple" | "explode" | "json">[] = [
  {
    style: "simple",
    name: "simple",
    expected: { empty: "", string: "blue", array: "blue,black,brown", object: "R,100,G,200,B,150" },
  },
  {
    style: "simple, explode",
    name: "explode",
    expected: { empty: "", string: "blue", array: "blue,black,brown", object: "R=100,G=200,B=150" },
  },
  {
    style: "content: application/json",
    name: "json",
    expected: {
      empty: '""',
      string: '"blue"',
      array: '["blue","black","brown"]',
      object: '{"R":100,"G":200,"B":150}',
    },
  },
];

/** Cookies are divided by "; " where the table, which is of queries, has "&". */
export const cookieStyles: readonly NamedStyle<CookieStyle>[] = [
  {
    style: "form",
    name: "comma",
    expected: {
      empty: "color=",
      string: "color=blue",
      array: "color=blue,black,brown",
      object: "color=R,100,G,200,B,150",
    },
  },
  {
    style: "cookie",
    name: "plain-comma",
    expected: {
      empty: "color=",
      string: "color=blue",
      array: "color=blue,black,brown",
      object: "color=R,100,G,200,B,150",
    },
  },
  {
    style: "cookie, explode",
    name: "plain",
    expected: {
      empty: "color=",
      string: "color=blue",
      array: "color=blue; color=black; color=brown",
      object: "R=100; G=200; B=150",
    },
  },
  {
    style: "form, explode",
    name: "form",
    expected: {
      empty: "color=",
      string: "color=blue",
      array: "color=blue; color=black; color=brown",
      object: "R=100; G=200; B=150",
    },
  },
  {
    style: "content: application/json",
    name: "json",
    expected: {
      empty: "color=%22%22",
      string: "color=%22blue%22",
      array: "color=%5B%22blue%22%2C%22black%22%2C%22brown%22%5D",
      object: "color=%7B%22R%22%3A100%2C%22G%22%3A200%2C%22B%22%3A150%7D",
    },
  },
];

interface PathStyle {
  /** As OpenAPI calls it. */
  readonly style: string;
  readonly template: string;
  readonly expected: Readonly<Partial<Record<Kind, string>>>;
}

interface NamedStyle<Name> {
  /** As OpenAPI calls it. */
  readonly style: string;
  /** As catalogs call it. */
  readonly name: Name;
  readonly expected: Readonly<Record<Kind, string>>;
}

type Kind = keyof typeof COLORS;
