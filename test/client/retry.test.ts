/** Requests that are sent again, and the delay before. The clock moves only by waiting. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { createClient } from "typewire/client";
import { anyRoute } from "../../src/runtime/endpoint.js";
import { createClock, START } from "./clock.js";
import { errorOf } from "./error-of.js";
import { cutShort, json, reply, reset, startServer, type Step } from "./server.js";

const server = startServer();

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** Each is an answer that a request gets first. */
const CASES: readonly Case[] = [
  { title: "a reset", step: reset, get: true, post: false },
  { title: "a body that breaks off", step: cutShort(), get: true, post: false },
  ...[408, 500, 502, 504].map((status) => ({
    title: String(status),
    step: reply(status),
    get: true,
    post: false,
  })),
  ...[408, 500, 502, 504].map((status) => ({
    title: `${status} with retry-after`,
    step: retryAfter(status),
    get: true,
    post: false,
  })),
  ...[429, 503].map((status) => ({
    title: String(status),
    step: reply(status),
    get: true,
    post: false,
  })),
  ...[429, 503].map((status) => ({
    title: `${status} with retry-after`,
    step: retryAfter(status),
    get: true,
    post: true,
  })),
  ...[400, 401, 403, 404, 409, 422, 501, 505].map((status) => ({
    title: String(status),
    step: retryAfter(status),
    get: false,
    post: false,
  })),
  {
    title: "JSON that is none",
    step: reply(200, { "content-type": "application/json" }, "{"),
    get: false,
    post: false,
  },
];

/** Methods, each with the member of the cases that says whether it is repeated. */
const METHODS = [
  ["GET", "get"],
  ["HEAD", "get"],
  ["OPTIONS", "get"],
  ["PUT", "get"],
  ["DELETE", "get"],
  ["POST", "post"],
  ["PATCH", "post"],
] as const;

describe.each(METHODS)("[F.5] %s", (method, kind) => {
  // An answer to HEAD has no body.
  const isPossible = ({ title }: Case) => method !== "HEAD" || !/body|JSON/.test(title);
  it.each(CASES.filter(isPossible))("after $title", async ({ step, [kind]: isRepeated }) => {
    server.play(step, reply(204));
    const { client } = connect();
    const call = client.request(anyRoute(`${method} /anything`));
    if (isRepeated) expect(await call).toMatchObject({ status: 204 });
    else await errorOf(call);
    expect(server.arrivals).toHaveLength(isRepeated ? 2 : 1);
  });
});

describe("[F.5] the number of retries", () => {
  it.each([
    [undefined, 3],
    [0, 1],
    [5, 6],
  ])("%s: a request is sent %s times", async (retry, times) => {
    server.play(reply(500));
    const error = await errorOf(connect({ retry }).client.request(anyRoute("GET /anything")));
    expect(error).toMatchObject({ status: 500, attempts: times });
    expect(server.arrivals).toHaveLength(times);
  });

  it("is an option of a call, too", async () => {
    server.play(reply(500));
    await errorOf(connect().client.request(anyRoute("GET /anything"), {}, { retry: 1 }));
    expect(server.arrivals).toHaveLength(2);
  });
});

describe("[F.5] the wait", () => {
  it.each<[title: string, step: Step, delay: number]>([
    ["seconds", retryAfter(503, "3"), 3_000],
    ["no seconds", retryAfter(503, "0"), 0],
    ["a date", retryAfter(503, new Date(START + 5_000).toUTCString()), 5_000],
    ["a date that has passed", retryAfter(503, new Date(START - 5_000).toUTCString()), 0],
    ["the first date of all", retryAfter(503, new Date(0).toUTCString()), 0],
    ["a date of RFC 850", retryAfter(503, toRfc850(START + 5_000)), 5_000],
    ["a date of asctime", retryAfter(503, toAsctime(START + 5_000)), 5_000],
    ["a year of two digits that has passed", retryAfter(503, "Sunday, 06-Nov-94 08:49:37 GMT"), 0],
  ])("is what the response says: %s", async (_title, step, delay) => {
    server.play(step, reply(204));
    const { client, clock } = connect();
    await client.request(anyRoute("GET /anything"));
    expect(clock.now() - START).toBe(delay);
  });

  it.each([
    "soon",
    "",
    "-3",
    "NaN",
    "3, 4",
    "1.5",
    "Friday 5",
    "Wed, 21 Oct 2065",
    "Sun, 06 Nov 2065 08:49:37 PST",
    "Sun, 06 Foo 2065 08:49:37 GMT",
    "Sun Nov  6 08:49:37 65",
    "- Sun, 06 Nov 2065 08:49:37 GMT",
    "Sun, 06 Nov 2065 08:49:37 GMT+1",
    "- Sun Nov  6 08:49:37 2065",
    "Sun Nov  6 08:49:37 20655",
  ])("is random after %j", async (value) => {
    vi.spyOn(Math, "random").mockReturnValue(0.5);
    server.play(retryAfter(503, value), reply(204));
    const { client, clock } = connect();
    await client.request(anyRoute("GET /anything"));
    expect(clock.delays).toEqual([250]);
  });

  it("does not depend on the time zone of this machine", async () => {
    vi.stubEnv("TZ", "America/New_York");
    server.play(retryAfter(503, toAsctime(START + 5_000)), reply(204));
    const { client, clock } = connect();
    await client.request(anyRoute("GET /anything"));
    expect(clock.now() - START).toBe(5_000);
  });

  it("is two digits of a year near the present one", async () => {
    const start = Date.UTC(2074, 5, 1);
    const delays: number[] = [];
    const sleep = async (delay: number) => void delays.push(delay);
    server.play(retryAfter(503, toRfc850(Date.UTC(2074, 5, 1, 0, 0, 5))), reply(204));
    const client = createClient({ baseUrl: server.url, now: () => start, sleep });
    await client.request(anyRoute("GET /anything"));
    expect(delays).toEqual([5_000]);
  });

  it("is not one of 50 years, the most that two digits of a year can mean", async () => {
    const [start, in50Years] = [Date.UTC(2026, 5, 1), Date.UTC(2076, 5, 1)];
    server.play(retryAfter(503, toRfc850(in50Years)), reply(204));
    const client = createClient({ baseUrl: server.url, now: () => start });
    const error = await errorOf(client.request(anyRoute("GET /anything")));
    expect(error).toMatchObject({ status: 503, attempts: 1 });
  });

  it("is random below a limit that doubles up to eight seconds", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0.999);
    server.play(reset);
    const { client, clock } = connect({ retry: 7 });
    await errorOf(client.request(anyRoute("GET /anything")));
    const limits = [500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000];
    expect(clock.delays).toEqual(limits.map((limit) => limit * 0.999));
  });

  it("of more than a minute is not waited for", async () => {
    server.play(retryAfter(503, "61"), reply(204));
    const { client, clock } = connect();
    expect(await errorOf(client.request(anyRoute("GET /anything")))).toMatchObject({
      status: 503,
      attempts: 1,
    });
    expect(clock.delays).toEqual([]);
  });

  it("of a minute is waited for", async () => {
    server.play(retryAfter(503, "60"), reply(204));
    const { client, clock } = connect();
    await client.request(anyRoute("GET /anything"));
    expect(clock.delays).toEqual([60_000]);
  });

  it("that ends with the timeout is not waited for", async () => {
    server.play(retryAfter(503, "5"), reply(204));
    const { client, clock } = connect({ timeout: 5_000 });
    expect(await errorOf(client.request(anyRoute("GET /anything")))).toMatchObject({ status: 503 });
    expect(clock.delays).toEqual([]);
  });

  it("may be longer if the caller says so", async () => {
    server.play(retryAfter(503, "61"), reply(204));
    const { client, clock } = connect({ maxRetryDelay: 100_000 });
    await client.request(anyRoute("GET /anything"));
    expect(clock.delays).toEqual([61_000]);
  });

  it("never passes the timeout", async () => {
    server.play(retryAfter(503, "3"), reply(204));
    const { client, clock } = connect({ timeout: 5_000 });
    await client.request(anyRoute("GET /anything"));
    server.play(retryAfter(503, "6"), reply(204));
    expect(await errorOf(client.request(anyRoute("GET /anything")))).toMatchObject({ status: 503 });
    expect(clock.delays).toEqual([3_000]);
  });
});

describe("[F.5] a response that is retried", () => {
  it.each<[status: number, headers?: Record<string, string>]>([
    [503],
    [429, { "retry-after": "0" }],
    [401],
  ])("is not read, and its body is cancelled: %s", async (status, headers) => {
    const onClose = vi.fn();
    server.play(answerEndlessly(status, headers, onClose), reply(204));
    const seen: unknown[] = [];
    const { client } = connect({
      auth: () => "a token",
      onRetry: ({ error }) => void seen.push(error),
    });
    expect(await client.request(anyRoute("GET /anything"))).toMatchObject({ status: 204 });
    expect(seen).toMatchObject([
      { status, data: undefined, message: `"GET /anything" got status ${status}.` },
    ]);
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
  });

  it("is read when it was the last", async () => {
    server.play(json({ message: "one" }, 503), json({ message: "two" }, 503));
    const error = await errorOf(connect({ retry: 1 }).client.request(anyRoute("GET /anything")));
    expect(error).toMatchObject({ data: { message: "two" }, attempts: 2 });
  });

  it("may have been read by a hook", async () => {
    server.play(json({ message: "one" }, 503), reply(204));
    const texts: string[] = [];
    const { client } = connect({
      onResponse: async ({ response }) => void texts.push(await response.text()),
    });
    expect(await client.request(anyRoute("GET /anything"))).toMatchObject({ status: 204 });
    expect(texts).toEqual(['{"message":"one"}', ""]);
  });
});

describe("[F.5] a stream", () => {
  it.each<[title: string, step: Step]>([
    ["503 with retry-after", retryAfter(503)],
    ["401", reply(401)],
    ["a redirect that keeps the method", reply(307, { location: "/elsewhere" })],
  ])("is sent once: %s", async (_title, step) => {
    server.play(step, reply(204));
    const { client } = connect({ auth: () => "a token" });
    const data = new Blob(["bytes"]).stream();
    await errorOf(client.request(anyRoute("PUT /anything"), { data }));
    expect(server.arrivals).toHaveLength(1);
  });
});

function connect(options: Parameters<typeof createClient>[0] = {}) {
  const clock = createClock();
  const { now, sleep } = clock;
  return { clock, client: createClient({ baseUrl: server.url, now, sleep, ...options }) };
}

function retryAfter(status: number, value = "3"): Step {
  return reply(status, { "retry-after": value });
}

/** Begins a body that never ends. */
function answerEndlessly(
  status: number,
  headers: Readonly<Record<string, string>> = {},
  onClose: () => void,
): Step {
  return (response) => {
    response.on("close", onClose);
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.write('{"message":');
  };
}

/** The two obsolete forms of a date (RFC 9110, section 5.6.7), which recipients must still read. */
function toRfc850(time: number): string {
  const [, day, month, year = "", clock] = new Date(time).toUTCString().split(" ");
  return `Monday, ${day}-${month}-${year.slice(2)} ${clock} GMT`;
}

function toAsctime(time: number): string {
  const [weekday = "", day, month, year, clock] = new Date(time).toUTCString().split(" ");
  return `${weekday.slice(0, 3)} ${month} ${String(Number(day)).padStart(2)} ${clock} ${year}`;
}

interface Case {
  readonly title: string;
  readonly step: Step;
  /** Set if a GET is sent again. */
  readonly get: boolean;
  /** Set if a POST is sent again. */
  readonly post: boolean;
}
