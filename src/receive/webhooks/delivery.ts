/** Reads, verifies and opens deliveries as most services send them. The files of `parts/` wrap this reader. */
import { isRecord, readPath } from "../../base/values.js";
import { readAscii } from "#platform";
import type { PayloadValues } from "../../catalog/values.js";
import { copyOwn, expectText, isText, unexpected } from "../../base/expect.js";
import { isHashable, isRawPayload, readRawPayload } from "../signatures/readers.js";
import { findRefusal, matchSignature, signText, verifyText } from "../signatures/scheme.js";
import type { SignatureKey, SignatureScheme } from "../signatures/types.js";
import type {
  DeliveryReader,
  Opened,
  ReadDelivery,
  RefusedDelivery,
  PayloadParser,
} from "./reader.js";
import type { Service } from "./service.js";
import { isLongObject } from "./dispatch/long-payloads.js";
import type { DispatchedEvent } from "./types.js";
import type { WebhookErrorCode } from "./webhook-error.js";

/**
 * Creates the reader for a service that signs the body and sends the name and the id in headers.
 * The reader has no prototype, so that no inherited property counts as a method that a part adds.
 * @param body Format of the bodies. Default: JSON.
 */
export function createReader(
  scheme: SignatureScheme,
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
 * @throws TypeError unless the name is a non-empty string and the id a string: the mistake is the caller's,
 * not the sender's.
 */
export function readDelivery(delivery: unknown): ReadDelivery {
  // A missing delivery is refused for its missing name.
  const { id, name, payload, signature } = (delivery ?? {}) as UncheckedDelivery;
  return {
    id: expectId(id),
    name: expectText(name, "The `name` of the delivery"),
    payload,
    signature: isText(signature) ? signature : "",
  };
}

/** Delivery as a caller or a transport passes it. */
export type UncheckedDelivery = Partial<Record<string, unknown>>;

/** Checks an id. Returns the empty string for an absent one. */
export function expectId(id: unknown): string {
  const text = id ?? "";
  if (typeof text === "string") return text;
  throw unexpected(id, "The `id` of the delivery", "a string");
}

/** Verifies the signature of a delivery, then parses its payload. */
function openDelivery(
  scheme: SignatureScheme,
  parse: PayloadParser,
  read: ReadDelivery,
  keys: readonly SignatureKey[],
  isSeen: boolean,
): Opened {
  const { id, name, payload, signature } = read;
  const match = matchSignature(scheme, signature);
  const data = readRawPayload(payload);
  // A middleware reads no body after a fault in the header, so the header's fault comes first.
  if (data === undefined || !isHashable(data))
    return refuse(read, typeof match === "string" ? match : "PAYLOAD_NOT_RAW");
  const fault = findRefusal(scheme, keys, data, read.headers ?? {}, read.context, match);
  if (fault !== undefined) return refuse(read, fault);
  const parsed = parse(data, isSeen);
  if (parsed === undefined) return refuse(read, "INVALID_PAYLOAD");
  return { kind: "event", event: { id, name, payload: parsed } };
}

export function refuse(
  { id, name }: Pick<ReadDelivery, "id" | "name">,
  code: WebhookErrorCode,
): RefusedDelivery {
  return { kind: "refused", code, id, name };
}

// ---- Event

/**
 * Creates the event of a trusted delivery.
 * @throws TypeError if its payload is not a parsed JSON object.
 */
export function toEvent({ id, name, payload }: ReadDelivery): DispatchedEvent {
  if (isRecord(payload) && (isPlain(payload) || !isRawPayload(payload))) {
    return { id, name, payload };
  }
  const expected = "parsed JSON; verifyAndReceive() takes a raw body";
  throw unexpected(payload, "The `payload`", expected);
}

/**
 * True for nearly every parsed payload. Without it, `isRawPayload` would throw and catch an exception for each
 * on platforms without Node, which takes 6 µs.
 */
function isPlain(payload: object): boolean {
  return Reflect.getPrototypeOf(payload) === Object.prototype;
}

/**
 * Converts the values in the payload of a verified event (contract J.5).
 * @param raw The body. A payload without one was parsed by the caller, and is copied.
 * @throws Error with the path to the JSON that is not a value of the described kind.
 */
export function convertEvent(
  values: PayloadValues,
  { parts, actionKeys, findKnown }: Service,
  event: DispatchedEvent,
  raw?: unknown,
): DispatchedEvent | Promise<DispatchedEvent> {
  const { name, payload } = event;
  // Only JSON bodies are searched for the digits of long integers.
  const data = parts.body ? undefined : readRawPayload(raw);
  const text = data === undefined ? undefined : decodeUtf8(data);
  const action = readPath(payload, actionKeys);
  const converted = values.convert(findKnown(name) ?? name, action, payload, text);
  const replace = (convertedPayload: object): DispatchedEvent => ({
    ...event,
    payload: convertedPayload,
  });
  return converted instanceof Promise ? converted.then(replace) : replace(converted);
}

/**
 * Parses the JSON object in a raw body; `undefined` if it is not UTF-8, not JSON or not an object.
 * @param isSeen False if no handler gets the object. Of a long body, only the beginning and the end are
 * then checked, and the object is empty.
 */
export function parsePayload(data: string | Uint8Array, isSeen = true): object | undefined {
  try {
    const text = decodeUtf8(data);
    if (!isSeen && isLongObject(text, data.length)) return {};
    const payload: unknown = JSON.parse(text);
    return isRecord(payload) ? payload : undefined;
  } catch {
    // The parser's error quotes the body, which must not reach a log.
    return undefined;
  }
}

let decoder: TextDecoder | undefined;

/**
 * Keeps a byte order mark, which JSON must not have (RFC 8259, section 8.1).
 * @throws TypeError for bytes that are not UTF-8.
 */
export function decodeUtf8(data: string | Uint8Array): string {
  if (typeof data === "string") return data;
  const ascii = readAscii(data);
  if (ascii !== undefined) return ascii;
  decoder ??= new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  return decoder.decode(data);
}
