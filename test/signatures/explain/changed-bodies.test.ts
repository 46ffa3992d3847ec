/** The changes of a body that a search tries, in their order. */
import { describe, expect, it } from "vitest";
import { listBodies } from "../../../src/receive/signatures/explain/changed-bodies.js";
import { toBytes, toText, valuesOf } from "./samples.js";

describe("[E.11] a body that was written again", () => {
  it("is tried in five layouts, with the escapes of five languages, and as a form", () => {
    const compact = '{"a/b":["é:,<&>\\"\\u2028",1]}'.replace("\\u2028", "\u2028");
    const layouts = [
      compact,
      '{\n  "a/b": [\n    "é:,<&>\\"\u2028",\n    1\n  ]\n}',
      '{\n    "a/b": [\n        "é:,<&>\\"\u2028",\n        1\n    ]\n}',
      '{\n\t"a/b": [\n\t\t"é:,<&>\\"\u2028",\n\t\t1\n\t]\n}',
      '{"a/b": ["é:,<&>\\"\u2028", 1]}',
    ];
    const expected = layouts.flatMap((layout) => {
      const ascii = layout.replace("é", "\\u00e9").replace("\u2028", "\\u2028");
      const marked = layout.replace("<&>", "\\u003c\\u0026\\u003e").replace("\u2028", "\\u2028");
      const slashes = (text: string) => text.replace("a/b", "a\\/b");
      return [layout, ascii, slashes(ascii), slashes(layout), marked];
    });
    const form = `a%2Fb=${encodeURIComponent('é:,<&>"\u2028,1')}`;
    expect(valuesOf(listBodies(toBytes(compact)), "BODY_REWRITTEN")).toEqual(
      [...expected.slice(1), form].map((text) => toText(toBytes(text))),
    );
  });

  it.each([
    ["[1]", ["[\n  1\n]", "[\n    1\n]", "[\n\t1\n]"]],
    ["null", []],
    ["7 ", ["7"]],
    ["no JSON", []],
    ["\ufeff[1]", []],
    ["", []],
  ])("of %j is tried as %j", (body, expected) => {
    expect([...new Set(valuesOf(listBodies(toBytes(body)), "BODY_REWRITTEN"))]).toEqual(expected);
  });

  it.each([
    [{ a: "\u007f\u0080ÿ" }, '{"a":"\\u007f\\u0080\\u00ff"}'],
    [{ a: "~🎉" }, '{"a":"~\\ud83c\\udf89"}'],
  ])("has escapes of four digits: %j", (value, expected) => {
    const bodies = valuesOf(listBodies(toBytes(JSON.stringify(value))), "BODY_REWRITTEN");
    expect(bodies).toContain(expected);
  });
});

describe("[E.11] a body whose ends were changed", () => {
  it.each([
    ["a", ["a\n", "a\r\n"]],
    ["", ["\n", "\r\n"]],
    ["a\n", ["a", "a\n\n", "a\n\r\n"]],
    ["a\r\n", ["a\r", "a", "a\r\n\n", "a\r\n\r\n"]],
    ["a \t\r\n", ["a \t\r", "a \t", "a", "a \t\r\n\n", "a \t\r\n\r\n"]],
    ["a\n\n\n", ["a\n\n", "a\n", "a", "a\n\n\n\n", "a\n\n\n\r\n"]],
    [" ", ["", " \n", " \r\n"]],
    ["a\v", ["a\v\n", "a\v\r\n"]],
    ["\ufeffa", ["ï»¿a\n", "ï»¿a\r\n", "a"]],
    ["ï»a", ["Ã¯Â»a\n", "Ã¯Â»a\r\n"]],
  ])("of %j is tried as %j", (body, expected) => {
    expect(valuesOf(listBodies(toBytes(body)), "BODY_END")).toEqual(expected);
  });

  it.each([
    [[0xef, 0xbb, 0xbf], 3],
    [[0xef, 0xbb, 0xbe], 2],
    [[0xef, 0xbc, 0xbf], 2],
    [[0xee, 0xbb, 0xbf], 2],
  ])("begins with a byte order mark of just three bytes: %j has %i variants", (bytes, count) => {
    expect(listEnds(Uint8Array.from(bytes))).toHaveLength(count);
  });

  it.each([
    ["a\r\nb\nc", ["a\nb\nc", "a\r\nb\r\nc"]],
    ["a\r\nb", ["a\nb"]],
    ["a\nb\n", ["a\r\nb\r\n"]],
    ["a\rb", []],
    ["\ufeffa\nb", ["ï»¿a\r\nb"]],
  ])("%j is tried with other line ends: %j", (body, expected) => {
    expect(valuesOf(listBodies(toBytes(body)), "BODY_LINE_ENDS")).toEqual(expected);
  });

  it.each([
    ["é€", ["é\x80"]],
    ["ÿ", ["ÿ"]],
    ["Ā", []],
    ["a", []],
  ])("%j is tried as it was before it was decoded as Latin-1: %j", (body, expected) => {
    expect(valuesOf(listBodies(toBytes(body)), "BODY_CHARSET")).toEqual(expected);
  });

  it("that is no UTF-8 is tried with other ends alone", () => {
    const codes = [...listBodies(Uint8Array.of(0xff, 0x0d, 0x0a))].map(
      ({ finding }) => finding.code,
    );
    expect(codes).toEqual(["BODY_END", "BODY_END", "BODY_END", "BODY_END"]);
  });

  it.each([
    ["a\n", ["it has extra white space", "a line end is missing", "a line end is missing"]],
    ["a\n\n\n", ["it has extra white space", "it has extra white space", "it has extra white space", "a line end is missing", "a line end is missing"]], // prettier-ignore
  ])("says of %j which one", (body, expected) => {
    expect(listEnds(toBytes(body)).map(({ finding }) => finding.message)).toEqual(
      expected.map((end) => `The end of the body was changed: ${end}.`),
    );
  });
});

it.each([
  ["parses", 0, true],
  ["does not parse", 1, false],
])("[E.11] %s a body of 8 MiB and %i bytes", (_, more, isParsed) => {
  const body = new Uint8Array(8 * 1024 * 1024 + more).fill(0x20);
  body.set(toBytes("{}"));
  const codes = [...listBodies(body)].map(({ finding }) => finding.code);
  expect(codes.includes("BODY_REWRITTEN")).toBe(isParsed);
});

/** The bodies that differ in their ends. */
function listEnds(body: Uint8Array) {
  return [...listBodies(body)].filter(({ finding }) => finding.code === "BODY_END");
}
