/** YAML is read without positions where that is certain, and with the same result. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { printEntry } from "../../codegen/import/merge/print-yaml.js";
import { readPlainYaml } from "../../codegen/read/documents/plain-yaml.js";
import { sample } from "../sample.js";

/** Texts that need no positions. */
const PLAIN: readonly string[] = [
  "a: b",
  "a:",
  "a:\nb: c",
  "---\na: b",
  "# comment\n\na: b # comment\n  # comment\nc: d\n",
  "a: true\nb: false\nc: null\nd: 1\ne: -1.5\nf: 0",
  "a: yes\nb: on\nc: it's so, and [so] {so} & so\nd: a#b",
  "a: 1_000\nb: 0b1\nc: 2020-01-01\nd: 1.2.3\ne: 1:30\nf: '1'\ng: \"null\"",
  "a: /x/y\nb: ../x.yaml#/y\nc: https://x.test/y\nd: 2/3",
  "GET /a/{b}:\n  200: x\n  $ref: y",
  "a: \"b: c # d\\n\\u00e9\\x41\"\nb: 'it''s'\nc: 'a\n  b'",
  "\"a b\": c\n'd: e': f\n1: g\ntrue: h\n1.5: i",
  "a: { b: [c, 1, null, { d: e f }], 'g': \"h,}\", $ref: x.yaml#/y }\nb: {}\nc: [a,b,]",
  "a:\n  - b\n  - c: d\n    e:\n      - f\n  - - g\n    - h\n  - { i: j }\nk: l",
  "a:\n- b\nc:\n  [b, c]\nd:\n  e f\n  g",
  "a: |\n  b\n   c\nd: >-\n  e\n  f\n\n  g\nh: |+\n  i\n\n",
  `a: ${"[".repeat(90)}${"]".repeat(90)}`,
];

/** Texts that are left to the parser with positions, for their value or for their mistake. */
const NOT_PLAIN: readonly string[] = [
  "",
  "a",
  "- a",
  "a: b\n---\nc: d",
  "a: b\n...",
  "%YAML 1.2\n---\na: b",
  "%TAG ! tag:x\n---\na: b",
  "\ufeffa: b",
  "a: b\r\n",
  "a: |2\n    b",
  "a:\tb",
  'a: "b',
  'a: "b" c',
  "a: &b c",
  "a: *b",
  "a: &b c\nd: *b",
  "&a b: c",
  "a: !!str b",
  "a: !b c",
  "<<: b",
  "__proto__: b",
  "a: { __proto__: b }",
  "a: b\na: c",
  "1: b\n'1': c",
  "a: { b: c, b: d }",
  "? [a]\n: b",
  "? { a: b }\n: c",
  "a: b: c",
  "a: True",
  "a: ~",
  "~: a",
  "null: a",
  "a:\n: b",
  "a: .inf",
  "a: .NaN",
  "a: 0x1f",
  "0x1f: a",
  "a: 0o7",
  "a: 1e5",
  "a: 1.0",
  "1.0: a",
  "a: 007",
  "a: +1",
  "a: -0",
  "a: 12345678901234567890",
  "a: @b",
  "a: [b, c",
  "a: { b: c }d",
  "a:\n  - b\n  c: d",
  "a:\n    b: c\n  d: e",
  `${"x".repeat(1100)}: a`,
  `a: ${"[".repeat(110)}${"]".repeat(110)}`,
];

const JSON_VALUES = fc.letrec<{ value: unknown; map: object; leaf: unknown }>((tie) => ({
  leaf: fc.oneof(
    fc.constantFrom(null, true, false, "null", "1", "a: b", "a #b", "- a", "{a}", "it's", "\u2028"),
    fc.string({ unit: "binary" }),
    fc.stringMatching(/^[a-z0-9/.:#~&*!|>?_+ \n-]{0,12}$/),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
  ),
  map: fc.dictionary(
    fc.oneof(fc.string({ minLength: 1 }), fc.stringMatching(/^[a-zA-Z0-9$][\w /{}.-]{0,9}$/)),
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

/** Pieces that mean something in YAML, in any order: mostly mistakes, and what is not plain. */
const SNIPPETS = fc
  .array(
    fc.constantFrom(
      "a",
      "b",
      ": ",
      ":",
      "\n",
      "\n  ",
      "\n    ",
      "- ",
      "? ",
      "[",
      "]",
      "{",
      "}",
      ", ",
      ",",
      "'",
      '"',
      "#",
      " ",
      "|",
      ">",
      "-",
      "1",
      ".5",
      "0",
      "e3",
      "~",
      "&x ",
      "*x",
      "!t ",
      "%",
      "---",
      "...",
      "<<",
      "null",
      "true",
      "\\n",
      "__proto__",
    ),
    { maxLength: 14 },
  )
  .map((parts) => `a: ${parts.join("")}`);

describe("YAML without positions", () => {
  it.each(PLAIN)("is read as with them: %j", (text) => {
    expect(isPlain(text)).toBe(true);
    expectSameIfPlain(text);
  });

  it.each(NOT_PLAIN)("is not read: %j", (text) => {
    expect(readPlainYaml(text)).toBeUndefined();
  });

  it("is read alike, whatever the importer prints", () => {
    let plainCount = 0;
    fc.assert(
      fc.property(JSON_VALUES.map, (map) => {
        const entries = Object.entries(JSON.parse(JSON.stringify(map)) as object);
        const text = entries.map(([key, value]) => printEntry(key, value as null)).join("\n");
        plainCount += expectSameIfPlain(text) ? 1 : 0;
      }),
      { numRuns: 500, seed: 1 },
    );
    expect(plainCount).toBeGreaterThan(200);
  });

  it("is read alike, whatever the text", () => {
    let plainCount = 0;
    fc.assert(
      fc.property(SNIPPETS, (text) => {
        plainCount += expectSameIfPlain(text) ? 1 : 0;
      }),
      { numRuns: 5_000, seed: 1 },
    );
    expect(plainCount).toBeGreaterThan(1_000);
  });

  it("is nearly all of the default schema", () => {
    const folder = join(import.meta.dirname, "../../schema");
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
    const texts = sample("schema", files, 30)
      .filter((file) => file.endsWith(".yaml"))
      .map((file) => readFileSync(join(folder, file), "utf8"));
    const plain = texts.filter(expectSameIfPlain);
    expect(plain.length).toBeGreaterThan(texts.length * 0.9);
  });
});

function isPlain(text: string): boolean {
  return readPlainYaml(text) !== undefined;
}

/** Expects of a text that is read without positions that it is read as with them. Returns `false` for any other text. */
function expectSameIfPlain(text: string): boolean {
  const value = readPlainYaml(text);
  if (value === undefined) return false;
  expect(JSON.parse(JSON.stringify(value))).toEqual(parse(text, { stringKeys: true }));
  return true;
}
