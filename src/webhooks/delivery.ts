import { readAscii } from "#platform";
import { isHashable, isRawPayload, readRawPayload } from "../signatures/raw-data.js";
import type { DeliveryScheme } from "../signatures/delivery-scheme.js";
import type { SignatureKey } from "../signatures/scheme.js";
import type { VerifyContext } from "../signatures/verify.js";
import type { DispatchedEvent } from "./dispatch.js";
import { expectText, isText, unexpected } from "./expect.js";
import type { WebhookErrorCode } from "./webhook-error.js";

/** A delivery after it was read once: its id and name are checked, the rest is as it came. */
export interface ReadDelivery {
  readonly id: string;
  readonly name: string;
  readonly payload: unknown;
  /** What the scheme reads it from; the empty string when there is none. */
  readonly signature: unknown;
  /** What is signed beside body and headers. */
  readonly context?: VerifyContext;
}

/**
 * Reads the argument of `receive` or `verifyAndReceive`.
 * @throws TypeError when it has no usable name or id: mistakes in the call, not the sender's.
 */
export function readDelivery(delivery: unknown): ReadDelivery {
  // Each property is checked below; nothing at all has no name.
  const { id, name, payload, signature } = (delivery ?? {}) as Partial<Record<string, unknown>>;
  return {
    id: expectId(id),
    name: expectText(name, "The `name` of the delivery"),
    payload,
    signature: isText(signature) ? signature : "",
  };
}

/** An absent id is the empty string. */
export function expectId(id: unknown): string {
  const text = id ?? "";
  if (typeof text === "string") return text;
  throw unexpected(id, "The `id` of the delivery", "a string");
}

/**
 * The event of a delivery that is trusted.
 * @throws TypeError when its payload is not parsed.
 */
export function toEvent({ id, name, payload }: ReadDelivery): DispatchedEvent {
  if (isJsonObject(payload) && (isPlain(payload) || !isRawPayload(payload))) {
    return { id, name, payload };
  }
  const expected = "parsed JSON; verifyAndReceive() takes a raw body";
  throw unexpected(payload, "The `payload`", expected);
}

/** Nearly every payload is a plain object; asking whether a value is bytes costs far more. */
function isPlain(payload: object): boolean {
  return Reflect.getPrototypeOf(payload) === Object.prototype;
}

export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Makes an object of a raw body; `undefined` when it holds none.
 * @param isSeen whether anybody would see the object; it may be empty if not.
 */
export type PayloadParser = (data: string | Uint8Array, isSeen?: boolean) => object | undefined;

/** A scheme of either kind: what it reads a signature from is passed on as it was read. */
export type AnyScheme = DeliveryScheme<unknown, unknown>;

/** An event that is refused. The code that says why stands in place of its payload. */
export interface RefusedEvent extends Omit<DispatchedEvent, "payload"> {
  readonly payload: WebhookErrorCode;
}

export function isRefused(event: DispatchedEvent | RefusedEvent): event is RefusedEvent {
  return typeof event.payload === "string";
}

/** Opens an authentic delivery. Its signature is verified before anything is parsed. */
export function openDelivery(
  scheme: AnyScheme,
  parse: PayloadParser,
  { id, name, payload, signature, context }: ReadDelivery,
  keys: readonly SignatureKey[],
  isSeen: boolean,
): DispatchedEvent | RefusedEvent {
  const data = readRawPayload(payload);
  // A middleware does not read the body if the signature is malformed: that is the failure to report.
  if (data === undefined || !isHashable(data)) {
    return { id, name, payload: scheme.findFlaw(signature) ?? "PAYLOAD_NOT_RAW" };
  }
  const refusal = scheme.findRefusal(keys, data, signature, context);
  return { id, name, payload: refusal ?? parse(data, isSeen) ?? "INVALID_PAYLOAD" };
}

/**
 * The JSON object in a raw body; `undefined` when it is not UTF-8, not JSON or not an object.
 * @param isSeen whether anybody would see it. If not, only the beginning and the end of a long body are
 * checked, which halves the work of such a delivery, and the object is empty.
 */
export function parsePayload(data: string | Uint8Array, isSeen = true): object | undefined {
  try {
    const text = decode(data);
    if (!isSeen && data.length >= SKIMMED_LENGTH && isObjectLike(text)) return {};
    const payload: unknown = JSON.parse(text);
    return isJsonObject(payload) ? payload : undefined;
  } catch {
    // The parser's message quotes the body, which must not reach a log.
    return undefined;
  }
}

/** For a shorter body (in bytes or characters), parsing costs less than the rest of a delivery. */
const SKIMMED_LENGTH = 4096;

/** How a JSON object begins and ends (RFC 8259, section 4), white space aside. */
const OBJECT_START = /^[ \t\n\r]*\{[ \t\n\r]*["}]/;
const OBJECT_END = /["}\]{0-9el][ \t\n\r]*\}[ \t\n\r]*$/;

/** How much of the end is looked at; more white space than this is parsed. */
const TAIL_LENGTH = 64;

function isObjectLike(text: string): boolean {
  return OBJECT_START.test(text) && OBJECT_END.test(text.slice(-TAIL_LENGTH));
}

/** Strict, and keeps a byte order mark, which JSON does not allow (RFC 8259, section 8.1). */
let decoder: TextDecoder | undefined;

/** @throws TypeError for bytes that are not UTF-8. */
export function decode(data: string | Uint8Array): string {
  if (typeof data === "string") return data;
  const ascii = readAscii(data);
  if (ascii !== undefined) return ascii;
  decoder ??= new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  return decoder.decode(data);
}
