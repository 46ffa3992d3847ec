/** Arrivals: verified deliveries with their id, digest and order key, in a form that every store takes. */
import { createHash } from "node:crypto";
import { quoteDelivery } from "../base/expect.js";
import type { DispatchedEvent } from "../receive/webhooks/types.js";
import type { InboxSettings } from "./options.js";
import type { Arrival, Via } from "./store.js";
import { toStorable } from "./store-rules.js";

/**
 * Creates the arrival of a verified delivery.
 * @param payload the raw body, as it was verified.
 * @param via set for a delivery that was fetched, and not sent.
 */
export function createArrival(
  event: DispatchedEvent,
  payload: unknown,
  settings: InboxSettings,
  via?: Via,
): Arrival {
  const body = encodeBody(payload);
  const digest = createHash("sha256").update(body).digest("hex");
  const name = toStorable(event.name);
  const id = event.id === "" ? createId(name, digest) : toStorable(event.id);
  return { id, name, body, digest, orderKey: findOrderKey(event, settings), via };
}

/** Writes a payload that a client has parsed. A client may have made bigints of long numbers. */
export function writeJson(payload: unknown): string {
  return JSON.stringify(payload, (_key, value: unknown) => {
    if (typeof value !== "bigint") return value;
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : String(value);
  });
}

/**
 * Derives the id of a delivery that has none from its name and its body (contract G.4). The name counts,
 * because it may be in a header: two events may have the same body.
 */
function createId(name: string, digest: string): string {
  return `sha256:${createHash("sha256").update(`${digest} ${name}`).digest("hex")}`;
}

/** Converts a verified body: a string, a `Uint8Array` or an `ArrayBuffer`. */
function encodeBody(payload: unknown): Uint8Array {
  if (typeof payload === "string") return new TextEncoder().encode(payload);
  if (payload instanceof Uint8Array) return payload;
  return new Uint8Array(payload as ArrayBuffer); // the only other kind
}

/** Calls `orderBy`. If that fails, logs the error and returns no key, so that the delivery is not lost. */
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
