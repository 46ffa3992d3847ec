/** Steps from a verified delivery to an entry of the store, and the answers to its sender. */
import { createHash } from "node:crypto";
import type { DispatchedEvent } from "../webhooks/types.js";
import { quoteDelivery } from "../messages/expect.js";
import { type Answer, createAnswer, JSON_TYPE, PLAIN_TEXT } from "../webhooks/webhook-error.js";
import type { InboxSettings } from "./options.js";
import type { Arrival } from "./store.js";
import { toStorable } from "./store-rules.js";

/** In seconds. Most services wait longer anyway. */
const RETRY_AFTER = 10;

/** Answer once the delivery is stored. */
export const ACCEPTED = /* @__PURE__ */ createAnswer(202, PLAIN_TEXT, "accepted\n");

export const UNAVAILABLE = /* @__PURE__ */ createRefusal("The delivery could not be stored.");

/** Answer when the time is up. If the delivery is stored after that, its repetition is a duplicate. */
export const LATE = /* @__PURE__ */ createRefusal("The delivery was not stored in time.");

function createRefusal(error: string): Answer {
  const body = JSON.stringify({ error, code: "STORE_UNAVAILABLE" });
  return createAnswer(503, JSON_TYPE, body, { "retry-after": String(RETRY_AFTER) });
}

/**
 * Converts a verified delivery to a form that every store takes.
 * @param payload the raw body, as it was verified.
 */
export function createArrival(
  event: DispatchedEvent,
  payload: unknown,
  settings: InboxSettings,
): Arrival {
  const body = toBytes(payload);
  const digest = createHash("sha256").update(body).digest("hex");
  const name = toStorable(event.name);
  const id = event.id === "" ? createId(name, digest) : toStorable(event.id);
  return { id, name, body, digest, orderKey: findOrderKey(event, settings) };
}

/**
 * Makes the id of a delivery without one, the same for the same name and body (contract G.4). The name
 * is part of it, because it may be in a header, and two events may have one body.
 */
function createId(name: string, digest: string): string {
  return `sha256:${createHash("sha256").update(`${digest} ${name}`).digest("hex")}`;
}

/** Converts a verified body, which is a string or bytes of one kind or another. */
function toBytes(payload: unknown): Uint8Array {
  if (typeof payload === "string") return new TextEncoder().encode(payload);
  if (payload instanceof Uint8Array) return payload;
  return new Uint8Array(payload as ArrayBuffer); // the only other kind
}

/** Logs an error of `orderBy` and returns no key: the delivery must not be lost, so it waits for no other. */
function findOrderKey(event: DispatchedEvent, { orderBy, log }: InboxSettings): string | undefined {
  try {
    const key = orderBy?.(event);
    if (key === undefined || key === null) return undefined;
    if (typeof key === "string" || typeof key === "number") return toStorable(String(key));
    throw new TypeError(`The key is of type ${typeof key}; expected a string or a number.`);
  } catch (error) {
    log.error(`\`orderBy\` failed on ${quoteDelivery(event)}; it is handled without order.`, error);
    return undefined;
  }
}
