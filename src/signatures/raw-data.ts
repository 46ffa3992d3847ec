/** Bytes and text as they came from outside, and the messages for what is neither. */
import { viewBytes } from "#platform";

/** The error for an argument of the wrong kind. It names the kind and never shows the value. */
export function unexpected(value: unknown, what: string, expected: string): TypeError {
  return new TypeError(`${what} is ${describeKind(value)}; expected ${expected}.`);
}

export function describeKind(value: unknown): string {
  if (value === "") return "an empty string";
  if (Array.isArray(value)) return "an array";
  if (value === undefined || value === null) return `${value}`;
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/**
 * The bytes or the text of a payload or a secret.
 * @throws TypeError for anything else, for nothing, and for text that is not well-formed Unicode.
 */
export function expectData(value: unknown, what: string): string | Uint8Array {
  const data = readRawPayload(value);
  if (data?.length && isHashable(data)) return data;
  throw unexpected(value, what, "a non-empty string of well-formed Unicode, or bytes");
}

/** @throws TypeError for anything but a string that is not empty. */
export function expectText(value: unknown, what: string): string {
  if (typeof value === "string" && value) return value;
  throw unexpected(value, what, "a non-empty string");
}

/** Whether a secret, a signature or a name is there at all. */
export function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

interface WellFormed {
  isWellFormed(): boolean;
}

/** A lone surrogate has no UTF-8: texts that differ would be hashed as the same bytes. */
export function isHashable(data: string | Uint8Array): boolean {
  // In every supported runtime (ES2024), but not in the compiler's ES2023 library.
  return typeof data !== "string" || (data as string & WellFormed).isWellFormed();
}

/** Bytes or text as they came from the sender. */
export type RawPayload = string | Uint8Array | ArrayBuffer;

/** The data to be hashed; `undefined` for a value that is not a raw body. */
export function readRawPayload(payload: RawPayload): string | Uint8Array;
export function readRawPayload(value: unknown): string | Uint8Array | undefined;
export function readRawPayload(value: unknown): string | Uint8Array | undefined {
  return typeof value === "string" ? value : viewBytes(value);
}

export function isRawPayload(value: unknown): value is RawPayload {
  return readRawPayload(value) !== undefined;
}
