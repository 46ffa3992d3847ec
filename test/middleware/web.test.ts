/** `createWebMiddleware`: a handler of web-standard requests. */
import { getEventListeners } from "node:events";
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { createWebMiddleware } from "../../src/receive/middleware/web.js";
import { headersOf } from "../http/requests.js";
import { createGate, createToolkit, parsedPayload, payload } from "../http/toolkit.js";

const url = "https://receiver.example/hooks/inbox";

describe("createWebMiddleware", () => {
  describe("requests and their answers", () => {
    it("[C.19] answers a Request with a Response", async () => {
      const { webhooks, received } = createToolkit();
      const response = await createWebMiddleware(webhooks)(deliver());
      expect(response.status).toBe(200);
      expect(await response.text()).toBe("ok\n");
      expect(response.headers.get("content-length")).toBe("3");
      expect(received).toEqual([{ id: "delivery-1", name: "note", payload: parsedPayload }]);
    });

    it("[C.1] answers 404 as JSON for another path", async () => {
      const { webhooks, recorder } = createToolkit();
      const response = await createWebMiddleware(webhooks)(deliver({}, `${url}/<b>`));
      expect(response.status).toBe(404);
      expect(await response.json()).toEqual({ error: "Not found.", code: "NOT_FOUND" });
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
      expect(recorder.entries).toEqual([]);
    });

    it("[C.1] leaves a request for another path to onUnhandledRequest, its body unread", async () => {
      const { webhooks } = createToolkit();
      const middleware = createWebMiddleware(webhooks, {
        onUnhandledRequest: async (request) => new Response(await request.text(), { status: 201 }),
      });
      const response = await middleware(deliver({}, "https://receiver.example/other"));
      expect(response.status).toBe(201);
      expect(await response.text()).toBe(payload);
      expect((await middleware(deliver())).status).toBe(200);
    });

    it("[C.1] refuses an onUnhandledRequest that is no function", () => {
      const options = { onUnhandledRequest: 404 as never }; // what an untyped caller might pass
      expect(() => createWebMiddleware(createToolkit().webhooks, options)).toThrow(TypeError);
    });

    it("[C.12] serves in Hono, beside other routes", async () => {
      const { webhooks } = createToolkit();
      const middleware = createWebMiddleware(webhooks);
      const app = new Hono();
      app.get("/", (context) => context.text("home"));
      app.all("/hooks/inbox", (context) => middleware(context.req.raw));
      expect(await (await app.request("/")).text()).toBe("home");
      expect((await app.request(deliver())).status).toBe(200);
      expect((await app.request(deliver({ method: "PUT" }))).status).toBe(405);
    });

    it("[C.12] answers 400, of a declared length, to a delivery without a body", async () => {
      const { webhooks } = createToolkit();
      const response = await createWebMiddleware(webhooks)(deliver({ body: null }));
      expect(response.status).toBe(400);
      expect(response.headers.get("content-length")).toBe(String((await response.text()).length));
    });
  });

  describe("a body that it reads", () => {
    it("[C.15] takes streams of bytes, in one piece or two, and of text", async () => {
      const { webhooks } = createToolkit();
      const bytes = new TextEncoder().encode(payload);
      for (const pieces of [[bytes], [bytes.subarray(0, 9), bytes.subarray(9)], [payload]]) {
        const request = deliver({ body: streamOf(pieces), duplex: "half" });
        expect((await createWebMiddleware(webhooks)(request)).status).toBe(200);
      }
    });

    it("[C.11] answers BODY_ALREADY_PARSED, and logs the remedy, when the body was read or locked before", async () => {
      const { webhooks, received, recorder } = createToolkit();
      const middleware = createWebMiddleware(webhooks);
      const consumed = deliver();
      await consumed.json();
      const locked = deliver();
      locked.body?.getReader();
      for (const request of [consumed, locked]) {
        const response = await middleware(request);
        expect(response.status).toBe(500);
        expect(await response.json()).toMatchObject({ code: "BODY_ALREADY_PARSED" });
      }
      expect(received).toEqual([]);
      expect(recorder.entries.map((entry) => entry.level)).toEqual(["error", "error"]);
      expect(recorder.text()[0]).toMatch(/before any body parser/);
    });

    it("[C.10] answers REQUEST_ABORTED when the body fails or yields an object", async () => {
      const { webhooks, received } = createToolkit();
      const failing = new ReadableStream({
        pull: () => Promise.reject(new Error("connection reset")),
      });
      for (const body of [failing, streamOf([{}])]) {
        const response = await createWebMiddleware(webhooks)(deliver({ body, duplex: "half" }));
        expect(response.status).toBe(400);
        expect(await response.json()).toMatchObject({ code: "REQUEST_ABORTED" });
      }
      expect(received).toEqual([]);
    });

    it("[C.10] answers 400 when the request's signal aborts, before and while the body is read", async () => {
      const { webhooks } = createToolkit();
      const middleware = createWebMiddleware(webhooks);
      for (const isEarly of [true, false]) {
        const controller = new AbortController();
        const request = deliver({
          body: streamOf([], { isEndless: true }),
          duplex: "half",
          signal: controller.signal,
        });
        if (isEarly) controller.abort();
        const response = middleware(request);
        controller.abort();
        expect((await response).status).toBe(400);
        expect(getEventListeners(request.signal, "abort")).toHaveLength(0);
      }
    });
  });

  describe("a body that it gives up", () => {
    it("[C.6] [C.8] unlocks a body that is too large, and one that does not come in time", async () => {
      const { webhooks } = createToolkit();
      const middleware = createWebMiddleware(webhooks, { maxBodySize: 10, timeout: 20 });
      for (const { pieces, status } of [
        { pieces: [payload], status: 413 },
        { pieces: [], status: 408 },
      ]) {
        const request = deliver({ body: streamOf(pieces, { isEndless: true }), duplex: "half" });
        const response = await middleware(request);
        expect(response.status).toBe(status);
        expect(response.headers.get("connection")).toBe("close");
        expect(request.body?.locked).toBe(false);
        expect(getEventListeners(request.signal, "abort")).toHaveLength(0);
      }
    });

    it.each([
      { what: "takes too long", options: { timeout: 20 }, sent: payload.slice(0, 9), status: 408 },
      { what: "is too long", options: { maxBodySize: 10 }, sent: payload, status: 413 },
    ])("[C.6] [C.8] cancels a body that $what", async ({ options, sent, status }) => {
      let isCancelled = false;
      const body = new ReadableStream({
        start: (controller) => controller.enqueue(sent),
        cancel: () => void (isCancelled = true),
      });
      const { webhooks } = createToolkit();
      const middleware = createWebMiddleware(webhooks, options);
      expect((await middleware(deliver({ body, duplex: "half" }))).status).toBe(status);
      await expect.poll(() => isCancelled).toBe(true);
    });

    it("[C.8] cancels a body whose reader keeps its lock while a read is pending", async () => {
      const request = deliver({ body: streamOf([], { isEndless: true }), duplex: "half" });
      const { body } = request;
      let isCancelled = false;
      const reader = {
        read: () => new Promise(() => {}),
        releaseLock: () => {
          throw new TypeError("a read is pending"); // as in older editions of the streams standard
        },
        cancel: () => Promise.resolve(void (isCancelled = true)),
      };
      Object.defineProperty(body, "getReader", { value: () => reader });
      const { webhooks } = createToolkit();
      const response = await createWebMiddleware(webhooks, { timeout: 20 })(request);
      expect(response.status).toBe(408);
      await expect.poll(() => isCancelled).toBe(true);
    });
  });

  describe("the time of a request", () => {
    it("[C.8] answers 408 in time, although there is always more to read", async () => {
      const endless = new ReadableStream({
        pull: (controller) => controller.enqueue(new Uint8Array(1)),
      });
      const middleware = createWebMiddleware(createToolkit().webhooks, { timeout: 10 });
      const response = await middleware(deliver({ body: endless, duplex: "half" }));
      expect(response.status).toBe(408);
    });

    it("[C.14] answers 202 while handlers run", async () => {
      const gate = createGate();
      const { webhooks } = createToolkit({ handler: () => gate.passed });
      const response = await createWebMiddleware(webhooks, { timeout: 10 })(deliver());
      expect(response.status).toBe(202);
      gate.open();
    });
  });

  describe("a standard request that the platform makes only when it is used", () => {
    it("[C.12] [C.15] is not made for a body of a declared length", async () => {
      const { webhooks, received } = createToolkit();
      const request = createDeferred();
      expect((await createWebMiddleware(webhooks)(request)).status).toBe(200);
      expect(received).toHaveLength(1);
      expect(request.isMade).toBe(false);
    });

    it("[C.6] gets 413 for a body without an end that is chunked, or has no length", async () => {
      const { webhooks } = createToolkit();
      const middleware = createWebMiddleware(webhooks, { maxBodySize: 100 });
      const endless = () =>
        new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(60)) });
      const chunked = createDeferred({ "transfer-encoding": "chunked" }, endless());
      expect((await middleware(chunked)).status).toBe(413);
      const unsized = createDeferred({}, endless());
      unsized.headers.delete("content-length");
      expect((await middleware(unsized)).status).toBe(413);
    });

    it("[C.6] gets 413 for a body that is longer than it was declared, and than the limit", async () => {
      const { webhooks, received } = createToolkit();
      const middleware = createWebMiddleware(webhooks, { maxBodySize: 10 });
      expect((await middleware(createDeferred({ "content-length": "5" }))).status).toBe(413);
      expect(received).toEqual([]);
    });

    it("[C.11] gets BODY_ALREADY_PARSED when its body was read or locked before", async () => {
      const { webhooks, received } = createToolkit();
      const middleware = createWebMiddleware(webhooks);
      const consumed = createDeferred();
      await consumed.text();
      const locked = createDeferred();
      locked.body?.getReader();
      for (const request of [consumed, locked]) {
        expect(await (await middleware(request)).json()).toMatchObject({
          code: "BODY_ALREADY_PARSED",
        });
      }
      expect(received).toEqual([]);
    });

    it("[C.10] gets REQUEST_ABORTED when its body fails", async () => {
      const { webhooks, received } = createToolkit();
      const failing = new ReadableStream({ pull: () => Promise.reject(new Error("reset")) });
      const response = await createWebMiddleware(webhooks)(createDeferred({}, failing));
      expect(await response.json()).toMatchObject({ code: "REQUEST_ABORTED" });
      expect(received).toEqual([]);
    });

    it("[C.8] gets 408 when its body does not come", async () => {
      const { webhooks, received } = createToolkit();
      const silent = createDeferred({}, streamOf([], { isEndless: true }));
      const response = await createWebMiddleware(webhooks, { timeout: 20 })(silent);
      expect(response.status).toBe(408);
      expect(received).toEqual([]);
    });
  });
});

/** A request with a delivery. */
function deliver(init: RequestInit & { duplex?: "half" } = {}, target = url): Request {
  return new Request(target, {
    method: "POST",
    body: payload,
    headers: headersOf(),
    ...init,
  });
}

/** A stream that yields its pieces, and then ends, or stays open without an end. */
function streamOf(pieces: readonly unknown[], { isEndless = false } = {}): ReadableStream {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      if (!isEndless) controller.close();
    },
  });
}

/** A request as of platforms that make the standard one, with its stream, only when its body or signal is read. */
class DeferredRequest extends Request {
  isMade = false;

  override get body() {
    this.isMade = true;
    return super.body;
  }

  override get signal() {
    this.isMade = true;
    return super.signal;
  }
}

/** A deferred request with a delivery; its length is declared. */
function createDeferred(changes: Record<string, string> = {}, body: BodyInit = payload) {
  const { headers } = deliver();
  for (const [name, value] of Object.entries({
    "content-length": String(Buffer.byteLength(payload)),
    ...changes,
  })) {
    headers.set(name, value);
  }
  // The option is missing from the platform's types, and required by the platform.
  return new DeferredRequest(url, { method: "POST", headers, body, duplex: "half" } as object);
}
