import { isJsonObject } from "../webhooks/delivery.js";
import { isReservedName } from "../webhooks/event-names.js";
import type { WebhookCatalog } from "../webhooks/types.js";

/** A relay's message, ready for `verifyAndReceive` and for forwarding. */
export interface RelayedDelivery {
  readonly id: string;
  readonly name: string;
  readonly payload: string;
  readonly signature: string;
  /** The delivery header as the hosting side sent it, which can differ from `id`. */
  readonly deliveryHeader: string;
}

/** Why a message is not a delivery. Never quotes what the message holds. */
export interface Unreadable {
  readonly problem: string;
}

/**
 * Maps the data of one message to a delivery (contract D.4). Where the catalog gives several keys
 * for a field, the first one that is present is read.
 */
export function parseMessage(
  data: string,
  { relay: keys, headers }: Pick<WebhookCatalog, "relay" | "headers">,
): RelayedDelivery | Unreadable {
  const message = parseObject(data);
  if (message === undefined) return { problem: "its data is not a JSON object" };
  const id = readField(message, keys.id);
  const name = readField(message, keys.event);
  const signature = readField(message, keys.signature);
  const payload = readPayload(message, keys);
  const header = readField(message, [headers.delivery]);
  if (!isHeaderValue(id)) return missing(keys.id, "a header value");
  if (!isName(name)) return missing(keys.event, "an event name");
  if (isReservedName(name)) return missing(keys.event, "a name without a dot, `*` or `error`");
  if (typeof signature !== "string") return missing(keys.signature, "text");
  if (payload === undefined) return missing([...keys.rawBody, ...keys.body], "the payload");
  return { id, name, payload, signature, deliveryHeader: isHeaderValue(header) ? header : id };
}

type Message = Readonly<Record<string, unknown>>;

function parseObject(data: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(data);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined; // The parser's own message quotes the data.
  }
}

function readField(message: Message, keys: readonly string[]): unknown {
  const key = keys.find((candidate) => Object.hasOwn(message, candidate));
  return key === undefined ? undefined : message[key];
}

/** The text that was signed if the relay sends it, otherwise the body, serialised again. */
function readPayload(message: Message, keys: WebhookCatalog["relay"]): string | undefined {
  const raw = nonEmpty(readField(message, keys.rawBody));
  if (raw !== undefined) return raw;
  const body = readField(message, keys.body);
  return isJsonObject(body) ? serialise(body) : nonEmpty(body);
}

/** An object can be nested so deeply that it can be parsed but not serialised. */
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

/** Half of what Node accepts for all headers of a request together. */
const MAX_HEADER_LENGTH = 8 * 1024;

/**
 * A header's value, one character for each byte, as HTTP libraries decode it (RFC 9110, section
 * 5.5). White space around it is not part of a value.
 */
const HEADER_VALUE = /^[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?$/;

/** Whether a value can be forwarded as a header, byte for byte. */
function isHeaderValue(value: unknown): value is string {
  return typeof value === "string" && value.length <= MAX_HEADER_LENGTH && HEADER_VALUE.test(value);
}

function isName(value: unknown): value is string {
  return typeof value === "string" && /^[\x21-\x7e]{1,256}$/.test(value);
}

function missing(keys: readonly string[], expected: string): Unreadable {
  return { problem: `expected ${expected} under ${keys.map((key) => `"${key}"`).join(" or ")}` };
}
