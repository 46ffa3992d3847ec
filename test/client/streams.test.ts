/** Bodies that do not fit into memory. Client and server are in this process. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createClient } from "typewire/client";
import { anyRoute } from "../../src/runtime/endpoint.js";
import { closeServer, listenOn } from "../http/server.js";
import { isWhole } from "../sample.js";

const MIB = 1_048_576;

/** The one chunk of all bodies, so that the memory that is measured is not that of the source. */
const CHUNK = new Uint8Array(MIB / 16);

/** A gigabyte takes seconds, so that only a whole run sends one. */
const SIZE = (isWhole ? 1_024 : 16) * MIB;

/** Bytes that sockets and streams of both sides may hold. */
const MAX_HELD = 32 * MIB;

/** Growth of the process, in which bytes wait for the garbage collector, too. */
const MAX_GROWTH = 256 * MIB;

/** Bytes that were made, and bytes that the server has got. */
const count = { made: 0, received: 0 };

beforeEach(() => {
  count.made = 0;
  count.received = 0;
});

const server = createServer((request, response) => {
  // A request that breaks off is one of the cases.
  answer(request, response).catch((error: unknown) =>
    expect(error).toMatchObject({ message: "aborted" }),
  );
});
let baseUrl = "";

beforeAll(async () => {
  baseUrl = `http://127.0.0.1:${await listenOn(server)}`;
});

afterAll(() => closeServer(server));

const connect = () => createClient({ baseUrl, retry: 0 });

describe("[F.3] a download", () => {
  it("is read no faster than it is used, and ends with its reader", async () => {
    const closed = once(server, "request").then(([, response]) => once(response, "close"));
    const { data } = await connect().request(anyRoute("GET /endless"), {}, { stream: true });
    const reader = (data as ReadableStream<Uint8Array>).getReader();
    for (let read = 0; read < MIB;) read += (await reader.read()).value?.byteLength ?? 0;
    await reader.cancel();
    await closed;
    expect(count.made).toBeLessThan(MAX_HELD);
  });

  it("takes constant memory", async () => {
    const before = process.memoryUsage().rss;
    let most = 0;
    let read = 0;
    const { data } = await connect().request(anyRoute("GET /large"), {}, { stream: true });
    for await (const { byteLength } of data as ReadableStream<Uint8Array>) {
      read += byteLength;
      if (read % (8 * MIB) < byteLength) most = Math.max(most, process.memoryUsage().rss - before);
    }
    expect(read).toBe(SIZE);
    expect(most).toBeLessThan(MAX_GROWTH);
  });
});

describe("[F.3] an upload", () => {
  it("is made no faster than it is taken, and ends with the signal", async () => {
    const controller = new AbortController();
    const data = toStream(makeChunks(1_024 * MIB));
    const { signal } = controller;
    const call = connect().request(anyRoute("PUT /unread"), { data }, { signal });
    await untilSourceRests();
    expect(count.made).toBeLessThan(MAX_HELD);
    controller.abort();
    await expect(call).rejects.toBe(signal.reason);
  });

  it.each<[title: string, path: string, isIdle: boolean]>([
    ["aborted while the server does not read", "/unread", false],
    ["aborted while it has nothing to send", "/unread", true],
    ["aborted while the server reads", "/read", true],
    ["cut off by the server", "/reset", true],
  ])("is cancelled when it is %s", async (_title, path, isIdle) => {
    const chunks = makeChunks(isIdle ? CHUNK.byteLength : 1_024 * MIB);
    const cancel = vi.fn<(reason: unknown) => void>();
    const data = new ReadableStream<Uint8Array>({
      pull(streamed) {
        const { value, done } = chunks.next();
        if (done !== true) streamed.enqueue(value);
        // A source that waits, such as a socket, does not end.
        return done === true ? new Promise<void>(() => undefined) : nextTurn();
      },
      cancel,
    });
    const controller = new AbortController();
    const { signal } = controller;
    const call = connect().request(anyRoute(`PUT ${path}`), { data }, { signal });
    const rejection = call.catch((error: unknown) => error);
    await expect.poll(() => count.made).toBeGreaterThan(0);
    if (path !== "/reset") {
      controller.abort("The user has left.");
      expect(await rejection).toBe(signal.reason);
    }
    await expect.poll(() => cancel.mock.lastCall?.[0]).toBeDefined();
  });

  it("never looks whole when it is aborted", async () => {
    const controller = new AbortController();
    let sent: Promise<string> | undefined;
    const client = createClient({
      fetch: async (_url, init) => {
        sent = new Response(init?.body as ReadableStream).text();
        sent.catch(() => undefined); // looked at below
        setTimeout(() => controller.abort(new Error("The user has left.")));
        return new Promise<never>(() => undefined); // it does not follow the signal
      },
    });
    const data = new ReadableStream({ start: (streamed) => streamed.enqueue(CHUNK) });
    const { signal } = controller;
    await expect(client.request(anyRoute("PUT /read"), { data }, { signal })).rejects.toThrow(
      "has left",
    );
    await expect(sent).rejects.toThrow("has left");
  });

  it("takes constant memory", async () => {
    const before = process.memoryUsage().rss;
    let most = 0;
    const chunks = makeChunks(SIZE);
    const next = () => {
      if (count.made % (8 * MIB) === 0) most = Math.max(most, process.memoryUsage().rss - before);
      return chunks.next();
    };
    const { status } = await connect().request(anyRoute("PUT /read"), { data: toStream({ next }) });
    expect({ status, received: count.received }).toEqual({ status: 201, received: SIZE });
    expect(most).toBeLessThan(MAX_GROWTH);
  });
});

function* makeChunks(size: number): Generator<Uint8Array> {
  for (let sent = 0; sent < size; sent += CHUNK.byteLength) {
    count.made += CHUNK.byteLength;
    yield CHUNK;
  }
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === "/endless") Readable.from(makeChunks(Infinity)).pipe(response);
  else if (request.url === "/large") Readable.from(makeChunks(SIZE)).pipe(response);
  else if (request.url === "/reset") request.once("data", () => request.socket.resetAndDestroy());
  else if (request.url === "/read") {
    for await (const chunk of request) count.received += (chunk as Uint8Array).byteLength;
    response.writeHead(201).end();
  }
}

/** Gives sockets and timers their turn. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

/** Resolves once the source has made chunks and is asked for no more, because all buffers are full. */
async function untilSourceRests(): Promise<void> {
  let before: number;
  do {
    before = count.made;
    await sleep(100);
  } while (count.made === 0 || count.made > before);
}

function toStream(chunks: Iterator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull(controller) {
      const { value, done } = chunks.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
  });
}
