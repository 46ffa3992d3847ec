/** Rate limits that a service announces, and waiting for them. */
import { describe, expect, it } from "vitest";
import type { ClientOptions } from "../../src/request/client/types.js";
import { createClock, START } from "./clock.js";
import { errorOf } from "./error-of.js";
import { json, reply, startServer, type Answer } from "./server.js";
import { createService } from "./service.js";

const server = startServer();

const LIMIT = { remaining: "x-remaining", reset: "x-reset" } as const;

/** Answers to a request that exceeds the limit, and the wait that each announces, in milliseconds. */
const REFUSALS: readonly Refusal[] = [
  ["429 with retry-after", reply(429, { "retry-after": "90" }), 90_000],
  ["429 with a reset", refuse(429, 3_600), 3_600_000],
  ["403 with a reset", refuse(403, 3_600), 3_600_000],
  ["403 with retry-after", reply(403, { "retry-after": "90" }), 90_000],
];

/** A reset that has passed leads to a retry, not to an error. */
const PASSED_RESET: Refusal = ["a reset that has passed", refuse(429, -5), 1_000];

describe("[F.6] a rate limit", () => {
  it.each([
    ["seconds", inSeconds(60)],
    ["milliseconds", String(START + 60_000)],
    ["delay", "60"],
    ["date", new Date(START + 60_000).toISOString()],
  ] as const)("is read with its reset in %s", async (unit, reset) => {
    server.play(json({}, 200, { "x-remaining": "7", "x-reset": reset }), json({}));
    const { now } = createClock();
    const client = createService({ rateLimit: { ...LIMIT, unit } }, { baseUrl: server.url, now });
    expect(client.rateLimit).toBeUndefined();
    await client.request("GET /things");
    const expected = { remaining: 7, reset: new Date(START + 60_000) };
    expect(client.rateLimit).toEqual(expected);
    await client.request("GET /things"); // which says nothing
    expect(client.rateLimit).toEqual(expected);
  });

  it.each<[text: string, reset: Date | undefined]>([
    ["", undefined],
    ["soon", undefined],
    ["-1", undefined],
    ["99999999999999999", undefined],
    ["0", new Date(0)],
  ])("with the text %j as its reset has the reset %s", async (text, reset) => {
    server.play(json({}, 200, { "x-remaining": "7", "x-reset": text }));
    const { client } = createWaiting();
    await client.request("GET /things");
    expect(client.rateLimit).toEqual({ remaining: 7, reset });
  });

  it.each(["", "-1", "1.5", "a7", "7a"])("is none with %j requests left", async (remaining) => {
    server.play(json({}, 200, { "x-remaining": remaining, "x-reset": "1" }));
    const { client } = createWaiting();
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

  it.each([...REFUSALS, PASSED_RESET])(
    "that is exceeded is waited for: %s",
    async (_title, refusal, delay) => {
      server.play(refusal, refusal, refusal, refusal, json({}));
      // Waits for a limit do not count as retries.
      const { client, delays } = createWaiting({ onRateLimit: "wait", retry: 0 });
      await client.request("POST /things");
      expect(delays).toEqual([delay, delay, delay, delay]);
    },
  );

  it.each(REFUSALS)("that is exceeded is an error otherwise: %s", async (_title, refusal) => {
    server.play(refusal, json({}));
    const { client } = createWaiting();
    expect(await errorOf(client.request("GET /things"))).toMatchObject({ attempts: 1 });
  });

  it("whose reset is soon is a retry", async () => {
    server.play(refuse(429, 30), json({}));
    const { client, delays } = createWaiting();
    await client.request("POST /things");
    expect(delays).toEqual([30_000]);
  });

  it("that is not used up says nothing of the wait", async () => {
    server.play(reply(503, { "x-remaining": "1", "x-reset": inSeconds(30) }), json({}));
    const { client, delays } = createWaiting();
    await client.request("GET /things");
    expect(delays[0]).toBeLessThan(500);
  });

  it("is waited for no longer than the timeout", async () => {
    server.play(reply(429, { "retry-after": "90" }));
    const { client } = createWaiting({ onRateLimit: "wait", timeout: 60_000 });
    expect(await errorOf(client.request("GET /things"))).toMatchObject({
      status: 429,
      attempts: 1,
    });
  });

  it("is waited for no longer than a timer can", async () => {
    server.play(refuse(429, 1e9), json({}));
    const { client, delays } = createWaiting({ onRateLimit: "wait" });
    await client.request("GET /things");
    expect(delays).toEqual([2 ** 31 - 1]);
  });

  it("is no reason to send what is forbidden again", async () => {
    server.play(reply(403, { "x-remaining": "5", "x-reset": inSeconds(30) }));
    const { client } = createWaiting({ onRateLimit: "wait" });
    expect(await errorOf(client.request("GET /things"))).toMatchObject({
      status: 403,
      attempts: 1,
    });
  });
});

/** A client of a service with a limit, and its waits, in milliseconds. */
function createWaiting(options: ClientOptions<string> = {}) {
  const { sleep, delays } = createClock();
  const now = () => START; // also after a wait, so that each refusal announces the same
  const all = { baseUrl: server.url, now, sleep, ...options };
  return { client: createService({ rateLimit: LIMIT }, all), delays };
}

/** Refuses a request, because none is left until a reset. */
function refuse(status: number, resetIn: number): Answer {
  return reply(status, { "x-remaining": "0", "x-reset": inSeconds(resetIn) });
}

/** A time after the start of the clock, in seconds since 1970. */
function inSeconds(seconds: number): string {
  return String(START / 1_000 + seconds);
}

type Refusal = readonly [title: string, answer: Answer, delay: number];
