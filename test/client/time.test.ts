/** Timeouts and signals, and the checks of options that are numbers. */
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

/** Everything that a request can wait for, but the time before a retry. */
const STAGES: readonly (readonly [title: string, step: Step, options: object])[] = [
  ["the headers", silence, {}],
  ["the body", headersAlone, {}],
  [
    "the rest of a content-length too large",
    (response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
      response.write('{"name":1}');
    },
    {},
  ],
  [
    "the body of an error",
    (response) => response.writeHead(404, { "content-type": "text/plain" }).flushHeaders(),
    {},
  ],
  ["authentication", json({}), { auth: () => never() }],
  ["onRequest", json({}), { onRequest: () => never() }],
  ["onResponse", json({}), { onResponse: () => never() }],
  // By a clock that stands still, there is time for a retry however late the response comes.
  ["onRetry", reply(503, { "retry-after": "0" }), { onRetry: () => never(), now: () => 0 }],
  ["a fetch that ignores its signal", json({}), { fetch: () => never() }],
];

const RETRY = ["a retry", reply(503, { "retry-after": "20" }), {}] as const;

describe.each([...STAGES, RETRY])(
  "[F.10] while a request waits for %s",
  (_title, step, options) => {
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
  it("ends a request whose wait for a retry would pass it, at once", async () => {
    server.play(RETRY[1]);
    const client = connect({
      timeout: 5_000,
      now: () => 0,
      maxRetryDelay: 20_000,
      sleep: () => never(),
    });
    const error = await errorOf(client.request(anyRoute("GET /anything")));
    expect(error).toMatchObject({ status: 503 });
  });

  it.each(STAGES)("ends a request that waits for %s", async (_title, step, options) => {
    server.play(step);
    const client = connect({ ...options, timeout: 30 });
    const error = await errorOf(client.request(anyRoute("GET /anything")));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ route: "GET /anything", timeout: 30 });
    expect(error.message).toBe('"GET /anything" took longer than 30 ms.');
  });
});

describe("[F.10] a call leaves no timer behind", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  it("that is aborted while it waits for a retry", async () => {
    const fetch = async () => new Response(null, { status: 503, headers: { "retry-after": "20" } });
    const controller = new AbortController();
    const call = connect({ fetch, signal: controller.signal }).request(anyRoute("GET /anything"));
    await untilTimers(1);
    controller.abort();
    expect(await errorOf(call)).toMatchObject({ name: "AbortError" });
    expect(vi.getTimerCount()).toBe(0);
  });

  it("that ends before its timeout", async () => {
    const fetch = async () => Response.json({});
    await connect({ fetch, timeout: 60_000 }).request(anyRoute("GET /anything"));
    expect(vi.getTimerCount()).toBe(0);
  });

  it("that is aborted before its timeout", async () => {
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

  it.each<[title: string, create: (abort: () => void) => { step: Step; options: object }]>([
    ["the headers", (abort) => ({ step: abort, options: { timeout: 60_000 } })],
    ["a retry", (abort) => ({ step: RETRY[1], options: { sleep: () => never(abort) } })],
  ])("in the option request ends a wait for %s, too", async (_title, create) => {
    const controller = new AbortController();
    const { signal } = controller;
    const reason = new Error("not needed any more");
    const { step, options } = create(() => controller.abort(reason));
    server.play(step);
    const call = connect(options).request(anyRoute("GET /anything"), { request: { signal } });
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
    const controllers = [new AbortController(), new AbortController()] as const;
    const [first, second] = controllers.map(({ signal }) =>
      client.request(anyRoute("GET /anything"), {}, { signal }),
    );
    const third = client.request(anyRoute("GET /anything"));
    await expect.poll(() => server.arrivals).toHaveLength(1);
    controllers[1].abort();
    expect((await errorOf(second ?? never())).name).toBe("AbortError");
    controllers[0].abort();
    expect((await errorOf(first ?? never())).name).toBe("AbortError");
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

describe("[F.13] an option", () => {
  it.each<[options: object, error: typeof TypeError | typeof RangeError, message: string]>([
    [
      { timeout: "1" },
      TypeError,
      'Option "timeout" is a string; expected a number from 1 to 2147483647.',
    ],
    [{ timeout: 0 }, RangeError, 'Option "timeout" is 0; expected a number from 1 to 2147483647.'],
    [
      { timeout: NaN },
      RangeError,
      'Option "timeout" is NaN; expected a number from 1 to 2147483647.',
    ],
    [
      { timeout: Infinity },
      RangeError,
      'Option "timeout" is Infinity; expected a number from 1 to 2147483647.',
    ],
    [{ retry: -1 }, RangeError, 'Option "retry" is -1; expected a number from 0 to 2147483647.'],
    [{ retry: null }, TypeError, 'Option "retry" is null; expected a number from 0 to 2147483647.'],
    [
      { concurrency: 0 },
      RangeError,
      'Option "concurrency" is 0; expected a number from 1 to 2147483647.',
    ],
    [
      { maxRetryDelay: "a" },
      TypeError,
      'Option "maxRetryDelay" is a string; expected a number from 0 to 2147483647.',
    ],
  ])("is checked: %j", async (options, type, message) => {
    const create = () => createClient(options);
    expect(create).toThrow(type);
    expect(create).toThrow(message);
    if ("concurrency" in options || "maxRetryDelay" in options) return;
    const error = await errorOf(connect().request(anyRoute("GET /anything"), {}, options));
    expect(error.message).toBe(message);
  });

  it("that is undefined leaves that of the client", async () => {
    server.play(silence);
    const options = { timeout: undefined, retry: undefined };
    const error = await errorOf(
      connect({ timeout: 20 }).request(anyRoute("GET /anything"), {}, options),
    );
    expect(error).toMatchObject({ timeout: 20 });
  });

  it("is not inherited", async () => {
    server.play(json({}));
    const options = JSON.parse('{"__proto__":{"auth":"a token"}}') as object;
    await connect(options).request(anyRoute("GET /anything"));
    expect(server.arrivals[0]?.headers.authorization).toBeUndefined();
  });

  it("of a call comes before that of the client", async () => {
    server.play(silence);
    const client = connect({ timeout: 60_000 });
    const error = await errorOf(client.request(anyRoute("GET /anything"), {}, { timeout: 20 }));
    expect(error).toMatchObject({ timeout: 20 });
  });
});

/** Never settles; calls back first. */
function never(onWait?: () => void): Promise<never> {
  onWait?.();
  return new Promise(() => undefined);
}

async function untilTimers(count: number): Promise<void> {
  while (vi.getTimerCount() < count) await new Promise((resolve) => setImmediate(resolve));
}
