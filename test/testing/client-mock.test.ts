/** The replies of `createMockFetch`, as the client's own code gets them. */
import { expect, it, vi } from "vitest";
import { SENDER } from "../../src/request/client/client.js";
import { createMockFetch } from "../../src/testing/client-mock.js";
import type { StreamRule } from "../../src/catalog/client.js";

const JSON_TYPE = { "content-type": "application/json" };
const TEXT_TYPE = { "content-type": "text/plain; charset=utf-8" };
const EVENT_TYPE = { "content-type": "text/event-stream" };
const PROBLEM = { "content-type": "application/problem+json" };

const EVENTS: StreamRule = { format: "sse", type: "text/event-stream" };

it.each<[reply: object, expected: Awaited<ReturnType<typeof show>>]>([
  [{}, { status: 200, headers: {}, text: "" }],
  [{ status: 404 }, { status: 404, headers: {}, text: "" }],
  [{ data: { a: 1 } }, { status: 200, headers: JSON_TYPE, text: '{"a":1}' }],
  [{ data: null }, { status: 200, headers: JSON_TYPE, text: "null" }],
  [
    { data: 7, status: 201 },
    { status: 201, headers: JSON_TYPE, text: "7" },
  ],
  [{ data: "a" }, { status: 200, headers: TEXT_TYPE, text: "a" }],
  [
    { data: "a", headers: JSON_TYPE },
    { status: 200, headers: JSON_TYPE, text: '"a"' },
  ],
  [
    { data: "a", headers: PROBLEM },
    { status: 200, headers: PROBLEM, text: '"a"' },
  ],
  [
    { data: { a: 1 }, headers: TEXT_TYPE },
    { status: 200, headers: TEXT_TYPE, text: '{"a":1}' },
  ],
  [
    { data: {}, headers: { "X-A": "1" } },
    { status: 200, headers: { "x-a": "1", ...JSON_TYPE }, text: "{}" },
  ],
  [{ data: new TextEncoder().encode("é").buffer }, { status: 200, headers: {}, text: "é" }],
])("[F.16] a reply %j is sent as it would be", async (plain, expected) => {
  const { reply, send } = mock();
  reply("GET /a", plain);
  expect(await show(await send())).toEqual(expected);
});

it.each<[what: string, rule: StreamRule, items: readonly unknown[], text: string]>([
  ["of events", EVENTS, [{ a: 1 }, "b"], 'data: {"a":1}\n\ndata: "b"\n\n'],
  ["of events with an end", { ...EVENTS, end: "[DONE]" }, [1], "data: 1\n\ndata: [DONE]\n\n"],
  [
    "of text, whose lines are data each",
    { ...EVENTS, text: true },
    ["a\nb\r\nc\rd", ""],
    "data: a\ndata: b\ndata: c\ndata: d\n\ndata: \n\n",
  ],
  [
    "of events with names, some of which are text",
    { ...EVENTS, events: ["n", "t"], text: ["t"] },
    [
      { event: "n", data: { a: 1 } },
      { event: "t", data: "x" },
    ],
    'event: n\ndata: {"a":1}\n\nevent: t\ndata: x\n\n',
  ],
  ["of lines", { format: "json-lines", type: "text/event-stream" }, [{ a: 1 }, 2], '{"a":1}\n2\n'],
  ["of a sequence", { format: "json-seq", type: "text/event-stream" }, [{}, 2], "\x1e{}\n\x1e2\n"],
])("[F.16] items are sent as a stream %s", async (_, rule, items, text) => {
  const { reply, send } = mock({ "GET /a": rule });
  reply("GET /a", { items }, { items, headers: { "x-a": "1" } }, { items, headers: TEXT_TYPE });
  expect(await show(await send())).toEqual({ status: 200, headers: EVENT_TYPE, text });
  const headers = { ...EVENT_TYPE, "x-a": "1" };
  expect(await show(await send())).toEqual({ status: 200, headers, text });
  expect(await show(await send())).toEqual({ status: 200, headers: TEXT_TYPE, text });
});

it("[F.16] values are written as those of the client", async () => {
  const values = { stringify: (value: unknown) => `<${String(value)}>` };
  const { reply, send } = mock({ "GET /a": EVENTS }, { values });
  reply("GET /a", { data: 7n }, { items: [8n] });
  expect((await show(await send())).text).toBe("<7>");
  expect((await show(await send())).text).toBe("data: <8>\n\n");
});

it("[F.16] keeps each request, whose headers are not printed", async () => {
  const { reply, send, requests } = mock();
  reply("GET /a", {});
  await send("GET /a", { method: "PUT", body: "b", headers: { "X-A": "1" } }, "https://shown/");
  await send();
  expect(requests.map((request) => ({ ...request }))).toEqual([
    { route: "GET /a", method: "PUT", url: "https://shown/", body: "b" },
    { route: "GET /a", method: "GET", url: "https://a.example/a", body: undefined },
  ]);
  expect(requests.map(({ headers }) => Object.fromEntries(headers))).toEqual([{ "x-a": "1" }, {}]);
});

it("[F.16] answers requests for tokens by itself", async () => {
  const { send, requests } = mock();
  expect(await (await send("POST token")).json()).toEqual({
    access_token: "token",
    token_type: "Bearer",
  });
  expect(requests).toEqual([]);
});

it("[F.16] gives a `Response` as often as it is asked for, and throws an `Error`", async () => {
  const { reply, send } = mock();
  const response = new Response("mine", { status: 202 });
  const error = new TypeError("lost");
  reply("GET /a", error, () => error, response);
  await expect(send()).rejects.toBe(error);
  await expect(send()).rejects.toBe(error);
  for (let count = 0; count < 2; count++)
    expect(await show(await send())).toMatchObject({ status: 202, text: "mine" });
});

it("[F.16] asks nothing for a request that was aborted", async () => {
  const { reply, send, requests } = mock();
  reply("GET /a", {});
  const reason = new Error("gone");
  await expect(send("GET /a", { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  await expect(send("GET /a", { signal: new AbortController().signal })).resolves.toBeDefined();
  expect(requests).toHaveLength(1);
});

it.each<[replies: readonly string[], list: string]>([
  [[], "no route"],
  [["GET /b"], '"GET /b"'],
  [["GET /b", "GET /c"], '"GET /b", "GET /c"'],
])("[F.16] has no reply, but those of %j", async (routes, list) => {
  const { reply, send } = mock();
  for (const route of routes) reply(route, {});
  await expect(send("GET /a", { method: "GET" })).rejects.toMatchObject({
    message: `Request "GET /a" (GET https://a.example/a) has no reply; there are replies for ${list}.`,
  });
});

it("[F.16] says why a reply cannot be made", async () => {
  const { reply, send } = mock();
  const thrown = new Error("expected 2 to be 1");
  reply(
    "GET /a",
    () => {
      throw thrown;
    },
    () => {
      throw "a text";
    },
    { items: [] },
  );
  const message = (detail: string) => `The reply to "GET /a" cannot be made: ${detail}`;
  await expect(send()).rejects.toMatchObject({ message: message(thrown.message), cause: thrown });
  await expect(send()).rejects.toMatchObject({ message: message("a text"), cause: "a text" });
  await expect(send()).rejects.toThrow(message("the route does not stream."));
});

it("[F.16] is taken away", async () => {
  const { restore, send, sender, original } = mock();
  expect(sender.fetch).not.toBe(original);
  restore();
  expect(await (await send()).text()).toBe("real");
});

/** A client that has nothing but what a mock replaces. */
function mock(streams: Readonly<Record<string, StreamRule>> = {}, more: object = {}) {
  const original = vi.fn(() => Promise.resolve(new Response("real")));
  const sender = {
    fetch: original as (...args: unknown[]) => Promise<Response>,
    catalog: { streams },
    ...more,
  };
  const client = { [SENDER]: () => sender } as unknown as Parameters<typeof createMockFetch>[0];
  const { reply, requests, restore } = createMockFetch(client);
  const send = (route = "GET /a", init: RequestInit = {}, ...shown: readonly string[]) =>
    sender.fetch("https://a.example/a", init, route, ...shown);
  return { reply: reply as unknown as Reply, requests, restore, send, sender, original };
}

async function show(response: Response) {
  const { status, headers } = response;
  return { status, headers: Object.fromEntries(headers), text: await response.text() };
}

type Reply = (route: string, ...replies: readonly unknown[]) => void;
