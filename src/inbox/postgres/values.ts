/** Texts, lists and times in the form in which the tables have them, or SQL computes with them. */
import { createHash } from "node:crypto";
import type { AttemptError } from "../store.js";

// ---- Texts from outside: any characters, of any length

/** Escapes the characters that PostgreSQL refuses: NUL and halves of surrogate pairs. `a\0b` becomes `a\u0000b`. */
export function formatText(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Reads what {@link formatText} wrote. */
export function parseText(text: string): string {
  return JSON.parse(`"${text}"`) as string;
}

/** Shortens a text to a hash of fixed length, because texts may be too long for an index. */
export function hashText(text: string): string {
  return createHash("sha256").update(formatText(text)).digest("base64url");
}

// ---- Lists in columns

/** Formats the ids of the handlers that succeeded. */
export function formatNames(names: readonly string[]): string {
  return JSON.stringify(names);
}

/** Reads what {@link formatNames} wrote. */
export function parseNames(names: string): readonly string[] {
  return JSON.parse(names) as string[];
}

/** Formats each error as a text of its own, so that SQL can append more without reading the earlier ones. */
export function formatErrors(errors: readonly AttemptError[]): readonly string[] {
  return errors.map((error) => JSON.stringify(error));
}

/** Reads what {@link formatErrors} wrote. */
export function parseErrors(errors: readonly string[]): readonly AttemptError[] {
  return errors.map((error) => JSON.parse(error) as AttemptError);
}

// ---- Times, as SQL

/** Converts a time in SQL to milliseconds since 1970. */
export function toMilliseconds(time: string): string {
  return `floor(extract(epoch from ${time}) * 1000)::float8`;
}

/** About 3,000 years: sums with it stay within the range of times in PostgreSQL. */
const MAX_DURATION = 1e14;

/** Writes a duration, given in milliseconds, in SQL. */
export function toInterval(duration: number): string {
  return `${Math.min(duration, MAX_DURATION)} * interval '1 millisecond'`;
}
