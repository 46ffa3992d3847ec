/** The YAML of the importer is read without the parser, with the same result. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { printEntry } from "../../codegen/import/print-yaml.js";
import { readPlainYaml } from "../../codegen/read/plain-yaml.js";

/** Texts that need no parser. */
const PLAIN: readonly string[] = [
  "a: b",
  "a:",
  "a:\nb: c",
  "# comment\n\na: b\n  # comment\nc: d\n",
  "a: true\nb: false\nc: null\nd: 1\ne: -1.5\nf: 0",
  "a: yes\nb: on\nc: it's so, and [so] {so} & so\nd: a #b".replace(" #", "#"),
  "a: /x/y\nb: ../x.yaml#/y\nc: https://x.test/y\nd: 2/3",
  "GET /a/{b}:\n  200: x\n  $ref: y",
  "a: \"b: c # d\\n\\u00e9\"\nb: 'it''s'",
  "\"a b\": c\n'd: e': f\n1: g\nnull: h",
  "a: { b: [c, 1, null, { d: e f }], 'g': \"h,}\", $ref: x.yaml#/y }\nb: {}\nc: []",
  "a: [https://x.test/y, a-b c, -1]",
  "a:\n  - b\n  - c: d\n    e:\n      - f\n  - - g\n    - h\n  - { i: j }\nk: l",
  "a:\n  [b, c]\nd:\n  e f",
];

/** Texts that are left to the parser, for their value or for their mistake. */
const OTHER: readonly string[] = [
  "",
  "a",
  "- a",
  " a: b",
  "---\na: b",
  "a: b\n---\nc: d",
  "%YAML 1.2",
  "\ufeffa: b",
  "a: b\r\n",
  "a:\tb",
  "a: b ",
  "a:  b",
  "a: b # comment",
  "a: b\n  c",
  "a:\n  b\n  c",
  "a: 'b\n  c'",
  'a: "b',
  'a: "\\x41"',
  'a: "b" c',
  "a: |\n  b",
  "a: >-\n  b",
  "a: &b c",
  "a: *b",
  "a: !!str b",
  "<<: b",
  "__proto__: b",
  "a: b\na: c",
  "a: { b: c, b: d }",
  "? a\n: b",
  "a: b: c",
  "a: b:",
  "a: True",
  "a: ~",
  "a: .inf",
  "a: 0x1f",
  "a: 1e5",
  "a: 007",
  "a: +1",
  "a: 1234567890123456",
  "a: 2020-01-01",
  "a: @b",
  "a: [b,c]",
  "a: [b, c",
  "a: [b, c,]",
  "a: { b }",
  "a: { b: c }d",
  "a: [b: c]",
  "a: [b #c]",
  "a:\n- b",
  "a:\n  - b\n  c: d",
  "a:\n    b: c\n  d: e",
  "a:\n  - b\n    c",
  `${"x".repeat(1100)}: a`,
  `a: ${"[".repeat(70)}${"]".repeat(70)}`,
];

const JSON_VALUES = fc.letrec<{ value: unknown; map: object; leaf: unknown }>((tie) => ({
  leaf: fc.oneof(
    fc.constantFrom(null, true, false, "null", "1", "a: b", "a #b", "- a", "{a}", "it's", "\u2028"),
    fc.string({ unit: "binary" }),
    fc.stringMatching(/^[a-z/.:# -]{0,12}$/),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
  ),
  map: fc.dictionary(
    fc.oneof(fc.string({ minLength: 1 }), fc.stringMatching(/^[a-zA-Z$][\w /{}.-]{0,9}$/)),
    tie("value"),
    { maxKeys: 4 },
  ),
  value: fc.oneof(
    { maxDepth: 5 },
    tie("leaf"),
    fc.array(tie("value"), { maxLength: 4 }),
    tie("map"),
  ),
}));

describe("YAML in the form of the importer", () => {
  it.each(PLAIN)("is read as by the parser: %j", (text) => {
    const value = readPlainYaml(text);
    expect(value).toBeDefined();
    expect(JSON.parse(JSON.stringify(value))).toEqual(parseAll(text));
  });

  it.each(OTHER)("is left to the parser: %j", (text) => {
    expect(readPlainYaml(text)).toBeUndefined();
  });

  it("is what the importer prints, whatever the value", () => {
    fc.assert(
      fc.property(JSON_VALUES.map, (map) => {
        const text = Object.entries(map)
          .map(([key, value]) => printEntry(key, JSON.parse(JSON.stringify(value)) as null))
          .join("\n");
        const value = readPlainYaml(text);
        if (value !== undefined) expect(JSON.parse(JSON.stringify(value))).toEqual(parseAll(text));
      }),
      { numRuns: 500 },
    );
  });

  it("is all of the default schema but for what was written by hand", () => {
    const folder = join(import.meta.dirname, "../../schema");
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
    const texts = files
      .filter((file) => file.endsWith(".yaml"))
      .map((file) => readFileSync(join(folder, file), "utf8"));
    const read = texts.filter((text) => {
      const value = readPlainYaml(text);
      if (value !== undefined) expect(JSON.parse(JSON.stringify(value))).toEqual(parseAll(text));
      return value !== undefined;
    });
    expect(read.length).toBeGreaterThan(texts.length * 0.9);
  });
});

function parseAll(text: string): unknown {
  return parse(text, { stringKeys: true }) as unknown; // typed as `any`
}
