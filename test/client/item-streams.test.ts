/** Streams of items, over real sockets. */
import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { EndpointError } from "../../src/request/endpoint/errors.js";
import { defineStreamMethod } from "../../src/request/sdk/streams.js";
import { createMockFetch } from "../../src/testing/client-mock.js";
import { fakeTime } from "../fake-time.js";
import { errorOf } from "./error-of.js";
import { json, reply, reset, silence, startServer, type Step } from "./server.js";
import { begin, collect, createStreamingClient, play, SSE } from "./streaming-service.js";

const server = startServer();
const connect = (options: Parameters<typeof createStreamingClient>[0] = {}) =>
  createStreamingClient({ baseUrl: server.url, retry: 0, ...options });

/** Takes items until the stream ends or fails. */
async function drain(stream: AsyncIterable<unknown>) {
  const items: unknown[] = [];
  try {
    for await (const item of stream) items.push(item);
    return { items };
  } catch (error) {
    return { items, error: error as Error & Record<string, unknown> };
  }
}

const ONE = 'data: {"id":1}\n\n';
const TWO = 'data: {"id":2}\n\n';
const cut = (response: ServerResponse) => void response.socket?.resetAndDestroy();

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

describe("[I.6] a stream", () => {
  it("ends with the text that ends it, and closes the connection", async () => {
    let isClosed = false;
    server.play((response) => {
      response.once("close", () => (isClosed = true));
      response.writeHead(200, { "content-type": SSE });
      response.write('data: {"type":"end","count":0}\n\ndata: [DONE]\n\ndata: nonsense\n\n');
    });
    expect(await collect(connect().stream("POST /chats"))).toEqual([{ type: "end", count: 0 }]);
    await expect.poll(() => isClosed).toBe(true);
  });

  it("of lines ends with its text, too", async () => {
    server.play(play(['{"id":1}\n[DONE]\r\nnonsense\n'], "application/x-ndjson"));
    expect(await collect(connect().stream("POST /lines"))).toEqual([{ id: 1 }]);
  });
});

describe("[I.7] an error in a stream", () => {
  it.each<[title: string, steps: Step, message: string, more: object]>([
    [
      "an event of that name",
      play([ONE, 'event: error\ndata: {"error":{"message":"Overloaded."}}\n\n', TWO]),
      '"POST /chats" got status 200, and then an error: Overloaded.',
      { code: "STREAM_ERROR", status: 200, data: { error: { message: "Overloaded." } } },
    ],
    [
      "an event of that name that is no JSON",
      play([`${ONE}event: error\ndata: Overloaded.\n\n`]),
      '"POST /chats" got status 200, and then an error.',
      { code: "STREAM_ERROR", data: "Overloaded." },
    ],
    [
      "an item with the property of errors",
      play([`${ONE}data: {"error":{"message":"Too long"}}\n\n${TWO}`]),
      '"POST /chats" got status 200, and then an error: Too long.',
      { code: "STREAM_ERROR", requestId: "r1", attempts: 1 },
    ],
    [
      "an item that is not JSON",
      play([ONE, "data: <html>\n\n"]),
      '"POST /chats" got status 200, and its body is not JSON.',
      { code: "INVALID_BODY", data: "<html>" },
    ],
  ])("is %s; what came before is kept", async (_title, step, message, more) => {
    server.play(step);
    const { items, error } = await drain(connect().stream("POST /chats"));
    expect(items).toEqual([{ id: 1 }]);
    expect(error).toMatchObject({ name: "ResponseError", message, ...more });
  });

  it("closes the connection", async () => {
    let isClosed = false;
    server.play((response) => {
      response.once("close", () => (isClosed = true));
      response.writeHead(200, { "content-type": SSE });
      response.write(`${ONE}data: {"error":{"message":"Too long"}}\n\n${TWO}`);
    });
    const { error } = await drain(connect().stream("POST /chats"));
    expect(error).toMatchObject({ code: "STREAM_ERROR" });
    await expect.poll(() => isClosed).toBe(true);
  });

  it("is a body of another type", async () => {
    server.play(reply(200, { "content-type": "text/html" }, "<html>"));
    expect((await drain(connect().stream("GET /changes"))).error).toMatchObject({
      code: "INVALID_BODY",
      message: '"GET /changes" got status 200, and its body is no stream.',
    });
  });

  it("shows no credentials", async () => {
    server.play(play(['event: error\ndata: {"message":"bad secret-token-1"}\n\n']));
    const { error } = await drain(connect({ auth: "secret-token-1" }).stream("GET /changes"));
    expect(`${JSON.stringify(error)} ${error?.message ?? ""}`).not.toContain("secret-token-1");
  });

  it.each<[title: string, step: Step, error: object]>([
    ["a status", json({ message: "No such chat" }, 404), { status: 404, code: "STATUS" }],
    ["no response", reset, { name: "ConnectionError", attempts: 1 }],
  ])("before it begins is that of a request: %s", async (_title, step, expected) => {
    server.play(step);
    const stream = connect().stream("GET /changes");
    expect(await errorOf(stream.response())).toMatchObject(expected);
    expect((await drain(stream)).error).toMatchObject(expected);
    expect(server.arrivals).toHaveLength(1);
  });

  it("is a lost connection; what came before is kept", async () => {
    server.play(begin(`${ONE}${TWO}data: {"id`, cut));
    const { items, error } = await drain(connect({ retry: 2 }).stream("GET /changes"));
    expect(items).toEqual([{ id: 1 }, { id: 2 }]);
    expect(error).toMatchObject({
      name: "ConnectionError",
      message: expect.stringMatching(/^"GET \/changes" got a part of its response/) as string,
    });
    expect(server.arrivals).toHaveLength(1);
  });

  it("is a request that cannot be built", async () => {
    const { error } = await drain(connect().stream("GET /changes", { baseUrl: "ftp://x" }));
    expect(error).toMatchObject({ name: "EndpointError" });
  });
});

describe("[I.8] the end of a stream", () => {
  /** Answers with items without end, as fast as they are taken. */
  function endless(onClose: () => void): Step {
    return (response) => {
      response.once("close", onClose);
      response.writeHead(200, { "content-type": SSE });
      const write = () => {
        while (!response.destroyed && response.write(ONE.repeat(1_000)));
      };
      response.on("drain", write);
      write();
    };
  }

  it.each<[title: string, leave: (stream: ReturnType<typeof open>) => Promise<unknown>]>([
    [
      "break",
      async (stream) => {
        for await (const item of stream) if (item.id === 1) break;
      },
    ],
    [
      "an error of the loop",
      async (stream) => {
        const loop = async () => {
          for await (const item of stream) throw new Error(String(item.id));
        };
        await expect(loop()).rejects.toThrow("1");
      },
    ],
    [
      "close() in the loop",
      async (stream) => {
        let count = 0;
        for await (const { id } of stream) {
          count += id;
          stream.close();
        }
        expect(count).toBe(1);
      },
    ],
    [
      "return() of the iterator",
      async (stream) => {
        const items = stream[Symbol.asyncIterator]();
        await items.next();
        expect(await items.return?.()).toMatchObject({ done: true });
      },
    ],
  ])("is %s: the server sees the socket close", async (_title, leave) => {
    let isClosed = false;
    server.play(endless(() => (isClosed = true)));
    await leave(open());
    await expect.poll(() => isClosed).toBe(true);
  });
  const open = () => connect().stream("GET /changes");

  it.each([
    ["before the response", silence, []],
    ["while an item is awaited", begin(ONE, () => undefined), [{ id: 1 }]],
  ] as const)("is close() %s, without an error", async (_title, step, expected) => {
    let isClosed = false;
    server.play((response, arrival) => {
      response.once("close", () => (isClosed = true));
      step(response, arrival);
    });
    const stream = open();
    const draining = drain(stream);
    await expect.poll(() => server.arrivals).toHaveLength(1);
    if (expected.length > 0) await stream.response();
    stream.close();
    const { error } = await draining;
    expect(error).toBeUndefined();
    await expect.poll(() => isClosed).toBe(true);
  });

  it.each(["options", "parameters", "client"])("is the signal of the %s", async (place) => {
    let isClosed = false;
    server.play((response, arrival) => {
      response.once("close", () => (isClosed = true));
      begin(ONE + TWO, () => undefined)(response, arrival);
    });
    const controller = new AbortController();
    const { signal } = controller;
    const client = connect(place === "client" ? { signal } : {});
    const parameters = place === "parameters" ? { request: { signal } } : {};
    const options = place === "options" ? { signal } : {};
    const reason = new Error("The user has left.");
    const items: unknown[] = [];
    const loop = async () => {
      for await (const item of client.stream("GET /changes", parameters, options)) {
        items.push(item);
        controller.abort(reason);
      }
    };
    expect(await errorOf(loop())).toBe(reason);
    expect(items).toEqual([{ id: 1 }]);
    await expect.poll(() => isClosed).toBe(true);
  });

  it("is the signal, also if the body does not follow it", async () => {
    const controller = new AbortController();
    let isCancelled = false;
    const body = new ReadableStream({ cancel: () => void (isCancelled = true) });
    const headers = { "content-type": SSE };
    const client = connect({ fetch: () => Promise.resolve(new Response(body, { headers })) });
    const { signal } = controller;
    const next = client.stream("GET /changes", {}, { signal })[Symbol.asyncIterator]().next();
    setTimeout(() => controller.abort(new Error("left")), 5);
    await expect(next).rejects.toThrow("left");
    expect(isCancelled).toBe(true);
  });

  it("is a timeout only until the response begins", async () => {
    server.play(silence);
    const late = await drain(connect().stream("GET /changes", {}, { timeout: 20 }));
    expect(late.error).toMatchObject({ name: "TimeoutError", timeout: 20 });
    let end = (): unknown => undefined;
    server.play((response) => {
      response.writeHead(200, { "content-type": SSE });
      response.write(ONE);
      end = () => response.end(TWO);
    });
    const time = fakeTime();
    const stream = connect().stream("GET /changes", {}, { timeout: 600 });
    const items = stream[Symbol.asyncIterator]();
    expect((await items.next()).done).toBe(false);
    await time.pass(700);
    end();
    expect([(await items.next()).done, (await items.next()).done]).toEqual([false, true]);
  });
});

describe("[I.9] a stream that connects again", () => {
  const again = (options: Parameters<typeof connect>[0] = {}) => {
    const waits: number[] = [];
    const sleep = (delay: number) => {
      waits.push(delay);
      return Promise.resolve();
    };
    const client = connect({ sleep, ...options });
    return { waits, stream: client.stream("GET /changes", {}, { reconnect: true }) };
  };

  it("goes on after the last id, until a 204", async () => {
    server.play(
      begin(`retry: 70\nid: é1\n${ONE}${ONE}id: 2\ndata: {"id`, cut),
      play([`id\n${TWO}`]),
      reset,
      play(["id: 3\n\n"]),
      reply(204),
    );
    const { waits, stream } = again();
    expect(await collect(stream)).toEqual([{ id: 1 }, { id: 1 }, { id: 2 }]);
    expect(waits).toEqual([70, 70, 70, 70]);
    const ids = server.arrivals.map(({ headers }) => headers["last-event-id"]);
    const bytes = Buffer.from("é1").toString("latin1");
    expect(ids).toEqual([undefined, bytes, undefined, undefined, "3"]);
  });

  it("waits three seconds unless it is told otherwise, and ends with an error status", async () => {
    server.play(play([ONE]), reply(404));
    const { waits, stream } = again();
    const { items, error } = await drain(stream);
    expect(items).toEqual([{ id: 1 }]);
    expect(error).toMatchObject({ status: 404 });
    expect(waits).toEqual([3_000]);
  });

  it("does not wait for longer than a timer can", async () => {
    server.play(play([`retry: ${"9".repeat(400)}\n${ONE}`]), reply(204));
    const { waits, stream } = again();
    await collect(stream);
    expect(waits).toEqual([2 ** 31 - 1]);
  });

  it("ends at once when it is closed while it waits", async () => {
    server.play(play([ONE]));
    const { stream } = again({ sleep: () => new Promise(() => undefined) });
    const draining = drain(stream);
    await expect.poll(() => server.arrivals).toHaveLength(1);
    const items = stream[Symbol.asyncIterator]();
    await items.return?.();
    expect((await draining).error).toBeUndefined();
  });

  it("does so only for the events of a GET, and only if it is asked to", async () => {
    server.play(play([ONE]));
    await collect(connect().stream("GET /changes"));
    expect(server.arrivals).toHaveLength(1);
    for (const route of ["POST /chats", "GET /lines"] as const) {
      const { error } = await drain(connect().stream(route, {}, { reconnect: true }));
      expect(error?.message).toBe(
        'Option "reconnect" is true; expected it for the events of a GET.',
      );
    }
  });

  it("does not do so if the first request fails", async () => {
    server.play(reset);
    expect((await drain(again().stream)).error).toMatchObject({ name: "ConnectionError" });
    expect(server.arrivals).toHaveLength(1);
  });
});

describe("[F.16] createMockFetch", () => {
  const mocked = () => {
    const client = connect();
    return { client, mock: createMockFetch(client) };
  };
  it.each<[route: string, items: readonly unknown[]]>([
    ["GET /changes", [{ id: 1 }, { id: 2 }]],
    [
      "GET /named",
      [
        { event: "ping", data: { at: 1 } },
        { event: "note", data: "a\nb" },
      ],
    ],
    ["GET /lines", [{ id: 1 }, "a", 7]],
    ["GET /sequence", [{ id: 1 }, "a", 7]],
    ["GET /texts", ["a\nb", "{"]],
    [
      "POST /chats",
      [
        { type: "delta", text: "a" },
        { type: "end", count: 1 },
      ],
    ],
    ["POST /lines", [{ id: 1 }]],
    ["GET /changes", []],
  ])("sends items in the format of the route: %s %j", async (route, items) => {
    const { client, mock } = mocked();
    mock.reply(route as "POST /chats", { items } as never); // the types are tested apart
    const stream = client.stream(route as "GET /lines");
    expect(await collect(stream)).toEqual(items);
    expect(mock.requests).toMatchObject([{ route }]);
  });

  it("sends them with headers, by functions, and as often as they are asked for", async () => {
    const { client, mock } = mocked();
    mock.reply("POST /chats", { data: { id: 7 } }, ({ method }) => ({
      items: [{ type: "delta" as const, text: method }],
      headers: { "x-request-id": "r7" },
    }));
    expect((await client.request("POST /chats")).data).toEqual({ id: 7 });
    const stream = client.stream("POST /chats", {});
    expect((await stream.response()).headers.get("x-request-id")).toBe("r7");
    expect(await collect(stream)).toEqual([{ type: "delta", text: "POST" }]);
    expect(await collect(client.stream("POST /chats"))).toHaveLength(1);
  });

  it("has none for a route that does not stream", async () => {
    const { client, mock } = mocked();
    mock.reply("GET /plain" as "POST /chats", { items: [] });
    expect(await errorOf(client.request("GET /plain"))).toMatchObject({
      message: 'The reply to "GET /plain" cannot be made: the route does not stream.',
    });
  });
});
