import { readAscii } from "#platform";
import {
  isHashable,
  isRawPayload,
  readRawPayload,
  type RawPayload,
} from "../signatures/raw-data.js";
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
  const expected = "parsed JSON, not text or bytes; verifyAndReceive() takes a raw body";
  throw unexpected(payload, "The `payload`", expected);
}

/** Nearly every payload is a plain object; asking whether a value is bytes costs far more. */
function isPlain(payload: object): boolean {
  return Reflect.getPrototypeOf(payload) === Object.prototype;
}

export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Makes an object of a raw body; `undefined` when it holds none. */
export type PayloadParser = (raw: RawPayload) => object | undefined;

/** A scheme of either kind: what it reads a signature from is passed on as it was read. */
export type AnyScheme = DeliveryScheme<unknown, unknown>;

/** Makes the error of a delivery that is refused. */
export type Refuse = (read: ReadDelivery, code: WebhookErrorCode) => Error;

/** The event of an authentic delivery. Its signature is verified before anything is parsed. */
export function openDelivery(
  scheme: AnyScheme,
  read: ReadDelivery,
  keys: readonly SignatureKey[],
  parse: PayloadParser,
  refuse: Refuse,
): DispatchedEvent {
  const { id, name, signature } = read;
  const data = readRawPayload(read.payload);
  // The signature's form comes first: a receiver may refuse it without having read the body.
  if (data === undefined || !isHashable(data)) {
    throw refuse(read, scheme.findFlaw(signature) ?? "PAYLOAD_NOT_RAW");
  }
  const refusal = scheme.findRefusal(keys, data, signature, read.context);
  const payload = refusal ?? parse(data) ?? "INVALID_PAYLOAD";
  if (typeof payload === "string") throw refuse(read, payload);
  return { id, name, payload };
}

/** The JSON object in a raw body; `undefined` when it is not UTF-8, not JSON or not an object. */
export function parsePayload(raw: RawPayload): object | undefined {
  try {
    const payload: unknown = JSON.parse(decode(raw));
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

const UNPARSED = /* @__PURE__ */ Object.freeze({});

/**
 * Used instead of {@link parsePayload} when nobody would see the result. Of a long body it checks
 * only the beginning and the end, which halves the work of such a delivery. Returns an empty object.
 */
export function skimPayload(raw: RawPayload): object | undefined {
  const data = readRawPayload(raw);
  if (data.length < SKIMMED_LENGTH) return parsePayload(data);
  try {
    const text = decode(data);
    const isLikely = OBJECT_START.test(text) && OBJECT_END.test(text.slice(-TAIL_LENGTH));
    return isLikely ? UNPARSED : parsePayload(data);
  } catch {
    return undefined;
  }
}

/** Strict, and keeps a byte order mark, which JSON does not allow (RFC 8259, section 8.1). */
let decoder: TextDecoder | undefined;

/** @throws TypeError for bytes that are not UTF-8. */
export function decode(raw: RawPayload): string {
  const data = readRawPayload(raw);
  if (typeof data === "string") return data;
  const ascii = readAscii(data);
  if (ascii !== undefined) return ascii;
  decoder ??= new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  return decoder.decode(data);
}
