/** Reads the messages of a relay: each is a delivery, or has a fault, for which it is skipped. */
import { quote } from "../base/expect.js";
import { isRecord } from "../base/values.js";
import { decodeBase64 } from "#platform";
import { headerOf, isInHeader } from "../receive/webhooks/field-source.js";
import type { RelayMessageKeys } from "../catalog/webhooks.js";
import type { DeliveryReceiver } from "../receive/webhooks/receiver.js";
import {
  isHeaderValue,
  readMemberHeaders,
  readSentHeaders,
  type PlainHeaders,
} from "./message-headers.js";

/**
 * Maps the data of one message to a delivery (contract D.4). A message of this package's own relay has the whole
 * request; one of another relay has the parts of a delivery, or the headers of the request, as members.
 */
export function parseMessage(data: string, source: MessageSource): ParsedMessage {
  const message = parseObject(data);
  if (message === undefined) return createFault("its data is not a JSON object");
  if (isRecord(message["headers"])) return readWhole(message, message["headers"], source);
  return source.parts.fields === undefined
    ? readByKeys(message, source)
    : readByHeaders(message, source);
}

function parseObject(data: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(data);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined; // The parser's own message quotes the data.
  }
}

// ---- Messages with the parts of a delivery

/** Usual keys of relays, for a service that declares none. */
const DEFAULT_KEYS: RelayMessageKeys = {
  id: [],
  event: [],
  signature: [],
  body: ["body"],
  rawBody: ["rawBody"],
};

/** Reads a delivery by the keys of the catalog. If it gives several for a field, the first one that is present. */
function readByKeys(message: Message, source: MessageSource): ParsedMessage {
  const { event, delivery, relay: keys = DEFAULT_KEYS } = source.catalog;
  const id = readFirst(message, keys.id);
  const name = readFirst(message, keys.event);
  const signature = readFirst(message, keys.signature);
  const payload = readBodyText(message, keys);
  if (!isHeaderValue(id)) return createFieldFault(keys.id, "a header value");
  if (!isName(name)) return createFieldFault(keys.event, "an event name");
  if (source.isReserved(name))
    return createFieldFault(keys.event, "a name without a dot, `*` or `error`");
  if (typeof signature !== "string") return createFieldFault(keys.signature, "text");
  if (payload === undefined) return createPayloadFault(keys);
  const [eventHeader, idHeader] = [headerOf(event), headerOf(delivery)];
  const sentId = readFirst(message, [idHeader]);
  const headers = {
    [eventHeader]: name,
    ...(idHeader !== "" && { [idHeader]: isHeaderValue(sentId) ? sentId : id }),
    [source.parts.scheme.header]: signature,
  };
  const received = { id, name, signature };
  return createDelivery({ id, name, payload, received, headers, method: "POST" });
}

// ---- Messages with the headers of the request

/** Reads a delivery of a service that signs with several headers, or names events in the body. */
function readByHeaders(message: Message, source: MessageSource): ParsedMessage {
  const { relay: keys = DEFAULT_KEYS } = source.catalog;
  const headers = readMemberHeaders(message);
  const { name, id } = readHead(headers, source.catalog);
  const nameFault = findNameFault(name, source);
  if (nameFault !== undefined) return nameFault;
  const payload = readBodyText(message, keys);
  if (payload === undefined) return createPayloadFault(keys);
  const method = "POST";
  return createDelivery({ id, name, payload, received: { headers, method }, headers, method });
}

// ---- Messages of this package's own relay

/** Reads the whole request (contract D.13): all of its headers, and the body's bytes as they came. */
function readWhole(message: Message, sentHeaders: Message, source: MessageSource): ParsedMessage {
  const { catalog, parts, publicUrl, isShowing = false } = source;
  const payload = readExactBody(message);
  if (payload === undefined) return createFieldFault(["rawBody", "rawBodyBase64"], "the body");
  const headers = readSentHeaders(sentHeaders, parts.scheme.header);
  const { name, id } = readHead(headers, catalog);
  const nameFault = isShowing ? undefined : findNameFault(name, source);
  if (nameFault !== undefined) return nameFault;
  const method = isMethod(message["method"]) ? message["method"] : "POST";
  if (parts.fields === undefined) {
    const signature = headers[parts.scheme.header] ?? "";
    const received = { id, name, signature };
    return createDelivery({ id, name, payload, received, headers, method });
  }
  const url = publicUrl === undefined ? undefined : joinTarget(publicUrl, message);
  const received = { headers, method, url };
  return createDelivery({ id, name, payload, received, headers, method });
}

function readExactBody({ rawBody, rawBodyBase64 }: Message): string | Uint8Array | undefined {
  if (typeof rawBody === "string") return rawBody;
  return typeof rawBodyBase64 === "string" ? decodeBase64(rawBodyBase64) : undefined;
}

/** Joins the URL of a request: the address of the channel, the path below it, and the query. */
function joinTarget(address: string, { path, query }: Message): string {
  const below = nonEmpty(path) ?? "";
  const search = nonEmpty(query);
  const base = below.startsWith("/") ? address.replace(/\/$/, "") : address;
  return base + below + (search === undefined ? "" : `?${search}`);
}

/** True for a method that carries a body. */
function isMethod(value: unknown): value is string {
  return typeof value === "string" && /^(?:POST|PUT|PATCH|DELETE)$/.test(value);
}

// ---- Names and ids

/** Reads the name and the id of a delivery; each is empty if the service sends it in the body. */
function readHead(headers: PlainHeaders, { event, delivery }: MessageSource["catalog"]) {
  return { name: headers[headerOf(event)] ?? "", id: headers[headerOf(delivery)] ?? "" };
}

/** Finds the fault of a name in a header. One in the body is read, and refused, by the receiver. */
function findNameFault(
  name: string,
  { catalog: { event }, isReserved }: MessageSource,
): ParsedMessage | undefined {
  if (!isInHeader(event) || (isName(name) && !isReserved(name))) return undefined;
  return createFieldFault([event.header], "an event name");
}

function isName(value: unknown): value is string {
  return typeof value === "string" && /^[\x21-\x7e]{1,256}$/.test(value);
}

// ---- Values

function readFirst(message: Message, keys: readonly string[]): unknown {
  const key = keys.find((candidate) => Object.hasOwn(message, candidate));
  return key === undefined ? undefined : message[key];
}

/** Reads the signed text if the relay sends it; otherwise serialises the body again. */
function readBodyText(message: Message, keys: RelayMessageKeys): string | undefined {
  const raw = nonEmpty(readFirst(message, keys.rawBody));
  if (raw !== undefined) return raw;
  const body = readFirst(message, keys.body);
  return isRecord(body) ? serialise(body) : nonEmpty(body);
}

/** Serialises a body; `undefined` if it is nested too deeply, though it could be parsed. */
function serialise(body: Message): string | undefined {
  try {
    return JSON.stringify(body);
  } catch {
    return undefined;
  }
}

function nonEmpty(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Escapes and shortens the id or the name of a delivery for the log, without quotation marks. */
export function escapeForLog(text: string): string {
  return quote(text).slice(1, -1);
}

// ---- Results

function createDelivery(delivery: RelayedDelivery): ParsedMessage {
  return { kind: "delivery", delivery };
}

function createFieldFault(keys: readonly string[], expected: string): ParsedMessage {
  const names = keys.map((key) => `"${key}"`).join(" or ");
  return createFault(`expected ${expected} under ${names}`);
}

function createPayloadFault({ rawBody, body }: RelayMessageKeys): ParsedMessage {
  return createFieldFault([...rawBody, ...body], "the payload");
}

function createFault(fault: string): ParsedMessage {
  return { kind: "fault", fault };
}

// ---- Types

/** Message of a relay, ready for `verifyAndReceive` and for forwarding. */
export interface RelayedDelivery {
  /** For the log; empty if the service sends it in the body. */
  readonly id: string;
  readonly name: string;
  readonly payload: string | Uint8Array;
  /** The argument of `verifyAndReceive`, without the payload. */
  readonly received: object;
  /** Headers of the service's request that belong to the delivery. */
  readonly headers: Readonly<Record<string, string>>;
  /** Method of the service's request, in uppercase. */
  readonly method: string;
}

export type ParsedMessage =
  | { readonly kind: "delivery"; readonly delivery: RelayedDelivery }
  | {
      readonly kind: "fault";
      /** Why the message is not a delivery. Never quotes the message. */
      readonly fault: string;
    };

/** Catalog of the service, its parts, and its rules for names. */
export interface MessageSource extends Pick<DeliveryReceiver, "catalog" | "parts" | "isReserved"> {
  /** Address that the service sends to, without what follows the channel's name: some services sign it. */
  readonly publicUrl?: string | undefined;
  /** True for a tool that also shows requests which name no event. */
  readonly isShowing?: boolean | undefined;
}

/** Members of a message. */
type Message = Readonly<Record<string, unknown>>;
