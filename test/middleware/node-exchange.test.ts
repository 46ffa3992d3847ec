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

  it.each<[what: string, request: object, response: object]>([
    ["the client has sent everything", {}, { shouldKeepAlive: false }],
    ["the request is over", { complete: false, destroyed: true }, { shouldKeepAlive: false }],
    ["a platform made the request", { complete: false, socket: { pending: true } }, { shouldKeepAlive: false }], // prettier-ignore
    ["there is no socket", { complete: false, socket: undefined }, { shouldKeepAlive: false }],
    ["the connection stays", { complete: false }, {}],
  ])("waits for nothing where %s", async (_, request, response) => {
    const exchange = createExchange({ ...raw, ...request }, response);
    expect(await handle(exchange)).toBe(true);
    expect(exchange.calls).toEqual([
      ["head", 200, OK_HEADERS],
      ["end", "ok\n"],
    ]);
  });

  it("is written, and ended when the client has sent the rest, where the connection does not stay", async () => {
    const { settle } = fakeTime();
    const exchange = createExchange({ ...raw, complete: false }, { shouldKeepAlive: false });
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
    const exchange = createExchange({ ...raw, complete: false }, { shouldKeepAlive: false });
    let isHandled = false;
    void handle(exchange).then(() => (isHandled = true));
    await time.pass(499);
    expect(isHandled).toBe(false);
    await time.pass(1);
    expect(isHandled).toBe(true);
  });

  it("without a text is ended alone", async () => {
    const { settle } = fakeTime();
    const request = { ...raw, method: "HEAD", complete: false };
    const exchange = createExchange(request, { shouldKeepAlive: false });
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
    expect(await next({ shouldKeepAlive: false })).toHaveLength(2);
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
      const { closed, exchange } = openStream({ complete: false, socket: undefined });
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

  it.each<[what: string, request: object, status: number]>([
    ["raw text", { rawBody: payload, body: parsed }, 200],
    ["raw bytes beside other text", { rawBody: bytes, body: "other" }, 200],
    ["text", { body: payload }, 200],
    ["bytes, whose raw form is none", { rawBody: parsed, body: bytes }, 200],
    ["what was parsed", { body: parsed }, 500],
    ["what was parsed to no object, while the stream is read", { body: 7, readableDidRead: true }, 500], // prettier-ignore
    ["a stream that was read", { readableDidRead: true }, 500],
    ["a stream that has ended", { readableEnded: true }, 500],
    ["no stream", { on: undefined }, 500],
    ["a stream beside an empty object", { body: {} }, 0],
    ["a stream beside null", { body: null }, 0],
    ["a stream beside a number", { body: 7 }, 0],
    ["a stream", {}, 0],
  ])("is %s", async (_, request, status) => {
    const exchange = createExchange(request);
    const handled = handle(exchange);
    if (status === 0) {
      expect(exchange.calls).toEqual([]);
      exchange.request.emit("data", bytes);
      exchange.request.emit("end");
    }
    expect(await handled).toBe(true);
    expect(statusOf(exchange)).toBe(status || 200);
  });

  it("is read piece by piece, of bytes and of text in the request's encoding", async () => {
    for (const [encoding, pieces] of [
      [null, [bytes.subarray(0, 9), bytes.subarray(9)]],
      [null, [payload.slice(0, 9), bytes.subarray(9)]],
      ["utf8", [payload]],
      ["latin1", [bytes.toString("latin1")]],
      ["hex", [bytes.toString("hex")]],
    ] as const) {
      const exchange = createExchange({ readableEncoding: encoding });
      const handled = handle(exchange);
      for (const piece of pieces) exchange.request.emit("data", piece);
      exchange.request.emit("end");
      await handled;
      expect(statusOf(exchange)).toBe(200);
      expect(exchange.request.eventNames()).toEqual([]);
    }
  });

  it.each<[what: string, request: object, emit: (request: EventEmitter) => unknown]>([
    ["its request fails", {}, (request) => request.emit("error", new Error("reset"))],
    ["its request is closed", {}, (request) => request.emit("close")],
    ["its request ends because it was aborted", { aborted: true }, (request) => request.emit("end")], // prettier-ignore
    ["its request was destroyed before", { destroyed: true }, () => true],
  ])("is not answered when %s", async (_, request, emit) => {
    const exchange = createExchange(request);
    const toolkit = createToolkit();
    const handled = handle(exchange, {}, toolkit);
    emit(exchange.request);
    expect(await handled).toBe(true);
    expect(exchange.calls).toEqual([["resume"]]);
    expect(exchange.request.eventNames()).toEqual([]);
    expect(toolkit.recorder.entries.map(({ level }) => level)).toEqual(["debug"]);
  });

  it.each([
    [false, [["resume"]]],
    [true, []],
    [null, []],
    [undefined, []],
  ])("goes on when its request flows: %s", (readableFlowing, calls) => {
    const exchange = createExchange({ readableFlowing });
    void handle(exchange);
    expect(exchange.calls).toEqual(calls);
    exchange.request.emit("close");
  });

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
  it.each<[request: object, isOwn: boolean]>([
    [{}, true],
    [{ url: "/other" }, false],
    [{ url: undefined }, false],
    [{ url: "/", originalUrl: catalog.path }, true],
    [{ originalUrl: "/other" }, true],
    [{ url: "/other", originalUrl: "/other" }, false],
    [{ url: "/other", originalUrl: [catalog.path] }, false],
  ])("of %o is the middleware's: %s", async (request, isOwn) => {
    const exchange = createExchange({ rawBody: payload, ...request });
    expect(await handle(exchange)).toBe(isOwn);
    expect(statusOf(exchange)).toBe(isOwn ? 200 : undefined);
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
