/** `drain()`: nothing more is taken, and what was taken is finished. */
import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { WebhookAggregateError } from "../../../src/receive/webhooks/webhook-error.js";
import type { WebhookError } from "../../../src/receive/webhooks/webhook-error.js";
import { createSafeLog } from "../../../src/receive/webhooks/log.js";
import { createReader } from "../../../src/receive/webhooks/delivery.js";
import { Admission } from "../../../src/receive/webhooks/dispatch/admission.js";
import { type DeliveryReceiver, RECEIVER } from "../../../src/receive/webhooks/receiver.js";
import { createChallenges } from "../../../src/receive/webhooks/parts/challenge.js";
import { bindWebhooks } from "../../../src/receive/webhooks/webhooks.js";
import { implementations } from "../../http/implementations.js";
import { post } from "../../http/post.js";
import { RawClient } from "../../http/raw-client.js";
import { listen } from "../../http/server.js";
import {
  catalog,
  createGate,
  createToolkit,
  payload,
  secret,
  signature,
  parts,
  headers as headerNames,
} from "../../http/toolkit.js";
import { observeUnhandled } from "../../webhooks/unhandled.js";

const Webhooks = bindWebhooks(catalog, parts);
const delivery = { id: "1", name: "note", payload: { action: "created" } };
const signed = { id: "1", name: "note", payload, signature: signature(payload) };

describe("drain", () => {
  it("[B.27] resolves when nothing is in flight, and each time", async () => {
    const { webhooks } = createToolkit();
    await webhooks.receive(delivery);
    expect(await webhooks.drain()).toBeUndefined();
    await webhooks.drain();
    await Promise.all([webhooks.drain(), webhooks.drain({})]);
  });

  it("[B.27] works taken off its instance, with the arguments of a signal's listener", async () => {
    const { drain, receive } = createToolkit().webhooks;
    await (drain as (...values: unknown[]) => Promise<void>)("SIGTERM", 15);
    await expect(receive(delivery)).rejects.toMatchObject({ code: "DRAINING" });
  });

  it.each([
    ["receive", () => (webhooks: Toolkit) => webhooks.receive(delivery)],
    ["verifyAndReceive", () => (webhooks: Toolkit) => webhooks.verifyAndReceive(signed)],
  ])("[B.27] waits for the handlers of %s", async (_, create) => {
    const gate = createGate();
    const { webhooks } = createToolkit({ handler: () => gate.passed });
    const received = [create()(webhooks), create()(webhooks)];
    const drained = follow(webhooks.drain());
    await turns();
    expect(drained.state()).toBe("pending");
    gate.open();
    await Promise.all(received);
    await drained.ended;
    expect(drained.state()).toBe("done");
  });

  it("[B.27] waits for an asynchronous transform, and for the handlers after it", async () => {
    const gates = [createGate(), createGate()];
    const webhooks = new Webhooks({ secret, transform: () => gates[0]?.passed });
    webhooks.on("note", () => gates[1]?.passed);
    const received = webhooks.receive(delivery);
    const drained = follow(webhooks.drain());
    for (const gate of gates) {
      await turns();
      expect(drained.state()).toBe("pending");
      gate.open();
    }
    await Promise.all([received, drained.ended]);
  });

  it("[B.27] waits for the validation", async () => {
    const gate = createGate();
    const validate = () => gate.passed.then(() => ({ valid: true }) as const);
    const webhooks = new Webhooks({ secret, validation: { validate } });
    const received = webhooks.receive(delivery);
    const drained = follow(webhooks.drain());
    await turns();
    expect(drained.state()).toBe("pending");
    gate.open();
    await Promise.all([received, drained.ended]);
  });

  it("[B.27] resolves although deliveries fail, and counts each once", async () => {
    const gate = createGate();
    const { webhooks, failures } = createToolkit({ handler: () => gate.passed });
    const wrong = { ...signed, signature: signature("other") };
    await expect(webhooks.verifyAndReceive(wrong)).rejects.toMatchObject({ status: 400 });
    await expect(webhooks.receive({ name: "" } as never)).rejects.toThrow(TypeError);
    const received = webhooks.receive(delivery);
    const drained = follow(webhooks.drain());
    await turns();
    expect(drained.state()).toBe("pending");
    gate.fail(new Error("late"));
    await expect(received).rejects.toMatchObject({ code: "HANDLER_FAILED" });
    await drained.ended;
    expect(failures).toHaveLength(2);
  });

  const reject = () => Promise.reject(new Error("x"));
  const unreadable = {
    get action(): never {
      throw new Error("x");
    },
  };
  const challenge = createChallenges([{ when: { path: "action" }, answer: {} }]);

  it.each<[what: string, options: object, deliver: (webhooks: Toolkit) => Promise<unknown>]>([
    ["an event", {}, (webhooks) => webhooks.receive(delivery)],
    ["a verified event", {}, (webhooks) => webhooks.verifyAndReceive(signed)],
    ["a name with an action", {}, (webhooks) => webhooks.receive({ ...delivery, name: "a.b" })],
    [
      "a verified name with an action",
      {},
      (webhooks) => webhooks.verifyAndReceive({ ...signed, name: "a.b" }),
    ],
    [
      "a malformed delivery",
      {},
      (webhooks) => webhooks.receive({ name: "a", payload: 1 } as never),
    ],
    [
      "a payload that cannot be read",
      {},
      (webhooks) => webhooks.receive({ ...delivery, payload: unreadable }),
    ],
    [
      "a wrong signature",
      {},
      (webhooks) => webhooks.verifyAndReceive({ ...signed, signature: signature("other") }),
    ],
    [
      "a secret that cannot be looked up",
      { secret: reject },
      (webhooks) => webhooks.verifyAndReceive(signed),
    ],
    [
      "a secret that is unknown",
      { secret: () => undefined },
      (webhooks) => webhooks.verifyAndReceive(signed),
    ],
    [
      "a handler that throws",
      { handler: () => expect.fail("x") },
      (webhooks) => webhooks.receive(delivery),
    ],
    ["a handler that rejects", { handler: reject }, (webhooks) => webhooks.receive(delivery)],
    ["a transform that rejects", { transform: reject }, (webhooks) => webhooks.receive(delivery)],
    [
      "a validation that fails",
      { validation: { validate: reject, onInvalid: "throw" } },
      (webhooks) => webhooks.receive(delivery),
    ],
    ["a challenge", { isChallenged: true }, (webhooks) => webhooks.verifyAndReceive(signed)],
  ])("[B.27] waits for nothing after %s", async (_, options, deliver) => {
    const { handler, isChallenged, ...others } = options as {
      readonly handler?: () => unknown;
      readonly isChallenged?: boolean;
    };
    const Own = isChallenged ? bindWebhooks(catalog, { ...parts, challenge }) : Webhooks;
    const webhooks = new Own({ secret, log: {}, ...others });
    webhooks.on("note", () => handler?.());
    await deliver(webhooks).catch(() => undefined);
    const drained = follow(webhooks.drain());
    await turns();
    expect(drained.state()).toBe("done");
  });

  it.each([
    ["receive", (webhooks: Toolkit) => webhooks.receive(delivery)],
    ["verifyAndReceive", (webhooks: Toolkit) => webhooks.verifyAndReceive(signed)],
  ])("[B.27] lets %s reject from the call on", async (_, receive) => {
    const { webhooks, received, failures } = createToolkit();
    const drained = webhooks.drain();
    const error: unknown = await receive(webhooks).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(WebhookAggregateError);
    expect(error).toMatchObject({
      code: "DRAINING",
      status: 503,
      event: { id: "1", name: "note" },
    });
    expect(failures.map(({ code }: WebhookError<unknown>) => code)).toEqual(["DRAINING"]);
    expect(received).toEqual([]);
    await drained;
    await expect(receive(webhooks)).rejects.toMatchObject({ code: "DRAINING" });
  });

  it("[B.27] takes nothing more from a handler either, and may be called by one", async () => {
    const webhooks = new Webhooks({ secret, log: {} });
    let drained: Promise<void> | undefined;
    webhooks.on("note", async () => {
      drained = webhooks.drain();
      await webhooks.receive({ name: "ping", payload: {} });
    });
    await expect(webhooks.receive(delivery)).rejects.toMatchObject({ code: "HANDLER_FAILED" });
    await drained;
  });

  it("[B.27] rejects with the reason of a signal, stays closed, and leaves no listener", async () => {
    const gate = createGate();
    const { webhooks } = createToolkit({ handler: () => gate.passed });
    const received = webhooks.receive(delivery);
    const controller = new AbortController();
    const { signal } = controller;
    const drained = webhooks.drain({ signal });
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
    const reason = new Error("enough");
    const outcome = expect(drained).rejects.toBe(reason);
    controller.abort(reason);
    await outcome;
    await expect(webhooks.drain({ signal })).rejects.toBe(reason);
    await expect(webhooks.receive(delivery)).rejects.toMatchObject({ code: "DRAINING" });
    const again = new AbortController();
    const drainedAgain = webhooks.drain({ signal: again.signal });
    gate.open();
    await Promise.all([received, drainedAgain]);
    for (const used of [signal, again.signal]) {
      expect(getEventListeners(used, "abort")).toEqual([]);
    }
  });

  it.each([[null], [1], ["20s"], [{}]])("[B.27] rejects %j as a signal", async (signal) => {
    const { webhooks } = createToolkit();
    await expect(webhooks.drain({ signal } as never)).rejects.toThrow(TypeError);
    await webhooks.receive(delivery); // a mistake in the call closes nothing
  });

  it("[B.27] of one toolkit leaves another as it is", async () => {
    const [first, second] = [createToolkit(), createToolkit()];
    await first.webhooks.drain();
    await second.webhooks.receive(delivery);
    expect(second.received).toHaveLength(1);
  });
});

describe.each(implementations)("drain behind the $name middleware", ({ create }) => {
  it("[B.27] [C.21] answers 503 to what comes after, and runs nothing", async () => {
    const { webhooks, received, failures, recorder } = createToolkit();
    const server = await listen(create(webhooks));
    await webhooks.drain();
    const { status, connection, body } = await post(server.port);
    expect([status, connection]).toEqual([503, "close"]);
    expect(JSON.parse(body)).toEqual({ error: "The receiver is shutting down.", code: "DRAINING" });
    expect([received, failures]).toEqual([[], []]);
    expect(recorder.text()).toEqual(['Delivery "id-1": DRAINING. The receiver is shutting down.']);
    await Promise.all(server.settled);
    await server.close();
  });

  it("[B.27] finishes and answers what runs", async () => {
    const gate = createGate();
    const { webhooks, received } = createToolkit({ handler: () => gate.passed });
    const server = await listen(create(webhooks));
    const reply = post(server.port);
    await until(() => received.length === 1);
    const drained = follow(webhooks.drain());
    await turns();
    expect(drained.state()).toBe("pending");
    gate.open();
    await drained.ended;
    const { status, connection } = await reply;
    expect([status, connection]).toEqual([200, "close"]);
    await server.close();
  });

  it("[B.27] finishes what is still being sent", async () => {
    const { webhooks, received } = createToolkit();
    const server = await listen(create(webhooks));
    const client = new RawClient(server.port);
    const half = payload.length / 2;
    await client.write(head() + payload.slice(0, half));
    await until(() => server.settled.length === 1);
    const drained = follow(webhooks.drain());
    await turns();
    expect(drained.state()).toBe("pending");
    await client.write(payload.slice(half));
    expect((await client.answer())?.status).toBe(200);
    await drained.ended;
    expect(received).toHaveLength(1);
    await client.closed; // by the server: the answer says so
    await server.close();
  });

  it("[B.27] takes nothing from the handlers of what is still being sent", async () => {
    const errors: unknown[] = [];
    const { webhooks } = createToolkit({
      handler: () => webhooks.receive(delivery).catch((error: unknown) => errors.push(error)),
    });
    const server = await listen(create(webhooks));
    const client = new RawClient(server.port);
    await client.write(`${head()}{`);
    await until(() => server.settled.length === 1);
    const drained = webhooks.drain();
    await client.write(payload.slice(1));
    expect((await client.answer())?.status).toBe(200);
    expect(errors).toEqual([expect.objectContaining({ code: "DRAINING" })]);
    await drained;
    client.destroy();
    await server.close();
  });

  it("[B.27] waits for what was answered 202", async () => {
    const gate = createGate();
    const { webhooks } = createToolkit({ handler: () => gate.passed });
    const server = await listen(create(webhooks, { timeout: 20 }));
    expect((await post(server.port)).status).toBe(202);
    await Promise.all(server.settled);
    const drained = follow(webhooks.drain());
    await turns();
    expect(drained.state()).toBe("pending");
    gate.open();
    await drained.ended;
    await server.close();
  });

  it("[B.27] does not wait for a client that has gone", async () => {
    const { webhooks, received } = createToolkit();
    const server = await listen(create(webhooks));
    const client = new RawClient(server.port);
    await client.write(`${head()}{`);
    await until(() => server.settled.length === 1);
    const drained = webhooks.drain();
    client.destroy();
    await drained;
    expect(received).toEqual([]);
    await server.close();
  });

  it("[B.27] waits for a stalled body no longer than its timeout", async () => {
    const { webhooks } = createToolkit();
    const server = await listen(create(webhooks, { timeout: 50 }));
    const client = new RawClient(server.port);
    await client.write(`${head()}{`);
    await until(() => server.settled.length === 1);
    const drained = webhooks.drain();
    expect((await client.answer())?.status).toBe(408);
    await drained;
    client.destroy();
    await server.close();
  });

  it("[B.27] [C.21] lets a server end whose client keeps its connection", async () => {
    const gate = createGate();
    const { webhooks, received } = createToolkit({ handler: () => gate.passed });
    const { server, port } = await listen(create(webhooks));
    server.keepAliveTimeout = 3_600_000;
    const client = new RawClient(port);
    await client.write(head() + payload);
    await until(() => received.length === 1);
    const closed = new Promise((resolve) => server.close(resolve));
    const drained = webhooks.drain();
    gate.open();
    await Promise.all([drained, closed]);
    expect((await client.answer())?.headers.get("connection")).toBe("close");
  });

  it("[B.27] [C.21] leaves other paths to others, and other receivers alone", async () => {
    const { webhooks, received } = createToolkit();
    const standIn = createStandIn(() => Promise.resolve(void received.push("stand-in")));
    const [server, other] = [await listen(create(webhooks)), await listen(create(standIn))];
    await webhooks.drain();
    const client = new RawClient(server.port);
    await client.write("GET /elsewhere HTTP/1.1\r\nhost: localhost\r\n\r\n");
    expect((await client.answer())?.status).toBe(404);
    client.destroy();
    expect((await post(other.port)).status).toBe(200);
    expect(received).toEqual(["stand-in"]);
    await Promise.all([server.close(), other.close()]);
  });

  it("[B.27] survives a receiver that rejects with what cannot be looked at", async () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const standIn = createStandIn(() => Promise.reject(proxy));
    const server = await listen(create(standIn));
    const unhandled = await observeUnhandled(async () => {
      expect((await post(server.port)).status).toBe(500);
    });
    expect(unhandled).toEqual([]);
    await server.close();
  });
});

/** Receives deliveries in place of a toolkit. */
function createStandIn(verifyAndReceive: () => Promise<void>) {
  const receiver: DeliveryReceiver & { [RECEIVER](): DeliveryReceiver } = {
    catalog,
    parts,
    reader: createReader(parts.scheme),
    isReserved: () => false,
    log: createSafeLog({}),
    looksUpSecrets: false,
    admission: new Admission(),
    verifyAndReceive,
    [RECEIVER]: () => receiver,
  };
  return receiver;
}

/** The head of a delivery whose body is the fixture's payload. */
function head(): string {
  const { event, delivery: id, signature: digest } = headerNames;
  return [
    `POST ${catalog.path} HTTP/1.1`,
    "host: localhost",
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(payload)}`,
    `${event}: note`,
    `${id}: id-1`,
    `${digest}: ${signature(payload)}`,
    "\r\n",
  ].join("\r\n");
}

function follow(promise: Promise<void>) {
  let state = "pending";
  const ended = promise.then(() => void (state = "done"));
  return { ended, state: () => state };
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 8; turn++) await new Promise(setImmediate);
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise(setImmediate);
}

type Toolkit = ReturnType<typeof createToolkit>["webhooks"];
