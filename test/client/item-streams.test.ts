/** Streams of items, over real sockets: their requests and their items. */
import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { EndpointError } from "../../src/request/endpoint/errors.js";
import { defineStreamMethod } from "../../src/request/sdk/streams.js";
import { errorOf } from "./error-of.js";
import { json, reply, reset, startServer } from "./server.js";
import { collect } from "./collect.js";
import { begin, createStreamingClient, play, SSE } from "./streaming-service.js";
import { ONE, TWO, drain } from "./stream-items.js";

const server = startServer();
const connect = (options: Parameters<typeof createStreamingClient>[0] = {}) =>
  createStreamingClient({ baseUrl: server.url, retry: 0, ...options });

describe("[I.1] a stream", () => {
  it("gives out items as they arrive", async () => {
    let response: ServerResponse | undefined;
    server.play(begin(ONE, (begun) => (response = begun)));
    const seen: unknown[] = [];
    for await (const item of connect().stream("GET /changes")) {
      seen.push(item);
      if (seen.length === 1) response?.write(TWO);
      else response?.end();
    }
    expect(seen).toEqual([{ id: 1 }, { id: 2 }]);
    expect(server.arrivals[0]).toMatchObject({ url: "/changes", headers: { accept: SSE } });
  });

  it("sends its request when it is read, and once", async () => {
    server.play(play([ONE, TWO]));
    const stream = connect().stream("GET /changes", { since: 3 });
    expect(server.arrivals).toEqual([]);
    const { status, url, headers } = await stream.response();
    expect({ status, url }).toEqual({ status: 200, url: `${server.url}/changes?since=3` });
    expect(headers.get("content-type")).toBe(SSE);
    expect(await collect(stream)).toEqual([{ id: 1 }, { id: 2 }]);
    expect(await collect(stream)).toEqual([]); // it was read
    expect(server.arrivals).toHaveLength(1);
  });

  it("sends the parameter that asks for it", async () => {
    server.play(play([]));
    const client = connect();
    await collect(client.stream("POST /chats", { model: "m" }));
    await collect(client.stream("POST /chats", { data: { model: "m", stream: false } }));
    const bodies = server.arrivals.map(({ body }) => JSON.parse(body) as unknown);
    expect(bodies).toEqual(Array(2).fill({ model: "m", stream: true }));
  });

  it("ends without items after a 204", async () => {
    server.play(reply(204));
    expect(await collect(connect().stream("GET /changes"))).toEqual([]);
  });

  it("has the credentials, hooks and retries of any request", async () => {
    server.play(reply(503), reset, reply(401), play([ONE]));
    let token = 0;
    const attempts: number[] = [];
    const client = connect({
      auth: () => `t${++token}`,
      retry: 2,
      sleep: () => Promise.resolve(),
      onRequest: ({ attempt }) => void attempts.push(attempt),
    });
    expect(await collect(client.stream("GET /changes"))).toEqual([{ id: 1 }]);
    expect(attempts).toEqual([1, 2, 3, 4]);
    const sent = server.arrivals.map(({ headers }) => headers.authorization);
    expect(sent).toEqual(["Bearer t1", "Bearer t1", "Bearer t1", "Bearer t2"]);
  });
});

describe("[I.2] request", () => {
  it("refuses a route that only streams, at once", async () => {
    const client = connect();
    const error = await errorOf(client.request("GET /changes"));
    expect(error).toMatchObject({
      name: "EndpointError",
      code: "STREAM_ROUTE",
      message: 'Call "GET /changes" by `client.stream()`.',
    });
    expect(server.arrivals).toEqual([]);
  });

  it.each([{ stream: true }, { data: { stream: true } }])("refuses %j", async (parameters) => {
    const error = await errorOf(connect().request("POST /chats", parameters));
    expect(error).toMatchObject({ code: "STREAM_ROUTE" });
    expect(server.arrivals).toEqual([]);
  });

  it("sends what does not ask for a stream", async () => {
    server.play(json({ id: 1 }));
    const { data } = await connect().request("POST /chats", { stream: false });
    expect(data).toEqual({ id: 1 });
  });

  it("gives the bytes of a stream to whoever asks for them", async () => {
    server.play(play([ONE]));
    const { data } = await connect().request("GET /changes", {}, { stream: true });
    expect(await new Response(data as ReadableStream).text()).toBe(ONE);
  });

  it("is expected for a route that does not stream", async () => {
    // @ts-expect-error -- the route has no items
    const error = await errorOf(collect(connect().stream("GET /plain")));
    expect(error).toMatchObject({
      code: "STREAM_ROUTE",
      message: 'Call "GET /plain" by `client.request()`.',
    });
  });
});

describe("[I.10] a method of a route that streams", () => {
  type Method = (target: unknown, parameters?: object, options?: object) => unknown;
  const create = defineStreamMethod<Method>("POST /chats");

  it("gives a stream, if it is asked to", async () => {
    server.play(play([ONE, TWO]));
    const stream = create(connect(), { model: "m", stream: true }, { headers: { "x-a": "b" } });
    expect(server.arrivals).toEqual([]); // before it is read
    expect(await collect(stream as AsyncIterable<unknown>)).toEqual([{ id: 1 }, { id: 2 }]);
    expect(server.arrivals[0]).toMatchObject({
      body: '{"model":"m","stream":true}',
      headers: { accept: SSE, "x-a": "b" },
    });
  });

  it("gives a call otherwise", async () => {
    server.play(json({ id: 1 }));
    expect(await create(connect(), { stream: false })).toEqual({ id: 1 });
    expect(await create(connect())).toEqual({ id: 1 });
    const plain = defineStreamMethod<Method>("GET /plain");
    expect(await plain(connect(), { stream: true })).toEqual({ id: 1 });
  });

  it("takes the options of a stream", async () => {
    server.play(play([ONE]));
    const follow = defineStreamMethod<Method>("GET /changes");
    const stream = follow(connect(), { since: 3 }, { maxItemSize: 2 });
    const { error } = await drain(stream as AsyncIterable<unknown>);
    expect(error).toMatchObject({ code: "INVALID_BODY" });
    expect(server.arrivals[0]?.url).toBe("/changes?since=3");
  });

  it("refuses what is no client, and parameters of another type", () => {
    expect(() => create(7, { stream: true })).toThrow("The client is a number");
    expect(() => create(connect(), 7 as never)).toThrow(EndpointError);
  });
});
