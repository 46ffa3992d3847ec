/**
 * Reads deliveries as most services send them: what a request tells before its body, the signature, and the payload.
 * The files of `parts/` wrap this reader.
 */
import { followPath, isRecord } from "../../base/values.js";
import { readAscii } from "#platform";
import { copyOwn, expectText, isText, unexpected } from "../../base/expect.js";
import { isHashable, isRawPayload, readRawPayload } from "../signatures/readers.js";
import { findRefusal, matchSignature, signText, verifyText } from "../signatures/scheme.js";
import type { HeaderSource, SignatureKey, SignatureScheme } from "../signatures/types.js";
import type {
  DeliveryHead,
  DeliveryReader,
  HeadFault,
  Opened,
  PayloadParser,
  ReadDelivery,
  RefusedDelivery,
  RefusedHead,
  RequestView,
} from "./reader.js";
import type { BodyFormat } from "./service.js";
import type { DispatchedEvent } from "./types.js";
import type { WebhookErrorCode } from "./webhook-error.js";
import type { FieldSource, WebhookCatalog } from "../../catalog/webhooks.js";
import { isOfBody } from "../signatures/plan/plan.js";

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
    open: (read, keys, isSeen) => openDelivery(scheme, parse, read, keys, isSeen),
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

// ---- Head of a request

/**
 * Reads the name, the id and the signature from the headers, or returns the first fault. A name or an id
 * that the service sends in the body needs no header.
 * @param id Value of the id's header.
 */
export function readSignedHead(
  headers: HeaderSource,
  { catalog, reader, isReserved }: HeadRules,
  id: string,
): DeliveryHead | RefusedHead {
  const { scheme, takesUnsigned } = reader;
  const eventHeader = headerOf(catalog.event);
  const name = headers.get(eventHeader) ?? "";
  const signature = headers.get(scheme.header) ?? "";
  const match = matchSignature(scheme, signature);
  const signatureFault = takesUnsigned || typeof match !== "string" ? undefined : match;
  const fault =
    findNameFault(eventHeader, name, isReserved) ??
    findIdFault(catalog.delivery, id) ??
    (signatureFault && findSignatureFault(scheme, signature, signatureFault));
  if (fault !== undefined) return { kind: "fault", fault };
  return { kind: "delivery", id, name, signature, isMalformed: signatureFault !== undefined };
}

function findNameFault(
  header: string,
  name: string,
  isReserved: HeadRules["isReserved"],
): HeadFault | undefined {
  const fault = findHeaderFault(header, name);
  if (fault !== undefined || !isReserved(name)) return fault;
  return { code: "INVALID_EVENT_NAME", subject: header, name };
}

function findIdFault(source: FieldSource | undefined, id: string): HeadFault | undefined {
  if (!source || !isInHeader(source)) return undefined;
  const isOptional = Object.hasOwn(source, "optional") && source.optional;
  return isOptional && id === "" ? undefined : findHeaderFault(source.header, id);
}

/**
 * Finds the fault of a signature header. A list of signatures may hold commas. It is refused with its body, which
 * {@link DeliveryHead.isMalformed} says.
 */
function findSignatureFault(
  scheme: SignatureScheme,
  signature: string,
  code: WebhookErrorCode,
): HeadFault | undefined {
  const isList = signature !== "" && !isOfBody(scheme);
  return isList ? undefined : findHeaderFault(scheme.header, signature, code);
}

/**
 * Finds a missing or repeated header; none if the service has no such header. Neither a name, an id nor a single
 * signature has a comma, so a comma means repetition.
 */
function findHeaderFault(
  header: string,
  value: string,
  missing: WebhookErrorCode = "HEADER_MISSING",
): HeadFault | undefined {
  if (header === "") return undefined;
  if (value === "") return { code: missing, subject: header };
  return value.includes(",") ? { code: "HEADER_REPEATED", subject: header } : undefined;
}

/** Reads the URL of a request as the client sent it, with the query and the scheme of the connection. */
export function readRequestUrl(view: RequestView): string {
  const { url = "", originalUrl = url, socket }: RequestParts = view.request;
  const sent = String(originalUrl);
  if (!sent.startsWith("/")) return sent;
  const host = view.get("host") ?? view.get(":authority") ?? "";
  return `http${socket?.encrypted ? "s" : ""}://${host}${sent}`;
}

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

/** Parts of a receiver that a head is read by. */
interface HeadRules {
  readonly catalog: WebhookCatalog;
  readonly reader: DeliveryReader;
  readonly isReserved: (name: string) => boolean;
}

/** URL in requests of Node and of frameworks, in parts. A web-standard request has the whole URL. */
interface RequestParts {
  readonly url?: string;
  readonly originalUrl?: unknown;
  readonly socket?: { readonly encrypted?: boolean };
}
