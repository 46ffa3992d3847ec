/** `createWebMiddleware`: a handler of web-standard requests. */
import { getEventListeners } from "node:events";
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { createWebMiddleware } from "../../src/receive/middleware/web.js";
import { headersOf } from "../http/requests.js";
import { createGate, createToolkit, parsedPayload, payload } from "../http/toolkit.js";

const url = "https://receiver.example/hooks/inbox";

describe("createWebMiddleware", () => {
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

  it("[C.1] leaves another path to onUnhandledRequest, its body unread", async () => {
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

  it("[C.11] says so at once when the body was read before", async () => {
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

  it("[C.15] takes streams of bytes and of text", async () => {
    const { webhooks } = createToolkit();
    const bytes = new TextEncoder().encode(payload);
    for (const pieces of [[bytes], [bytes.subarray(0, 9), bytes.subarray(9)], [payload]]) {
      const request = deliver({ body: streamOf(pieces), duplex: "half" });
      expect((await createWebMiddleware(webhooks)(request)).status).toBe(200);
    }
  });

  it("[C.10] settles when the body fails or yields an object", async () => {
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

  it("[C.10] settles when the request's signal aborts, before and while reading", async () => {
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

  it("[C.6] [C.8] lets go of a body that it does not take", async () => {
    const { webhooks } = createToolkit();
    const middleware = createWebMiddleware(webhooks, { maxBodySize: 10, timeout: 20 });
    for (const [pieces, status] of [
      [[payload], 413],
      [[], 408],
    ] as const) {
      const request = deliver({ body: streamOf(pieces, { isEndless: true }), duplex: "half" });
      const response = await middleware(request);
      expect(response.status).toBe(status);
      expect(response.headers.get("connection")).toBe("close");
      expect(request.body?.locked).toBe(false);
      expect(getEventListeners(request.signal, "abort")).toHaveLength(0);
    }
  });

  describe("where the platform defers the standard request", () => {
    it("[C.12] [C.15] does not need it for a body of a declared length", async () => {
      const { webhooks, received } = createToolkit();
      const request = createDeferred();
      expect((await createWebMiddleware(webhooks)(request)).status).toBe(200);
      expect(received).toHaveLength(1);
      expect(request.isMade).toBe(false);
    });

    it("[C.6] reads a body piece by piece if it has no length, or is chunked all the same", async () => {
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

    it("[C.6] refuses a body longer than it was declared, and than the limit", async () => {
      const { webhooks, received } = createToolkit();
      const middleware = createWebMiddleware(webhooks, { maxBodySize: 10 });
      expect((await middleware(createDeferred({ "content-length": "5" }))).status).toBe(413);
      expect(received).toEqual([]);
    });

    it("[C.11] says so when the body was read, or is being read", async () => {
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

    it("[C.10] [C.8] settles when the body fails, or does not come", async () => {
      const { webhooks, received } = createToolkit();
      const middleware = createWebMiddleware(webhooks, { timeout: 20 });
      const failing = new ReadableStream({ pull: () => Promise.reject(new Error("reset")) });
      const response = await middleware(createDeferred({}, failing));
      expect(await response.json()).toMatchObject({ code: "REQUEST_ABORTED" });
      expect((await middleware(createDeferred({}, streamOf([], { isEndless: true })))).status).toBe(
        408,
      );
      expect(received).toEqual([]);
    });
  });

  it("[C.8] lets go of a body whose reader keeps its lock while a read is pending", async () => {
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

  it.each<[title: string, options: object, pieces: readonly unknown[], status: number]>([
    ["takes too long", { timeout: 20 }, [payload.slice(0, 9)], 408],
    ["is too long", { maxBodySize: 10 }, [payload], 413],
  ])("[C.6] [C.8] cancels a body that %s", async (_title, options, pieces, status) => {
    let isCancelled = false;
    const body = new ReadableStream({
      start: (controller) => pieces.forEach((piece) => controller.enqueue(piece)),
      cancel: () => void (isCancelled = true),
    });
    const { webhooks } = createToolkit();
    const middleware = createWebMiddleware(webhooks, options);
    expect((await middleware(deliver({ body, duplex: "half" }))).status).toBe(status);
    await expect.poll(() => isCancelled).toBe(true);
  });

  it("[C.8] keeps to its time when there is always more to read", async () => {
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(1)),
    });
    const middleware = createWebMiddleware(createToolkit().webhooks, { timeout: 10 });
    const response = await middleware(deliver({ body: endless, duplex: "half" }));
    expect(response.status).toBe(408);
  });

  it("[C.12] answers a delivery without a body", async () => {
    const { webhooks } = createToolkit();
    const response = await createWebMiddleware(webhooks)(deliver({ body: null }));
    expect(response.status).toBe(400);
    expect(response.headers.get("content-length")).toBe(String((await response.text()).length));
  });

  it("[C.14] answers 202 while handlers run", async () => {
    const gate = createGate();
    const { webhooks } = createToolkit({ handler: () => gate.passed });
    const response = await createWebMiddleware(webhooks, { timeout: 10 })(deliver());
    expect(response.status).toBe(202);
    gate.open();
  });
});

describe("the header at fault", () => {
  it.each([
    ["x-acme-event", "", "HEADER_MISSING", "x-acme-event: The header is missing or empty."],
    [
      "x-acme-delivery",
      "a,b",
      "HEADER_REPEATED",
      "x-acme-delivery: The header must be given once.",
    ],
    [
      "x-acme-signature",
      "",
      "SIGNATURE_MISSING",
      "x-acme-signature: The signature is missing; set a secret where the webhook is configured.",
    ],
    [
      "x-acme-event",
      "note.created",
      "INVALID_EVENT_NAME",
      "x-acme-event: The event name holds an action: give the event alone, because the action is read from the payload.",
    ],
    ...["error", "*", "a*.b"].map((name) => [
      "x-acme-event",
      name,
      "INVALID_EVENT_NAME",
      `x-acme-event: The event name is reserved for handlers: it is \`error\`, or holds a \`*\`.`,
    ]),
  ])("[C.5] %s: %j is named in the sentence of %s", async (name, value, code, error) => {
    const { webhooks, recorder } = createToolkit();
    const request = new Request(url, {
      method: "POST",
      headers: headersOf(payload, { [name]: value }),
      body: payload,
    });
    const response = await createWebMiddleware(webhooks)(request);
    expect([response.status, await response.json()]).toEqual([400, { error, code }]);
    const id = request.headers.get("x-acme-delivery");
    expect(recorder.text()).toEqual([
      `Delivery ${id === null || id === "" ? "without an id" : `"${id}"`}: ${code}. ${error}`,
    ]);
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
