/** The receivers of all subjects, and their handlers. */
import { Buffer } from "node:buffer";
import { Webhooks as OctokitWebhooks } from "@octokit/webhooks";
import { Webhooks } from "typewire/webhooks";
import { type Event, type EventHandler, HandWrittenReceiver, type Receiver } from "./by-hand.js";
import { recordings, secret } from "./deliveries.js";
import type { HandlerKind, Subject, Trial } from "./trial.js";

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
