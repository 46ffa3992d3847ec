/**
 * The form of a signature header: `t={timestamp},v1={signature}` is parsed into its parts, of which regular
 * expressions are made that find the items in a header.
 */
import type { SignatureDescription } from "../../../catalog/signatures.js";

/** Matches a format: the text before the only placeholder, or the texts before each of the two. */
const FORMAT = /^([^{}]*)(?:\{timestamp\}([^{}]*))?\{signature\}$/;

/** Divides a format into its parts; `sha256={signature}` has a prefix alone. */
export function parseFormat({
  format = "{signature}",
  separator,
}: SignatureDescription): HeaderFormat {
  const [, first, between] = FORMAT.exec(format) ?? [];
  if (first === undefined)
    throw wrongFormat(format, "`{timestamp}` at most once, and one `{signature}` at its end");
  if (between === undefined) return { prefix: first, separator };
  // `,v1=` ends the item of the timestamp with `,`, and begins that of the signature with `v1=`.
  const divider = separator ?? /^\s*(\W)/.exec(between)?.[1];
  const prefix = between.slice(between.indexOf(divider ?? "") + 1).trim();
  if (!divider || !prefix || !first)
    throw wrongFormat(format, "such as `t={timestamp},v1={signature}`");
  const start = format.slice(0, format.length - `${prefix}{signature}`.length);
  return { prefix, separator: divider, timestamp: { prefix: first, start } };
}

function wrongFormat(format: string, expected: string): TypeError {
  return new TypeError(`The scheme's \`format\` is ${format}; expected ${expected}.`);
}

/**
 * Matches the items of a header that begin with the prefix: the whole header, or the text between
 * separators. A space around an item means nothing (RFC 9110, section 5.6.1).
 *
 * `v1=` and `,` with a value of `[0-9a-f]{64}` make `(?<=(?:^|,) ?v1=)[0-9a-f]{64}(?= ?(?:,|$))`, and `v1=` without
 * a separator makes `(?<=^v1=)[0-9a-f]{64}$`.
 * @param value the regular expression of what follows the prefix.
 */
export function createItemPattern(prefix: string, value: string, separator?: string): RegExp {
  if (separator === undefined)
    return new RegExp(prefix === "" ? `^${value}$` : `(?<=^${escape(prefix)})${value}$`);
  const divider = escape(separator);
  const isSpace = separator === " ";
  const before = isSpace ? "(?:^| )" : `(?:^|${divider}) ?`;
  const after = isSpace ? " |$" : ` ?(?:${divider}|$)`;
  return new RegExp(`(?<=${before}${escape(prefix)})${value}(?=${after})`, "g");
}

function escape(text: string): string {
  return text.replace(/[^\w ,;=]/g, "\\$&");
}

// ---- Types

/** The parts of a format. The examples are those of `t={timestamp},v1={signature}`. */
export interface HeaderFormat {
  /** Text before a signature: `v1=`. */
  readonly prefix: string;
  /** Text between two items: `,`. Without it, the header is one signature. */
  readonly separator: string | undefined;
  /** The item of the timestamp: the text before it, `t=`, and all before the signature, `t={timestamp},`. */
  readonly timestamp?: { readonly prefix: string; readonly start: string };
}
