/** JSON as the page of a delivery reads, indents and compares it: nothing of its text gets lost. */
import { describe, expect, it } from "vitest";
import { compare } from "../../src/inspector/page/delivery/compare-json.js";
import {
  formatLeaf,
  formatPlace,
  indentJson,
} from "../../src/inspector/page/delivery/format-json.js";
import { parseTree } from "../../src/inspector/page/delivery/json.js";
import { MAX_COST, measureCost, SIZE } from "../growth.js";

describe("parseTree", () => {
  it.each([
    {
      what: "the spelling of numbers",
      text: "[1.0,-0,1e400,9007199254740993]",
      tree: array(number("1.0"), number("-0"), number("1e400"), number("9007199254740993")),
    },
    {
      what: "empty and nested values",
      text: "[[],{},[[]],null,true,false]",
      tree: array(
        array(),
        { kind: "object", entries: [] },
        array(array()),
        { kind: "null", text: "null" },
        { kind: "boolean", text: "true" },
        { kind: "boolean", text: "false" },
      ),
    },
    {
      what: "the characters that escapes stand for",
      text: String.raw`"a\n\u00e9"`,
      tree: { kind: "string", value: "a\n\u00e9" },
    },
    { what: "a value with spaces around it", text: " 7 ", tree: number("7") },
  ])("keeps $what: $text", ({ text, tree }) => {
    expect(parseTree(text)).toEqual(tree);
  });

  it("keeps repeated keys, and marks those that do not count", () => {
    expect(parseTree('{"a":1,"__proto__":2,"a":3}')).toEqual({
      kind: "object",
      entries: [
        { key: "a", node: number("1"), isRepeated: true },
        { key: "__proto__", node: number("2"), isRepeated: false },
        { key: "a", node: number("3"), isRepeated: false },
      ],
    });
  });

  it.each([
    { what: "an empty text", text: "" },
    { what: "an object without its end", text: "{" },
    { what: "a bare word", text: "nope" },
    { what: "arrays nested too deeply", text: `${"[".repeat(5_000)}${"]".repeat(5_000)}` },
  ])("gives no tree for $what", ({ text }) => {
    expect(parseTree(text)).toBeUndefined();
  });
});

describe("indentJson", () => {
  it("gives each member and item a line, and keeps the spaces in a text", () => {
    expect(indentJson('{"a":[1, "b  c"]}')).toBe(
      lines("{", '  "a": [', "    1,", '    "b  c"', "  ]", "}"),
    );
  });

  it("takes no escaped quote for the end of a text", () => {
    expect(indentJson(String.raw`{"a" : "\" \\"}`)).toBe(
      lines("{", String.raw`  "a": "\" \\"`, "}"),
    );
  });

  it.each([
    { what: "a number in another notation", json: '{"a": 1.0}' },
    { what: "a repeated key", json: '{"a":1,"a":2}' },
  ])("leaves a text as it is that has $what, because it would be lost", ({ json }) => {
    expect(indentJson(json)).toBe(json);
  });

  it("costs no more than its length", () => {
    const item = JSON.stringify("x".repeat(1_000));
    const json = `[ ${Array(SIZE / 1_000)
      .fill(item)
      .join(", ")} ]`;
    expect(measureCost(json, indentJson)).toBeLessThan(MAX_COST);
  });
});

describe("compare", () => {
  const before = parse('{"a":1,"b":[1,2],"c":null,"d":"1"}');
  const after = parse('{"a":1.0,"b":[1],"d":1,"e":{}}');

  it("finds what was added, removed and changed", () => {
    const show = (node: Tree | undefined) => (node === undefined ? "missing" : formatLeaf(node));
    const differences = compare(before, after).map((difference) => ({
      place: formatPlace(difference.at),
      before: show(difference.before),
      after: show(difference.after),
    }));
    expect(differences).toEqual([
      { place: "a", before: "1", after: "1.0" },
      { place: "b[1]", before: "2", after: "missing" },
      { place: "d", before: '"1"', after: "1" },
      { place: "e", before: "missing", after: "{}" },
      { place: "c", before: "null", after: "missing" },
    ]);
  });

  it("finds nothing between a tree and itself", () => {
    expect(compare(before, before)).toEqual([]);
  });
});

/** The tree of a text that is JSON. */
function parse(json: string): Tree {
  const tree = parseTree(json);
  if (tree === undefined) throw new Error("It is no JSON.");
  return tree;
}

function number(text: string): Tree {
  return { kind: "number", text };
}

/** The tree of an array: its items have their indexes for keys. */
function array(...items: readonly Tree[]): Tree {
  return {
    kind: "array",
    entries: items.map((node, index) => ({ key: String(index), node, isRepeated: false })),
  };
}

/** A text of these lines, without a break at its end. */
function lines(...each: readonly string[]): string {
  return each.join("\n");
}

type Tree = NonNullable<ReturnType<typeof parseTree>>;
