/** The examples of OpenAPI's styles of parameters. */
import type { CookieStyle, QueryStyle } from "../../../src/catalog/requests.js";

/** The values of OpenAPI's table "Style Examples" (3.1.1, section 4.8.12.4): color as each kind. */
export const COLORS = {
  empty: "",
  string: "blue",
  array: ["blue", "black", "brown"],
  object: { R: 100, G: 200, B: 150 },
} as const;

/** The text in place of `{color}` in a path; `undefined` where the table has no example. */
export const pathStyles: readonly (readonly [
  style: string,
  template: string,
  expected: Readonly<Record<Kind, string | undefined>>,
])[] = [
  [
    "matrix",
    "{;color}",
    {
      empty: ";color",
      string: ";color=blue",
      array: ";color=blue,black,brown",
      object: ";color=R,100,G,200,B,150",
    },
  ],
  [
    "matrix, explode",
    "{;color*}",
    {
      empty: ";color",
      string: ";color=blue",
      array: ";color=blue;color=black;color=brown",
      object: ";R=100;G=200;B=150",
    },
  ],
  [
    "label",
    "{.color}",
    { empty: ".", string: ".blue", array: ".blue,black,brown", object: ".R,100,G,200,B,150" },
  ],
  [
    "label, explode",
    "{.color*}",
    { empty: ".", string: ".blue", array: ".blue.black.brown", object: ".R=100.G=200.B=150" },
  ],
  [
    "simple",
    "{color}",
    {
      empty: undefined, // a required parameter of a path (contract A.5)
      string: "blue",
      array: "blue,black,brown",
      object: "R,100,G,200,B,150",
    },
  ],
  [
    "simple, explode",
    "{color*}",
    { empty: undefined, string: "blue", array: "blue,black,brown", object: "R=100,G=200,B=150" },
  ],
];

/** The whole query. */
export const queryStyles: readonly (readonly [
  style: string,
  name: QueryStyle,
  expected: Readonly<Record<Kind, string | undefined>>,
])[] = [
  [
    "form",
    "comma",
    {
      empty: "color=",
      string: "color=blue",
      array: "color=blue,black,brown",
      object: "color=R,100,G,200,B,150",
    },
  ],
  [
    "form, explode",
    "explode",
    {
      empty: "color=",
      string: "color=blue",
      array: "color=blue&color=black&color=brown",
      object: "R=100&G=200&B=150",
    },
  ],
  [
    "spaceDelimited",
    "spaces",
    {
      empty: "color=",
      string: "color=blue",
      array: "color=blue%20black%20brown",
      object: "color=R%20100%20G%20200%20B%20150",
    },
  ],
  [
    "pipeDelimited",
    "pipes",
    {
      empty: "color=",
      string: "color=blue",
      array: "color=blue%7Cblack%7Cbrown",
      object: "color=R%7C100%7CG%7C200%7CB%7C150",
    },
  ],
  [
    "collectionFormat: tsv of Swagger 2.0",
    "tabs",
    {
      empty: "color=",
      string: "color=blue",
      array: "color=blue%09black%09brown",
      object: "color=R%09100%09G%09200%09B%09150",
    },
  ],
  [
    "deepObject",
    "brackets",
    {
      empty: "color=",
      string: "color=blue",
      array: "color%5B%5D=blue&color%5B%5D=black&color%5B%5D=brown",
      object: "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150",
    },
  ],
  [
    "content: application/json",
    "json",
    {
      empty: "color=%22%22",
      string: "color=%22blue%22",
      array: "color=%5B%22blue%22%2C%22black%22%2C%22brown%22%5D",
      object: "color=%7B%22R%22%3A100%2C%22G%22%3A200%2C%22B%22%3A150%7D",
    },
  ],
];

export const headerStyles: readonly (readonly [
  style: string,
  name: "simple" | "explode" | "json",
  expected: Readonly<Record<Kind, string>>,
])[] = [
  [
    "simple",
    "simple",
    { empty: "", string: "blue", array: "blue,black,brown", object: "R,100,G,200,B,150" },
  ],
  [
    "simple, explode",
    "explode",
    { empty: "", string: "blue", array: "blue,black,brown", object: "R=100,G=200,B=150" },
  ],
  [
    "content: application/json",
    "json",
    {
      empty: '""',
      string: '"blue"',
      array: '["blue","black","brown"]',
      object: '{"R":100,"G":200,"B":150}',
    },
  ],
];

/** Cookies are divided by "; " where the table, which is of queries, has "&". */
export const cookieStyles: readonly (readonly [
  style: string,
  name: CookieStyle,
  expected: Readonly<Record<Kind, string>>,
])[] = [
  [
    "form",
    "comma",
    {
      empty: "color=",
      string: "color=blue",
      array: "color=blue,black,brown",
      object: "color=R,100,G,200,B,150",
    },
  ],
  [
    "cookie",
    "plain-comma",
    {
      empty: "color=",
      string: "color=blue",
      array: "color=blue,black,brown",
      object: "color=R,100,G,200,B,150",
    },
  ],
  [
    "cookie, explode",
    "plain",
    {
      empty: "color=",
      string: "color=blue",
      array: "color=blue; color=black; color=brown",
      object: "R=100; G=200; B=150",
    },
  ],
  [
    "form, explode",
    "form",
    {
      empty: "color=",
      string: "color=blue",
      array: "color=blue; color=black; color=brown",
      object: "R=100; G=200; B=150",
    },
  ],
  [
    "content: application/json",
    "json",
    {
      empty: "color=%22%22",
      string: "color=%22blue%22",
      array: "color=%5B%22blue%22%2C%22black%22%2C%22brown%22%5D",
      object: "color=%7B%22R%22%3A100%2C%22G%22%3A200%2C%22B%22%3A150%7D",
    },
  ],
];

type Kind = keyof typeof COLORS;
