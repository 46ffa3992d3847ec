/** Timeouts, signals, hooks and concurrency. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createClient, TimeoutError } from "typewire/client";
import { anyRoute } from "../../src/runtime/endpoint.js";
import { createClock } from "./clock.js";
import { errorOf } from "./error-of.js";
import { json, reply, silence, startServer, type Step } from "./server.js";
import { createService } from "./service.js";

const server = startServer();
const connect = (options: Parameters<typeof createClient>[0] = {}) =>
  createClient({ baseUrl: server.url, ...options });

/** Sends headers, and nothing else. */
const headersAlone: Step = (response) => {
  response.writeHead(200, { "content-type": "application/json" });
  response.flushHeaders();
};

const never = () => new Promise<never>(() => undefined);

/** Everything that a request can wait for. */
const stages: readonly (readonly [title: string, step: Step, options: object])[] = [
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
  ["authentication", json({}), { auth: never }],
  ["onRequest", json({}), { onRequest: never }],
  ["onResponse", json({}), { onResponse: never }],
  ["onRetry", reply(503, { "retry-after": "0" }), { onRetry: never }],
  ["a retry", reply(503, { "retry-after": "20" }), {}],
  ["a fetch that ignores its signal", json({}), { fetch: never }],
];

describe.each(stages)("[F.10] while a request waits for %s", (_title, step, options) => {
  it("the timeout ends it", async () => {
    server.play(step);
    // The wait for a retry would pass the timeout, so the clock is one that stands still.
    const client = connect({
      ...options,
      timeout: _title === "a retry" ? 5_000 : 30,
      now: () => 0,
      maxRetryDelay: 20_000,
      sleep: never,
    });
    const call = client.request(anyRoute("GET /anything"));
    const error = await errorOf(call);
    if (_title === "a retry") expect(error).toMatchObject({ status: 503 });
    else {
      expect(error).toBeInstanceOf(TimeoutError);
      expect(error).toMatchObject({ route: "GET /anything", timeout: 30 });
      expect(error.message).toBe('"GET /anything" took longer than 30 ms.');
    }
  });

  it("the caller's signal ends it with its own reason", async () => {
    server.play(step);
    const controller = new AbortController();
    const reason = new Error("not needed any more");
    setTimeout(() => controller.abort(reason), 30);
    const client = connect({ ...options, signal: controller.signal });
    expect(await errorOf(client.request(anyRoute("GET /anything")))).toBe(reason);
  });
});

describe("[F.10] a call leaves no timer behind", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  const untilTimers = async (count: number) => {
    while (vi.getTimerCount() < count) await new Promise((resolve) => setImmediate(resolve));
  };

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
    const options = { fetch: never, timeout: 60_000, signal: controller.signal };
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

  /** Aborts once the request waits for what the title says. */
  const waits: readonly [title: string, script: (abort: () => void) => [Step, object]][] = [
    ["the headers", (abort) => [abort, { timeout: 60_000 }]],
    [
      "a retry",
      (abort) => [reply(503, { "retry-after": "20" }), { sleep: () => (abort(), never()) }],
    ],
  ];
  it.each(waits)("in the option request ends it, too: %s", async (_title, script) => {
    const controller = new AbortController();
    const { signal } = controller;
    const reason = new Error("not needed any more");
    const [step, options] = script(() => controller.abort(reason));
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
    const counts = { added: 0, removed: 0 };
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...parameters: Parameters<typeof add>) => (
      counts.added++,
      add(...parameters)
    );
    signal.removeEventListener = (...parameters: Parameters<typeof remove>) => (
      counts.removed++,
      remove(...parameters)
    );
    await connect().request(anyRoute("GET /anything"), {}, { signal });
    expect(counts.removed).toBe(counts.added);
  });
});

describe("[F.11] hooks", () => {
  it("get each attempt in order, and are awaited", async () => {
    server.play(reply(503), json({ ok: true }));
    const log: unknown[] = [];
    const note =
      (name: string) =>
      async ({ attempt, route }: { attempt: number; route: string }) => {
        await Promise.resolve();
        log.push(`${name} ${route} ${attempt}`);
      };
    const { sleep, now } = createClock();
    const hooks = {
      onRequest: note("request"),
      onResponse: note("response"),
      onRetry: note("retry"),
    };
    await connect({ ...hooks, sleep, now }).request(anyRoute("GET /things/{id}"), { id: 1 });
    expect(log).toEqual([
      "request GET /things/{id} 1",
      "response GET /things/{id} 1",
      "retry GET /things/{id} 1",
      "request GET /things/{id} 2",
      "response GET /things/{id} 2",
    ]);
  });

  it("may change the request of an attempt, and only of it", async () => {
    server.play(reply(503), json({}));
    const { sleep, now } = createClock();
    const client = connect({
      ...{ sleep, now },
      onRequest: ({ request, attempt }) => {
        if (attempt === 1) request.headers["x-first"] = "1";
        request.url += `?attempt=${attempt}`;
      },
    });
    await client.request(anyRoute("GET /anything"));
    expect(server.arrivals.map(({ url, headers }) => [url, headers["x-first"]])).toEqual([
      ["/anything?attempt=1", "1"],
      ["/anything?attempt=2", undefined],
    ]);
  });

  it("that return a response send nothing", async () => {
    const client = connect({ onRequest: () => Response.json({ cached: true }) });
    const { data, url } = await client.request(anyRoute("GET /anything"));
    expect({ data, url }).toEqual({ data: { cached: true }, url: `${server.url}/anything` });
    expect(server.arrivals).toEqual([]);
  });

  it("may replace a response", async () => {
    server.play(reply(304));
    const client = connect({ onResponse: () => Response.json({ cached: true }) });
    expect(await client.request(anyRoute("GET /anything"))).toMatchObject({
      status: 200,
      data: { cached: true },
    });
  });

  it.each(["onRequest", "onResponse", "onRetry"])(
    "that throw reject the request: %s",
    async (name) => {
      server.play(reply(503));
      const failure = new Error("a hook failed");
      const hook = () => {
        throw failure;
      };
      expect(await errorOf(connect({ [name]: hook }).request(anyRoute("GET /anything")))).toBe(
        failure,
      );
    },
  );

  it("get the error and the delay of a retry", async () => {
    server.play(reply(503, { "retry-after": "2" }), json({}));
    const { sleep, now } = createClock();
    const seen: unknown[] = [];
    const onRetry = ({ error, delay }: { error: Error; delay: number }) =>
      void seen.push([error.message, delay]);
    await connect({ sleep, now, onRetry }).request(anyRoute("GET /anything"));
    expect(seen).toEqual([['"GET /anything" got status 503.', 2_000]]);
  });
});

const LIMIT = { remaining: "x-remaining", reset: "x-reset" } as const;

describe("[F.6] a rate limit", () => {
  const { now } = createClock();
  const seconds = (value: number) => String(now() / 1_000 + value);

  it.each([
    ["seconds", seconds(60)],
    ["milliseconds", String(now() + 60_000)],
    ["delay", "60"],
    ["date", new Date(now() + 60_000).toISOString()],
  ] as const)("is read with its reset in %s", async (unit, reset) => {
    server.play(json({}, 200, { "x-remaining": "7", "x-reset": reset }), json({}));
    const client = createService({ rateLimit: { ...LIMIT, unit } }, { baseUrl: server.url, now });
    expect(client.rateLimit).toBeUndefined();
    await client.request("GET /things");
    const expected = { remaining: 7, reset: new Date(now() + 60_000) };
    expect(client.rateLimit).toEqual(expected);
    await client.request("GET /things"); // which says nothing
    expect(client.rateLimit).toEqual(expected);
  });

  it.each([
    ...["", "soon", "-1", "99999999999999999"].map((text) => [text, undefined] as const),
    ["0", new Date(0)] as const,
  ])("whose reset is %j is reset at %s", async (text, reset) => {
    server.play(json({}, 200, { "x-remaining": "7", "x-reset": text }));
    const client = createService({ rateLimit: LIMIT }, { baseUrl: server.url });
    await client.request("GET /things");
    expect(client.rateLimit).toEqual({ remaining: 7, reset });
  });

  it.each(["", "-1", "1.5", "a7", "7a"])("is none with %j requests left", async (remaining) => {
    server.play(json({}, 200, { "x-remaining": remaining, "x-reset": "1" }));
    const client = createService({ rateLimit: LIMIT }, { baseUrl: server.url });
    await client.request("GET /things");
    expect(client.rateLimit).toBeUndefined();
  });

  it("is not what another origin says", async () => {
    const other = "https://other.example/things";
    const fetch = async (url: unknown) => (String(url) === other ? limited("1") : limited("7"));
    const limited = (remaining: string) =>
      Response.json({}, { headers: { "x-remaining": remaining } });
    const client = createService({ rateLimit: LIMIT }, { fetch });
    await client.request("GET /things");
    await client.request(`GET ${other}`);
    expect(client.rateLimit).toMatchObject({ remaining: 7 });
  });

  const refusals: readonly (readonly [title: string, step: () => Step, delay: number])[] = [
    ["429 with retry-after", () => reply(429, { "retry-after": "90" }), 90_000],
    [
      "429 with a reset",
      () => reply(429, { "x-remaining": "0", "x-reset": seconds(3_600) }),
      3_600_000,
    ],
    [
      "403 with a reset",
      () => reply(403, { "x-remaining": "0", "x-reset": seconds(3_600) }),
      3_600_000,
    ],
    ["403 with retry-after", () => reply(403, { "retry-after": "90" }), 90_000],
    [
      "a reset that has passed",
      () => reply(429, { "x-remaining": "0", "x-reset": seconds(-5) }),
      1_000,
    ],
  ];

  it.each(refusals)("that is exceeded is waited for: %s", async (_title, step, delay) => {
    server.play(step(), step(), step(), step(), json({}));
    const clock = createClock();
    const { sleep } = clock;
    const options = { baseUrl: server.url, now, sleep, onRateLimit: "wait", retry: 0 } as const;
    await createService({ rateLimit: LIMIT }, options).request("POST /things");
    expect(clock.delays).toEqual([delay, delay, delay, delay]);
  });

  it.each(refusals.slice(0, 4))(
    "that is exceeded is an error otherwise: %s",
    async (_title, step) => {
      server.play(step(), json({}));
      const { sleep } = createClock();
      const client = createService({ rateLimit: LIMIT }, { baseUrl: server.url, now, sleep });
      expect(await errorOf(client.request("GET /things"))).toMatchObject({ attempts: 1 });
    },
  );

  it("whose reset is soon is a retry", async () => {
    server.play(reply(429, { "x-remaining": "0", "x-reset": seconds(30) }), json({}));
    const clock = createClock();
    const { sleep } = clock;
    const client = createService({ rateLimit: LIMIT }, { baseUrl: server.url, now, sleep });
    await client.request("POST /things");
    expect(clock.delays).toEqual([30_000]);
  });

  it("that is not used up says nothing of the wait", async () => {
    server.play(reply(503, { "x-remaining": "1", "x-reset": seconds(30) }), json({}));
    const clock = createClock();
    const { sleep } = clock;
    const client = createService({ rateLimit: LIMIT }, { baseUrl: server.url, now, sleep });
    await client.request("GET /things");
    expect(clock.delays[0]).toBeLessThan(500);
  });

  it("is waited for no longer than the timeout", async () => {
    server.play(reply(429, { "retry-after": "90" }));
    const options = { baseUrl: server.url, now, onRateLimit: "wait", timeout: 60_000 } as const;
    const client = createService({ rateLimit: LIMIT }, options);
    expect(await errorOf(client.request("GET /things"))).toMatchObject({
      status: 429,
      attempts: 1,
    });
  });

  it("is waited for no longer than a timer can", async () => {
    server.play(reply(429, { "x-remaining": "0", "x-reset": seconds(1e9) }), json({}));
    const clock = createClock();
    const { sleep } = clock;
    const options = { baseUrl: server.url, now, sleep, onRateLimit: "wait" } as const;
    await createService({ rateLimit: LIMIT }, options).request("GET /things");
    expect(clock.delays).toEqual([2 ** 31 - 1]);
  });

  it("is no reason to send what is forbidden again", async () => {
    server.play(reply(403, { "x-remaining": "5", "x-reset": seconds(30) }));
    const options = { baseUrl: server.url, now, onRateLimit: "wait" } as const;
    const client = createService({ rateLimit: LIMIT }, options);
    expect(await errorOf(client.request("GET /things"))).toMatchObject({
      status: 403,
      attempts: 1,
    });
  });
});

describe("[F.6] concurrency", () => {
  it("bounds how many of 1,000 requests are under way", async () => {
    let waiting: (() => void)[] = [];
    let most = 0;
    server.play((response, { url }) => {
      waiting.push(() => json(url)(response, { method: "", url, headers: {}, body: "" }));
      most = Math.max(most, waiting.length);
      if (waiting.length < 10) return; // until all slots are taken
      setImmediate(() => {
        const released = waiting;
        waiting = [];
        for (const release of released) release();
      });
    });
    const client = connect({ concurrency: 10 });
    const calls = Array.from({ length: 1_000 }, (_, id) =>
      client.request(anyRoute("GET /things/{id}"), { id }),
    );
    const responses = await Promise.all(calls);
    expect(responses.map(({ data }) => data)).toEqual(calls.map((_, id) => `/things/${id}`));
    expect(most).toBe(10);
  });

  it("may be a fraction, which is no slot", async () => {
    server.play(silence);
    const controller = new AbortController();
    const client = connect({ concurrency: 2.5, signal: controller.signal });
    const calls = [1, 2, 3, 4].map((id) =>
      errorOf(client.request(anyRoute("GET /things/{id}"), { id })),
    );
    await expect.poll(() => server.arrivals).toHaveLength(2);
    await new Promise((resolve) => setTimeout(resolve, 50));
    controller.abort();
    await Promise.all(calls);
    expect(server.arrivals).toHaveLength(2);
  });

  it("is free for the next request once a stream begins", async () => {
    server.play((response) => {
      response.writeHead(200, { "content-type": "text/plain" });
      response.write("begin");
    }, json({}));
    const client = connect({ concurrency: 1 });
    const { data } = await client.request("GET /zen", {}, { stream: true });
    expect(await client.request(anyRoute("GET /anything"))).toMatchObject({ status: 200 });
    await data.cancel();
  });

  it("runs no hook for a request that was aborted before its turn", async () => {
    const routes: string[] = [];
    let finish = (): void => undefined;
    const first: Step = (response, { url }) => {
      finish = () => json({})(response, { method: "", url, headers: {}, body: "" });
    };
    server.play(first, json({}));
    const onRequest = ({ route }: { readonly route: string }) => void routes.push(route);
    const client = connect({ concurrency: 1, onRequest });
    const calls = [client.request(anyRoute("GET /first"))];
    await expect.poll(() => server.arrivals).toHaveLength(1);
    const controller = new AbortController();
    const aborted = errorOf(
      client.request(anyRoute("GET /second"), {}, { signal: controller.signal }),
    );
    calls.push(client.request(anyRoute("GET /third")));
    controller.abort();
    await aborted;
    finish();
    await Promise.all(calls);
    expect(routes).toEqual(["GET /first", "GET /third"]);
  });

  it("gives slots back after failures, and while a request waits", async () => {
    server.play(reply(404), reply(503, { "retry-after": "1" }), json({}));
    let other: Promise<unknown> | undefined;
    const client = connect({
      concurrency: 1,
      sleep: () => (other ??= client.request(anyRoute("GET /other"))).then(() => undefined),
    });
    await errorOf(client.request(anyRoute("GET /anything")));
    await client.request(anyRoute("GET /anything"));
    expect(server.arrivals.map(({ url }) => url)).toEqual([
      "/anything",
      "/anything",
      "/other",
      "/anything",
    ]);
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
