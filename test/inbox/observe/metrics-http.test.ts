/** Metrics of an inbox over HTTP, on Node and on web-standard platforms. */
import { describe, expect, it } from "vitest";
import { createNodeMetrics, createWebMetrics } from "../../../src/inbox/observe/metrics-http.js";
import { setUp } from "../setup.js";

describe("[R.9] metrics over HTTP", () => {
  const { inbox } = setUp();

  const HEADERS = {
    "content-type": "application/openmetrics-text; version=1.0.0; charset=utf-8",
  };

  it("are answered at their path", async () => {
    const metrics = createWebMetrics(inbox, { path: "/numbers" });
    expect(await metrics(new Request("http://a.test/metrics"))).toBeUndefined();
    const ask = async (method: string) => {
      const response = await metrics(new Request("http://a.test/numbers?x=1", { method }));
      const headers = Object.fromEntries(response?.headers ?? []);
      return [response?.status, headers, await response?.text()];
    };
    expect(await ask("GET")).toEqual([200, HEADERS, await inbox.metrics()]);
    expect(await ask("HEAD")).toEqual([200, HEADERS, ""]);
    const allow = expect.objectContaining({ allow: "GET, HEAD" }) as object;
    expect(await ask("POST")).toEqual([405, allow, ""]);
  });

  it("are answered on Node, and others go on", async () => {
    const metrics = createNodeMetrics(inbox);
    const ask = async (request: { url?: string; method?: string }, next?: () => void) => {
      const written: unknown[] = [];
      const response = {
        writeHead: (...head: unknown[]) => written.push(...head),
        end: (text: string) => written.push(text),
      };
      return [await metrics(request, response, next), ...written];
    };
    let nextCalls = 0;
    expect(await ask({ url: "/", method: "GET" }, () => nextCalls++)).toEqual([false]);
    expect(nextCalls).toBe(1);
    expect(await ask({ url: "/metrics/x", method: "GET" })).toEqual([false]);
    expect(await ask({})).toEqual([false]);
    const text = await inbox.metrics();
    const url = "/metrics?x=1";
    expect(await ask({ url, method: "GET" })).toEqual([true, 200, HEADERS, text]);
    expect(await ask({ url, method: "HEAD" })).toEqual([true, 200, HEADERS, ""]);
    for (const method of ["POST", undefined])
      expect(await ask({ url, ...(method && { method }) })).toEqual([
        true,
        405,
        { allow: "GET, HEAD" },
        "",
      ]);
  });

  it("refuse a wrong path and what is no inbox", () => {
    expect(() => createNodeMetrics(inbox, { path: "metrics" })).toThrow("one leading slash");
    expect(() => createWebMetrics({} as never)).toThrow(
      "`inbox` is an object; expected an inbox, as `createInbox()` returns it.",
    );
    expect(() => createWebMetrics(inbox, 7 as never)).toThrow(
      "The options argument is a number; expected an object.",
    );
    const misspelt = { pth: "/metrics" } as object;
    expect(() => createNodeMetrics(inbox, misspelt)).toThrow("Did you mean `path`?");
  });
});
