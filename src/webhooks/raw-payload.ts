import type { RawPayload } from "./types.js";

/** Whether a value is a body in one of the forms in which it can be verified. */
export function isRawPayload(value: unknown): value is RawPayload {
  return typeof value === "string" || isBytes(value);
}

export function isEmptyPayload(payload: RawPayload): boolean {
  return (typeof payload === "string" ? payload.length : payload.byteLength) === 0;
}

/** What the hash reads: an `ArrayBuffer` as a view of itself, anything else as it is. */
export function readRawPayload(payload: RawPayload): string | Uint8Array {
  return typeof payload === "string" || ArrayBuffer.isView(payload)
    ? payload
    : new Uint8Array(payload);
}

/** Sees bytes of other realms too: test runners and edge sandboxes bring their own globals. */
export function isBytes(value: unknown): value is Uint8Array | ArrayBuffer {
  if (typeof value !== "object" || value === null) return false;
  if (ArrayBuffer.isView(value)) return typeTag(value) === "[object Uint8Array]";
  return typeTag(value) === "[object ArrayBuffer]";
}

function typeTag(value: object): string {
  return Object.prototype.toString.call(value);
}
