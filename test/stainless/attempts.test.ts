/** Attempts of a request: retries, waits, timeouts and errors (contract H.10). */
import { afterEach, describe, expect, it, vi } from "vitest";
import { json, reply } from "../client/server.js";
import { GardenTool, startGarden } from "./garden.js";

const { server, connect } = startGarden();

const NOW = Date.UTC(2026, 0, 1);

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe("attempts", () => {
  it.each([408, 409, 429, 500, 503])("[H.10] send again after status %d", async (status) => {
    playFailure(status);
    await connect().plants.create({ NewPlant: {} });
    expect(server.arrivals).toHaveLength(2);
  });

  it.each([
    [400, {}],
    [406, {}],
    [410, {}],
    [428, {}],
    [430, {}],
    [499, {}],
    [503, { "x-should-retry": "false" }],
  ])("[H.10] end with status %d and the headers %j", async (status, headers) => {
    playFailure(status, headers);
    await expect(connect().plants.create({ NewPlant: {} })).rejects.toMatchObject({ status });
    expect(server.arrivals).toHaveLength(1);
  });

  it.each([
    [400, "true"],
    [500, "maybe"],
  ])("[H.10] go on after status %d with x-should-retry: %s", async (status, shouldRetry) => {
    playFailure(status, { "x-should-retry": shouldRetry });
    await connect().plants.create({ NewPlant: {} });
    expect(server.arrivals).toHaveLength(2);
  });

  it("[H.10] are three by default, and one with a stream, which is read once", async () => {
    server.play(reply(500));
    await expect(connect().post("/plants", { body: "a" })).rejects.toMatchObject({ status: 500 });
    expect(server.arrivals).toHaveLength(3);
    const body = new Blob(["a"]).stream();
    await expect(connect().post("/plants", { body })).rejects.toMatchObject({ status: 500 });
    expect(server.arrivals).toHaveLength(4);
    const other = connect({ maxRetries: 0 });
    await expect(other.post("/plants", { body: "a" })).rejects.toMatchObject({ status: 500 });
    expect(server.arrivals).toHaveLength(5);
  });

  it("[H.10] follow lost connections, unless the caller has ended the request", async () => {
    let count = 0;
    const fail = () => Promise.reject(new TypeError(`lost ${++count}`));
    await expect(connect({ fetch: fail }).plants.retrieve("7")).rejects.toMatchObject({
      message: "Connection error.",
    });
    expect(count).toBe(3);
    const gone = new AbortController();
    const leave = () => {
      gone.abort();
      return fail();
    };
    const call = connect({ fetch: leave }).plants.retrieve("7", { signal: gone.signal });
    await expect(call).rejects.toBeInstanceOf(GardenTool.APIUserAbortError);
    expect(count).toBe(4);
  });

  it.each<[headers: Record<string, string>, delay: number]>([
    [{ "retry-after-ms": "1500.5" }, 1_500.5],
    [{ "retry-after": "3" }, 3_000],
    [{ "retry-after-ms": "7", "retry-after": "3" }, 7],
    [{ "retry-after": "0" }, 0],
    [{ "retry-after": "59.999" }, 59_999],
    [{ "retry-after": new Date(NOW + 5_000).toUTCString() }, 5_000],
    // Half a second, less the random part:
    [{ "retry-after": "60" }, 450],
    [{ "retry-after": "-1" }, 450],
    [{ "retry-after": "soon" }, 450],
    [{}, 450],
  ])("[H.10] wait as a response asks: %j", async (headers, delay) => {
    vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
    vi.spyOn(Math, "random").mockReturnValue(0.4);
    playFailure(500, headers);
    const delays: number[] = [];
    const client = connect({ sleep: async (time: number) => void delays.push(time) });
    await client.plants.retrieve("7");
    expect(delays).toEqual([delay]);
  });

  it("[H.10] wait twice as long each time, up to 8 seconds", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    server.play(reply(500));
    const delays: number[] = [];
    const sleep = async (time: number) => void delays.push(time);
    await expect(connect({ sleep, maxRetries: 6 }).plants.retrieve("7")).rejects.toThrow();
    expect(delays).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000]);
  });

  it.each<[status: number, name: string]>([
    [400, "BadRequestError"],
    [401, "AuthenticationError"],
    [403, "PermissionDeniedError"],
    [404, "NotFoundError"],
    [409, "ConflictError"],
    [418, "APIError"],
    [422, "UnprocessableEntityError"],
    [429, "RateLimitError"],
    [499, "APIError"],
    [500, "InternalServerError"],
    [599, "InternalServerError"],
  ])("[H.10] that end with status %d throw %s", async (status, name) => {
    server.play(json({ message: "no" }, status));
    const call = connect({ maxRetries: 0 }).plants.retrieve("7");
    const error = await call.then(undefined, (reason: unknown) => reason);
    expect(error).toMatchObject({ name, status, error: { message: "no" } });
    expect((error as Error).constructor).toBe(Reflect.get(GardenTool, name));
  });

  it("[H.10] obey x-should-retry and maxRetries", async () => {
    playFailure(500, { "x-should-retry": "false" });
    const client = connect();
    await expect(client.plants.retrieve("7")).rejects.toThrow(GardenTool.InternalServerError);
    server.play(reply(500));
    const call = client.plants.retrieve("7", { maxRetries: 4 });
    await expect(call).rejects.toThrow(GardenTool.InternalServerError);
    expect(server.arrivals).toHaveLength(6);
  });

  it("[H.10] run the hooks of the client, and are counted in its errors", async () => {
    server.play(reply(500));
    const seen: unknown[] = [];
    const client = connect({
      maxRetries: 1,
      defaultQuery: { a: "1" },
      onRequest: ({ attempt, request }: { attempt: number; request: { url: string } }) =>
        void seen.push([attempt, new URL(request.url).search]),
      onRetry: ({ attempt }: { attempt: number }) => void seen.push(attempt),
    });
    await expect(client.plants.retrieve("7")).rejects.toMatchObject({ status: 500, attempts: 2 });
    expect(seen).toEqual([[1, "?a=1"], 1, [2, "?a=1"]]);
  });

  it("[H.10] get the options for `fetch` of the class and of the request", async () => {
    const sent: unknown[] = [];
    const send = (_url: string, { method, ...init }: RequestInit): Promise<Response> => {
      sent.push([method, Reflect.get(init, "cache"), Reflect.get(init, "dispatcher")]);
      return Promise.resolve(Response.json({}, { status: sent.length === 1 ? 500 : 200 }));
    };
    const dispatcher = { name: "a pool" };
    const fetchOptions = { cache: "no-store", dispatcher, method: "PUT" };
    const client = connect({ fetch: send, fetchOptions });
    await client.plants.retrieve("7", { fetchOptions: { cache: "reload" } });
    await client.plants.retrieve("7");
    expect(sent).toEqual([
      ["GET", "reload", dispatcher],
      ["GET", "reload", dispatcher],
      ["GET", "no-store", dispatcher],
    ]);
  });

  it("[H.10] end after the timeout of their request, each by itself", async () => {
    const fetch = vi.fn(waitForAbort);
    const call = connect({ fetch }).plants.retrieve("7", { timeout: 5, maxRetries: 2 });
    await expect(call).rejects.toBeInstanceOf(GardenTool.APIConnectionTimeoutError);
    expect(fetch).toHaveBeenCalledTimes(3);
  });

  it.each(["3", -1, NaN])("[H.10] cannot be repeated %j times", async (maxRetries) => {
    const call = connect().plants.retrieve("7", { maxRetries });
    await expect(call).rejects.toThrow('Option "maxRetries" is');
    expect(server.arrivals).toHaveLength(0);
  });

  it("[H.10] may be repeated without a limit", async () => {
    server.play(...Array.from({ length: 4 }, () => reply(500)), json({}));
    await connect({ maxRetries: Infinity }).plants.retrieve("7");
    await connect({ maxRetries: 0 }).plants.retrieve("7", { maxRetries: Infinity });
    expect(server.arrivals).toHaveLength(6);
  });

  it("[H.10] tell lost connections and timeouts apart", async () => {
    const lost = connect({ fetch: () => Promise.reject(new TypeError("failed")) });
    await expect(lost.plants.retrieve("7")).rejects.toMatchObject({ name: "APIConnectionError" });
    const slow = connect({ fetch: waitForAbort, timeout: 5, maxRetries: 0 });
    const error: unknown = await slow.plants.retrieve("7").catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(GardenTool.APIConnectionTimeoutError);
    expect(error).toBeInstanceOf(GardenTool.APIError);
  });
});

/** Answers with a failure, then with success. */
function playFailure(status: number, headers = {}) {
  return server.play(reply(status, headers), json({}));
}

/** A `fetch` that is never answered, and ends with its signal. */
function waitForAbort(_url: string, { signal }: RequestInit): Promise<Response> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason as Error));
  });
}
