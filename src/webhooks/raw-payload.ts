import type { RawPayload } from "./types.js";

/** What the hash reads of a body; `undefined` for what is in no form in which it can be verified. */
export function readRawPayload(payload: RawPayload): string | Uint8Array;
export function readRawPayload(value: unknown): string | Uint8Array | undefined;
export function readRawPayload(value: unknown): string | Uint8Array | undefined {
  return typeof value === "string" || isUint8Array(value) ? value : viewBuffer(value);
}

export function isRawPayload(value: unknown): value is RawPayload {
  return readRawPayload(value) !== undefined;
}

/**
 * Sees bytes of other realms too, as the next function does: test runners and edge sandboxes bring
 * their own globals. What is read is the platform's own mark, which no property can forge or hide.
 */
function isUint8Array(value: unknown): value is Uint8Array {
  if (!ArrayBuffer.isView(value)) return false;
  const mark: unknown = Reflect.get(Uint8Array.prototype, Symbol.toStringTag, value);
  return mark === "Uint8Array";
}

/** The bytes of an `ArrayBuffer`: nothing else has the length that is read. */
function viewBuffer(value: unknown): Uint8Array | undefined {
  if (typeof value !== "object") return undefined; // the exception costs microseconds
  try {
    Reflect.get(ArrayBuffer.prototype, "byteLength", value);
    return new Uint8Array(value as ArrayBuffer);
  } catch {
    return undefined;
  }
}
