/** Ways to end a stream of items. */
import { describe, expect, it } from "vitest";
import { fakeTime } from "../fake-time.js";
import { errorOf } from "./error-of.js";
import { silence, startServer, type Step } from "./server.js";
import { collect } from "./collect.js";
import { begin, createStreamingClient, play, SSE } from "./streaming-service.js";
import { ONE, TWO, drain } from "./stream-items.js";

const server = startServer();
const connect = (options: Parameters<typeof createStreamingClient>[0] = {}) =>
  createStreamingClient({ baseUrl: server.url, retry: 0, ...options });

describe("[I.6] a stream", () => {
  it("ends with the text that ends it, and closes the connection", async () => {
    const source = 'data: {"type":"end","count":0}\n\ndata: [DONE]\n\ndata: nonsense\n\n';
    const { step, isClosed } = watchClose(begin(source, stayOpen));
    server.play(step);
    expect(await collect(connect().stream("POST /chats"))).toEqual([{ type: "end", count: 0 }]);
    await expect.poll(isClosed).toBe(true);
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
  ])("is %s, after which the server sees the socket close", async (_title, leave) => {
    const { step, isClosed } = watchClose(sendEndlessly);
    server.play(step);
    await leave(open());
    await expect.poll(isClosed).toBe(true);
  });

  it.each([
    { title: "before the response", answer: silence, hasResponse: false },
    { title: "while an item is awaited", answer: begin(ONE, stayOpen), hasResponse: true },
  ])("is close() $title, without an error", async ({ answer, hasResponse }) => {
    const { step, isClosed } = watchClose(answer);
    server.play(step);
    const stream = open();
    const draining = drain(stream);
    await expect.poll(() => server.arrivals).toHaveLength(1);
    if (hasResponse) await stream.response();
    stream.close();
    const { error } = await draining;
    expect(error).toBeUndefined();
    await expect.poll(isClosed).toBe(true);
  });

  it.each(["options", "parameters", "client"])(
    "is an abort by the signal of the %s, with its reason as the error",
    async (place) => {
      const { step, isClosed } = watchClose(begin(ONE + TWO, stayOpen));
      server.play(step);
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
      await expect.poll(isClosed).toBe(true);
    },
  );

  it("is an abort by the signal, also if the body does not follow that", async () => {
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

/** A step, and whether its response has been closed since. */
function watchClose(answer: Step): { step: Step; isClosed: () => boolean } {
  let isClosed = false;
  return {
    step: (response, arrival) => {
      response.once("close", () => (isClosed = true));
      answer(response, arrival);
    },
    isClosed: () => isClosed,
  };
}

/** Leaves a response open after its beginning. */
function stayOpen(): void {}

/** Sends items without end, as fast as they are taken. */
function sendEndlessly(response: Parameters<Step>[0]): void {
  response.writeHead(200, { "content-type": SSE });
  const write = () => {
    while (!response.destroyed && response.write(ONE.repeat(1_000)));
  };
  response.on("drain", write);
  write();
}
