/** YAML that would exhaust the parser, or that has values without JSON. */
import { describe, expect, it } from "vitest";
import { type Diagnostic, SchemaError } from "../../codegen/model/messages.js";
import { readSchema } from "../../codegen/read-schema.js";

/** Maps inside each other, each a space further to the right. */
const DEEP_MAPS = Array.from({ length: 3000 }, (_, level) => `${" ".repeat(level)}a:`).join("\n");

describe("YAML that is too deep to be read", () => {
  it.each([
    ["lists that are never closed", "[".repeat(100_000), 1, 101],
    ["lists", "[".repeat(5_000) + "]".repeat(5_000), 1, 101],
    ["maps in brackets", `a: ${"{a: ".repeat(5_000)}`, 1, 404],
    ["maps by indentation", DEEP_MAPS, 202, 202],
    ["lists on one line", `${"- ".repeat(5_000)}a`, 1, 203],
    ["keys on one line", `${"? ".repeat(5_000)}a`, 1, 203],
  ])("%s are a mistake with its place", (_, text, line, column) => {
    const [first] = mistakesIn(text);
    expect(first).toMatchObject({ file: "events.yaml", line, column });
    expect(first?.message).toContain("nesting is too deep");
  });

  it.each([
    ["brackets in a text", `a: "${"[".repeat(5_000)}"`],
    ["brackets in a comment", `# ${"[".repeat(5_000)}\na: b`],
    ["a ruler in a text", `a: |\n  ${"- ".repeat(500)}\n`],
    ["a hundred levels", "[".repeat(100) + "]".repeat(100)],
  ])("%s are not too deep", (_, text) => {
    const messages = mistakesIn(text).map(({ message }) => message);
    expect(messages.join()).not.toContain("nesting");
  });
});

describe("YAML with values that have a type of their own", () => {
  it.each(["!!binary aGVsbG8=", "a: !!binary aGVsbG8=", "%YAML 1.1\n---\na: 2001-12-14"])(
    "%j is a mistake with its place",
    (text) => {
      const mistakes = mistakesIn(text);
      expect(mistakes.some(({ message }) => message.includes("a special YAML type"))).toBe(true);
    },
  );
});

function mistakesIn(text: string): readonly Diagnostic[] {
  try {
    readSchema([{ path: "events.yaml", text }]);
  } catch (error) {
    if (error instanceof SchemaError) return error.diagnostics;
    throw error;
  }
  return [];
}
