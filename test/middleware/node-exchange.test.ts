/** Requests and responses of Node call by call, without a socket. */
import { EventEmitter } from "node:events";
import { describe, expect, it } from "vitest";
import { createNodeMiddleware } from "../../src/receive/middleware/node.js";
import type { MiddlewareOptions } from "../../src/receive/middleware/options.js";
import { fakeTime } from "../fake-time.js";
import { headersOf } from "../http/requests.js";
import { catalog, createToolkit, payload } from "../http/toolkit.js";

const OK_HEADERS = {
  "content-type": "text/plain; charset=utf-8",
  "content-length": "3",
  "x-content-type-options": "nosniff",
};

/** A request of which the client has sent a part. */
const clientStillSends = { complete: false };

/** A response after which Node closes the connection. */
const connectionCloses = { shouldKeepAlive: false };

describe("[C.16] an answer of Node", () => {
  const raw = { rawBody: payload };

  it("is written at once where the connection stays", async () => {
    const exchange = createExchange(raw);
    expect(await handle(exchange)).toBe(true);
    expect(exchange.calls).toEqual([
      ["head", 200, OK_HEADERS],
      ["end", "ok\n"],
    ]);
  });

  it.each(["headersSent", "writableEnded", "destroyed"])(
    "is not written to a response with %s",
    async (name) => {
      const exchange = createExchange(raw, { [name]: true });
      expect(await handle(exchange)).toBe(true);
      expect(exchange.calls).toEqual([]);
    },
  );

  it("has no body for HEAD", async () => {
    const exchange = createExchange({ ...raw, method: "HEAD" });
    await handle(exchange);
    expect(exchange.calls).toEqual([
      ["head", 405, expect.objectContaining({ allow: "POST" })],
      ["end", ""],
    ]);
  });

  it.each<{ where: string; request: object; response: object }>([
    { where: "the client has sent everything", request: {}, response: connectionCloses },
    {
      where: "the request is over",
      request: { ...clientStillSends, destroyed: true },
      response: connectionCloses,
    },
    {
      where: "a platform made the request",
      request: { ...clientStillSends, socket: { pending: true } }, // it was never connected
      response: connectionCloses,
    },
    {
      where: "there is no socket",
      request: { ...clientStillSends, socket: undefined },
      response: connectionCloses,
    },
    { where: "the connection stays", request: clientStillSends, response: {} },
  ])("waits for nothing where $where", async ({ request, response }) => {
    const exchange = createExchange({ ...raw, ...request }, response);
    expect(await handle(exchange)).toBe(true);
    expect(exchange.calls).toEqual([
      ["head", 200, OK_HEADERS],
      ["end", "ok\n"],
    ]);
  });

  it("is written, and ended when the client has sent the rest, where the connection does not stay", async () => {
    const { settle } = fakeTime();
    const exchange = createExchange({ ...raw, ...clientStillSends }, connectionCloses);
    const handled = handle(exchange);
    await settle();
    const written = [["head", 200, OK_HEADERS], ["write", "ok\n"], ["resume"]];
    expect(exchange.calls).toEqual(written);
    exchange.request.emit("end");
    expect(await handled).toBe(true);
    expect(exchange.calls).toEqual([...written, ["end"]]);
  });

  it("is ended after half a second in any case", async () => {
    const time = fakeTime();
    const exchange = createExchange({ ...raw, ...clientStillSends }, connectionCloses);
    let isHandled = false;
    void handle(exchange).then(() => (isHandled = true));
    await time.pass(499);
    expect(isHandled).toBe(false);
    await time.pass(1);
    expect(isHandled).toBe(true);
  });

  it("without a text is ended alone", async () => {
    const { settle } = fakeTime();
    const request = { ...raw, ...clientStillSends, method: "HEAD" };
    const exchange = createExchange(request, connectionCloses);
    const handled = handle(exchange);
    await settle();
    expect(exchange.calls.map(([name]) => name)).toEqual(["head", "resume"]);
    exchange.request.emit("close");
    await handled;
    expect(exchange.calls.at(-1)).toEqual(["end"]);
  });

  it("closes a connection after a fault that says so", async () => {
    const exchange = createExchange(raw);
    await handle(exchange, { maxBodySize: 1 });
    expect(exchange.calls).toEqual([
      ["head", 413, expect.objectContaining({ connection: "close" })],
      ["end", expect.stringContaining("PAYLOAD_TOO_LARGE")],
    ]);
  });

  it("is the last one of its connection: what follows is dropped", async () => {
    const socket = { pending: false };
    const next = async (response: object = {}) => {
      const exchange = createExchange({ ...raw, socket }, response);
      expect(await handle(exchange)).toBe(true);
      return exchange.calls;
    };
    expect(await next()).toHaveLength(2);
    expect(await next(connectionCloses)).toHaveLength(2);
    expect(await next()).toEqual([["resume"]]);
  });

  it("that cannot be written destroys the response, and is logged", async () => {
    const error = new Error("broken");
    const writeHead = () => {
      throw error;
    };
    const exchange = createExchange(raw, { writeHead });
    const toolkit = createToolkit();
    expect(await handle(exchange, {}, toolkit)).toBe(true);
    expect(exchange.calls).toEqual([["destroy"]]);
    expect(toolkit.recorder.entries).toEqual([
      { level: "error", data: ["The answer to a delivery could not be written.", error] },
    ]);
  });

  describe("over HTTP/2", () => {
    it("leaves its stream open", async () => {
      const { closed, exchange } = openStream();
      await handle(exchange);
      expect(exchange.calls).toEqual([
        ["head", 200, OK_HEADERS],
        ["end", "ok\n"],
      ]);
      expect(closed).toEqual([]);
    });

    it("closes the stream without an error where it would close a connection", async () => {
      const { closed, exchange } = openStream();
      await handle(exchange, { maxBodySize: 1 });
      const [[, status, sent] = [], ...others] = exchange.calls;
      expect(status).toBe(413);
      expect(sent).not.toHaveProperty("connection");
      expect(others).toEqual([["end", expect.stringContaining("PAYLOAD_TOO_LARGE")]]);
      expect(closed).toEqual([0]);
    });

    it("ends its answer before the client has sent the rest, and the stream after that", async () => {
      const { settle } = fakeTime();
      const { closed, exchange } = openStream({ ...clientStillSends, socket: undefined });
      const handled = handle(exchange, { maxBodySize: 1 });
      await settle();
      expect(exchange.calls.map(([name, text]) => [name, typeof text])).toEqual([
        ["head", "number"],
        ["end", "string"],
        ["resume", "undefined"],
      ]);
      expect(closed).toEqual([]);
      exchange.request.emit("end");
      await handled;
      expect(exchange.calls.at(-1)).toEqual(["end"]);
      expect(closed).toEqual([0]);
    });

    it("drops no other stream of its connection", async () => {
      const socket = { pending: false };
      await handle(openStream({ socket }).exchange, { maxBodySize: 1 });
      const { exchange } = openStream({ socket });
      await handle(exchange);
      expect(statusOf(exchange)).toBe(200);
    });
  });
});

describe("[C.15] a body of Node", () => {
  const bytes = Buffer.from(payload);
  const parsed: unknown = JSON.parse(payload);

  it.each([
    { what: "raw text", request: { rawBody: payload, body: parsed } },
    { what: "raw bytes beside other text", request: { rawBody: bytes, body: "other" } },
    { what: "text", request: { body: payload } },
    { what: "bytes, whose raw form is none", request: { rawBody: parsed, body: bytes } },
  ])("is $what that the platform has read", async ({ request }) => {
    const exchange = createExchange(request);
    expect(await handle(exchange)).toBe(true);
    expect(statusOf(exchange)).toBe(200);
  });

  it.each([
    { what: "nothing", request: {} },
    { what: "an empty object", request: { body: {} } },
    { what: "null", request: { body: null } },
    { what: "a number", request: { body: 7 } },
  ])("is the stream of its request beside $what", async ({ request }) => {
    const exchange = createExchange(request);
    const handled = handle(exchange);
    expect(exchange.calls).toEqual([]); // it waits for the stream
    exchange.request.emit("data", bytes);
    exchange.request.emit("end");
    expect(await handled).toBe(true);
    expect(statusOf(exchange)).toBe(200);
  });

  it.each([
    { what: "was parsed", request: { body: parsed } },
    {
      what: "was parsed to no object, while the stream is read",
      request: { body: 7, readableDidRead: true },
    },
    { what: "is a stream that was read", request: { readableDidRead: true } },
    { what: "is a stream that has ended", request: { readableEnded: true } },
    { what: "is no stream", request: { on: undefined } },
  ])("is answered with 500 if it $what", async ({ request }) => {
    const exchange = createExchange(request);
    expect(await handle(exchange)).toBe(true);
    expect(statusOf(exchange)).toBe(500);
  });

  it("is read piece by piece, of bytes and of text in the request's encoding", async () => {
    for (const { encoding, pieces } of [
      { encoding: null, pieces: [bytes.subarray(0, 9), bytes.subarray(9)] },
      { encoding: null, pieces: [payload.slice(0, 9), bytes.subarray(9)] },
      { encoding: "utf8", pieces: [payload] },
      { encoding: "latin1", pieces: [bytes.toString("latin1")] },
      { encoding: "hex", pieces: [bytes.toString("hex")] },
    ]) {
      const exchange = createExchange({ readableEncoding: encoding });
      const handled = handle(exchange);
      for (const piece of pieces) exchange.request.emit("data", piece);
      exchange.request.emit("end");
      await handled;
      expect(statusOf(exchange)).toBe(200);
      expect(exchange.request.eventNames()).toEqual([]);
    }
  });

  it.each<{ what: string; request: object; emit: (request: EventEmitter) => unknown }>([
    {
      what: "its request fails",
      request: {},
      emit: (request) => request.emit("error", new Error("reset")),
    },
    { what: "its request is closed", request: {}, emit: (request) => request.emit("close") },
    {
      what: "its request ends because it was aborted",
      request: { aborted: true },
      emit: (request) => request.emit("end"),
    },
    { what: "its request was destroyed before", request: { destroyed: true }, emit: () => true },
  ])("is not answered when $what", async ({ request, emit }) => {
    const exchange = createExchange(request);
    const toolkit = createToolkit();
    const handled = handle(exchange, {}, toolkit);
    emit(exchange.request);
    expect(await handled).toBe(true);
    expect(exchange.calls).toEqual([["resume"]]);
    expect(exchange.request.eventNames()).toEqual([]);
    expect(toolkit.recorder.entries.map(({ level }) => level)).toEqual(["debug"]);
  });

  it("is resumed where its request was paused", () => {
    const exchange = createExchange({ readableFlowing: false });
    void handle(exchange);
    expect(exchange.calls).toEqual([["resume"]]);
    exchange.request.emit("close");
  });

  it.each([true, null, undefined])(
    "is not resumed where `readableFlowing` of its request is %s",
    (readableFlowing) => {
      const exchange = createExchange({ readableFlowing });
      void handle(exchange);
      expect(exchange.calls).toEqual([]);
      exchange.request.emit("close");
    },
  );

  it("that is too large is read no further, and its rest dropped", async () => {
    const exchange = createExchange();
    const handled = handle(exchange, { maxBodySize: 9 });
    exchange.request.emit("data", bytes);
    expect(exchange.request.eventNames()).toEqual([]);
    await handled;
    expect(exchange.calls.map(([name]) => name)).toEqual(["resume", "head", "end"]);
  });
});

describe("[C.1] [C.17] the path of a request of Node", () => {
  it.each([
    { what: "its own URL", request: {} },
    { what: "the original URL", request: { url: "/", originalUrl: catalog.path } },
    { what: "its own URL beside another original one", request: { originalUrl: "/other" } },
  ])("is the middleware's by $what", async ({ request }) => {
    const exchange = createExchange({ rawBody: payload, ...request });
    expect(await handle(exchange)).toBe(true);
    expect(statusOf(exchange)).toBe(200);
  });

  it.each([
    { what: "another URL", request: { url: "/other" } },
    { what: "no URL", request: { url: undefined } },
    { what: "other URLs", request: { url: "/other", originalUrl: "/other" } },
    {
      what: "an original URL that is no text",
      request: { url: "/other", originalUrl: [catalog.path] },
    },
  ])("is not the middleware's with $what", async ({ request }) => {
    const exchange = createExchange({ rawBody: payload, ...request });
    expect(await handle(exchange)).toBe(false);
    expect(statusOf(exchange)).toBeUndefined();
  });

  it("is that of a request without a method, too", async () => {
    const exchange = createExchange({ rawBody: payload, method: undefined });
    expect(await handle(exchange)).toBe(true);
    expect(statusOf(exchange)).toBe(405);
  });
});

/** A request and a response that note what is done to them. */
function createExchange(request: object = {}, response: object = {}) {
  const calls: Call[] = [];
  const note =
    (name: string) =>
    (...args: readonly unknown[]) =>
      void calls.push([name, ...args]);
  const emitter = Object.assign(new EventEmitter(), {
    method: "POST",
    url: catalog.path,
    headers: headersOf(),
    socket: { pending: false },
    complete: true,
    destroyed: false,
    resume: note("resume"),
    ...request,
  });
  const written = {
    headersSent: false,
    writableEnded: false,
    destroyed: false,
    shouldKeepAlive: true,
    writeHead: note("head"),
    write: note("write"),
    end: note("end"),
    destroy: note("destroy"),
    ...response,
  };
  return { request: emitter, response: written, calls };
}

/** The status of the answer; `undefined` if there is none. */
function statusOf({ calls }: Exchange) {
  return calls.find(([name]) => name === "head")?.[1];
}

/** An exchange over HTTP/2, with the codes that its stream was closed with. */
function openStream(facts: object = {}) {
  const closed: unknown[] = [];
  const stream = { close: (code: number) => closed.push(code) };
  const response = { shouldKeepAlive: undefined };
  return { closed, exchange: createExchange({ rawBody: payload, stream, ...facts }, response) };
}

function handle(exchange: Exchange, options?: MiddlewareOptions, toolkit = createToolkit()) {
  const middleware = createNodeMiddleware(toolkit.webhooks, options);
  return middleware(exchange.request as never, exchange.response); // the parts that the middleware uses
}

type Call = readonly unknown[];

type Exchange = ReturnType<typeof createExchange>;
