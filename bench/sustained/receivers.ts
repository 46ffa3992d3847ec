/** The receivers of all subjects, and their handlers. */
import { Buffer } from "node:buffer";
import { createHmac, timingSafeEqual } from "node:crypto";
import { Webhooks as OctokitWebhooks } from "@octokit/webhooks";
import { Webhooks } from "typewire/webhooks";
import { recordings, secret, type Recording } from "./deliveries.js";
import type { HandlerKind, Subject, Trial } from "./trial.js";

interface Event {
  readonly id: string;
  readonly name: string;
  readonly payload: { readonly action?: string };
}

type EventHandler = (event: Event) => unknown;

/** The methods that all subjects have in common. */
export interface Receiver {
  on(name: string, handler: EventHandler): unknown;
  receive(event: Event): Promise<void>;
  verifyAndReceive(delivery: Recording): Promise<void>;
}

export const ignore = (): void => undefined;

/** A log without output, because writing to a console would be measured, too. */
export const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** Creates a receiver without handlers. Its type accepts any event, unlike the toolkits' own types. */
export function createEmptyReceiver(subject: Subject): Receiver {
  if (subject === "by hand") return new HandWrittenReceiver(secret);
  const options = { secret, log: silent };
  const toolkit = subject === "typewire" ? new Webhooks(options) : new OctokitWebhooks(options);
  return toolkit as unknown as Receiver;
}

/** Creates a receiver with the handlers of a trial on every recorded event. */
export function createReceiver({ subject, handlers, count }: Trial): Receiver {
  const receiver = createEmptyReceiver(subject);
  const handler = HANDLERS[handlers];
  for (const name of new Set(recordings.map((recording) => recording.name))) {
    // Each handler is another function.
    for (let made = 0; made < count; made += 1) receiver.on(name, (event) => handler(event));
  }
  return receiver;
}

/** Creates a function that verifies bytes. For the peer, it decodes them, as the peer's middleware does. */
export function createVerification(trial: Trial): Receiver["verifyAndReceive"] {
  const receiver = createReceiver(trial);
  if (trial.subject !== "@octokit/webhooks")
    return (delivery) => receiver.verifyAndReceive(delivery);
  const takeText = receiver as unknown as { verifyAndReceive(delivery: object): Promise<void> };
  return ({ id, name, payload, signature }) => {
    const text = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength).toString();
    return takeText.verifyAndReceive({ id, name, signature, payload: text });
  };
}

/** The last payload that a handler saw, kept so that no engine can omit its parsing. */
let seen: unknown;

/** @throws Error when no handler has run. */
export function expectSeen(): void {
  if (seen === undefined) throw new Error("No handler has seen a payload.");
}

/** Functions that would settle the promises of endless handlers. A timer or a socket would keep them. */
const endings: (() => void)[] = [];

function see({ payload }: Event): void {
  seen = payload;
}

async function seeLater(event: Event): Promise<void> {
  await Promise.resolve();
  see(event);
}

const HANDLERS: Readonly<Record<HandlerKind, EventHandler>> = {
  sync: see,
  async: seeLater,
  endless: (event) => {
    see(event);
    return new Promise<void>((resolve) => void endings.push(resolve));
  },
};

const WELL_FORMED = /^sha256=[\da-f]{64}$/;

/** Refuses bytes that are not UTF-8, as typewire does. */
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Verifies with a single secret, by `node:crypto` alone. */
export function verifyByHand(key: string, payload: Uint8Array, signature: string): boolean {
  const expected = createHmac("sha256", key).update(payload).digest();
  const received = Buffer.from(signature.slice("sha256=".length), "hex");
  return expected.length === received.length && timingSafeEqual(expected, received);
}

/**
 * A receiver by hand: it checks the signature, strict UTF-8 and a JSON object, then runs the handlers
 * from a `Map` with `Promise.all`.
 */
class HandWrittenReceiver implements Receiver {
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

function parseObject(text: string): object {
  const value: unknown = JSON.parse(text);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new Error("The payload is not a JSON object.");
}
