/** Text of TypeScript: values, unions and comments, and what joins them. */
import { toValueKey } from "../../model/names.js";
import { escapeComment } from "./escape.js";
import type { Doc } from "./types.js";

/** The width of a line of generated code. */
export const LINE_WIDTH = 160;

/** A union of types, or `never` when there is none. */
export function printUnion(members: readonly string[]): string {
  return members.length === 0 ? "never" : members.join(" | ");
}

/** Joins declarations with a blank line between them. */
export function joinBlocks(blocks: readonly string[]): string {
  return blocks.filter((block) => block !== "").join("\n\n");
}

/** Joins lines, such as imports, without blank lines. */
export function joinLines(lines: readonly string[]): string {
  return lines.filter((line) => line !== "").join("\n");
}

/**
 * Prints a value as an expression, also a pattern, which JSON cannot express. Leaves `undefined` out.
 * @param printChild Prints the values inside.
 */
export function printValue(
  value: unknown,
  printChild: (child: unknown) => string = printValue,
): string {
  if (value instanceof RegExp) return String(value);
  if (Array.isArray(value)) return `[${value.map((item) => printChild(item)).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value)
    .filter(([, child]) => child !== undefined)
    .map(([key, child]) => `${toValueKey(key)}: ${printChild(child)}`);
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

/** Prints a text of several lines as a template. */
export function printTemplate(text: string): string {
  return `\`${text.replace(/[\\`]|\$(?=\{)/g, "\\$&")}\``;
}

/** The text of a documentation comment; empty without contents. */
export function toDocText({ text, docs, deprecated, tags = [] }: Doc): string {
  const parts = [
    text === undefined ? "" : wrap(escapeComment(text)),
    docs === undefined ? "" : `[Documentation](${escapeComment(docs)})`,
    joinLines(tags.map(([tag, words]) => wrap(`${tag} ${escapeComment(words)}`.trim()))),
    deprecated === true ? "@deprecated" : "",
  ];
  return joinBlocks(parts);
}

/** Prints a documentation comment with its delimiters; empty without contents. */
export function toDocComment(doc: Doc): string {
  return toComment(toDocText(doc));
}

/** Puts the delimiters of a documentation comment around a text that is escaped already. */
export function toComment(text: string): string {
  if (text === "") return "";
  if (!text.includes("\n")) return `/** ${text} */`;
  const lines = text.split("\n").map((line) => ` * ${line}`.trimEnd());
  return ["/**", ...lines, " */"].join("\n");
}

/** Wraps lines between words. A word that is longer than a line is not split. */
function wrap(text: string): string {
  return text.replace(LONG_LINE, (line) => line.replace(LINE_OF_WORDS, "$1\n").trimEnd());
}

/** Matches a line of more than 96 characters. */
const LONG_LINE = /^.{97,}$/gm;

/**
 * Matches the words of the next line, or one word that is longer than a line. Such a word is matched first and whole:
 * looking for a space from each of its characters would be slow.
 */
const LINE_OF_WORDS = /([^ \t]{97,}|.{1,96})(?:[ \t]+|$)/g;
