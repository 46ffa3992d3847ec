import { Buffer } from "node:buffer";
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Recording } from "./recordings.js";

export interface Event {
  readonly id: string;
  readonly name: string;
  readonly payload: { readonly action?: string };
}

export type EventHandler = (event: Event) => unknown;

const PREFIX = "sha256=";

const WELL_FORMED = /^sha256=[\da-f]{64}$/;

/** Strict: bytes that are not UTF-8 are refused, as they are by typewire. */
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Verification as one writes it for a single secret. */
export function verifyByHand(secret: string, payload: Uint8Array, signature: string): boolean {
  const expected = createHmac("sha256", secret).update(payload).digest();
  const given = Buffer.from(signature.slice(PREFIX.length), "hex");
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/**
 * A receiver as one writes it: the signature, strict UTF-8, a JSON object, then a `Map` of handlers
 * by name and `Promise.all`.
 */
export class HandWrittenReceiver {
  readonly #handlers = new Map<string, EventHandler[]>();
  readonly #secret: string;

  constructor(secret: string) {
    this.#secret = secret;
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

function parseObject(text: string): object {
  const value: unknown = JSON.parse(text);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new Error("The payload is not a JSON object.");
}
