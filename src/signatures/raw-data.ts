/** Bytes and text as they came from outside. */
import { viewBytes } from "#platform";
import { unexpected } from "./arguments.js";

/**
 * The bytes or the text of a payload or a secret.
 * @throws TypeError for anything else, for nothing, and for text that is not well-formed Unicode.
 */
export function expectData(value: unknown, what: string): string | Uint8Array {
  const data = readRawPayload(value);
  if (data?.length && isHashable(data)) return data;
  throw unexpected(value, what, "bytes or well-formed Unicode");
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
