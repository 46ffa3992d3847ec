/** Hooks of requests, over real sockets. */
import { describe, expect, it } from "vitest";
import { type AttemptEvent, createClient } from "typewire/client";
import { anyRoute } from "../../src/runtime/endpoint.js";
import { createClock } from "./clock.js";
import { errorOf } from "./error-of.js";
import { json, reply, startServer } from "./server.js";

const server = startServer();
const connect = (options: Parameters<typeof createClient>[0] = {}) =>
  createClient({ baseUrl: server.url, ...options });

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
      sleep,
      now,
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

  it.each([
    ["head", "get", "is missing"],
    ["get", "head", undefined],
  ] as const)(
    "may turn %s into %s: an error has the body that came with it",
    async (method, changed, data) => {
      server.play(reply(404, { "content-type": "text/plain" }, "is missing"));
      const client = connect({ onRequest: ({ request }) => void (request.method = changed) });
      const error = await errorOf(client.request(anyRoute(`${method.toUpperCase()} /anything`)));
      expect(error).toMatchObject({ status: 404, data });
    },
  );

  it.each([
    ["GET", "post", 1],
    ["POST", "put", 2],
  ] as const)("that turn %s into %s decide whether it is retried", async (method, sent, times) => {
    server.play(reply(503), json({}));
    const { sleep, now } = createClock();
    const onRequest = ({ request }: AttemptEvent) => void (request.method = sent);
    const client = connect({ sleep, now, onRequest });
    await client.request(anyRoute(`${method} /anything`)).catch(() => undefined);
    expect(server.arrivals.map((arrival) => arrival.method)).toEqual(
      Array.from({ length: times }, () => sent.toUpperCase()),
    );
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
