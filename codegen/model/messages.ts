import { findNearest } from "../../src/messages/nearest.js";

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
  const wanted = fold(word);
  const others = candidates.filter((candidate) => candidate !== word);
  const folded = others.map(fold);
  const nearest = findNearest(wanted, folded);
  return nearest === undefined
    ? others[folded.findIndex((each) => wanted.length >= 3 && each.startsWith(wanted))]
    : others[folded.indexOf(nearest)];
}

function fold(word: string): string {
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
  const rest = quoted.splice(MAX_ALTERNATIVES);
  const last = rest.length > 0 ? `one of ${rest.length} more` : (quoted.pop() ?? "nothing");
  return quoted.length === 0 ? last : `${quoted.join(", ")} ${conjunction} ${last}`;
}

const MAX_ALTERNATIVES = 12;
