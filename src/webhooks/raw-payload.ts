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

/**
 * Sees bytes of other realms too: test runners and edge sandboxes bring their own globals. What
 * it reads is the platform's own mark of them, which no property can forge or hide.
 */
export function isBytes(value: unknown): value is Uint8Array | ArrayBuffer {
  if (ArrayBuffer.isView(value)) return Reflect.apply(nameOfView, value, []) === "Uint8Array";
  return typeof value === "object" && value !== null && isArrayBuffer(value);
}

type Getter = (this: unknown) => unknown;

/** `undefined` for anything but a typed array. */
const nameOfView = readGetter(Reflect.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag);

/** Throws for anything but an `ArrayBuffer`. */
const lengthOfBuffer = readGetter(ArrayBuffer.prototype, "byteLength");

/** What is asked about is nearly always a plain object, and the exception costs microseconds. */
function isArrayBuffer(value: object): boolean {
  try {
    if (Reflect.getPrototypeOf(value) === Object.prototype) return false;
    Reflect.apply(lengthOfBuffer, value, []);
    return true;
  } catch {
    return false;
  }
}

function readGetter(prototype: object | null, key: PropertyKey): Getter {
  const accessor = Object.getOwnPropertyDescriptor(prototype, key) ?? {};
  // Both are accessors in every engine (ECMAScript 2024, sections 23.2.3.38 and 25.1.6.1).
  return Reflect.get(accessor, "get") as Getter;
}
