/** Many deliveries: each is answered, and no memory, socket or timer of them is left. */
import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { createWebMiddleware } from "../../../src/receive/middleware/web.js";
import { bindWebhooks } from "../../../src/receive/webhooks/webhooks.js";
import { implementations } from "../../http/implementations.js";
import { post } from "../../http/post.js";
import { listen } from "../../http/server.js";
import {
  catalog,
  createGate,
  payload,
  secret,
  signature,
  parts,
  headers as headerNames,
} from "../../http/toolkit.js";
import { repetitions } from "../../sample.js";
import { countResources, measureMemory } from "./memory.js";

const Webhooks = bindWebhooks(catalog, parts);

/** Growth of the memory in use that counts as noise, in bytes. */
const MAX_GROWTH = 5 * 1024 * 1024;

const NO_RESOURCES = { Timeout: 0, TCPSocketWrap: 0, TCPServerWrap: 0 };

/** Numbers of deliveries. */
const AT_ONCE = 1_000;
const KEEP_ALIVE = repetitions(7_500);
const TOO_SLOW = repetitions(1_000);
const IN_PROCESS = repetitions(50_000);

/** Deliveries over kept connections that are sent together. */
const KEEP_ALIVE_BATCH = 500;

/** Deliveries in the process before memory is measured: the engine compiles code and fills its caches. */
const WARM_UP = 2_000;

/** Uploads that are aborted together. */
const UPLOAD_BATCH = 30;

describe.each(implementations)("the $name middleware", ({ create }) => {
  it(`answers ${AT_ONCE} deliveries that are in flight at once`, async () => {
    const webhooks = new Webhooks({ secret });
    const gate = createGate();
    let running = 0;
    webhooks.on("note", async () => {
      running++;
      if (running === AT_ONCE) gate.open(); // so that none is answered before all have arrived
      await gate.passed;
    });
    const server = await listen(create(webhooks, { timeout: 600_000 }));
    const replies = await Promise.all(Array.from({ length: AT_ONCE }, () => post(server.port)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(AT_ONCE);
    await Promise.all(server.settled);
    await webhooks.drain();
    await server.close();
    expect(await remainingResources()).toEqual(NO_RESOURCES);
  });

  it(`answers ${TOO_SLOW} deliveries whose handlers are too slow, and forgets none of them`, async () => {
    const webhooks = new Webhooks({ secret });
    const gate = createGate();
    let finished = 0;
    webhooks.on("note", async () => {
      await gate.passed;
      finished++;
    });
    const server = await listen(create(webhooks, { timeout: 1 }));
    const replies: number[] = [];
    for (let batch = 0; batch < TOO_SLOW / 100; batch++) {
      const sent = Array.from({ length: 100 }, () => post(server.port));
      for (const { status } of await Promise.all(sent)) replies.push(status);
    }
    // 408 is the answer when the body itself has not arrived within the timeout.
    expect(replies.filter((status) => status !== 202 && status !== 408)).toEqual([]);
    gate.open();
    await webhooks.drain();
    expect(finished).toBe(replies.filter((status) => status === 202).length);
    await server.close();
  });

  it(`keeps nothing of ${KEEP_ALIVE} deliveries over kept connections`, async () => {
    const webhooks = new Webhooks({ secret, log: {} });
    let handled = 0;
    webhooks.on("note", async () => {
      await new Promise(setImmediate);
      handled++;
      if (handled % 10 === 0) throw new Error("a tenth fails");
    });
    const sockets = new Set<Socket>();
    const { server, settled, close, port } = await listen(create(webhooks));
    server.on("connection", (socket) => sockets.add(socket));
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    const sendBatch = async () => {
      await Promise.all(Array.from({ length: KEEP_ALIVE_BATCH }, () => sendOver(agent, port)));
      settled.length = 0;
    };
    await sendBatch(); // opens the connections, and warms up
    const [memory, listeners] = [await measureMemory(), countListeners(sockets)];
    for (let sent = KEEP_ALIVE_BATCH; sent < KEEP_ALIVE; sent += KEEP_ALIVE_BATCH)
      await sendBatch();
    expect((await measureMemory()) - memory).toBeLessThan(MAX_GROWTH);
    expect(handled).toBe(KEEP_ALIVE);
    expect(sockets.size).toBe(8);
    expect(countListeners(sockets)).toEqual(listeners);
    agent.destroy();
    await close();
  });

  it("keeps nothing of 300 uploads that were aborted", async () => {
    const webhooks = new Webhooks({ secret, log: {} });
    const { close, port, settled } = await listen(create(webhooks));
    const abortBatch = async () => {
      await Promise.all(Array.from({ length: UPLOAD_BATCH }, () => abortUpload(port)));
      await Promise.all(settled.splice(0));
    };
    await abortBatch(); // warms up
    const memory = await measureMemory();
    for (let batch = 0; batch < 10; batch++) await abortBatch();
    expect((await measureMemory()) - memory).toBeLessThan(MAX_GROWTH);
    await webhooks.drain();
    await close();
    expect(await remainingResources()).toEqual(NO_RESOURCES);
  });
});

describe(`${IN_PROCESS} deliveries`, () => {
  it("through the web middleware leave memory as it was", async () => {
    let failures = 0;
    const webhooks = new Webhooks({ secret, log: {} });
    webhooks.on("note", () => Promise.resolve());
    webhooks.on("note.created", ({ id }) => {
      if (id === "fails") throw new Error("a handler");
    });
    webhooks.onError(() => failures++);
    const middleware = createWebMiddleware(webhooks);
    const statuses = new Map<number, number>();
    const receive = async (index: number) => {
      const { status } = await middleware(createRequest(index));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    };
    const receiveMany = async (size: number) => {
      for (let start = 0; start < size; start += 100) {
        await Promise.all(Array.from({ length: 100 }, (_, index) => receive(start + index)));
      }
    };
    await receiveMany(WARM_UP);
    const before = await measureMemory();
    await receiveMany(IN_PROCESS);
    expect((await measureMemory()) - before).toBeLessThan(MAX_GROWTH);
    // Of ten requests of `createRequest`, one has a handler that fails and one a wrong signature.
    const tenth = (WARM_UP + IN_PROCESS) / 10;
    expect(Object.fromEntries(statuses)).toEqual({ 200: 8 * tenth, 400: tenth, 500: tenth });
    expect(failures).toBe(2 * tenth); // of handlers, and of signatures
  });

  it("through receive leave memory as it was", async () => {
    const webhooks = new Webhooks({ secret, log: {} });
    let handled = 0;
    webhooks.on("note", async () => {
      await Promise.resolve();
      handled++;
    });
    const receiveMany = async (size: number) => {
      for (let index = 0; index < size; index++) {
        const remove = webhooks.on(`name ${index % 100}`, ignore);
        await webhooks.receive({ id: String(index), name: "note", payload: {} });
        remove();
      }
    };
    await receiveMany(WARM_UP);
    const before = await measureMemory();
    await receiveMany(IN_PROCESS);
    expect((await measureMemory()) - before).toBeLessThan(MAX_GROWTH);
    expect(handled).toBe(WARM_UP + IN_PROCESS);
  });
});

/** A delivery. One in ten has a handler that fails, and another one in ten a wrong signature. */
function createRequest(index: number): Request {
  const headers = createHeaders(index % 10 === 0 ? "fails" : `id-${index}`);
  if (index % 10 === 1) headers[headerNames.signature] = signature("another body");
  const url = `http://localhost${catalog.path}`;
  return new Request(url, { method: "POST", headers, body: payload });
}

function createHeaders(id: string): Record<string, string> {
  const { event, delivery, signature: signed } = headerNames;
  return {
    "content-type": "application/json",
    [event]: "note",
    [delivery]: id,
    [signed]: signature(payload),
  };
}

function sendOver(agent: Agent, port: number): Promise<void> {
  const options = { agent, port, host: "127.0.0.1", method: "POST", path: catalog.path };
  return new Promise((resolve, reject) => {
    const sent = request({ ...options, headers: createHeaders("id") }, (response) => {
      response.resume().on("end", resolve).on("error", reject);
    });
    sent.on("error", reject).end(payload);
  });
}

/** Starts an upload of a megabyte, and closes its connection after a quarter of it. */
function abortUpload(port: number): Promise<void> {
  const headers = Object.entries({ ...createHeaders("id"), "content-length": 1024 * 1024 });
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const head = `POST ${catalog.path} HTTP/1.1\r\nhost: localhost\r\n${lines}\r\n`;
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" });
    socket.on("close", () => resolve()).on("error", ignore);
    socket.write(head);
    socket.write(Buffer.alloc(256 * 1024, "a"), () => socket.destroy());
  });
}

function countListeners(sockets: ReadonlySet<Socket>): unknown {
  return Array.from(sockets, (socket) =>
    socket.eventNames().map((name) => [String(name), socket.listenerCount(name)]),
  );
}

/** Waits up to two seconds for resources that are being closed, and counts those that are left. */
async function remainingResources(): Promise<unknown> {
  for (let turn = 0; turn < 200; turn++) {
    const counts = countResources();
    if (isDeepStrictEqual(counts, NO_RESOURCES)) break;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return countResources();
}

function ignore(): void {}
