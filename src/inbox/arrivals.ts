import { createHash } from "node:crypto";
import type { DispatchedEvent, SafeLog } from "../webhooks/types.js";
import { quoteDelivery } from "../expect.js";
import type { Arrival } from "./store.js";
import { toStorable } from "./stored-text.js";

/** What an inbox makes of a verified delivery. */
export interface ArrivalSettings {
  readonly orderBy: ((event: unknown) => unknown) | undefined;
  readonly log: SafeLog;
}

/**
 * Makes of a verified delivery what a store takes, whichever it is.
 * @param payload the raw body, as it was verified.
 */
export function createArrival(
  event: DispatchedEvent,
  payload: unknown,
  settings: ArrivalSettings,
): Arrival {
  const body = toBytes(payload);
  const digest = createHash("sha256").update(body).digest("hex");
  const name = toStorable(event.name);
  const id = event.id === "" ? createId(name, digest) : toStorable(event.id);
  return { id, name, body, digest, orderKey: findOrderKey(event, settings) };
}

/**
 * The id of a delivery that has none: the same name and body make the same id (contract G.4). The name
 * is part of it, because it may be in a header, and two events may have one body.
 */
function createId(name: string, digest: string): string {
  return `sha256:${createHash("sha256").update(`${digest} ${name}`).digest("hex")}`;
}

/** A verified body is a string or bytes of one kind or another. */
function toBytes(payload: unknown): Uint8Array {
  if (typeof payload === "string") return new TextEncoder().encode(payload);
  if (payload instanceof Uint8Array) return payload;
  return new Uint8Array(payload as ArrayBuffer); // the only other kind
}

/** A key that cannot be found must not lose the delivery: it waits for no other, and the log says so. */
function findOrderKey(
  event: DispatchedEvent,
  { orderBy, log }: ArrivalSettings,
): string | undefined {
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
