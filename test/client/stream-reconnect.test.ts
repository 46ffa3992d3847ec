/** Streams of events that connect again when their connection ends. */
import { describe, expect, it } from "vitest";
import { collect } from "./collect.js";
import { reply, reset, startServer } from "./server.js";
import { ONE, TWO, cut, drain } from "./stream-items.js";
import { begin, createStreamingClient, play } from "./streaming-service.js";

const server = startServer();
const connect = (options: Parameters<typeof createStreamingClient>[0] = {}) =>
  createStreamingClient({ baseUrl: server.url, retry: 0, ...options });

describe("[I.9] a stream that connects again", () => {
  it("goes on after the last id, until a 204", async () => {
    server.play(
      begin(`retry: 70\nid: é1\n${ONE}${ONE}id: 2\ndata: {"id`, cut),
      play([`id\n${TWO}`]),
      reset,
      play(["id: 3\n\n"]),
      reply(204),
    );
    const { waits, stream } = openReconnecting();
    expect(await collect(stream)).toEqual([{ id: 1 }, { id: 1 }, { id: 2 }]);
    expect(waits).toEqual([70, 70, 70, 70]);
    const ids = server.arrivals.map(({ headers }) => headers["last-event-id"]);
    const bytes = Buffer.from("é1").toString("latin1");
    expect(ids).toEqual([undefined, bytes, undefined, undefined, "3"]);
  });

  it("waits three seconds unless it is told otherwise, and ends with an error status", async () => {
    server.play(play([ONE]), reply(404));
    const { waits, stream } = openReconnecting();
    const { items, error } = await drain(stream);
    expect(items).toEqual([{ id: 1 }]);
    expect(error).toMatchObject({ status: 404 });
    expect(waits).toEqual([3_000]);
  });

  it("does not wait for longer than a timer can", async () => {
    server.play(play([`retry: ${"9".repeat(400)}\n${ONE}`]), reply(204));
    const { waits, stream } = openReconnecting();
    await collect(stream);
    expect(waits).toEqual([2 ** 31 - 1]);
  });

  it("ends at once when it is closed while it waits", async () => {
    server.play(play([ONE]));
    const { stream } = openReconnecting({ sleep: () => new Promise(() => undefined) });
    const draining = drain(stream);
    await expect.poll(() => server.arrivals).toHaveLength(1);
    const items = stream[Symbol.asyncIterator]();
    await items.return?.();
    expect((await draining).error).toBeUndefined();
  });

  it("connects again only for the events of a GET, and only if it is asked to", async () => {
    server.play(play([ONE]));
    await collect(connect().stream("GET /changes"));
    expect(server.arrivals).toHaveLength(1);
    for (const route of ["POST /chats", "GET /lines"] as const) {
      const { error } = await drain(connect().stream(route, {}, { reconnect: true }));
      expect(error?.message).toBe(
        'Option "reconnect" is true; expected it for the events of a GET.',
      );
    }
  });

  it("does not connect again if the first request fails", async () => {
    server.play(reset);
    expect((await drain(openReconnecting().stream)).error).toMatchObject({
      name: "ConnectionError",
    });
    expect(server.arrivals).toHaveLength(1);
  });
});

/** A stream that connects again, and the times for which it waits before. */
function openReconnecting(options: Parameters<typeof connect>[0] = {}) {
  const waits: number[] = [];
  const sleep = async (delay: number) => void waits.push(delay);
  const client = connect({ sleep, ...options });
  return { waits, stream: client.stream("GET /changes", {}, { reconnect: true }) };
}
