/** `createNodeMiddleware` behind a server of Node: whose requests it takes, their bodies, and its answers. */
import { AsyncLocalStorage } from "node:async_hooks";
import { once } from "node:events";
import { IncomingMessage, request as sendRequest, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import {
  createNodeMiddleware,
  type NodeMiddlewareOptions,
} from "../../src/receive/middleware/node.js";
import { fakeTime } from "../fake-time.js";
import { RawClient } from "../http/raw-client.js";
import { head, headersOf, path } from "../http/requests.js";
import { createGate, createToolkit, parsedPayload, payload } from "../http/toolkit.js";
import { deliver, serve } from "./node-servers.js";

const headers = headersOf();

describe("the asynchronous context of a request", () => {
  it.each(["content-length", "transfer-encoding"])(
    "reaches handlers and onError (%s)",
    async (framing) => {
      const storage = new AsyncLocalStorage<string>();
      const { webhooks } = createToolkit();
      const seen: (string | undefined)[] = [];
      webhooks.on("note", async () => {
        seen.push(storage.getStore());
        await Promise.resolve();
        seen.push(storage.getStore());
        throw new Error("x");
      });
      webhooks.onError(() => seen.push(storage.getStore()));
      const middleware = createNodeMiddleware(webhooks);
      const port = await serve((request, response) => {
        void storage.run("this request", () => middleware(request, response));
      });
      const body = framing === "content-length" ? payload : new Blob([payload]).stream();
      const init = { body, duplex: "half" } as RequestInit; // not in the types of every platform
      expect((await deliver(port, path, init)).status).toBe(500);
      expect(seen).toEqual(["this request", "this request", "this request"]);
    },
  );
});

describe("createNodeMiddleware", () => {
  it("[C.19] serves by itself, and resolves with true", async () => {
    const { webhooks } = createToolkit();
    const outcomes: Promise<boolean>[] = [];
    const middleware = createNodeMiddleware(webhooks);
    const port = await serve((request, response) => {
      outcomes.push(middleware(request, response));
    });
    const response = await deliver(port);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe("ok\n");
    expect(await Promise.all(outcomes)).toEqual([true]);
  });

  it("[C.1] resolves with false, the response untouched", async () => {
    const { webhooks } = createToolkit();
    const middleware = createNodeMiddleware(webhooks);
    const port = await serve((request, response) => {
      void middleware(request, response).then((isHandled) => {
        response.end(JSON.stringify([isHandled, response.headersSent, response.getHeaderNames()]));
      });
    });
    expect(await (await deliver(port, "/other")).json()).toEqual([false, false, []]);
  });

  it("[C.1] calls next once, without an argument, and only for another path", async () => {
    const calls: unknown[][] = [];
    const next = (...args: unknown[]) => void calls.push(args);
    const middleware = createNodeMiddleware(createToolkit().webhooks);
    const other = createRequest({ url: "/other" });
    expect(await middleware(other, createResponse().response, next)).toBe(false);
    expect(calls).toEqual([[]]);
    const bufferedRequest = createRequest({ rawBody: payload });
    expect(await middleware(bufferedRequest, createResponse().response, next)).toBe(true);
    expect(calls).toEqual([[]]);
  });

  it("[C.1] takes a third argument that is no function, as some platforms pass one", async () => {
    const middleware = createNodeMiddleware(createToolkit().webhooks);
    const context = {} as never; // a platform's, not ours
    const other = createRequest({ url: "/other" });
    expect(await middleware(other, createResponse().response, context)).toBe(false);
  });

  it("[C.17] leaves targets that are no path to others", async () => {
    for (const url of [undefined, "", "*", "127.0.0.1:80"]) {
      expect(await handleAlone({ url })).toMatchObject({ isHandled: false, answers: 0 });
    }
  });

  describe("bodies", () => {
    const bytes = Buffer.from(payload);

    it.each<[string, object]>([
      ["rawBody as string", { rawBody: payload }],
      ["rawBody as Buffer", { rawBody: bytes }],
      ["rawBody as Uint8Array", { rawBody: new Uint8Array(bytes) }],
      ["rawBody beside a parsed body", { rawBody: bytes, body: parsedPayload }],
      ["body as string", { body: payload }],
      ["body as Buffer", { body: bytes }],
      ["body as Uint8Array", { body: new Uint8Array(bytes) }],
      [
        "rawHeaders alone",
        { rawHeaders: Object.entries(headers).flat(), headers: {}, body: bytes },
      ],
      ["a plain object", { on: undefined, body: bytes }],
    ])("[C.15] takes %s", async (_, additions) => {
      expect(await handleAlone(additions)).toMatchObject({
        status: 200,
        answers: 1,
        received: [{ payload: parsedPayload }],
      });
    });

    it.each<[string, object]>([
      ["an object", { body: parsedPayload }],
      ["an array", { body: [1] }],
      ["an object, and the stream was read", { body: parsedPayload, readableDidRead: true }],
      ["nothing, and the stream was read", { readableDidRead: true }],
      ["an empty object, and the stream was read", { body: {}, readableEnded: true }],
      ["null, and there is no stream", { body: null, on: undefined }],
    ])("[C.11] answers 500 at once when the body is %s", async (_, additions) => {
      const request = createRequest({});
      for (const [name, value] of Object.entries(additions)) {
        Object.defineProperty(request, name, { value });
      }
      const { webhooks, received, recorder } = createToolkit();
      const { written, response } = createResponse();
      expect(await createNodeMiddleware(webhooks)(request, response)).toBe(true);
      expect(written).toMatchObject({ status: 500, answers: 1 });
      expect(written.body).toContain("BODY_ALREADY_PARSED");
      expect(received).toEqual([]);
      expect(recorder.entries).toMatchObject([{ level: "error" }]);
    });

    it("[C.15] reads the stream when a parser has left an empty object, or fails when asked", async () => {
      const { webhooks } = createToolkit();
      const middleware = createNodeMiddleware(webhooks);
      const bodies: PropertyDescriptor[] = [
        { value: {} },
        { value: null },
        {
          get: () => {
            throw new Error("not JSON");
          },
        },
      ];
      const port = await serve((request, response) => {
        Object.defineProperty(request, "body", bodies.pop() ?? {});
        void middleware(request, response);
      });
      while (bodies.length > 0) expect((await deliver(port)).status).toBe(200);
    });

    it("[C.15] takes a stream that was paused, later", async () => {
      const middleware = createNodeMiddleware(createToolkit().webhooks);
      const port = await serve((request, response) => {
        request.pause();
        setImmediate(() => void middleware(request, response));
      });
      expect((await deliver(port)).status).toBe(200);
    });

    it("[C.15] takes a stream that yields text", async () => {
      const middleware = createNodeMiddleware(createToolkit().webhooks);
      const port = await serve((request, response) => {
        request.setEncoding("utf8");
        void middleware(request, response);
      });
      expect((await deliver(port)).status).toBe(200);
    });

    it.each([payload, bytes])("[C.6] refuses a body that is too large: %o", async (body) => {
      expect(await handleAlone({ body }, { maxBodySize: bytes.length })).toMatchObject({
        status: 200,
      });
      expect(await handleAlone({ body }, { maxBodySize: bytes.length - 1 })).toMatchObject({
        status: 413,
        received: [],
      });
    });

    it("[C.5] sees a header given twice where a platform keeps lists", async () => {
      const twice = { ...headers, "x-acme-event": ["note", "ping"] };
      expect(await handleAlone({ headers: twice, body: payload })).toMatchObject({ status: 400 });
    });
  });

  describe("answers", () => {
    it("[C.16] settles quietly when somebody else has answered", async () => {
      const gate = createGate();
      const { webhooks, recorder } = createToolkit({ handler: () => gate.passed });
      const middleware = createNodeMiddleware(webhooks);
      const outcomes: Promise<boolean>[] = [];
      const port = await serve((request, response) => {
        outcomes.push(middleware(request, response));
        response.writeHead(503).end("too slow");
      });
      const response = await deliver(port);
      expect(response.status).toBe(503);
      gate.open();
      expect(await Promise.all(outcomes)).toEqual([true]);
      expect(recorder.entries).toEqual([]);
    });

    it("[C.16] settles when the answer cannot be written", async () => {
      const { webhooks, recorder } = createToolkit();
      let isDestroyed = false;
      const response = {
        writeHead: () => {
          throw new Error("broken");
        },
        destroy: () => (isDestroyed = true),
      } as unknown as ServerResponse; // as much as is used of one
      const request = createRequest({ body: payload });
      expect(await createNodeMiddleware(webhooks)(request, response)).toBe(true);
      expect(isDestroyed).toBe(true);
      expect(recorder.entries).toMatchObject([{ level: "error" }]);
    });

    it("[C.16] leaves no listener on request, response and socket", async () => {
      const count = (emitter: NodeJS.EventEmitter) =>
        emitter.eventNames().map((event) => [event, emitter.listenerCount(event)]);
      const counts: unknown[][] = [];
      const port = await serve((request, response) => {
        const before = [count(request), count(response)];
        void createNodeMiddleware(createToolkit().webhooks)(request, response).then(() => {
          counts.push(before, [count(request), count(response)]);
        });
      });
      for (const body of [payload, "[]"]) await deliver(port, path, { body });
      const [before, after, beforeBad, afterBad] = counts;
      expect(after).toEqual(before);
      expect(afterBad).toEqual(beforeBad);
    });

    it("[C.6] gives a client that keeps uploading its answer", async () => {
      const middleware = createNodeMiddleware(createToolkit().webhooks, { maxBodySize: 1_000 });
      const port = await serve((request, response) => void middleware(request, response));
      const upload = sendRequest({ port, host: "127.0.0.1", path, method: "POST", headers });
      upload.on("error", () => upload.destroy()); // once answered, the server stops listening
      const answered = once(upload, "response");
      const timer = setInterval(() => upload.write("x".repeat(50_000)), 1);
      const [response] = (await answered) as [IncomingMessage];
      clearInterval(timer);
      expect(response.statusCode).toBe(413);
      upload.destroy();
    });

    it.each<[does: string, end: (client: RawClient) => unknown]>([
      ["has sent everything", (client) => client.write("x".repeat(100_000))],
      ["has disconnected", (client) => client.destroy()],
    ])("[C.6] waits until the client %s, and no longer", async (_, end) => {
      const { settle } = fakeTime(); // the time of this test stands still
      const count = (request: IncomingMessage) =>
        ["end", "close"].map((event) => request.listenerCount(event));
      const middleware = createNodeMiddleware(createToolkit().webhooks, { maxBodySize: 1_000 });
      const settled = createGate();
      const counts: unknown[] = [];
      const port = await serve((request, response) => {
        counts.push(count(request));
        void middleware(request, response).then(() => {
          counts.push(count(request));
          settled.open();
        });
      });
      const client = new RawClient(port);
      void client.write(head({ "content-length": "100000" }));
      expect((await client.answer())?.status).toBe(413);
      await settle();
      expect(counts).toHaveLength(1);
      void end(client);
      await client.closed;
      await settled.passed;
      expect(counts[1]).toEqual(counts[0]);
      expect(vi.getTimerCount()).toBe(0);
    });

    it("[C.6] waits for no client that has sent everything before", async () => {
      fakeTime(); // the time of this test stands still
      const request = createRequest({ body: payload, complete: true });
      Object.defineProperty(request.socket, "pending", { value: false });
      const response = Object.assign(new ServerResponse(request), { shouldKeepAlive: false });
      const { webhooks } = createToolkit();
      expect(await createNodeMiddleware(webhooks)(request, response)).toBe(true);
      expect([response.statusCode, response.writableEnded]).toEqual([200, true]);
    });

    it("[C.6] waits for the end of a request on a platform without `complete`", async () => {
      const { settle } = fakeTime(); // the time of this test stands still
      const request = createRequest({ headers: { ...headers, "content-length": "26214401" } });
      Object.defineProperty(request.socket, "pending", { value: false });
      const settled = createNodeMiddleware(createToolkit().webhooks)(
        request,
        new ServerResponse(request),
      );
      await settle();
      request.emit("end");
      expect(await settled).toBe(true);
    });

    it("[C.8] ends the connection of a client that stays silent", async () => {
      const middleware = createNodeMiddleware(createToolkit().webhooks, { timeout: 10 });
      const port = await serve((request, response) => void middleware(request, response));
      const client = new RawClient(port);
      void client.write(head({ "content-length": "9" }));
      expect((await client.answer())?.status).toBe(408);
      await client.closed;
    });
  });
});

/** A request without a connection, as platforms make it that have read the body. */
function createRequest(additions: object): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  onTestFinished(() => void request.destroy());
  return Object.assign(request, { method: "POST", url: path, headers, ...additions });
}

/** A response that notes what is written to it. */
function createResponse() {
  const written: { status?: number; headers?: unknown; body?: unknown; answers: number } = {
    answers: 0,
  };
  const response = {
    headersSent: false,
    writeHead(status: number, fields: unknown) {
      written.status = status;
      written.headers = fields;
      return this;
    },
    end(body: unknown) {
      written.body = body;
      written.answers += 1;
      return this;
    },
  };
  return { written, response: response as unknown as ServerResponse }; // as much as is used of one
}

/** Handles a request without a server. */
async function handleAlone(additions: object, options?: NodeMiddlewareOptions) {
  const toolkit = createToolkit();
  const { written, response } = createResponse();
  const middleware = createNodeMiddleware(toolkit.webhooks, options);
  const isHandled = await middleware(createRequest(additions), response);
  return { ...toolkit, ...written, isHandled };
}
