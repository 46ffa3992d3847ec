import { Buffer } from "node:buffer";
import { createHmac, timingSafeEqual } from "node:crypto";

export interface Event {
  readonly id: string;
  readonly name: string;
  readonly payload: { readonly action?: string };
}

export type EventHandler = (event: Event) => unknown;

/** Verification as one writes it for a single secret. */
export function verifyByHand(secret: string, payload: Uint8Array, signature: string): boolean {
  const expected = createHmac("sha256", secret).update(payload).digest();
  const given = Buffer.from(signature.slice("sha256=".length), "hex");
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** A dispatcher as one writes it: a `Map` of handlers by name, and `Promise.all`. */
export class MapDispatcher {
  readonly #handlers = new Map<string, EventHandler[]>();

  on(name: string, handler: EventHandler): void {
    const handlers = this.#handlers.get(name);
    if (handlers === undefined) this.#handlers.set(name, [handler]);
    else handlers.push(handler);
  }

  async receive(event: Event): Promise<void> {
    const { name, payload } = event;
    const handlers = [
      ...(this.#handlers.get(`${name}.${payload.action}`) ?? []),
      ...(this.#handlers.get(name) ?? []),
    ];
    await Promise.all(handlers.map((handler) => handler(event)));
  }
}
