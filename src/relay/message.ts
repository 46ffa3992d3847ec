import type { RelayMessageKeys } from "../webhooks/types.js";
import { isJsonObject } from "../webhooks/delivery.js";

/** A relay's message as `verifyAndReceive` takes it. */
export interface RelayedDelivery {
  readonly id: string;
  readonly name: string;
  readonly payload: string;
  readonly signature: string;
}

/** Why a message is no delivery; never quotes what the message holds. */
export interface Unreadable {
  readonly problem: string;
}

/**
 * Maps the data of one message to a delivery (specification, section D). Where the catalog gives
 * several keys for a field, the first that is present is read.
 */
export function parseMessage(data: string, keys: RelayMessageKeys): RelayedDelivery | Unreadable {
  const message = parseObject(data);
  if (message === undefined) return { problem: "its data is not a JSON object" };
  const id = readField(message, keys.id);
  const name = readField(message, keys.event);
  const signature = readField(message, keys.signature);
  const payload = readPayload(message, keys);
  if (!isHeaderText(id)) return missing(keys.id, "a line of text");
  if (!isHeaderText(name)) return missing(keys.event, "a line of text");
  if (isReserved(name)) return missing(keys.event, "an event name without a dot, `*` or `error`");
  if (typeof signature !== "string") return missing(keys.signature, "text");
  if (payload === undefined) return missing([...keys.rawBody, ...keys.body], "the payload");
  return { id, name, payload, signature };
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

/** The text that was signed when the relay sends it, else the body serialised again. */
function readPayload(message: Message, keys: RelayMessageKeys): string | undefined {
  const raw = nonEmpty(readField(message, keys.rawBody));
  if (raw !== undefined) return raw;
  const body = readField(message, keys.body);
  return isJsonObject(body) ? serialise(body) : nonEmpty(body);
}

/** Nesting that can be parsed may still be too deep to serialise. */
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

/** What came as a header can go out as one, and into a log, without escaping. */
function isHeaderText(value: unknown): value is string {
  return typeof value === "string" && /^[\x21-\x7e]{1,256}$/.test(value);
}

/** The middleware refuses the same names. */
function isReserved(name: string): boolean {
  return name === "error" || name.includes("*") || name.includes(".");
}

function missing(keys: readonly string[], expected: string): Unreadable {
  return { problem: `expected ${expected} under ${keys.map((key) => `"${key}"`).join(" or ")}` };
}
