import { escapeComment } from "./escape.js";

/** The contents of a documentation comment. */
export interface Doc {
  readonly text?: string | undefined;
  /** The address of the documentation. */
  readonly docs?: string | undefined;
  readonly deprecated?: boolean;
}

/** The text of a documentation comment, or nothing if there is nothing to say. */
export function toDocText({ text, docs, deprecated }: Doc): string {
  const parts = [
    text === undefined ? "" : wrap(escapeComment(text)),
    docs === undefined ? "" : `[Documentation](${escapeComment(docs)})`,
    deprecated === true ? "@deprecated" : "",
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

/** A documentation comment with its delimiters, or nothing: an empty comment tells readers nothing. */
export function toDocComment(doc: Doc): string {
  const text = toDocText(doc);
  if (text === "") return "";
  if (!text.includes("\n")) return `/** ${text} */`;
  const lines = text.split("\n").map((line) => ` * ${line}`.trimEnd());
  return ["/**", ...lines, " */"].join("\n");
}

/** Wraps lines between words. A word that is longer than a line is not split. */
function wrap(text: string): string {
  return text.replace(LONG_LINE, (line) => line.replace(LINE_OF_WORDS, "$1\n").trimEnd());
}

const LONG_LINE = /^.{97,}$/gm;

const LINE_OF_WORDS = /(.{1,96})(?:[ \t]+|$)/g;
