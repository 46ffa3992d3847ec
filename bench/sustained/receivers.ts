import { Buffer } from "node:buffer";
import { Webhooks as OctokitWebhooks } from "@octokit/webhooks";
import { Webhooks } from "typewire/webhooks";
import { HandWrittenReceiver, type Event, type EventHandler } from "../webhooks/by-hand.js";
import { recordings, secret, type Recording } from "../webhooks/recordings.js";
import { createHandlers } from "./handlers.js";
import type { Subject, Trial } from "./trial.js";

/** What all subjects have in common. */
export interface Receiver {
  on(name: string, handler: EventHandler): unknown;
  receive(event: Event): Promise<void>;
  verifyAndReceive(delivery: Recording): Promise<void>;
}

export const ignore = (): void => {};

/** Writing to a console would be measured too. */
export const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** The toolkits know their own event types; here each gets any event. */
const creators: Readonly<Record<Subject, () => unknown>> = {
  "by hand": () => new HandWrittenReceiver(secret),
  typewire: () => new Webhooks({ secret, log: silent }),
  "@octokit/webhooks": () => new OctokitWebhooks({ secret, log: silent }),
};

export function createEmptyReceiver(subject: Subject): Receiver {
  return creators[subject]() as Receiver;
}

/** With the handlers of a trial on every recorded event. */
export function createReceiver({ subject, handlers, count }: Trial): Receiver {
  const receiver = createEmptyReceiver(subject);
  for (const name of new Set(recordings.map((recording) => recording.name))) {
    for (const handler of createHandlers(handlers, count)) receiver.on(name, handler);
  }
  return receiver;
}

/** The peer takes text: it is made of the bytes, as its middleware does. */
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
