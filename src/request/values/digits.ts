/** Integers beyond 2⁵³ in JSON text: `JSON.parse` rounds them, and `JSON.stringify` refuses bigints. */
import { replaceInside } from "./replace.js";

// ---- Reading

/** A long integer outside of strings that is not a part of another number. */
const LONG_INTEGER = /(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

/**
 * Parses valid JSON, with long integers as texts. Quoting the digits first is faster than a reviver, and
 * works where a reviver gets no digits (Node 20).
 */
export function parseExact(text: string): unknown {
  return JSON.parse(quoteLongIntegers(text));
}

/** Puts long integers outside of strings into quotes. */
function quoteLongIntegers(text: string): string {
  let quoted = "";
  for (let start = 0; ;) {
    const open = text.indexOf('"', start);
    const outside = text.slice(start, open < 0 ? undefined : open);
    quoted += outside.length < 16 ? outside : outside.replace(LONG_INTEGER, '"$&"');
    if (open < 0) return quoted;
    start = findEnd(text, open) + 1;
    quoted += text.slice(open, start);
  }
}

/** The index of the quote that ends a string. */
function findEnd(text: string, open: number): number {
  for (let close = text.indexOf('"', open + 1); ; close = text.indexOf('"', close + 1)) {
    let slashes = 0;
    while (text[close - slashes - 1] === "\\") slashes++;
    if (slashes % 2 === 0) return close;
  }
}

// ---- Writing

/** The proposal "JSON.parse source text access": Node 22 and the browsers of 2025. */
const { rawJSON } = JSON as { readonly rawJSON?: (text: string) => object };

/** Precedes the digits of an integer that was written as a text. It is random, so that no other text has it. */
let mark: string | undefined;

/** An integer for platforms without `JSON.rawJSON`. */
class MarkedInteger {
  readonly #digits: string;

  constructor(digits: string) {
    this.#digits = digits;
  }

  toJSON(): string {
    mark ??= `${crypto.randomUUID()}:`; // workers allow no random number before the first request
    return mark + this.#digits;
  }
}

/** Writes the bigints of one value as JSON. */
export class IntegerWriter {
  #isMarked = false;

  /** Replaces bigints by objects that `JSON.stringify` or `finish` writes as their digits. */
  replace(root: unknown): unknown {
    return replaceInside(root, (value) =>
      typeof value === "bigint" ? this.#toJson(value) : value,
    );
  }

  #toJson(value: bigint): unknown {
    const number = Number(value);
    if (Number.isSafeInteger(number)) return number;
    if (rawJSON) return rawJSON(String(value));
    this.#isMarked = true;
    return new MarkedInteger(String(value));
  }

  /** Writes a replaced value; `undefined` if `JSON.stringify` alone can write it. */
  finish(replaced: unknown): string | undefined {
    if (!this.#isMarked) return undefined;
    const text = JSON.stringify(replaced);
    return text.replaceAll(new RegExp(`"${String(mark)}(-?\\d+)"`, "g"), "$1");
  }
}

/** Like `JSON.stringify`, but also writes bigints. */
export function stringify(value: unknown): string {
  const writer = new IntegerWriter();
  const replaced = writer.replace(value);
  return writer.finish(replaced) ?? JSON.stringify(replaced);
}
