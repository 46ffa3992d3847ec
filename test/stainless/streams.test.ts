/** Streams of a class with the surface of one that Stainless made (contract I.11). */
import { describe, expect, it } from "vitest";
import type { SdkCatalog } from "../../src/catalog/sdk.js";
import * as stainless from "../../src/runtime/stainless.js";
import { errorOf } from "../client/error-of.js";
import { json, silence, startServer, type Step } from "../client/server.js";
import { observeUnhandled } from "../webhooks/unhandled.js";
import { collect } from "../client/collect.js";
import { begin, createStreamingClient, play, SSE } from "../client/streaming-service.js";

const server = startServer();

const CATALOG: SdkCatalog = {
  name: "Talk",
  arguments: "last",
  resources: { chats: "/chats\n POST create\n/changes\n GET follow\n/lines\n POST read" },
  shapes: { "POST /lines": { others: [], body: "lines" } },
};

const Talk = stainless.createStainless<Talk>(CATALOG, createStreamingClient, {
  define: stainless.defineStreamMethod,
});

const ONE = 'data: {"id":1}\n\n';
const TWO = 'data: {"id":2}\n\n';
const ITEMS = [{ id: 1 }, { id: 2 }];

describe("[I.11] a stream of such a class", () => {
  it("is requested at once, and again as the options say", async () => {
    server.play(json({}, 500), play([ONE, TWO]));
    const promise = ask({}, { maxRetries: 1, sleep: () => Promise.resolve() });
    await expect.poll(() => server.arrivals).toHaveLength(2);
    expect(await collect(await promise)).toEqual(ITEMS);
    expect(server.arrivals[1]).toMatchObject({ url: "/chats", headers: { accept: SSE } });
  });

  it("has the response and the id of the request", async () => {
    server.play(play([ONE]));
    const { data, response, requestId } = await ask().withResponse();
    expect({ status: response.status, isRead: response.bodyUsed, requestId }).toEqual({
      status: 200,
      isRead: false,
      requestId: "r1",
    });
    expect(await collect(data)).toEqual([{ id: 1 }]);
  });

  it("takes the options of a request", async () => {
    server.play(play([]));
    const options = { path: "/other", query: { a: [1] }, headers: { accept: "no", "x-a": "b" } };
    await collect(await ask({ ...options, idempotencyKey: "k" }));
    expect(server.arrivals[0]).toMatchObject({
      url: "/other?a%5B%5D=1",
      headers: { accept: SSE, "x-a": "b", "idempotency-key": "k" },
    });
  });

  it("is asked for in a body that is under a key of its own", async () => {
    server.play(play(['{"id":1}\n'], "application/x-ndjson"));
    const stream = await connect().chats.read({ lines: { stream: true } });
    expect(await collect(stream)).toEqual([{ id: 1 }]);
    expect(server.arrivals[0]?.body).toBe('{"stream":true}');
  });

  it("is read once", async () => {
    server.play(play([ONE]));
    const stream = await ask();
    await collect(stream);
    expect(stream.controller.signal.aborted).toBe(false); // it ended by itself
    await expect(collect(stream)).rejects.toThrow("The stream is consumed");
  });

  it.each<[title: string, leave: (stream: stainless.Stream<unknown>) => Promise<number>]>([
    [
      "break",
      async (stream) => {
        let count = 0;
        for await (const item of stream) if ((count += item ? 1 : 0) === 1) break;
        return count;
      },
    ],
    [
      "controller.abort() in the loop",
      async (stream) => {
        let count = 0;
        for await (const item of stream) {
          count += item ? 1 : 0;
          stream.controller.abort();
        }
        return count;
      },
    ],
    [
      "controller.abort() while an item is awaited",
      async (stream) => {
        const items = stream[Symbol.asyncIterator]();
        await items.next();
        const next = items.next();
        stream.controller.abort();
        return (await next).done === true ? 1 : 2;
      },
    ],
  ])("ends by %s: the server sees the socket close", async (_title, leave) => {
    const seen = open(ONE);
    const stream = await ask();
    expect(await leave(stream)).toBe(1);
    expect(stream.controller.signal.aborted).toBe(true);
    await expect.poll(() => seen.isClosed).toBe(true);
  });

  it("ends by the signal of the caller, without an error", async () => {
    const seen = open(ONE);
    const controller = new AbortController();
    const ids: number[] = [];
    for await (const { id } of await ask({ signal: controller.signal })) {
      ids.push(id);
      controller.abort();
    }
    expect(ids).toEqual([1]);
    await expect.poll(() => seen.isClosed).toBe(true);
  });

  it("has two branches, each with all items", async () => {
    server.play(play([ONE, TWO]));
    const [left, right] = (await ask()).tee();
    expect(await collect(left)).toEqual(ITEMS);
    expect(await collect(right)).toEqual(ITEMS);
  });

  it("becomes lines of JSON", async () => {
    server.play(play([ONE, TWO]));
    const lines = await new Response((await ask()).toReadableStream()).text();
    expect(lines).toBe('{"id":1}\n{"id":2}\n');
  });

  it("is closed with the readable stream that was made of it", async () => {
    const seen = open(ONE);
    const reader = (await ask()).toReadableStream().getReader();
    await reader.read();
    await reader.cancel();
    await expect.poll(() => seen.isClosed).toBe(true);
  });
});

describe("[I.11] an error of such a stream", () => {
  it.each<[title: string, step: Step, error: object]>([
    ["a status", json({ message: "no" }, 404), { name: "NotFoundError", status: 404 }],
    ["no response in time", silence, { name: "APIConnectionTimeoutError" }],
    [
      "an error among the items",
      play([ONE, 'data: {"error":{"message":"Overloaded."}}\n\n']),
      { name: "APIError", error: { error: { message: "Overloaded." } } },
    ],
    [
      "a lost connection",
      begin(ONE, (response) => void response.socket?.resetAndDestroy()),
      { name: "APIConnectionError" },
    ],
  ])("is one of the class: %s", async (_title, step, expected) => {
    server.play(step);
    const error = await errorOf(ask({ timeout: 300 }).then(collect));
    expect(error).toBeInstanceOf(stainless.APIError);
    expect(error).toMatchObject(expected);
  });

  it("ends no process if nobody awaits the call", async () => {
    server.play(json({}, 404));
    const unhandled = await observeUnhandled(async () => {
      void ask();
      await expect.poll(() => server.arrivals).toHaveLength(1);
      await errorOf(ask());
    });
    expect(unhandled).toEqual([]);
  });

  it("is that of the caller who aborts before the response", async () => {
    server.play(silence);
    const controller = new AbortController();
    const promise = ask({ signal: controller.signal });
    await expect.poll(() => server.arrivals).toHaveLength(1);
    controller.abort();
    expect(await errorOf(promise)).toMatchObject({ name: "APIUserAbortError" });
  });
});

function connect(options: object = {}) {
  return new Talk({ baseURL: server.url, maxRetries: 0, ...options });
}

function ask(options: stainless.RequestOptions = {}, clientOptions: object = {}) {
  return connect(clientOptions).chats.create({ model: "m", stream: true }, options);
}

/** A stream that does not end by itself, and tells that its connection is closed. */
function open(text: string) {
  const seen = { isClosed: false };
  const step: Step = (response, arrival) => {
    response.once("close", () => (seen.isClosed = true));
    begin(text, () => undefined)(response, arrival);
  };
  server.play(step);
  return seen;
}

type Create = (
  params: unknown,
  options?: stainless.RequestOptions,
) => stainless.APIPromise<stainless.Stream<{ readonly id: number }>>;

interface Talk extends stainless.StainlessClient {
  readonly chats: Readonly<Record<"create" | "follow" | "read", Create>>;
}
