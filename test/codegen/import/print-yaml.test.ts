/** YAML that an import prints, beside the parser and the formatter. */
import { format } from "prettier";
import { describe, expect, it } from "vitest";
import { printEntry } from "../../../codegen/import/merge/print-yaml.js";
import { parseYaml } from "../../../codegen/read/documents/yaml-document.js";

const words = ["lorem", "ipsum", "dolor", "sit", "amet", "consectetur", "adipiscing", "elit"];

const odd: readonly (string | number | boolean | null)[] = [
  "",
  " ",
  "a ",
  " a",
  "a: b",
  "a:",
  "a #b",
  "#a",
  "- a",
  "-",
  "--- a",
  "? a",
  "&a",
  "*a",
  "!a",
  "|",
  ">",
  "%a",
  "@a",
  "`a",
  "[a]",
  "{a}",
  "a, b",
  "a]b",
  "null",
  "NULL",
  "True",
  "~",
  "on",
  "1",
  "1.5",
  "0x1f",
  "1e5",
  ".inf",
  "-1",
  "+1",
  "2020-01-01",
  "1_000",
  "007",
  "it's",
  'say "x"',
  'it\'s "x"',
  "a\nb",
  "a\tb",
  "a\\b",
  "\u0000",
  "\u2028",
  "é",
  "😀",
  "https://a.example/x?y#z",
  "/a/b",
  "../components/api.yaml#/pet",
  "#/pet",
  "components/api.yaml#/pet",
  "GET /x/{id}",
  "__proto",
  "A sentence, with a comma.",
  "Key: value",
  "a'b",
  "<",
  "...",
  'a\\b "c"',
  1,
  -1,
  0,
  1.5,
  1e21,
  1e-7,
  true,
  false,
  null,
];

const trees: readonly (readonly [name: string, value: unknown])[] = [
  ["odd texts in a list", odd],
  ["odd texts in maps", Object.fromEntries(odd.map((text, index) => [`k${index}`, text]))],
  ["odd keys", Object.fromEntries(odd.map((text) => [`${text}`, 1]))],
  ["odd texts in short maps", odd.map((text) => ({ a: text }))],
  ["odd texts in short lists", odd.map((text) => [text])],
  ["empty collections", { a: {}, b: [], c: [{}], d: { e: [] } }],
  ["long lists of lists", [words.concat(words, words), [words, words, words]]],
  ["lists of long maps", [1, 2].map(() => Object.fromEntries(words.map((word) => [word, words])))],
  ["long texts", { a: words.join(" ").repeat(5), b: [words.join(" ").repeat(5)] }],
];

describe("printed YAML", () => {
  it.each(trees)("says what it was made of: %s", (_name, value) => {
    const text = printEntry("entry", value);
    const mistakes: unknown[] = [];
    const read = parseYaml({ path: "x", text }, (mistake) => mistakes.push(mistake));
    expect(mistakes).toEqual([]);
    expect(JSON.stringify(read.value)).toBe(JSON.stringify({ entry: value }));
  });

  it.each(trees)("is as a formatter leaves it: %s", async (_name, value) => {
    const text = printEntry("entry", value);
    expect(await format(text, { parser: "yaml", printWidth: 100 })).toBe(text);
  });
});
