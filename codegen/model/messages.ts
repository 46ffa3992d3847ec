/** Complaints about the YAML with their positions, and words that messages share. */
import { findNearest } from "../../src/base/nearest.js";

// ---- Complaints

/** Thrown with all complaints about a schema folder. */
export class SchemaError extends Error {
  override readonly name = "SchemaError";
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map(formatDiagnostic).join("\n"));
    this.diagnostics = diagnostics;
  }
}

/** `events.yaml:12:5  issues.actions[3]: The value is 7; expected a string. Did you mean …?` */
export function formatDiagnostic(diagnostic: Diagnostic): string {
  const { file, line, column, path, message, suggestion } = diagnostic;
  const hint = suggestion === undefined ? "" : ` Did you mean \`${suggestion}\`?`;
  const prefix = path.length === 0 ? "" : `${formatPath(path)}: `;
  return `${file}:${line}:${column}  ${prefix}${message}${hint}`;
}

/** `issues.actions[3]`. A key that is not a plain word is quoted: `["GET /x"].query`. */
function formatPath(path: readonly (string | number)[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    if (!/^[\w$-]+$/.test(key)) return `${text}[${JSON.stringify(key)}]`;
    return text === "" ? key : `${text}.${key}`;
  }, "");
}

// ---- Words in messages

/** `1 route`, `2 routes` */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** Quotes an argument for a POSIX shell. */
export function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/**
 * The most similar candidate, if few letters differ or the word is its beginning. Case and separators
 * are ignored.
 */
export function nearestKey(word: string, candidates: readonly string[]): string | undefined {
  const foldedWord = foldWord(word);
  const differing = candidates.filter((candidate) => candidate !== word);
  const folded = differing.map(foldWord);
  const nearest = findNearest(foldedWord, folded);
  return nearest === undefined
    ? differing[folded.findIndex((each) => foldedWord.length >= 3 && each.startsWith(foldedWord))]
    : differing[folded.indexOf(nearest)];
}

function foldWord(word: string): string {
  return word.toLowerCase().replace(/[\s_-]/g, "_");
}

/** Quotes a value in a message, on one line. */
export function describeValue(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "a map";
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 56)} …"` : text;
}

/** Lists words: `a`, `b` or `c`. Long lists are cut. */
export function alternatives(words: readonly string[], conjunction = "or"): string {
  const quoted = words.map((word) => `\`${word}\``);
  const unlisted = quoted.splice(MAX_ALTERNATIVES);
  const last = unlisted.length > 0 ? `one of ${unlisted.length} more` : (quoted.pop() ?? "nothing");
  return quoted.length === 0 ? last : `${quoted.join(", ")} ${conjunction} ${last}`;
}

const MAX_ALTERNATIVES = 12;

// ---- Types

/** One complaint about the YAML. */
export interface Diagnostic {
  /** Relative to the schema folder. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1. */
  readonly column: number;
  /** The keys that lead to the value, such as `["issues", "actions", 3]`. */
  readonly path: readonly (string | number)[];
  /** `<What> is <got>; expected <expected>.` and perhaps a sentence of advice. */
  readonly message: string;
  /** The most similar known key or value, if there is one. */
  readonly suggestion?: string;
}
