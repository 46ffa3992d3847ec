/** The policy of attempts of a class that Stainless made, by itself (contract H.10). */
import { afterEach, describe, expect, it, vi } from "vitest";
import type { RequestPolicy } from "../../../src/request/client/call.js";
import { createPolicy } from "../../../src/stainless/policy.js";

afterEach(() => {
  vi.restoreAllMocks(); // before the clock, whose functions some tests watch
  vi.useRealTimers();
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

/** A `fetch` under the policy, with what the policy logs. */
function wrap(
  send: (...given: unknown[]) => Promise<Response>,
  { attemptTimeout, timeout = 1_000 }: { attemptTimeout?: number; timeout?: number } = {},
) {
  const lines: unknown[] = [];
  const logging = createPolicy(timeout, (...line) => lines.push(line));
  const call = {
    sender: { sensitive: ["x-key"] },
    settings: { attemptTimeout },
  } as unknown as Parameters<RequestPolicy["wrapFetch"]>[1];
  return { fetch: logging.wrapFetch(send, call, 3), lines };
}
