/** The changes of a body that a search tries, in their order. */
import { describe, expect, it } from "vitest";
import { listBodies } from "../../../src/receive/signatures/explain/changed-bodies.js";
import { toBytes, toText, valuesOf } from "./samples.js";

/** The byte order mark, in the text of a body. */
const BOM = "\ufeff";
/** Its three bytes: bodies that are tried are compared as bytes, with a character (\x00 to \xff) for each. */
const BOM_BYTES = "\xef\xbb\xbf";

const WHITE_SPACE = "The end of the body was changed: it has extra white space.";
const NO_LINE_END = "The end of the body was changed: a line end is missing.";

describe("[E.11] a body that was written again", () => {
  it("is tried in five layouts, with the escapes of five languages, and as a form", () => {
    const compact = '{"a/b":["é:,<&>\\"\u2028",1]}';
    const layouts = [
      compact,
      '{\n  "a/b": [\n    "é:,<&>\\"\u2028",\n    1\n  ]\n}',
      '{\n    "a/b": [\n        "é:,<&>\\"\u2028",\n        1\n    ]\n}',
      '{\n\t"a/b": [\n\t\t"é:,<&>\\"\u2028",\n\t\t1\n\t]\n}',
      '{"a/b": ["é:,<&>\\"\u2028", 1]}',
    ];
    const expected = layouts.flatMap((layout) => {
      const ascii = escapeAscii(layout);
      return [layout, ascii, escapeSlash(ascii), escapeSlash(layout), escapeMarkup(layout)];
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
    [`${BOM}[1]`, []],
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
    [`${BOM}a`, [`${BOM_BYTES}a\n`, `${BOM_BYTES}a\r\n`, "a"]],
    ["ï»a", ["\xc3\xaf\xc2\xbba\n", "\xc3\xaf\xc2\xbba\r\n"]], // two letters, each of two bytes
  ])("of %j is tried as %j", (body, expected) => {
    expect(valuesOf(listBodies(toBytes(body)), "BODY_END")).toEqual(expected);
  });

  it.each([
    [[0xef, 0xbb, 0xbf], 3],
    [[0xef, 0xbb, 0xbe], 2],
    [[0xef, 0xbc, 0xbf], 2],
    [[0xee, 0xbb, 0xbf], 2],
  ])(
    "has a byte order mark only if all of its three bytes are there: %j has %i variants",
    (bytes, count) => {
      expect(listEnds(Uint8Array.from(bytes))).toHaveLength(count);
    },
  );

  it.each([
    ["a\r\nb\nc", ["a\nb\nc", "a\r\nb\r\nc"]],
    ["a\r\nb", ["a\nb"]],
    ["a\nb\n", ["a\r\nb\r\n"]],
    ["a\rb", []],
    [`${BOM}a\nb`, [`${BOM_BYTES}a\r\nb`]],
  ])("%j is tried with other line ends: %j", (body, expected) => {
    expect(valuesOf(listBodies(toBytes(body)), "BODY_LINE_ENDS")).toEqual(expected);
  });

  it.each([
    ["é€", ["\xe9\x80"]],
    ["ÿ", ["\xff"]],
    ["Ā", []],
    ["a", []],
  ])("%j is tried as it was before it was decoded as Latin-1: %j", (body, expected) => {
    expect(valuesOf(listBodies(toBytes(body)), "BODY_CHARSET")).toEqual(expected);
  });

  it("is only tried with other ends if it is no UTF-8", () => {
    const codes = [...listBodies(Uint8Array.of(0xff, 0x0d, 0x0a))].map(
      ({ finding }) => finding.code,
    );
    expect(codes).toEqual(["BODY_END", "BODY_END", "BODY_END", "BODY_END"]);
  });

  it.each([
    ["a\n", [WHITE_SPACE, NO_LINE_END, NO_LINE_END]],
    ["a\n\n\n", [WHITE_SPACE, WHITE_SPACE, WHITE_SPACE, NO_LINE_END, NO_LINE_END]],
  ])("has a message that says how the end of %j was changed", (body, expected) => {
    expect(listEnds(toBytes(body)).map(({ finding }) => finding.message)).toEqual(expected);
  });
});

it.each([
  ["parses", 0, true],
  ["does not parse", 1, false],
])("[E.11] a search %s a body of 8 MiB and %i bytes", (_, more, isParsed) => {
  const body = new Uint8Array(8 * 1024 * 1024 + more).fill(0x20);
  body.set(toBytes("{}"));
  const codes = [...listBodies(body)].map(({ finding }) => finding.code);
  expect(codes.includes("BODY_REWRITTEN")).toBe(isParsed);
});

/** The bodies that differ in their ends. */
function listEnds(body: Uint8Array) {
  return [...listBodies(body)].filter(({ finding }) => finding.code === "BODY_END");
}

// The body has one place of each kind that a language may escape.

function escapeAscii(layout: string): string {
  return escapeLineSeparator(layout.replace("é", "\\u00e9"));
}

function escapeMarkup(layout: string): string {
  return escapeLineSeparator(layout.replace("<&>", "\\u003c\\u0026\\u003e"));
}

function escapeLineSeparator(layout: string): string {
  return layout.replace("\u2028", "\\u2028");
}

function escapeSlash(layout: string): string {
  return layout.replace("a/b", "a\\/b");
}
