/** Requests of a catch-up through a client, and what their failures mean. */
import { describe, expect, it } from "vitest";
import {
  createFailure,
  findRetryAfter,
  findStatus,
  sendRequest,
} from "../../../src/inbox/catch-up/service.js";
import type { CatchUpClient } from "../../../src/inbox/catch-up/types.js";
import { InboxError } from "../../../src/inbox/store.js";
import { expectFailure } from "./failure.js";

describe("a request of a catch-up", () => {
  it("[R.1] is sent by the method of the client, as its own", async () => {
    const client = {
      asked: [] as unknown[],
      request(...args: unknown[]) {
        this.asked.push(args);
        return Promise.resolve({ data: null, headers: { date: "today", count: 3, other: {} } });
      },
    };
    const { data, get } = await sendRequest(client, "GET /log", { page: 2 });
    expect(client.asked).toEqual([["GET /log", { page: 2 }]]);
    expect(data).toBeNull();
    expect(["date", "count", "other", "toString", "link"].map(get)).toEqual([
      "today",
      "3",
      "",
      "",
      "",
    ]);
  });

  it("[R.1] reads the headers of a `Headers` in any case", async () => {
    const headers = new Headers({ Link: "a" });
    const { get } = await sendRequest(
      createClient(() => Promise.resolve({ data: [], headers })),
      "GET /log",
      {},
    );
    expect([get("link"), get("date")]).toEqual(["a", ""]);
  });

  it.each([undefined, null, "text", {}, { headers: {} }])(
    "[R.7] needs an answer with `data`, not %j",
    async (response) => {
      const client = createClient(() => Promise.resolve(response));
      await expect(sendRequest(client, "GET /log", {})).rejects.toThrow(
        expectFailure(
          "The client's answer to GET /log has no `data`; expected an object with `data` and `headers`.",
        ),
      );
    },
  );

  it.each<[unknown, string]>([
    [
      { status: 401 },
      " got status 401: the credential of the client is wrong or has expired; give the client a valid one.",
    ],
    [
      { status: 410 },
      " got status 410: there is no such list any more; check that the webhook still exists.",
    ],
    [{ status: 418, message: "teapot" }, " got status 418."],
    [{ status: "401", message: "odd" }, " got no answer: odd"],
    [new Error("no route"), " got no answer: no route"],
    ["gone", " got no answer: gone"],
    [undefined, " got no answer: undefined"],
  ])("[R.7] that fails with %j says so", async (cause, message) => {
    const client = createClient(() => Promise.reject(cause));
    await expect(sendRequest(client, "GET /log", {})).rejects.toThrow(
      expectFailure(`GET /log${message}`, cause),
    );
  });

  it("[R.7] that throws at once rejects, too", async () => {
    const client = createClient(() => {
      throw new Error("synchronous");
    });
    await expect(sendRequest(client, "GET /log", {})).rejects.toThrow(
      expectFailure("GET /log got no answer: synchronous"),
    );
  });
});

describe("a failure", () => {
  it("has a cause only if there is one", () => {
    expect(Object.hasOwn(createFailure("no"), "cause")).toBe(false);
    expect(createFailure("no", 0)).toMatchObject({ code: "CATCH_UP_FAILED", cause: 0 });
    expect(createFailure("no")).toBeInstanceOf(InboxError);
  });

  it.each<[unknown, number | undefined]>([
    [createFailure("", { status: 404 }), 404],
    [createFailure("", { status: "404" }), undefined],
    [createFailure("", "404"), undefined],
    [createFailure(""), undefined],
    [{ status: 404 }, undefined],
    [undefined, undefined],
    [null, undefined],
  ])("[R.7] has the status of its cause: %o", (error, status) => {
    expect(findStatus(error)).toBe(status);
  });

  const headers = { "retry-after": "30" };
  it.each<[string, unknown, number]>([
    ["in the headers of the cause", { headers }, 30_000],
    ["in a `Headers`", { headers: new Headers(headers) }, 30_000],
    ["as a number", { headers: { "retry-after": 2 } }, 2_000],
    ["in its response", { response: { headers } }, 30_000],
    ["in its own headers first", { headers: { "retry-after": "5" }, response: { headers } }, 5_000],
    ["with a part of a millisecond", { headers: { "retry-after": "0.0001" } }, 1],
    ["of a day", { headers: { "retry-after": "86400" } }, 86_400_000],
    ["of more than a day", { headers: { "retry-after": "86401" } }, 86_400_000],
    ["of no time", { headers: { "retry-after": "0" } }, 0],
    ["of a negative time", { headers: { "retry-after": "-1" } }, 0],
    ["as a date", { headers: { "retry-after": "Tue, 14 Nov 2023 22:13:20 GMT" } }, 0],
    ["without end", { headers: { "retry-after": "Infinity" } }, 0],
    ["nowhere", {}, 0],
    ["nowhere in a response", { response: "none" }, 0],
    ["of no cause", undefined, 0],
  ])("[R.7] tells how long to wait: %s", (_, cause, milliseconds) => {
    expect(findRetryAfter(createFailure("limited", cause))).toBe(milliseconds);
  });

  it("[R.7] that is no object tells nothing", () => {
    expect([findRetryAfter(undefined), findRetryAfter("limited")]).toEqual([0, 0]);
  });
});

function createClient(request: (...args: readonly unknown[]) => unknown): CatchUpClient {
  return { request } as unknown as CatchUpClient; // tests give answers of any type
}
