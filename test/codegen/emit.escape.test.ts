/** Texts of a description in comments and in Markdown. */
import { describe, expect, it } from "vitest";
import { toDocComment } from "../../codegen/emit/print/print.js";
import { escapeComment, escapeMarkdown, toCodeSpan } from "../../codegen/emit/print/escape.js";

describe("escapeComment", () => {
  it.each([
    ["ends */ early", "ends *\\/ early"],
    ["a **/ b", "a **\\/ b"],
    ["@deprecated says who", "\\@deprecated says who"],
    ["mail me@example.org", "mail me@example.org"],
    ["{@link Secret}", "{\\@link Secret}"],
    ["one\r\ntwo\u2028three", "one\ntwo\nthree"],
    ["bell\u0007 and nul\0", "bell and nul"],
  ])("%j becomes %j", (text, safe) => {
    expect(escapeComment(text)).toBe(safe);
  });
});

describe("escapeMarkdown", () => {
  it.each([
    ["a | b", "a \\| b"],
    ["<script>", "\\<script\\>"],
    ["*bold* _it_ `code`", "\\*bold\\* \\_it\\_ \\`code\\`"],
    ["[x](y)", "\\[x\\](y)"],
    ["two\nlines", "two lines"],
    ["- item", "\\- item"],
    ["1. item", "1\\. item"],
    ["&amp;", "\\&amp;"],
  ])("%j becomes %j", (text, safe) => {
    expect(escapeMarkdown(text)).toBe(safe);
  });
});

describe("toCodeSpan", () => {
  it.each([
    ["plain", "`plain`"],
    ["with `ticks`", "`` with `ticks` ``"],
    ["a|b", "`a\\|b`"],
  ])("%j becomes %j", (text, span) => {
    expect(toCodeSpan(text)).toBe(span);
  });
});

describe("a documentation comment", () => {
  const docs = "https://docs.example/a";
  it.each([
    ["nothing", {}, ""],
    ["a text", { text: "Said." }, "/** Said. */"],
    ["an empty text", { text: " " }, ""],
    ["a link", { docs }, `/** [Documentation](${docs}) */`],
    ["a mark", { deprecated: true }, "/** @deprecated */"],
    [
      "all of them",
      { text: "Said.", docs, deprecated: true },
      `/**\n * Said.\n *\n * [Documentation](${docs})\n *\n * @deprecated\n */`,
    ],
  ])("holds %s and no more", (_, doc, comment) => {
    expect(toDocComment(doc)).toBe(comment);
  });

  it("breaks long lines between words, and no word", () => {
    const text = `${"word ".repeat(25)}${"x".repeat(120)} end`;
    const lines = toDocComment({ text }).split("\n");
    expect(lines.slice(1, 5)).toEqual([
      ` * ${"word ".repeat(19)}`.trimEnd(),
      ` * ${"word ".repeat(6)}`.trimEnd(),
      ` * ${"x".repeat(120)}`,
      " * end",
    ]);
  });

  it("cannot be ended by a key", () => {
    const text = "Parameters of `GET /a/*/b`.";
    expect(toDocComment({ text })).toBe("/** Parameters of `GET /a/*\\/b`. */");
  });
});
