import { formatPath } from "../diagnostics.js";
import type { Source } from "../model.js";
import { escapeComment } from "./escape.js";

/** The contents of a documentation comment. */
export interface Doc {
  readonly text?: string | undefined;
  /** The address of the documentation. */
  readonly docs?: string | undefined;
  readonly deprecated?: boolean;
  readonly source: Source;
}

/** The text of a documentation comment. It ends with its source in the YAML. */
export function toDocText({ text, docs, deprecated, source }: Doc): string {
  const parts = [
    text === undefined ? "" : wrap(escapeComment(text)),
    docs === undefined ? "" : `[Documentation](${escapeComment(docs)})`,
    describeSource(source),
  ];
  const body = parts.filter((part) => part !== "").join("\n\n");
  return deprecated === true ? `${body}\n\n@deprecated` : body;
}

/** A documentation comment with its delimiters. */
export function toDocComment(doc: Doc): string {
  const text = toDocText(doc);
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

/** Leaves out list positions, so that an entry added before this one does not change the comment. */
function describeSource({ file, path }: Source): string {
  const firstIndex = path.findIndex((key) => typeof key === "number");
  const keys = firstIndex === -1 ? path : path.slice(0, firstIndex);
  const entry = keys.length === 0 ? "" : `, \`${formatPath(keys)}\``;
  return escapeComment(`Source: \`${file}\`${entry}`);
}
