/**
 * Reads deliveries as most services send them: a signature of the body, and JSON in it. The files of `parts/` wrap this
 * reader for other services.
 */
import { followPath, isRecord } from "../../base/values.js";
import { readAscii } from "#platform";
import { copyOwn, expectText, isText, unexpected } from "../../base/expect.js";
import { isHashable, isRawPayload, readRawPayload } from "../signatures/readers.js";
import { findRefusal, matchSignature, signText, verifyText } from "../signatures/scheme.js";
import type { SignatureKey, SignatureScheme } from "../signatures/types.js";
import type {
  DeliveryReader,
  Opened,
  PayloadParser,
  ReadDelivery,
  RefusedDelivery,
} from "./reader.js";
import type { BodyFormat } from "./service.js";
import type { DispatchedEvent } from "./types.js";
import type { WebhookErrorCode } from "./webhook-error.js";
import type { FieldSource } from "../../catalog/webhooks.js";

/**
 * Creates the reader for a service that signs the body and sends the name and the id in headers.
 * The reader has no prototype, so that no inherited property counts as a method that a part adds.
 */
export function createReader(
  scheme: SignatureScheme,
  { parse, hasJson = false }: ReadFormat = JSON_BODY,
): DeliveryReader {
  return copyOwn<DeliveryReader>({
    scheme,
    parse,
    hasJson,
    takesUnsigned: false,
    read: readDelivery,
    open: (read, keys, isHandled) => openDelivery(scheme, parse, read, keys, isHandled),
    sign: ([key], payload) => signText(scheme, key, payload),
    verify: (keys, payload, signature) => verifyText(scheme, keys, payload, signature),
  });
}

const JSON_BODY: ReadFormat = { parse: parsePayload, hasJson: true };

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
  isHandled: boolean,
): Opened {
  const { id, name, payload, signature } = read;
  const match = matchSignature(scheme, signature);
  const data = readRawPayload(payload);
  // A middleware reads no body after a fault in the header, so the header's fault comes first.
  if (data === undefined || !isHashable(data))
    return refuse(read, typeof match === "string" ? match : "PAYLOAD_NOT_RAW");
  const fault = findRefusal(scheme, keys, data, read.headers ?? {}, read.context, match);
  if (fault !== undefined) return refuse(read, fault);
  const parsed = parse(data, isHandled);
  if (parsed === undefined) return refuse(read, "INVALID_PAYLOAD");
  return { kind: "event", event: { id, name, payload: parsed } };
}

export function refuse(
  { id, name }: Pick<ReadDelivery, "id" | "name">,
  code: WebhookErrorCode,
): RefusedDelivery {
  return { kind: "refused", code, id, name };
}

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

// ---- Payload

/**
 * Parses the JSON object in a raw body; `undefined` if it is not UTF-8, not JSON or not an object.
 * @param isHandled False if no handler gets the object. Of a long body, only the beginning and the end are
 * then checked, and the object is empty.
 */
export function parsePayload(data: string | Uint8Array, isHandled = true): object | undefined {
  try {
    const text = decodeUtf8(data);
    if (!isHandled && isLongObject(text, data.length)) return {};
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

/**
 * True for a long text that begins and ends as a JSON object does. Testing the beginning and the end of a body takes
 * 0.1 µs; parsing 27 KB takes 160 µs, which is more than the rest of such a delivery (Node 20, one core).
 * @param length Of the body, in bytes or characters.
 */
export function isLongObject(text: string, length: number): boolean {
  return (
    length >= LEAST_LENGTH && OBJECT_START.test(text) && OBJECT_END.test(text.slice(-TAIL_LENGTH))
  );
}

/** Parsing a shorter body takes less time than the rest of a delivery. */
const LEAST_LENGTH = 4096;

/** Beginning and end of a JSON object (RFC 8259, section 4), white space aside. */
const OBJECT_START = /^[ \t\n\r]*\{[ \t\n\r]*["}]/;
const OBJECT_END = /["}\]{0-9el][ \t\n\r]*\}[ \t\n\r]*$/;

/** Length of the end that is tested. A body with more white space there is parsed. */
const TAIL_LENGTH = 64;

// ---- Name and id of a delivery: each is in a header, or at a path into the body

/** True for a field in a header. Inherited keys do not count. */
export function isInHeader(source: FieldSource): source is SourceInHeader {
  return Object.hasOwn(source, "header");
}

/**
 * Reads a field in a payload; the empty string if it has none. An integer becomes text: some services number
 * their events.
 * @param source Without a prototype, so that no inherited key counts.
 */
export function readPayloadField(
  payload: unknown,
  source: Exclude<FieldSource, SourceInHeader>,
): string {
  const { body, others = [], default: fallback = "" } = source;
  for (const path of [body, ...others]) {
    const value = followPath(payload, path);
    if (value !== "" && (typeof value === "string" || Number.isSafeInteger(value)))
      return String(value);
  }
  return fallback;
}

/** Returns the name of a field's header; the empty string if the field is in the body, or not sent. */
export function headerOf(source: FieldSource | undefined): string {
  return source && isInHeader(source) ? source.header : "";
}

// ---- Types

type SourceInHeader = Extract<FieldSource, { readonly header: string }>;

/** Delivery as a caller or a transport passes it. */
export type UncheckedDelivery = Partial<Record<string, unknown>>;

/** The parts of a body's format by which payloads are read. */
type ReadFormat = Pick<BodyFormat, "parse" | "hasJson">;
