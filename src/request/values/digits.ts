/** Integers beyond 2⁵³ in JSON text: `JSON.parse` rounds them, and `JSON.stringify` refuses bigints. */
import { replaceInside } from "./replace.js";

// ---- Reading

/** An integer with 16 digits or more, which may be beyond 2⁵³, and the character before it. */
const LONG_INTEGER = /(^|[[,:\s])(-?\d{16,})(?=[\],}\s]|$)/g;

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
    quoted += outside.length < 16 ? outside : outside.replace(LONG_INTEGER, '$1"$2"');
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

/** Like `JSON.stringify`, but also writes bigints. */
export function stringify(value: unknown): string {
  const { json, isForPlatform } = replaceBigints(value);
  return isForPlatform ? JSON.stringify(json) : writeJson(json);
}

/** A value without bigints. */
export interface ReplacedBigints {
  readonly json: unknown;
  /** True if `JSON.stringify` writes it right; otherwise, only {@link writeJson} does. */
  readonly isForPlatform: boolean;
}

/** Replaces bigints by numbers, and by objects that stand for the digits of those that a number cannot hold. */
export function replaceBigints(root: unknown): ReplacedBigints {
  let isForPlatform = true;
  const json = replaceInside(root, (value) => {
    if (typeof value !== "bigint") return value;
    const number = Number(value);
    if (Number.isSafeInteger(number)) return number;
    const digits = String(value);
    if (rawJSON) return rawJSON(digits);
    isForPlatform = false;
    return new LongInteger(digits);
  });
  return { json, isForPlatform };
}

/** The proposal "JSON.parse source text access": Node 22 and the browsers of 2025. */
const { rawJSON } = JSON as { readonly rawJSON?: (text: string) => object };

/** An integer for platforms without `JSON.rawJSON`, which write it as a text. */
class LongInteger {
  readonly #digits: string;

  constructor(digits: string) {
    this.#digits = digits;
  }

  toJSON(): string {
    return getMark() + this.#digits;
  }
}

/** Writes a value as JSON: first with long integers as texts, which then lose their mark and their quotation marks. */
export function writeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(new RegExp(`"${getMark()}(-?\\d+)"`, "g"), "$1");
}

let mark: string | undefined;

/** Makes the mark of long integers that are texts: random, so that no other text begins with it. */
function getMark(): string {
  return (mark ??= `${crypto.randomUUID()}:`); // at the first use: workers allow no random number before a request
}
