/** Ways to end a stream of items, and streams that connect again. */
import { describe, expect, it } from "vitest";
import { fakeTime } from "../fake-time.js";
import { errorOf } from "./error-of.js";
import { reply, reset, silence, startServer, type Step } from "./server.js";
import { collect } from "./collect.js";
import { begin, createStreamingClient, play, SSE } from "./streaming-service.js";
import { ONE, TWO, cut, drain } from "./stream-items.js";

const server = startServer();
const connect = (options: Parameters<typeof createStreamingClient>[0] = {}) =>
  createStreamingClient({ baseUrl: server.url, retry: 0, ...options });

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

describe("[I.8] the end of a stream", () => {
  const open = () => connect().stream("GET /changes");

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
    server.play(sendEndlessly(() => (isClosed = true)));
    await leave(open());
    await expect.poll(() => isClosed).toBe(true);
  });

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
  it("goes on after the last id, until a 204", async () => {
    server.play(
      begin(`retry: 70\nid: é1\n${ONE}${ONE}id: 2\ndata: {"id`, cut),
      play([`id\n${TWO}`]),
      reset,
      play(["id: 3\n\n"]),
      reply(204),
    );
    const { waits, stream } = openReconnecting();
    expect(await collect(stream)).toEqual([{ id: 1 }, { id: 1 }, { id: 2 }]);
    expect(waits).toEqual([70, 70, 70, 70]);
    const ids = server.arrivals.map(({ headers }) => headers["last-event-id"]);
    const bytes = Buffer.from("é1").toString("latin1");
    expect(ids).toEqual([undefined, bytes, undefined, undefined, "3"]);
  });

  it("waits three seconds unless it is told otherwise, and ends with an error status", async () => {
    server.play(play([ONE]), reply(404));
    const { waits, stream } = openReconnecting();
    const { items, error } = await drain(stream);
    expect(items).toEqual([{ id: 1 }]);
    expect(error).toMatchObject({ status: 404 });
    expect(waits).toEqual([3_000]);
  });

  it("does not wait for longer than a timer can", async () => {
    server.play(play([`retry: ${"9".repeat(400)}\n${ONE}`]), reply(204));
    const { waits, stream } = openReconnecting();
    await collect(stream);
    expect(waits).toEqual([2 ** 31 - 1]);
  });

  it("ends at once when it is closed while it waits", async () => {
    server.play(play([ONE]));
    const { stream } = openReconnecting({ sleep: () => new Promise(() => undefined) });
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
    expect((await drain(openReconnecting().stream)).error).toMatchObject({
      name: "ConnectionError",
    });
    expect(server.arrivals).toHaveLength(1);
  });
});

/** Sends items without end, as fast as they are taken. */
function sendEndlessly(onClose: () => void): Step {
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

/** A stream that connects again, and the times for which it waits before. */
function openReconnecting(options: Parameters<typeof connect>[0] = {}) {
  const waits: number[] = [];
  const sleep = async (delay: number) => void waits.push(delay);
  const client = connect({ sleep, ...options });
  return { waits, stream: client.stream("GET /changes", {}, { reconnect: true }) };
}
