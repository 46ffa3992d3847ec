/** A receiver by `node:crypto` and a `Map`, without a toolkit: what the time of toolkits is compared with. */
import { Buffer } from "node:buffer";
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Recording } from "./deliveries.js";

/**
 * A receiver by hand: it checks the signature, strict UTF-8 and a JSON object, then runs the handlers
 * from a `Map` with `Promise.all`.
 */
export class HandWrittenReceiver implements Receiver {
  readonly #handlers = new Map<string, EventHandler[]>();
  readonly #secret: string;

  constructor(key: string) {
    this.#secret = key;
  }

  on(name: string, handler: EventHandler): void {
    const handlers = this.#handlers.get(name);
    if (handlers === undefined) this.#handlers.set(name, [handler]);
    else handlers.push(handler);
  }

  async verifyAndReceive({ id, name, payload, signature }: Recording): Promise<void> {
    const isSigned = WELL_FORMED.test(signature) && verifyByHand(this.#secret, payload, signature);
    if (!isSigned) throw new Error("The signature is not that of the payload.");
    await this.receive({ id, name, payload: parseObject(decoder.decode(payload)) });
  }

  async receive(event: Event): Promise<void> {
    const { name, payload } = event;
    const handlers = [
      ...(this.#handlers.get(`${name}.${payload.action}`) ?? []),
      ...(this.#handlers.get(name) ?? []),
    ];
    try {
      await Promise.all(handlers.map((handler) => handler(event)));
    } catch (error) {
      throw new AggregateError([error], `Delivery ${event.id} of ${name} failed.`);
    }
  }
}

const WELL_FORMED = /^sha256=[\da-f]{64}$/;

/** Refuses bytes that are not UTF-8, as typewire does. */
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Verifies with a single secret, by `node:crypto` alone. */
export function verifyByHand(key: string, payload: Uint8Array, signature: string): boolean {
  const expected = createHmac("sha256", key).update(payload).digest();
  const received = Buffer.from(signature.slice("sha256=".length), "hex");
  return expected.length === received.length && timingSafeEqual(expected, received);
}

function parseObject(text: string): object {
  const value: unknown = JSON.parse(text);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new Error("The payload is not a JSON object.");
}

// ---- Types

export interface Event {
  readonly id: string;
  readonly name: string;
  readonly payload: { readonly action?: string };
}

export type EventHandler = (event: Event) => unknown;

/** The methods that all subjects have in common. */
export interface Receiver {
  on(name: string, handler: EventHandler): unknown;
  receive(event: Event): Promise<void>;
  verifyAndReceive(delivery: Recording): Promise<void>;
}
