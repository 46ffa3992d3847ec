import { readAscii } from "#platform";
import { readRawPayload } from "./raw-payload.js";
import type { RawPayload } from "./types.js";

/** Strict, and with the byte order mark kept: JSON has none (RFC 8259, section 8.1). */
let decoder: TextDecoder | undefined;

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

/** Below this, in bytes or characters, parsing costs less than all else about a delivery. */
const WORTH_SKIMMING = 4096;

/** What a JSON object begins and ends with (RFC 8259, section 4), white space aside. */
const beginning = /^[ \t\n\r]*\{[ \t\n\r]*["}]/;
const ending = /["}\]{0-9el][ \t\n\r]*\}[ \t\n\r]*$/;

/** The whole of a text's end that matters, should it be all white space but for the braces. */
const TAIL = 64;

const UNPARSED = /* @__PURE__ */ Object.freeze({});

/**
 * Stands in for {@link parsePayload} where nobody would see the result: of a long text in UTF-8 only
 * the beginning and the end are looked at, and an empty object stands for it.
 */
export function skimPayload(raw: RawPayload): object | undefined {
  if (lengthOf(raw) < WORTH_SKIMMING) return parsePayload(raw);
  try {
    const text = decode(raw);
    const isLikely = beginning.test(text) && ending.test(text.slice(-TAIL));
    return isLikely ? UNPARSED : parsePayload(raw);
  } catch {
    return undefined;
  }
}

function lengthOf(raw: RawPayload): number {
  return typeof raw === "string" ? raw.length : raw.byteLength;
}

export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function decode(raw: RawPayload): string {
  const data = readRawPayload(raw);
  if (typeof data === "string") return data;
  const ascii = readAscii(data);
  if (ascii !== undefined) return ascii;
  decoder ??= new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  return decoder.decode(data);
}
