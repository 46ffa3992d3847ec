/** The parts of a class that Stainless made, by themselves: options, errors, waits, uploads (contract H.10). */
import { Readable } from "node:stream";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { MethodShape, SdkCatalog } from "../../src/catalog/sdk.js";
import { ConnectionError, ResponseError } from "../../src/request/client/errors.js";
import type { RequestPolicy } from "../../src/request/client/request.js";
import { place, toRoute } from "../../src/stainless/calls.js";
import {
  APIConnectionError,
  APIConnectionTimeoutError,
  APIError,
  APIUserAbortError,
  findErrorClass,
  NotFoundError,
  toApiError,
} from "../../src/stainless/errors.js";
import {
  checkCount,
  MOST_RETRIES,
  readHeaders,
  readSending,
  toUsualOptions,
  writeQuery,
} from "../../src/stainless/options.js";
import { createPolicy } from "../../src/stainless/policy.js";
import { Stream } from "../../src/stainless/streams.js";
import { holdsUpload, readUploads } from "../../src/stainless/uploads.js";
import { bindWebhooks } from "../../src/stainless/webhooks.js";
import { collect } from "../client/streaming-service.js";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks(); // before the clock, whose functions some tests watch
  vi.useRealTimers();
});

describe("errors", () => {
  const lose = (cause: Error) => new ConnectionError("GET /a", "was lost", 1, cause);
  const cause = lose(new TypeError("failed"));
  const late = lose(new DOMException("x", "TimeoutError"));
  const create = (status: number): Error => {
    const facts = {
      code: "STATUS",
      route: "GET /a",
      url: "https://a.example/a",
      attempts: 1,
    } as const;
    const answer = { status, data: { a: 1 }, headers: new Headers(), requestId: undefined };
    const Class = findErrorClass(status) ?? ResponseError;
    return new Class("no", { ...facts, ...answer });
  };
  const response = create(404);
  const other = new Error("other");
  const never = new AbortController().signal;

  it.each<
    [what: string, error: unknown, signal: AbortSignal | null | undefined, expected: unknown]
  >([
    ["a response", response, AbortSignal.abort(), response],
    ["another error", other, undefined, other],
    ["another error beside a signal", other, never, other],
    ["nothing", undefined, null, undefined],
  ])("[H.10] stay as they are: %s", (_, error, signal, expected) => {
    expect(toApiError(error, signal)).toBe(expected);
  });

  it.each<[error: unknown, signal: AbortSignal | null | undefined, Class: unknown, facts: object]>([
    [cause, undefined, APIConnectionError, { message: "Connection error.", cause }],
    [cause, never, APIConnectionError, { message: "Connection error.", cause }],
    [late, null, APIConnectionTimeoutError, { message: "Request timed out." }],
    [cause, AbortSignal.abort(), APIUserAbortError, { message: "Request was aborted." }],
    [other, AbortSignal.abort(), APIUserAbortError, { message: "Request was aborted." }],
  ])("[H.10] of a connection have classes of their own: %#", (given, signal, Class, facts) => {
    const error = toApiError(given, signal);
    const { name, constructor } = error as Error;
    expect(constructor).toBe(Class);
    expect(name).toBe((Class as { name: string }).name);
    const empty = { status: undefined, headers: undefined, error: undefined };
    expect(error).toMatchObject({ ...empty, ...facts });
    expect((error as Error).cause).toBe((facts as { cause?: unknown }).cause);
    expect([error instanceof APIError, error instanceof APIConnectionError]).toEqual([true, true]);
    expect(error instanceof ResponseError).toBe(false);
  });

  it("[H.10] have the message that they are given", () => {
    for (const Class of [APIConnectionError, APIConnectionTimeoutError, APIUserAbortError])
      expect(new Class({ message: "own" }).message).toBe("own");
  });

  it.each<[status: number, name: string]>([
    [404, "NotFoundError"],
    [499, "APIError"],
    [500, "InternalServerError"],
    [599, "InternalServerError"],
    [302, "APIError"],
  ])("[H.10] of the status %i are a %s, with the body", (status, name) => {
    const error = create(status);
    expect(error).toMatchObject({ name, status, error: { a: 1 } });
    expect(error).toBeInstanceOf(APIError);
    expect(error instanceof NotFoundError).toBe(status === 404);
    expect(other instanceof APIError).toBe(false);
  });
});

describe("options", () => {
  it.each<[headers: unknown, read: object]>([
    [undefined, {}],
    [null, {}],
    [
      { "X-A": "1", b: 2, c: undefined, d: null },
      { "x-a": "1", b: "2", d: undefined },
    ],
    [new Headers({ "X-A": "1" }), { "x-a": "1" }],
    [
      [
        ["X-A", "1"],
        ["x-a", "2"],
        ["b", null],
        ["c", undefined],
      ],
      { "x-a": "2", b: undefined },
    ],
  ])("[H.10] have headers %j", (headers, read) => {
    expect(readHeaders(headers)).toStrictEqual(read);
  });

  it.each<[query: object, text: string]>([
    [{}, ""],
    [{ a: 1, b: "x y", c: true }, "a=1&b=x%20y&c=true"],
    [{ a: undefined, b: null }, "b="],
    [{ "a&b": ["1", [2], { c: 3 }] }, "a%26b%5B%5D=1&a%26b%5B%5D%5B%5D=2&a%26b%5B%5D%5Bc%5D=3"],
    [{ a: { b: { c: [] }, d: {} } }, ""],
    [{ a: {}, b: 1 }, "b=1"],
    [
      { at: new Date(0), in: { at: new Date(1) } },
      "at=1970-01-01T00%3A00%3A00.000Z&in%5Bat%5D=1970-01-01T00%3A00%3A00.001Z",
    ],
  ])("[H.10] have the query %j", (query, text) => {
    expect(writeQuery(query)).toBe(text);
  });

  it.each([0, 0.5, 3, Infinity])("[H.10] have the number %d", (count) => {
    expect(() => checkCount("timeout", count)).not.toThrow();
  });

  const catalog: SdkCatalog = {
    name: "HTTPTool2Kit",
    arguments: "last",
    credentials: [],
    resources: {},
  };
  const usual = (options: object) =>
    toUsualOptions(catalog, options as never, readSending(catalog, options as never));

  it("[H.10] of the class become those of the usual class", () => {
    const policy = expect.objectContaining({
      wrapFetch: expect.any(Function) as unknown,
    }) as unknown;
    expect(usual({})).toEqual({ headers: {}, retry: 2, policy });
    const send = () => undefined;
    expect(
      usual({
        ...{ baseURL: "https://a.example/v1//", maxRetries: 5, timeout: 7, logLevel: "off" },
        ...{ logger: console, dangerouslyAllowBrowser: true, fetch: send, apiKey: "k" },
        headers: { "X-A": "1", "X-B": "2" },
        defaultHeaders: { "x-b": "3", "x-c": null },
        fetchOptions: { cache: "no-store", mode: "cors" },
        defaults: { own: 1, request: { mode: "same-origin", keepalive: true } },
      }),
    ).toEqual({
      ...{ baseUrl: "https://a.example/v1", retry: 5, policy, fetch: send, apiKey: "k" },
      headers: { "x-a": "1", "x-b": "3", "x-c": undefined },
      defaults: { own: 1, request: { mode: "cors", keepalive: true, cache: "no-store" } },
    });
    expect(usual({ fetchOptions: { cache: "reload" } })).toMatchObject({
      defaults: { request: { cache: "reload" } },
    });
    expect(usual({ maxRetries: Infinity }).retry).toBe(MOST_RETRIES);
    expect(MOST_RETRIES).toBe(2_147_483_647);
  });

  it("[H.10] have an address, that of the environment, or none", () => {
    const addressOf = (options: object) => usual(options).baseUrl;
    expect(addressOf({})).toBeUndefined();
    vi.stubEnv("HTTP_TOOL2_KIT_BASE_URL", " https://env.example/ ");
    expect(addressOf({})).toBe("https://env.example");
    expect(addressOf({ baseURL: undefined })).toBe("https://env.example");
    expect(addressOf({ baseURL: "https://a.example" })).toBe("https://a.example");
    for (const baseURL of [null, ""]) expect(addressOf({ baseURL })).toBeUndefined();
    expect(() => usual({ environment: "dev" })).toThrow(
      new TypeError(
        'The address is given twice, by "baseURL" (or HTTP_TOOL2_KIT_BASE_URL) and by "environment"; to use the environment, pass `baseURL: null`.',
      ),
    );
    expect(usual({ baseURL: null, environment: "dev" })).toMatchObject({ environment: "dev" });
  });

  it("[H.10] add a query to each request, before the hook of the caller", () => {
    const seen: string[] = [];
    const onRequest = ({ request }: { request: { url: string } }) => void seen.push(request.url);
    const event = { request: { url: "https://a.example/?b=1" } };
    const options = { defaultQuery: { a: "x y", b: "2" }, onRequest };
    (usual(options) as { onRequest?(given: object): void }).onRequest?.(event);
    expect(seen).toEqual(["https://a.example/?b=1&a=x%20y"]);
    expect(usual({ defaultQuery: {}, onRequest })).toMatchObject({ onRequest });
  });
});

describe("the parameters of a method", () => {
  it.each<[shape: MethodShape | undefined, given: object, placed: object]>([
    [undefined, { a: 1 }, { a: 1 }],
    [{ others: [] }, { a: 1, b: 2 }, { data: { a: 1, b: 2 } }],
    [{ others: [] }, {}, {}],
    [{ others: ["id"] }, { id: 7, a: 1 }, { id: 7, data: { a: 1 } }],
    [
      { others: ["id"], renamed: { body_id: "id" } },
      { id: 7, body_id: 8 },
      { id: 7, data: { id: 8 } },
    ],
    [{ others: [], body: "New" }, { New: { a: 1 } }, { data: { a: 1 } }],
    [
      { others: ["q"], body: "New" },
      { New: 1, q: 2, x: 3 },
      { data: 1, q: 2, x: 3 },
    ],
    [
      { others: ["q"], named: ["q"] },
      { q: 2, a: 1 },
      { parameters: { q: 2 }, data: { a: 1 } },
    ],
    [
      { others: ["q", "r"], renamed: { q: "url" }, named: ["url"] },
      { q: 2, r: 3, parameters: { s: 4 } },
      { r: 3, parameters: { s: 4, url: 2 } },
    ],
    [{ others: ["parameters"] }, { parameters: { s: 4 } }, { parameters: { s: 4 } }],
    [{ others: ["id"] }, { id: undefined }, { id: undefined }],
  ])("[H.10] of the shape %j are placed: %j", (shape, given, placed) => {
    expect(place(given as never, shape === undefined ? {} : { shape })).toStrictEqual(placed);
  });

  it("[H.10] are not in the path of a verb", () => {
    expect(toRoute("patch", "/a/{b}?{c}")).toBe("PATCH /a/%7Bb%7D?%7Bc%7D");
  });
});

describe("the policy of attempts", () => {
  const NOW = Date.UTC(2026, 0, 1);
  const policy = createPolicy(1_000, () => undefined);

  it.each<[status: number, headers: Record<string, string> | undefined, isSentAgain: boolean]>([
    [0, undefined, true],
    [200, {}, false],
    [400, {}, false],
    [407, {}, false],
    [408, {}, true],
    [409, {}, true],
    [410, {}, false],
    [428, {}, false],
    [429, {}, true],
    [430, {}, false],
    [499, {}, false],
    [500, {}, true],
    [599, {}, true],
    [500, { "x-should-retry": "false" }, false],
    [400, { "x-should-retry": "true" }, true],
    [400, { "x-should-retry": "maybe" }, false],
    [500, { "x-should-retry": "" }, true],
  ])("[H.10] sends again after %i with %j: %j", (status, headers, isSentAgain) => {
    const delay = policy.findDelay(status, headers && new Headers(headers), 0);
    expect(delay !== undefined).toBe(isSentAgain);
  });

  it.each<[headers: Record<string, string>, retries: number, random: number, delay: number]>([
    [{}, 0, 0, 500],
    [{}, 0, 1, 375],
    [{}, 1, 0.5, 875],
    [{}, 4, 0, 8_000],
    [{}, 9, 0, 8_000],
    [{ "retry-after-ms": "59999" }, 0, 0, 59_999],
    [{ "retry-after-ms": "60000" }, 0, 0, 500],
    [{ "retry-after-ms": "0" }, 0, 0, 0],
    [{ "retry-after-ms": "-1" }, 0, 0, 500],
    [{ "retry-after-ms": "soon", "retry-after": "2" }, 0, 0, 2_000],
    [{ "retry-after-ms": "-1", "retry-after": "2" }, 0, 0, 500],
    [{ "retry-after": "1.5" }, 0, 0, 1_500],
    [{ "retry-after": new Date(NOW + 3_000).toUTCString() }, 0, 0, 3_000],
    [{ "retry-after": new Date(NOW - 3_000).toUTCString() }, 0, 0, 500],
    [{ "retry-after": new Date(NOW + 60_000).toUTCString() }, 0, 0, 500],
  ])("[H.10] waits as %j says, after %i retries", (headers, retries, random, delay) => {
    vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
    vi.spyOn(Math, "random").mockReturnValue(random);
    expect(policy.findDelay(500, new Headers(headers), retries)).toBe(delay);
  });

  const wrap = (
    send: (...given: unknown[]) => Promise<Response>,
    { attemptTimeout, timeout = 1_000 }: { attemptTimeout?: number; timeout?: number } = {},
  ) => {
    const lines: unknown[] = [];
    const logging = createPolicy(timeout, (...line) => lines.push(line));
    const call = {
      ...{ retries: 3, sender: { sensitive: ["x-key"] } },
      settings: { attemptTimeout },
    } as unknown as Parameters<RequestPolicy["wrapFetch"]>[1];
    return { fetch: logging.wrapFetch(send, call), lines };
  };

  it("[H.10] logs each attempt, by its address without the query", async () => {
    const response = new Response("a", { status: 201, headers: { "X-Key": "s" } });
    const sent: unknown[][] = [];
    const { fetch, lines } = wrap((...given) => (sent.push(given), Promise.resolve(response)));
    const init = { method: "PUT", headers: { "x-key": "s", "x-a": "1" } };
    expect(await fetch("https://a.example/b?c#d", init, "own")).toBe(response);
    const headers = { "x-a": "1", "x-key": "***" };
    expect(lines).toEqual([
      ["debug", "PUT https://a.example/b sent", { headers }],
      ["info", "PUT https://a.example/b got 201", { retries: 3 }],
      [
        "debug",
        "response",
        { status: 201, headers: { "content-type": "text/plain;charset=UTF-8", "x-key": "***" } },
      ],
    ]);
    expect(sent).toEqual([
      ["https://a.example/b?c#d", { ...init, signal: expect.any(AbortSignal) as unknown }, "own"],
    ]);
  });

  it("[H.10] logs an attempt that fails", async () => {
    const { fetch, lines } = wrap(() => Promise.reject(new Error("lost")));
    await expect(fetch("https://a.example/b", { method: "GET" })).rejects.toThrow("lost");
    expect(lines.slice(1)).toEqual([["info", "GET https://a.example/b failed", { retries: 3 }]]);
  });

  it.each<[what: string, limits: { attemptTimeout?: number; timeout?: number }, time: number]>([
    ["the class", { timeout: 50 }, 50],
    ["the call", { timeout: 50, attemptTimeout: 20 }, 20],
    ["at least a millisecond", { attemptTimeout: 0 }, 1],
  ])("[H.10] ends an attempt after the time of %s", async (_, limits, time) => {
    vi.useFakeTimers();
    const { fetch } = wrap(() => new Promise(() => undefined), limits);
    const outcome = vi.fn();
    fetch("https://a.example/", { method: "GET" }).catch(outcome);
    await vi.advanceTimersByTimeAsync(time - 1);
    expect(outcome).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(outcome).toHaveBeenCalledOnce();
  });

  it("[H.10] has no time that a timer cannot have", async () => {
    vi.useFakeTimers();
    const { fetch } = wrap(() => Promise.resolve(new Response("a")), { attemptTimeout: Infinity });
    const timer = vi.spyOn(globalThis, "setTimeout");
    await fetch("https://a.example/", { method: "GET" });
    expect(timer.mock.calls.map(([, delay]) => delay)).toEqual([2_147_483_647]);
  });
});

describe("uploads", () => {
  const file = new File(["a"], "a.txt");
  const stream = () => Readable.from(["a"]);

  it.each<[what: string, value: unknown, isUpload: boolean]>([
    ["a response", new Response("a"), true],
    ["a stream of Node", stream(), true],
    ["a list with one", [1, new Response("a")], true],
    ["a list without", [1, file], false],
    ["a file", file, false],
    ["a web stream", new ReadableStream(), false],
    ["text", "a", false],
    ["null", null, false],
    ["an object", {}, false],
    ["a function", Object.assign(() => 1, { [Symbol.asyncIterator]: () => undefined }), false],
  ])("[H.10] are read before they are sent: %s", (_, value, isUpload) => {
    expect(holdsUpload(value)).toBe(isUpload);
  });

  it("[H.10] become files; what is beside them stays", async () => {
    const [response, ...rest] = (await readUploads([new Response("b"), file, "text"])) as [File];
    expect([response.name, await response.text(), rest]).toEqual([
      "unknown_file",
      "b",
      [file, "text"],
    ]);
    expect(readUploads("text")).toBe("text");
    const read = (await readUploads(Object.assign(stream(), { path: "/x/b.md" }))) as File;
    expect([read.name, await read.text()]).toEqual(["b.md", "a"]);
  });
});

describe("deliveries", () => {
  const NOW = 1_700_000_000_000;
  const catalog: SdkCatalog = { name: "A", arguments: "last", credentials: [], resources: {} };
  const failing = (error: unknown) => () => () => {
    throw error;
  };
  const unwrap = (error: unknown, time?: number) => {
    vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
    const headers = time === undefined ? {} : { "webhook-timestamp": String(time / 1_000) };
    const { unwrap: open } = bindWebhooks(failing(error), catalog, {});
    try {
      open("{}", { headers, key: "k" });
    } catch (thrown) {
      return thrown;
    }
    return undefined;
  };
  const coded = (code: string) => Object.assign(new Error("own"), { code });
  const OLD = "Message timestamp too old";
  const NEW = "Message timestamp too new";

  it.each<[error: () => Error, time: number | undefined, message: string]>([
    [() => coded("SIGNATURE_MISMATCH"), undefined, "No matching signature found: own"],
    [() => coded("SIGNATURE_MALFORMED"), undefined, "No matching signature found: own"],
    [() => coded("SIGNATURE_MISSING"), undefined, "Missing required headers: own"],
    [() => coded("HEADER_MISSING"), undefined, "Missing required headers: own"],
    [() => coded("TIMESTAMP_OUT_OF_TOLERANCE"), undefined, `${OLD}: own`],
    [() => new TypeError("own"), undefined, "No matching signature found: own"],
    [() => coded("INVALID_PAYLOAD"), NOW - 400_000, "own"],
    [() => new Error("own"), NOW, "own"],
    [() => coded("SIGNATURE_MISMATCH"), NOW - 300_000, "No matching signature found: own"],
    [() => coded("SIGNATURE_MISMATCH"), NOW - 301_000, `${OLD}: own`],
    [() => coded("SIGNATURE_MISMATCH"), NOW + 300_000, "No matching signature found: own"],
    [() => coded("SIGNATURE_MISMATCH"), NOW + 301_000, `${NEW}: own`],
    [() => coded("SIGNATURE_MISMATCH"), 0, "No matching signature found: own"],
    [() => coded("SIGNATURE_MISMATCH"), -1_000, "No matching signature found: own"],
    [() => coded("SIGNATURE_MISMATCH"), NaN, "No matching signature found: own"],
  ])("[H.10] are refused with the usual message: %#", (create, time, message) => {
    const error = create();
    expect(unwrap(error, time)).toBe(error);
    expect(error.message).toBe(message);
  });

  it("[H.10] take the secret of the call, the option or the environment", () => {
    const secrets: unknown[] = [];
    const open = (secret: string) => (body: string, headers: object) => {
      secrets.push(secret);
      return { payload: [body, headers] };
    };
    const own: SdkCatalog = { ...catalog, webhookSecret: { option: "hookKey", env: "A_KEY" } };
    const headers = { a: "b" };
    const of = (...given: [SdkCatalog, object]) => bindWebhooks(open, given[0], given[1] as never);
    expect(of(own, { hookKey: "option" }).unwrap("{}", { headers, key: "call" })).toEqual([
      "{}",
      headers,
    ]);
    of(own, { hookKey: "option" }).unwrap("{}", { headers, key: null });
    vi.stubEnv("A_KEY", "env");
    of(own, {}).unwrap("{}", { headers });
    of(catalog, { webhookSecret: "default" }).unwrap("{}", { headers });
    expect(secrets).toEqual(["call", "option", "env", "default"]);
    expect(of(own, {}).unsafeUnwrap('{"a":1}')).toEqual({ a: 1 });
    expect(() => of(own, {}).unsafeUnwrap("x")).toThrow(SyntaxError);
  });
});

describe("[I.11] a stream of items", () => {
  const create = (stringify?: (item: unknown) => string) => {
    const calls: string[] = [];
    const controller = new AbortController();
    controller.signal.onabort = () => calls.push("aborted");
    async function* iterate() {
      try {
        for (const item of [1, 2, 3]) {
          calls.push(`gives ${item}`);
          yield await Promise.resolve(item);
        }
      } finally {
        calls.push("ends");
      }
    }
    return { stream: new Stream<number>(iterate, controller, stringify), calls };
  };
  const whole = ["gives 1", "gives 2", "gives 3", "ends"];

  it("is read once, to its end, and is not aborted then", async () => {
    const { stream, calls } = create();
    expect(calls).toEqual([]);
    expect(await collect(stream)).toEqual([1, 2, 3]);
    expect(calls).toEqual(whole);
    await expect(collect(stream)).rejects.toThrow(
      new Error(
        "The stream is consumed; expected an unread one. Call `tee()` to read the items twice.",
      ),
    );
    expect(calls).toEqual(whole);
  });

  it("is aborted by a loop that ends before", async () => {
    const { stream, calls } = create();
    for await (const item of stream) if (item === 2) break;
    expect(calls).toEqual(["gives 1", "gives 2", "ends", "aborted"]);
  });

  it("is aborted by its own error", async () => {
    const controller = new AbortController();
    async function* iterate(): AsyncGenerator<number> {
      throw await Promise.resolve(new Error("lost"));
    }
    await expect(collect(new Stream(iterate, controller))).rejects.toThrow("lost");
    expect(controller.signal.aborted).toBe(true);
  });

  it("has branches that are read at any pace, each item asked for once", async () => {
    const { stream, calls } = create(String);
    const [left, right] = stream.tee();
    const ahead = left[Symbol.asyncIterator]();
    expect([await ahead.next(), await ahead.next()]).toEqual([
      { done: false, value: 1 },
      { done: false, value: 2 },
    ]);
    expect(calls).toEqual(["gives 1", "gives 2"]);
    const behind = right[Symbol.asyncIterator]();
    expect(await behind.next()).toEqual({ done: false, value: 1 });
    expect(calls).toEqual(["gives 1", "gives 2"]);
    for (const rest of [behind.next(), behind.next(), behind.next(), ahead.next(), ahead.next()])
      await rest;
    expect(calls).toEqual(whole);
    expect(left.controller).toBe(stream.controller);
    expect(right.controller).toBe(stream.controller);
    await expect(collect(stream)).rejects.toThrow("The stream is consumed");
  });

  it("has lines of JSON, which its own function writes, also in its branches", async () => {
    const write = (item: unknown) => `<${String(item)}é>`;
    expect(await new Response(create(write).stream.toReadableStream()).text()).toBe(
      "<1é>\n<2é>\n<3é>\n",
    );
    const [left] = create(write).stream.tee();
    expect(await new Response(left.toReadableStream()).text()).toBe("<1é>\n<2é>\n<3é>\n");
    expect(await new Response(create().stream.toReadableStream()).text()).toBe("1\n2\n3\n");
  });

  it("ends with the readable stream that is cancelled", async () => {
    const { stream, calls } = create();
    const reader = stream.toReadableStream().getReader();
    await reader.read();
    await reader.cancel();
    expect(calls.slice(-2)).toEqual(["ends", "aborted"]);
  });
});
