/** Streams of items from `createMockFetch`. */
import { describe, expect, it } from "vitest";
import { createMockFetch } from "../../src/testing/client-mock.js";
import { errorOf } from "./error-of.js";
import { collect } from "./collect.js";
import { createStreamingClient, SSE } from "./streaming-service.js";

describe("[F.16] createMockFetch", () => {
  it.each<[route: string, items: readonly unknown[]]>([
    ["GET /changes", [{ id: 1 }, { id: 2 }]],
    [
      "GET /named",
      [
        { event: "ping", data: { at: 1 } },
        { event: "note", data: "a\nb" },
      ],
    ],
    ["GET /lines", [{ id: 1 }, "a", 7]],
    ["GET /sequence", [{ id: 1 }, "a", 7]],
    ["GET /texts", ["a\nb", "{"]],
    [
      "POST /chats",
      [
        { type: "delta", text: "a" },
        { type: "end", count: 1 },
      ],
    ],
    ["POST /lines", [{ id: 1 }]],
    ["GET /changes", []],
  ])("sends items in the format of the route: %s %j", async (route, items) => {
    const { client, mock } = createMocked();
    mock.reply(route as "POST /chats", { items } as never); // the types are tested apart
    const stream = client.stream(route as "GET /lines");
    expect(await collect(stream)).toEqual(items);
    expect(mock.requests).toMatchObject([{ route }]);
  });

  it("sends them with headers, by functions, and as often as they are asked for", async () => {
    const { client, mock } = createMocked();
    mock.reply("POST /chats", { data: { id: 7 } }, ({ method }) => ({
      items: [{ type: "delta" as const, text: method }],
      headers: { "x-request-id": "r7" },
    }));
    expect((await client.request("POST /chats")).data).toEqual({ id: 7 });
    const stream = client.stream("POST /chats", {});
    expect((await stream.response()).headers.get("x-request-id")).toBe("r7");
    expect(await collect(stream)).toEqual([{ type: "delta", text: "POST" }]);
    expect(await collect(client.stream("POST /chats"))).toHaveLength(1);
  });

  it("has none for a route that does not stream", async () => {
    const { client, mock } = createMocked();
    mock.reply("GET /plain" as "POST /chats", { items: [] });
    expect(await errorOf(client.request("GET /plain"))).toMatchObject({
      message: 'The reply to "GET /plain" cannot be made: the route does not stream.',
    });
  });

  it("[I.1] replies with a stream", async () => {
    const { client, mock } = createMocked();
    const headers = { "content-type": SSE };
    mock.reply("POST /chats", new Response('data: {"type":"end","count":2}\n\n', { headers }));
    const items = [];
    for await (const item of client.stream("POST /chats", { text: "a" }))
      items.push(item.type === "end" ? item.count : item.text);
    expect(items).toEqual([2]);
    expect(mock.requests[0]?.body).toBe('{"text":"a","stream":true}');
  });
});

function createMocked() {
  const client = createStreamingClient({ retry: 0 });
  return { client, mock: createMockFetch(client) };
}
