/**
 * Nothing of a delivery stays reachable once its handling has settled. Weak references watch the
 * objects that the toolkit, the handlers and the log get. A string cannot have a weak reference, so
 * the payload's text is searched for in a heap snapshot. The search term is a Buffer, which is not
 * part of the snapshot.
 */
import { randomBytes } from "node:crypto";
import { getHeapSnapshot, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { connectRelay, type RelayConnection } from "../../src/relay/connect-relay.js";
import {
  findReceiver,
  RECEIVER,
  type DeliveryReceiver,
} from "../../src/receive/webhooks/receiver.js";
import type { WebhookTypes } from "../../src/receive/webhooks/types.js";
import { bindWebhooks } from "../../src/receive/webhooks/webhooks.js";
import { startServer } from "./setup.js";
import { catalog, parts, secret } from "./stand-in.js";
import { createEvent, createMessage, openStream, status } from "./stream-server.js";
import { until } from "../until.js";

setFlagsFromString("--expose-gc");

const collect = runInNewContext("gc") as () => void; // the flag adds `gc` to new contexts

describe("a delivery that was handled", () => {
  const situations: readonly [string, Situation, number][] = [
    ["while the relay is open", {}, 4],
    ["after a handler failed", { fail: true }, 5],
    ["after its signature was refused", { forged: true }, 2],
    ["after it was forwarded", { forward: true }, 4],
    ["after close()", { close: true }, 4],
    ["after a failure and close()", { fail: true, close: true }, 5],
  ];

  it.each(situations)("[D.6] is not reachable %s", async (_title, situation, count) => {
    const { relay, watched } = await follow(createMarker(), situation);
    expect(watched).toHaveLength(count);
    await collectAll();
    expect(watched.filter((reference) => reference.deref() !== undefined)).toEqual([]);
    expect(relay.state).toBe(situation.close === true ? "closed" : "open");
  });

  it("[D.6] leaves none of its text in memory", async () => {
    const marker = createMarker();
    const relays: RelayConnection[] = [];
    for (const [, situation] of situations) relays.push((await follow(marker, situation)).relay);
    await collectAll();
    /./.exec("the platform keeps the text that a regular expression matched last");
    expect(await countOnHeap(marker)).toBe(0);
    expect(relays.filter(({ state }) => state === "open")).toHaveLength(4);
  });

  it("[D.6] would be found in the snapshot if something kept it", async () => {
    const marker = createMarker();
    const kept = { text: `before ${marker.toString()} after`, reference: new WeakRef({}) };
    await collectAll();
    expect(await countOnHeap(marker)).toBeGreaterThan(0);
    expect([kept.text.length, kept.reference.deref()]).toEqual([61, undefined]);
  });
});

/** Collects in later turns, because a weak reference keeps its target until the current turn ends. */
async function collectAll(): Promise<void> {
  for (let round = 0; round < 5; round++) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    collect();
  }
}

async function countOnHeap(marker: Buffer): Promise<number> {
  let count = 0;
  let rest = Buffer.alloc(0);
  for await (const chunk of getHeapSnapshot()) {
    const text = Buffer.concat([rest, Buffer.from(chunk as string)]); // a stream of text
    for (let at = text.indexOf(marker); at !== -1; at = text.indexOf(marker, at + 1)) count++;
    rest = text.subarray(-marker.length + 1);
  }
  return count;
}

/** Random ASCII bytes. The caller must not keep a string of them. */
function createMarker(): Buffer {
  return Buffer.from(randomBytes(24).toString("hex"));
}

/** Follows a relay that sends one delivery, waits until it is handled, and watches all of it. */
async function follow(marker: Buffer, { fail, forged, forward, close }: Situation) {
  const server = await startServer();
  const target = await startServer();
  server.answer(openStream);
  target.answer(status(200));
  const watched: WeakRef<object>[] = [];
  const watch = (...values: readonly unknown[]): void => {
    for (const value of values) {
      if (typeof value === "object" && value !== null) watched.push(new WeakRef(value));
    }
  };
  let settled = 0;

  const webhooks = new (bindWebhooks<WebhookTypes>(catalog, parts))({ secret });
  const receiver = findReceiver(webhooks);
  const watching: DeliveryReceiver = {
    ...receiver,
    async verifyAndReceive(delivery, ticket) {
      watch(delivery);
      const handling = receiver.verifyAndReceive(delivery, ticket);
      watch(handling);
      await handling.finally(() => settled++);
    },
  };
  webhooks.on("issues.opened", async (event) => {
    watch(event, event.payload);
    await new Promise((resolve) => setImmediate(resolve));
    if (fail === true) throw new Error("broken handler", { cause: event });
  });
  const note = (_text: unknown, ...errors: readonly unknown[]) => watch(...errors);
  const log = { warn: note, error: note, debug: () => settled++ };

  const forwardTo = forward === true ? target.url : undefined;
  const relay = connectRelay(Object.assign(webhooks, { [RECEIVER]: () => watching }), {
    url: server.url,
    log,
    forwardTo,
  });
  await relay.ready;
  server.send(createEvents(marker, forged === true));
  await until(() => expect(settled).toBe(forwardTo === undefined ? 1 : 2));
  if (close === true) await relay.close();
  return { relay, watched };
}

/** Text that holds the marker before and after the event's id. */
function createEvents(marker: Buffer, isForged: boolean): Buffer {
  const body = { action: "opened", marker: marker.toString() };
  const forged = isForged ? { "x-hub-signature": `sha256=${"0".repeat(64)}` } : {};
  const event = createEvent(createMessage("one", { body, ...forged }), "an-id-of-some-length");
  return Buffer.from(`: ${marker.toString()}\n\n${event}`);
}

interface Situation {
  readonly fail?: boolean;
  readonly forged?: boolean;
  readonly forward?: boolean;
  readonly close?: boolean;
}
