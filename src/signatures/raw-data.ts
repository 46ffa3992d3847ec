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
  if (data !== undefined && data.length > 0) return expectHashable(data, what);
  throw unexpected(value, what, "a non-empty string, Uint8Array or ArrayBuffer");
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

/** @throws TypeError for text that is not well-formed Unicode. */
export function expectHashable(data: string | Uint8Array, what: string): string | Uint8Array {
  if (isHashable(data)) return data;
  throw new TypeError(`${what} is a string with a lone surrogate; expected well-formed Unicode.`);
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
  return typeof value === "string" || isUint8Array(value) ? value : viewBuffer(value);
}

export function isRawPayload(value: unknown): value is RawPayload {
  return readRawPayload(value) !== undefined;
}

/**
 * Recognises bytes of other realms too, as `viewBuffer` does: test runners and edge sandboxes have
 * their own globals. The getter reads an internal slot, which a property can neither forge nor hide.
 */
function isUint8Array(value: unknown): value is Uint8Array {
  if (!ArrayBuffer.isView(value)) return false;
  const tag: unknown = Reflect.get(Uint8Array.prototype, Symbol.toStringTag, value);
  return tag === "Uint8Array";
}

/** The bytes of an `ArrayBuffer`: the getter throws for anything else. */
function viewBuffer(value: unknown): Uint8Array | undefined {
  if (typeof value !== "object") return undefined; // the exception costs microseconds
  try {
    Reflect.get(ArrayBuffer.prototype, "byteLength", value);
    return new Uint8Array(value as ArrayBuffer);
  } catch {
    return undefined;
  }
}
