import { readRawPayload } from "./raw-payload.js";
import type { RawPayload } from "./types.js";

/** Strict, and with the byte order mark kept: JSON has none (RFC 8259, section 8.1). */
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Makes an object of a raw body, or `undefined` when there is none in it. */
export type PayloadParser = (raw: RawPayload) => object | undefined;

/** The JSON object in a raw body, or `undefined` when it is not UTF-8, not JSON, or no object. */
export function parsePayload(raw: RawPayload): object | undefined {
  try {
    const payload: unknown = JSON.parse(decode(raw));
    return isJsonObject(payload) ? payload : undefined;
  } catch {
    // The parser's message quotes the body, which must not reach a log; only the verdict is kept.
    return undefined;
  }
}

const UNPARSED = Object.freeze({});

/**
 * Stands in for {@link parsePayload} where nobody would see the result: an empty object for text in
 * UTF-8 between braces. What stands between them is not looked at.
 */
export function glanceAtPayload(raw: RawPayload): object | undefined {
  try {
    const text = decode(raw);
    return /^[ \t\n\r]*\{/.test(text) && text.trimEnd().endsWith("}") ? UNPARSED : undefined;
  } catch {
    return undefined;
  }
}

export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function decode(raw: RawPayload): string {
  const data = readRawPayload(raw);
  return typeof data === "string" ? data : decoder.decode(data);
}
