/** Reports of `diff`: each change once, with all entries that have it. */
import { describe, expect, it } from "vitest";
import { diffModels } from "../../../codegen/diff/diff.js";
import { printDifference } from "../../../codegen/diff/print.js";
import { readFiles, toFiles } from "./service.js";

/** A reference to the type that both routes share. */
const NOTE = "{ $ref: components/api.yaml#/note }";
const NULLABLE = `{ anyOf: [${NOTE}, { type: "null" }] }`;
const DESCRIBED = `{ description: The note., allOf: [${NOTE}] }`;
const DEPRECATED = `{ deprecated: true, allOf: [${NOTE}] }`;
/** The shared type, whose property `id` is required here alone. */
const WITH_ID = `{ allOf: [${NOTE}, { type: object, properties: { text: { type: string } }, required: [id] }] }`;

const CHOICE = "{ anyOf: [{ type: string }, { type: integer }] }";
const WIDE_CHOICE =
  "{ anyOf: [{ type: string }, { type: integer }, { type: boolean }, { type: array }] }";

/** A service of two routes, as YAML: the values in their responses, and the components that these may refer to. */
interface Service {
  /** The schema of `value` in the response of `GET /ones`. */
  readonly one: string;
  /** The schema of `value` in the response of `GET /twos`. */
  readonly two: string;
  /** The file of components. */
  readonly shared: string;
}

describe("a report says", () => {
  it.each<[title: string, before: Service, after: Service, lines: readonly string[]]>([
    [
      "a change of a shared type once, also where the type may be null or is described",
      { one: NULLABLE, two: DESCRIBED, shared: note("text: { type: string }") },
      { one: NULLABLE, two: DESCRIBED, shared: note("text: { type: integer }") },
      ["- `GET /ones`, `GET /twos`: `Note.text` has another type: `string` → `integer`"],
    ],
    [
      "that a shared type may be null now where it may",
      { one: DESCRIBED, two: NULLABLE, shared: note("text: { type: string }") },
      { one: NULLABLE, two: NULLABLE, shared: note("text: { type: string }") },
      ["- `GET /ones`: `response 200.value` may be null now: `Note` → `Note | null`"],
    ],
    [
      "that a shared type is deprecated where it is",
      { one: DESCRIBED, two: NULLABLE, shared: note("text: { type: string }") },
      { one: DEPRECATED, two: NULLABLE, shared: note("text: { type: string }") },
      ["- `GET /ones`: `response 200.value` is deprecated (`Note`)"],
    ],
    [
      "an equal change of two routes once",
      { one: "{ type: string }", two: "{ type: string }", shared: note("") },
      { one: "{ type: integer }", two: "{ type: integer }", shared: note("") },
      ["- `GET /ones`, `GET /twos`: `response 200.value` has another type: `string` → `integer`"],
    ],
    [
      "a change of a property that one part of allOf describes and another requires at the shared type",
      { one: WITH_ID, two: NOTE, shared: noteWithIds("[a, b]") },
      { one: WITH_ID, two: NOTE, shared: noteWithIds("[a, b, c]") },
      ['- `GET /ones`, `GET /twos`: `Ids` has new values (`"c"`)'],
    ],
    [
      "all new kinds of a value in one line",
      { one: CHOICE, two: NOTE, shared: note("") },
      { one: WIDE_CHOICE, two: NOTE, shared: note("") },
      ["- `GET /ones`: `response 200.value` has a new kind of value (`boolean | any[]`)"],
    ],
    [
      "a type that redefines a property which leads to it, without an end",
      { one: NOTE, two: NOTE, shared: circle("{ type: string }") },
      { one: NOTE, two: NOTE, shared: circle("{ type: integer }") },
      [
        "- `GET /ones`, `GET /twos`: `last` of `Note.next`, `Note` has another type: `string` → `integer`",
      ],
    ],
    [
      "fields of one type in one line, those that are equal otherwise",
      {
        one: NOTE,
        two: NOTE,
        shared: note("a: { type: string }, b: { type: string }, c: { type: integer }"),
      },
      { one: NOTE, two: NOTE, shared: note("d: { type: boolean }") },
      [
        "- `GET /ones`, `GET /twos`: `a`, `b` of `Note` are gone (`string`)",
        "- `GET /ones`, `GET /twos`: `Note.c` is gone (`integer`)",
        "- `GET /ones`, `GET /twos`: `Note.d` is new (`boolean`)",
      ],
    ],
    [
      "fields that may be null now in one line, whatever their types",
      { one: NOTE, two: NOTE, shared: note("a: { type: string }, b: { type: integer }") },
      {
        one: NOTE,
        two: NOTE,
        shared: note('a: { type: [string, "null"] }, b: { type: [integer, "null"] }'),
      },
      ["- `GET /ones`, `GET /twos`: `a`, `b` of `Note` may be null now"],
    ],
    [
      "which values are gone and which are new",
      { one: "{ type: string, enum: [a, b] }", two: NOTE, shared: note("") },
      { one: "{ type: string, enum: [b, c] }", two: NOTE, shared: note("") },
      [
        '- `GET /ones`: `response 200.value` lacks values (`"a"`)',
        '- `GET /ones`: `response 200.value` has new values (`"c"`)',
      ],
    ],
  ])("%s", (_title, before, after, lines) => {
    const report = printDifference(diffModels(readService(before), readService(after)));
    expect(report.split("\n").filter((line) => line.startsWith("- "))).toEqual(lines);
  });
});

/** The shared type with these properties. */
function note(properties: string) {
  return `note: { type: object, properties: { ${properties} } }\n`;
}

/** The shared type with an id that is a number or one of these texts. */
function noteWithIds(texts: string) {
  return `
note: { type: object, properties: { id: { description: The id., allOf: [{ $ref: "#/ids" }] } } }
ids: { anyOf: [{ type: integer }, { type: string, enum: ${texts} }] }
`;
}

/** The shared type as one whose property `next` leads back to it. */
function circle(last: string) {
  return `
note: { allOf: [{ $ref: "#/base" }, { type: object, properties: { next: { description: The next note. }, last: ${last} } }] }
base: { type: object, properties: { next: { $ref: "#/note" } } }
`;
}

function readService({ one, two, shared }: Service) {
  return readFiles(
    toFiles({
      "vendor.yaml": "name: acme\ntitle: Acme\nbaseUrl: https://api.acme.example\n",
      "routes.yaml": `
GET /ones: { operation: ones/list, responses: { 200: { schema: { type: object, properties: { value: ${one} } } } } }
GET /twos: { operation: twos/list, responses: { 200: { schema: { type: object, properties: { value: ${two} } } } } }
`,
      "components/api.yaml": shared,
    }),
  );
}
