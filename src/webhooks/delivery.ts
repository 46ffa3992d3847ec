/** Reads and opens deliveries as most services send them. Parts of a service wrap this reader. */
import { readAscii } from "#platform";
import type { PayloadValues } from "../catalog/values.js";
import { copyOwn, expectText, isText, unexpected } from "../messages/expect.js";
import { readPath } from "../signatures/content.js";
import { isHashable, isRawPayload, readRawPayload } from "../signatures/raw-data.js";
import {
  findHeaderFault,
  judgeText,
  matchSignature,
  REFUSALS,
  signText,
  verifyText,
} from "../signatures/scheme.js";
import type { SignatureKey, TextScheme } from "../signatures/types.js";
import {
  MATCH,
  type HeaderMatch,
  type DeliveryReader,
  type Opened,
  type PayloadParser,
  type ReadDelivery,
  type RefusedEvent,
  type Service,
} from "./service.js";
import { isLongObject } from "./shortcuts.js";
import type { DispatchedEvent } from "./types.js";

/**
 * Creates the reader for a service that signs the body and sends the name and the id in headers.
 * The reader has no prototype, so an inherited property is never taken for one that a part adds.
 * @param body format of the bodies. Default: JSON.
 */
export function createReader(
  scheme: TextScheme,
  {
    parse,
    hasJson = false,
  }: { readonly parse: PayloadParser; readonly hasJson?: boolean } = JSON_BODY,
): DeliveryReader {
  return copyOwn<DeliveryReader>({
    scheme,
    parse,
    hasJson,
    takesUnsigned: false,
    read: readDelivery,
    open: (read, keys, isSeen) => openDelivery(scheme, parse, read, keys, isSeen),
    sign: ([key], payload) => signText(scheme, key, payload),
    verify: (keys, payload, signature) => verifyText(scheme, keys, payload, signature),
  });
}

const JSON_BODY = { parse: parsePayload, hasJson: true };

/**
 * Reads the argument of `receive` or `verifyAndReceive`.
 * @throws TypeError for a name that is not a non-empty string, and for an id that is not a string. These
 * are mistakes of the caller, not of the sender.
 */
export function readDelivery(delivery: unknown): ReadDelivery {
  // The properties are checked where they are used. `null` and `undefined` are refused for their name.
  const { id, name, payload, signature, [MATCH]: match } = (delivery ?? {}) as GivenDelivery;
  return {
    id: expectId(id),
    name: expectText(name, "The `name` of the delivery"),
    payload,
    signature: isText(signature) ? signature : "",
    match,
    judge: undefined,
  };
}

/** A delivery as a caller or a transport gives it. */
export interface GivenDelivery extends Partial<Record<string, unknown>> {
  readonly [MATCH]?: HeaderMatch;
}

/** Checks an id. Returns the empty string for an absent one. */
export function expectId(id: unknown): string {
  const text = id ?? "";
  if (typeof text === "string") return text;
  throw unexpected(id, "The `id` of the delivery", "a string");
}

/**
 * Makes the event of a trusted delivery.
 * @throws TypeError if its payload is not a parsed JSON object.
 */
export function toEvent({ id, name, payload }: ReadDelivery): DispatchedEvent {
  if (isJsonObject(payload) && (isPlain(payload) || !isRawPayload(payload))) {
    return { id, name, payload };
  }
  const expected = "parsed JSON; verifyAndReceive() takes a raw body";
  throw unexpected(payload, "The `payload`", expected);
}

/** True for nearly every parsed payload. This test is much faster than `isRawPayload`. */
function isPlain(payload: object): boolean {
  return Reflect.getPrototypeOf(payload) === Object.prototype;
}

export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isRefused(opened: DispatchedEvent | RefusedEvent): opened is RefusedEvent {
  return typeof opened.payload === "string";
}

/** Verifies the signature of a delivery, then parses its payload. Returns a fault in its place. */
function openDelivery(
  scheme: TextScheme,
  parse: PayloadParser,
  read: ReadDelivery,
  keys: readonly SignatureKey[],
  isSeen: boolean,
): Opened {
  const { id, name, payload, signature } = read;
  const match =
    read.match?.text === signature ? read.match.found : matchSignature(scheme, signature);
  const data = readRawPayload(payload);
  // A middleware does not read the body after a fault in the header, so that fault is reported first.
  if (data === undefined || !isHashable(data)) {
    return { id, name, payload: findHeaderFault(match) ?? "PAYLOAD_NOT_RAW" };
  }
  const refusal = REFUSALS[read.judge?.(keys, data, match) ?? judgeText(scheme, keys, data, match)];
  return { id, name, payload: refusal ?? parse(data, isSeen) ?? "INVALID_PAYLOAD" };
}

/**
 * Converts the values in the payload of a verified event (contract J.5).
 * @param raw The body; absent for a payload that was parsed elsewhere, which is copied.
 * @throws Error with the path to JSON that is not the value which is described.
 */
export function convertEvent(
  values: PayloadValues,
  { parts, actionKeys, findKnown }: Service,
  event: DispatchedEvent,
  raw?: unknown,
): DispatchedEvent | Promise<DispatchedEvent> {
  const { name, payload } = event;
  // The digits of long integers in other formats are not looked for.
  const data = parts.body ? undefined : readRawPayload(raw);
  const text = data === undefined ? undefined : decode(data);
  const action = readPath(payload, actionKeys);
  const converted = values.convert(findKnown(name) ?? name, action, payload, text);
  const replace = (own: object): DispatchedEvent => ({ ...event, payload: own });
  return converted instanceof Promise ? converted.then(replace) : replace(converted);
}

/**
 * Parses the JSON object in a raw body; `undefined` if it is not UTF-8, not JSON or not an object.
 * @param isSeen false if no handler would see the object. Then only the beginning and the end of a long
 * body are checked, and the object is empty.
 */
export function parsePayload(data: string | Uint8Array, isSeen = true): object | undefined {
  try {
    const text = decode(data);
    if (!isSeen && isLongObject(text, data.length)) return {};
    const payload: unknown = JSON.parse(text);
    return isJsonObject(payload) ? payload : undefined;
  } catch {
    // The parser's message quotes the body, which must not reach a log.
    return undefined;
  }
}

/** Refuses invalid UTF-8. Keeps a byte order mark, which JSON must not have (RFC 8259, section 8.1). */
let decoder: TextDecoder | undefined;

/** @throws TypeError for bytes that are not UTF-8. */
export function decode(data: string | Uint8Array): string {
  if (typeof data === "string") return data;
  const ascii = readAscii(data);
  if (ascii !== undefined) return ascii;
  decoder ??= new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  return decoder.decode(data);
}
