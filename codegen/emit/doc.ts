import { formatPath } from "../diagnostics.js";
import type { Source } from "../model.js";
import { escapeComment } from "./escape.js";

/** What a documentation comment tells. */
export interface Doc {
  readonly text?: string | undefined;
  readonly deprecated?: boolean;
  readonly source: Source;
}

/** The text of a documentation comment, ending in where its YAML entry stands. */
export function toDocText({ text, deprecated, source }: Doc): string {
  const parts = [text === undefined ? "" : wrap(escapeComment(text)), describeSource(source)];
  const body = parts.filter((part) => part !== "").join("\n\n");
  return deprecated === true ? `${body}\n\n@deprecated` : body;
}

/** A whole documentation comment. */
export function toDocComment(doc: Doc): string {
  const text = toDocText(doc);
  if (!text.includes("\n")) return `/** ${text} */`;
  const lines = text.split("\n").map((line) => ` * ${line}`.trimEnd());
  return ["/**", ...lines, " */"].join("\n");
}

/** Breaks lines of prose between words; a word that is longer than a line stays whole. */
function wrap(text: string): string {
  return text.replace(LONG_LINE, (line) => line.replace(LINE_OF_WORDS, "$1\n").trimEnd());
}

const LONG_LINE = /^.{97,}$/gm;

const LINE_OF_WORDS = /(.{1,96})(?:[ \t]+|$)/g;

/** Positions in lists are left out: an entry put before this one must not change the comment. */
function describeSource({ file, path }: Source): string {
  const firstIndex = path.findIndex((key) => typeof key === "number");
  const keys = firstIndex === -1 ? path : path.slice(0, firstIndex);
  const place = keys.length === 0 ? "" : `, \`${formatPath(keys)}\``;
  return escapeComment(`Source: \`${file}\`${place}`);
}
