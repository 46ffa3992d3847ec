import { getEventListeners } from "node:events";
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { createWebMiddleware } from "../../src/middleware/web.js";
import { createGate, createToolkit, parsedPayload, payload, signature } from "./fixture.js";

const url = "https://receiver.example/hooks/inbox";

function deliver(init: RequestInit & { duplex?: "half" } = {}, target = url): Request {
  return new Request(target, {
    method: "POST",
    body: payload,
    headers: {
      "content-type": "application/json",
      "x-acme-event": "note",
      "x-acme-delivery": "delivery-1",
      "x-acme-signature": signature(payload),
    },
    ...init,
  });
}

function streamOf(pieces: readonly unknown[], isEndless = false): ReadableStream {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      if (!isEndless) controller.close();
    },
  });
}

describe("createWebMiddleware", () => {
  it("[operation.createWebMiddleware] answers a Request with a Response", async () => {
    const { webhooks, received } = createToolkit();
    const response = await createWebMiddleware(webhooks)(deliver());
    expect(response.status).toBe(200);
    expect(await response.text()).toBe("ok\n");
    expect(response.headers.get("content-length")).toBe("3");
    expect(received).toEqual([{ id: "delivery-1", name: "note", payload: parsedPayload }]);
  });

  it("[C.other-path] answers 404 as JSON for another path", async () => {
    const { webhooks, recorder } = createToolkit();
    const response = await createWebMiddleware(webhooks)(deliver({}, `${url}/<b>`));
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ error: "Not found.", code: "NOT_FOUND" });
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(recorder.entries).toEqual([]);
  });

  it("[C.other-path] leaves another path to onUnhandledRequest, its body unread", async () => {
    const { webhooks } = createToolkit();
    const middleware = createWebMiddleware(webhooks, {
      onUnhandledRequest: async (request) => new Response(await request.text(), { status: 201 }),
    });
    const response = await middleware(deliver({}, "https://receiver.example/other"));
    expect(response.status).toBe(201);
    expect(await response.text()).toBe(payload);
    expect((await middleware(deliver())).status).toBe(200);
  });

  it("[C.other-path] refuses an onUnhandledRequest that is no function", () => {
    const options = { onUnhandledRequest: 404 as never }; // what an untyped caller might pass
    expect(() => createWebMiddleware(createToolkit().webhooks, options)).toThrow(TypeError);
  });

  it("[C.ok] serves in Hono, beside other routes", async () => {
    const { webhooks } = createToolkit();
    const middleware = createWebMiddleware(webhooks);
    const app = new Hono();
    app.get("/", (context) => context.text("home"));
    app.all("/hooks/inbox", (context) => middleware(context.req.raw));
    expect(await (await app.request("/")).text()).toBe("home");
    expect((await app.request(deliver())).status).toBe(200);
    expect((await app.request(deliver({ method: "PUT" }))).status).toBe(405);
  });

  it("[C.already-parsed] says so at once when the body was read before", async () => {
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

  it("[C.bodies] takes streams of bytes and of text", async () => {
    const { webhooks } = createToolkit();
    const bytes = new TextEncoder().encode(payload);
    for (const pieces of [[bytes], [bytes.subarray(0, 9), bytes.subarray(9)], [payload]]) {
      const request = deliver({ body: streamOf(pieces), duplex: "half" });
      expect((await createWebMiddleware(webhooks)(request)).status).toBe(200);
    }
  });

  it("[C.client-gone] settles when the body fails or yields what is no body", async () => {
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

  it("[C.client-gone] settles when the request's signal aborts, before and while reading", async () => {
    const { webhooks } = createToolkit();
    const middleware = createWebMiddleware(webhooks);
    for (const isEarly of [true, false]) {
      const controller = new AbortController();
      const request = deliver({
        body: streamOf([], true),
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

  it("[C.body-limit] [C.slow-body] lets go of a body that it does not take", async () => {
    const { webhooks } = createToolkit();
    const middleware = createWebMiddleware(webhooks, { maxBodySize: 10, timeout: 20 });
    for (const [pieces, status] of [
      [[payload], 413],
      [[], 408],
    ] as const) {
      const request = deliver({ body: streamOf(pieces, true), duplex: "half" });
      const response = await middleware(request);
      expect(response.status).toBe(status);
      expect(response.headers.get("connection")).toBe("close");
      expect(request.body?.locked).toBe(false);
      expect(getEventListeners(request.signal, "abort")).toHaveLength(0);
    }
  });

  it("[C.timeout] answers 202 while handlers run", async () => {
    const gate = createGate();
    const { webhooks } = createToolkit({ handler: () => gate.passed });
    const response = await createWebMiddleware(webhooks, { timeout: 10 })(deliver());
    expect(response.status).toBe(202);
    gate.open();
  });
});
