/** Rate limits that a service announces, and waiting for them. */
import { describe, expect, it } from "vitest";
import { createClock } from "./clock.js";
import { errorOf } from "./error-of.js";
import { json, reply, startServer, type Step } from "./server.js";
import { createService } from "./service.js";

const server = startServer();

const LIMIT = { remaining: "x-remaining", reset: "x-reset" } as const;

describe("[F.6] a rate limit", () => {
  const { now } = createClock();
  const inSeconds = (value: number) => String(now() / 1_000 + value);

  it.each([
    ["seconds", inSeconds(60)],
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
    const fetch = async (url: unknown) => {
      const remaining = String(url) === other ? "1" : "7";
      return Response.json({}, { headers: { "x-remaining": remaining } });
    };
    const client = createService({ rateLimit: LIMIT }, { fetch });
    await client.request("GET /things");
    await client.request(`GET ${other}`);
    expect(client.rateLimit).toMatchObject({ remaining: 7 });
  });

  const REFUSALS: readonly (readonly [title: string, step: () => Step, delay: number])[] = [
    ["429 with retry-after", () => reply(429, { "retry-after": "90" }), 90_000],
    [
      "429 with a reset",
      () => reply(429, { "x-remaining": "0", "x-reset": inSeconds(3_600) }),
      3_600_000,
    ],
    [
      "403 with a reset",
      () => reply(403, { "x-remaining": "0", "x-reset": inSeconds(3_600) }),
      3_600_000,
    ],
    ["403 with retry-after", () => reply(403, { "retry-after": "90" }), 90_000],
    [
      "a reset that has passed",
      () => reply(429, { "x-remaining": "0", "x-reset": inSeconds(-5) }),
      1_000,
    ],
  ];

  it.each(REFUSALS)("that is exceeded is waited for: %s", async (_title, step, delay) => {
    server.play(step(), step(), step(), step(), json({}));
    const clock = createClock();
    const { sleep } = clock;
    const options = { baseUrl: server.url, now, sleep, onRateLimit: "wait", retry: 0 } as const;
    await createService({ rateLimit: LIMIT }, options).request("POST /things");
    expect(clock.delays).toEqual([delay, delay, delay, delay]);
  });

  it.each(REFUSALS.slice(0, 4))(
    "that is exceeded is an error otherwise: %s",
    async (_title, step) => {
      server.play(step(), json({}));
      const { sleep } = createClock();
      const client = createService({ rateLimit: LIMIT }, { baseUrl: server.url, now, sleep });
      expect(await errorOf(client.request("GET /things"))).toMatchObject({ attempts: 1 });
    },
  );

  it("whose reset is soon is a retry", async () => {
    server.play(reply(429, { "x-remaining": "0", "x-reset": inSeconds(30) }), json({}));
    const clock = createClock();
    const { sleep } = clock;
    const client = createService({ rateLimit: LIMIT }, { baseUrl: server.url, now, sleep });
    await client.request("POST /things");
    expect(clock.delays).toEqual([30_000]);
  });

  it("that is not used up says nothing of the wait", async () => {
    server.play(reply(503, { "x-remaining": "1", "x-reset": inSeconds(30) }), json({}));
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
    server.play(reply(429, { "x-remaining": "0", "x-reset": inSeconds(1e9) }), json({}));
    const clock = createClock();
    const { sleep } = clock;
    const options = { baseUrl: server.url, now, sleep, onRateLimit: "wait" } as const;
    await createService({ rateLimit: LIMIT }, options).request("GET /things");
    expect(clock.delays).toEqual([2 ** 31 - 1]);
  });

  it("is no reason to send what is forbidden again", async () => {
    server.play(reply(403, { "x-remaining": "5", "x-reset": inSeconds(30) }));
    const options = { baseUrl: server.url, now, onRateLimit: "wait" } as const;
    const client = createService({ rateLimit: LIMIT }, options);
    expect(await errorOf(client.request("GET /things"))).toMatchObject({
      status: 403,
      attempts: 1,
    });
  });
});
