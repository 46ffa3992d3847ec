/** Bytes and text as they came from outside, and the messages for what is neither. */

/** The error for an argument of the wrong kind. It names the kind and never shows the value. */
export function unexpected(value: unknown, what: string, expected: string): TypeError {
  return new TypeError(`${what} is ${describeKind(value)}; expected ${expected}.`);
}

export function describeKind(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (value === "") return "an empty string";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/**
 * The bytes or the text of a payload or a secret.
 * @throws TypeError for anything else, for nothing, and for text that is not well-formed Unicode.
 */
export function expectData(value: unknown, what: string): string | Uint8Array {
  const data = readRawPayload(value);
  if (data?.length && isHashable(data)) return data;
  throw unexpected(value, what, "bytes or well-formed Unicode, without lone surrogates");
}

/** @throws TypeError for anything but a string that is not empty. */
export function expectText(value: unknown, what: string): string {
  if (isText(value)) return value;
  throw unexpected(value, what, "a non-empty string");
}

/** Whether a secret, a signature or a name is there at all. */
export function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

interface WellFormed {
  isWellFormed?(): boolean;
}

/** A lone surrogate has no UTF-8: texts that differ would be hashed as the same bytes. */
export function isHashable(data: string | Uint8Array): boolean {
  // In every supported runtime (ES2024), but not in the compiler's ES2023 library.
  return (data as WellFormed).isWellFormed?.() !== false; // bytes have no such method
}

/** Bytes or text as they came from the sender. */
export type RawPayload = string | Uint8Array | ArrayBuffer;

/** The data to be hashed; `undefined` for a value that is not a raw body. */
export function readRawPayload(payload: RawPayload): string | Uint8Array;
export function readRawPayload(value: unknown): string | Uint8Array | undefined;
export function readRawPayload(value: unknown): string | Uint8Array | undefined {
  if (typeof value === "string" || isBytes(value)) return value;
  try {
    // Reads an internal slot, as `isView` does: it takes buffers of other realms too (test runners
    // and edge sandboxes have their own globals), and nothing that only looks like one.
    return new Uint8Array(new DataView(value as ArrayBuffer).buffer);
  } catch {
    return undefined;
  }
}

export function isRawPayload(value: unknown): value is RawPayload {
  // The exception for anything else costs microseconds.
  return (
    typeof value === "string" || (typeof value === "object" && readRawPayload(value) !== undefined)
  );
}

/** Not `instanceof`, which is false for bytes of another realm. */
export function isBytes(value: unknown): value is Uint8Array {
  return ArrayBuffer.isView(value) && (value as Uint8Array).BYTES_PER_ELEMENT === 1;
}
