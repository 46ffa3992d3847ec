/** Reports of `diff`: each change once, with all entries that have it. */
import { describe, expect, it } from "vitest";
import { diffModels } from "../../../codegen/diff/diff.js";
import { printDifference } from "../../../codegen/diff/print.js";
import { readFiles, toFiles } from "./service.js";

const NOTE = "{ $ref: components/api.yaml#/note }";
const NULLABLE = `{ anyOf: [${NOTE}, { type: "null" }] }`;
const CIRCLE = `
note: { allOf: [{ $ref: "#/base" }, { type: object, properties: { next: { description: The next note. }, last: LAST } }] }
base: { type: object, properties: { next: { $ref: "#/note" } } }
`;
const DESCRIBED = `{ description: The note., allOf: [${NOTE}] }`;

const REQUIRED = `{ allOf: [${NOTE}, { type: object, properties: { text: { type: string } }, required: [id] }] }`;

const CHOICE = "{ anyOf: [{ type: string }, { type: integer }] }";
const WIDE_CHOICE =
  "{ anyOf: [{ type: string }, { type: integer }, { type: boolean }, { type: array }] }";

describe("a report says", () => {
  it.each<
    [
      what: string,
      before: readonly [string, string, string],
      after: readonly [string, string, string],
      lines: readonly string[],
    ]
  >([
    [
      "a change of a shared type once, also where the type may be null or is described",
      [NULLABLE, DESCRIBED, note("text: { type: string }")],
      [NULLABLE, DESCRIBED, note("text: { type: integer }")],
      ["- `GET /ones`, `GET /twos`: `Note.text` has another type: `string` → `integer`"],
    ],
    [
      "that a shared type may be null now where it may",
      [DESCRIBED, NULLABLE, note("text: { type: string }")],
      [NULLABLE, NULLABLE, note("text: { type: string }")],
      ["- `GET /ones`: `response 200.value` may be null now: `Note` → `Note | null`"],
    ],
    [
      "that a shared type is deprecated where it is",
      [DESCRIBED, NULLABLE, note("text: { type: string }")],
      [`{ deprecated: true, allOf: [${NOTE}] }`, NULLABLE, note("text: { type: string }")],
      ["- `GET /ones`: `response 200.value` is deprecated (`Note`)"],
    ],
    [
      "an equal change of two routes once",
      ["{ type: string }", "{ type: string }", note("")],
      ["{ type: integer }", "{ type: integer }", note("")],
      ["- `GET /ones`, `GET /twos`: `response 200.value` has another type: `string` → `integer`"],
    ],
    [
      "a change of a property that one part of allOf describes and another requires at the shared type",
      [REQUIRED, NOTE, id("[a, b]")],
      [REQUIRED, NOTE, id("[a, b, c]")],
      ['- `GET /ones`, `GET /twos`: `Ids` has new values (`"c"`)'],
    ],
    [
      "all new kinds of a value in one line",
      [CHOICE, NOTE, note("")],
      [WIDE_CHOICE, NOTE, note("")],
      ["- `GET /ones`: `response 200.value` has a new kind of value (`boolean | any[]`)"],
    ],
    [
      "a type that redefines a property which leads to it, without an end",
      [NOTE, NOTE, CIRCLE.replace("LAST", "{ type: string }")],
      [NOTE, NOTE, CIRCLE.replace("LAST", "{ type: integer }")],
      [
        "- `GET /ones`, `GET /twos`: `last` of `Note.next`, `Note` has another type: `string` → `integer`",
      ],
    ],
    [
      "fields of one type in one line, those that are equal otherwise",
      [NOTE, NOTE, note("a: { type: string }, b: { type: string }, c: { type: integer }")],
      [NOTE, NOTE, note("d: { type: boolean }")],
      [
        "- `GET /ones`, `GET /twos`: `a`, `b` of `Note` are gone (`string`)",
        "- `GET /ones`, `GET /twos`: `Note.c` is gone (`integer`)",
        "- `GET /ones`, `GET /twos`: `Note.d` is new (`boolean`)",
      ],
    ],
    [
      "fields that may be null now in one line, whatever their types",
      [NOTE, NOTE, note("a: { type: string }, b: { type: integer }")],
      [NOTE, NOTE, note('a: { type: [string, "null"] }, b: { type: [integer, "null"] }')],
      ["- `GET /ones`, `GET /twos`: `a`, `b` of `Note` may be null now"],
    ],
    [
      "which values are gone and which are new",
      ["{ type: string, enum: [a, b] }", NOTE, note("")],
      ["{ type: string, enum: [b, c] }", NOTE, note("")],
      [
        '- `GET /ones`: `response 200.value` lacks values (`"a"`)',
        '- `GET /ones`: `response 200.value` has new values (`"c"`)',
      ],
    ],
  ])("%s", (_what, before, after, lines) => {
    const report = printDifference(diffModels(readService(...before), readService(...after)));
    expect(report.split("\n").filter((line) => line.startsWith("- "))).toEqual(lines);
  });
});

function note(fields: string) {
  return `note: { type: object, properties: { ${fields} } }\n`;
}

function id(values: string) {
  return `
note: { type: object, properties: { id: { description: The id., allOf: [{ $ref: "#/ids" }] } } }
ids: { anyOf: [{ type: integer }, { type: string, enum: ${values} }] }
`;
}

/** Two routes, whose responses and shared types the cases write. */
function readService(one: string, two: string, shared: string) {
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
