/** Timeouts and signals. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createClient, TimeoutError } from "typewire/client";
import { anyRoute } from "../../src/runtime/endpoint.js";
import { errorOf } from "./error-of.js";
import { json, reply, silence, startServer, type Step } from "./server.js";

const server = startServer();
const connect = (options: Parameters<typeof createClient>[0] = {}) =>
  createClient({ baseUrl: server.url, ...options });

/** Sends headers, and nothing else. */
const headersAlone: Step = (response) => {
  response.writeHead(200, { "content-type": "application/json" });
  response.flushHeaders();
};

/** Lets the client wait for 20 s, and then send the request again. */
const retryLater = reply(503, { "retry-after": "20" });

/** Everything that a request can wait for, but the time before a retry. */
const STAGES: readonly { title: string; step: Step; options: object }[] = [
  { title: "the headers", step: silence, options: {} },
  { title: "the body", step: headersAlone, options: {} },
  {
    title: "the rest of a content-length too large",
    step: (response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
      response.write('{"name":1}');
    },
    options: {},
  },
  {
    title: "the body of an error",
    step: (response) => response.writeHead(404, { "content-type": "text/plain" }).flushHeaders(),
    options: {},
  },
  { title: "authentication", step: json({}), options: { auth: () => never() } },
  { title: "onRequest", step: json({}), options: { onRequest: () => never() } },
  { title: "onResponse", step: json({}), options: { onResponse: () => never() } },
  {
    title: "onRetry",
    step: reply(503, { "retry-after": "0" }),
    // By a clock that stands still, there is time for a retry however late the response comes.
    options: { onRetry: () => never(), now: () => 0 },
  },
  {
    title: "a fetch that ignores its signal",
    step: json({}),
    options: { fetch: () => never() },
  },
];

describe.each([...STAGES, { title: "the time of a retry", step: retryLater, options: {} }])(
  "[F.10] while a request waits for $title",
  ({ step, options }) => {
    it("the caller's signal ends it with its own reason", async () => {
      server.play(step);
      const controller = new AbortController();
      const reason = new Error("not needed any more");
      setTimeout(() => controller.abort(reason), 30);
      const client = connect({ ...options, signal: controller.signal });
      expect(await errorOf(client.request(anyRoute("GET /anything")))).toBe(reason);
    });
  },
);

describe("[F.10] the timeout", () => {
  it("ends a request at once if the wait for a retry would be longer", async () => {
    server.play(retryLater);
    const client = connect({
      timeout: 5_000,
      now: () => 0,
      maxRetryDelay: 20_000,
      sleep: () => never(),
    });
    const error = await errorOf(client.request(anyRoute("GET /anything")));
    expect(error).toMatchObject({ status: 503 });
  });

  it.each(STAGES)("ends a request that waits for $title", async ({ step, options }) => {
    server.play(step);
    const client = connect({ ...options, timeout: 30 });
    const error = await errorOf(client.request(anyRoute("GET /anything")));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ route: "GET /anything", timeout: 30 });
    expect(error.message).toBe('"GET /anything" took longer than 30 ms.');
  });
});

describe("[F.10] no timer is left behind", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  it("by a call that is aborted while it waits for a retry", async () => {
    const fetch = async () => new Response(null, { status: 503, headers: { "retry-after": "20" } });
    const controller = new AbortController();
    const call = connect({ fetch, signal: controller.signal }).request(anyRoute("GET /anything"));
    await untilTimers(1);
    controller.abort();
    expect(await errorOf(call)).toMatchObject({ name: "AbortError" });
    expect(vi.getTimerCount()).toBe(0);
  });

  it("by a call that ends before its timeout", async () => {
    const fetch = async () => Response.json({});
    await connect({ fetch, timeout: 60_000 }).request(anyRoute("GET /anything"));
    expect(vi.getTimerCount()).toBe(0);
  });

  it("by a call that is aborted before its timeout", async () => {
    const controller = new AbortController();
    const options = { fetch: () => never(), timeout: 60_000, signal: controller.signal };
    const call = connect(options).request(anyRoute("GET /anything"));
    await untilTimers(1);
    controller.abort();
    expect(await errorOf(call)).toMatchObject({ name: "AbortError" });
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("[F.10] a signal", () => {
  it("that is aborted already sends nothing", async () => {
    server.play(json({}));
    const signal = AbortSignal.abort();
    const error = await errorOf(connect().request(anyRoute("GET /anything"), {}, { signal }));
    expect(error.name).toBe("AbortError");
    expect(server.arrivals).toEqual([]);
  });

  it("in the option `request` ends a wait for the headers, too", async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const reason = new Error("not needed any more");
    server.play(() => controller.abort(reason));
    const call = connect({ timeout: 60_000 }).request(anyRoute("GET /anything"), {
      request: { signal },
    });
    expect(await errorOf(call)).toBe(reason);
    expect(server.arrivals).toHaveLength(1);
  });

  it("in the option `request` ends a wait for a retry, too", async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const reason = new Error("not needed any more");
    server.play(retryLater);
    const sleep = (): Promise<never> => {
      controller.abort(reason);
      return never();
    };
    const call = connect({ sleep }).request(anyRoute("GET /anything"), { request: { signal } });
    expect(await errorOf(call)).toBe(reason);
    expect(server.arrivals).toHaveLength(1);
  });

  it("of a call comes before one in the option request, which comes before the client's", async () => {
    server.play(json({}));
    const aborted = AbortSignal.abort();
    const { signal } = new AbortController();
    const client = connect({ signal: aborted });
    const run = (inParameters: AbortSignal, inOptions?: AbortSignal) =>
      client.request(
        anyRoute("GET /anything"),
        { request: { signal: inParameters } },
        { signal: inOptions },
      );
    expect(await run(aborted, signal)).toMatchObject({ status: 200 });
    expect(await run(signal)).toMatchObject({ status: 200 });
  });

  it("ends a request that waits for a slot, and no other", async () => {
    server.play(silence, json({}));
    const client = connect({ concurrency: 1 });
    const ofFirst = new AbortController();
    const ofSecond = new AbortController();
    const first = client.request(anyRoute("GET /anything"), {}, { signal: ofFirst.signal });
    const second = client.request(anyRoute("GET /anything"), {}, { signal: ofSecond.signal });
    const third = client.request(anyRoute("GET /anything"));
    await expect.poll(() => server.arrivals).toHaveLength(1);
    ofSecond.abort();
    expect((await errorOf(second)).name).toBe("AbortError");
    ofFirst.abort();
    expect((await errorOf(first)).name).toBe("AbortError");
    expect(await third).toMatchObject({ status: 200 });
  });

  it("stays connected to a stream, and the timeout does not", async () => {
    server.play((response) => {
      response.writeHead(200, { "content-type": "text/plain" });
      response.write("begin");
    });
    const controller = new AbortController();
    const { signal } = controller;
    const { data } = await connect({ timeout: 2_000 }).request(
      "GET /zen",
      {},
      { signal, stream: true },
    );
    const reader = data.getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe("begin");
    const reason = new Error("enough");
    controller.abort(reason);
    expect(await errorOf(reader.read())).toBe(reason);
  });

  it("is left alone after the request", async () => {
    server.play(json({}));
    const { signal } = new AbortController();
    const add = vi.spyOn(signal, "addEventListener");
    const remove = vi.spyOn(signal, "removeEventListener");
    await connect().request(anyRoute("GET /anything"), {}, { signal });
    expect(remove).toHaveBeenCalledTimes(add.mock.calls.length);
  });
});

/** Never settles. */
function never(): Promise<never> {
  return new Promise(() => undefined);
}

async function untilTimers(count: number): Promise<void> {
  while (vi.getTimerCount() < count) await new Promise((resolve) => setImmediate(resolve));
}
