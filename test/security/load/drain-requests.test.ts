/** `drain()` behind a server: requests that come after it are refused, and those that have begun are answered. */
import { describe, expect, it } from "vitest";
import { createSafeLog } from "../../../src/receive/webhooks/log.js";
import { createReader } from "../../../src/receive/webhooks/delivery.js";
import { Admission } from "../../../src/receive/webhooks/admission.js";
import { type DeliveryReceiver, RECEIVER } from "../../../src/receive/webhooks/receiver.js";
import { implementations } from "../../http/implementations.js";
import { post } from "../../http/post.js";
import { RawClient } from "../../http/raw-client.js";
import { head } from "../../http/requests.js";
import { listen } from "../../http/server.js";
import { catalog, createGate, createToolkit, parts, payload } from "../../http/toolkit.js";
import { untilMet } from "../../until-met.js";
import { observeUnhandled } from "../../webhooks/unhandled.js";
import { follow, turnSomeTimes } from "./pending.js";

const delivery = { id: "1", name: "note", payload: { action: "created" } };

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
    await untilMet(() => received.length === 1);
    const drained = follow(webhooks.drain());
    await turnSomeTimes();
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
    await untilMet(() => server.settled.length === 1);
    const drained = follow(webhooks.drain());
    await turnSomeTimes();
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
    await untilMet(() => server.settled.length === 1);
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
    await turnSomeTimes();
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
    await untilMet(() => server.settled.length === 1);
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
    await untilMet(() => server.settled.length === 1);
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
    await untilMet(() => received.length === 1);
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

  it("[B.27] survives a receiver that rejects with a revoked proxy", async () => {
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
