/** `followStream`: bytes that become events, however they are cut. */
import { describe, expect, it } from "vitest";
import { followStream } from "../../src/relay/stream.js";
import { Lifetime } from "../../src/relay/lifetime.js";
import { createRequest, STREAM, ignore } from "./create-request.js";

describe("followStream", () => {
  const lines = [
    "id: 1",
    "data: {",
    "data:  é😀",
    "data: }",
    "",
    ": note",
    "retry: 70",
    "event: relay",
  ];
  const more = [
    "data: x",
    "",
    "data",
    "",
    "id: 2",
    "",
    "nonsense: y",
    "data: last",
    "",
    "data: cut",
  ];
  const text = [...lines, ...more].join("\n");
  // A retry counts at once, an event and an id at the blank line after them (HTML standard, section 9.2).
  const expected = ["{\n é😀\n}", "retry 70", "relay: x", "", "last"];
  const streams: readonly [string, string][] = [
    ["LF", text],
    ["CR", text.replaceAll("\n", "\r")],
    ["CRLF", text.replaceAll("\n", "\r\n")],
    [
      "LF and CRLF in turns",
      text
        .split("\n")
        .map((line, index) => line + (index % 2 ? "\n" : "\r\n"))
        .join(""),
    ],
    ["a byte order mark", `\uFEFF${text}`],
  ];

  it.each(streams)("[D.4] reads a stream with %s, cut at every byte", async (_title, stream) => {
    const bytes = new TextEncoder().encode(stream);
    for (let at = 0; at <= bytes.length; at++) {
      const received = await followCut(bytes, at);
      expect({ at, ...received }).toEqual({
        at,
        events: expected,
        ids: ["1", "2"],
        isOpen: true,
        failure: undefined,
      });
    }
  });

  it("[D.6] reads in pieces, and waits for room after each", async () => {
    const text = `data: ${"x".repeat(20_000)}\n\ndata: y\n\n`;
    const steps: string[] = [];
    const reader = {
      onOpen: () => void steps.push("open"),
      onTooLarge: ignore,
      onId: ignore,
      onRetry: ignore,
      onEvent: ({ data }: { data: string }) => void steps.push(`event of ${data.length}`),
      idleTimeout: () => 10_000,
      room: () => {
        steps.push("room");
        return Promise.resolve();
      },
    };
    const request = createRequest(() => new Response(text, { headers: STREAM }));
    await followStream({ ...request, maxMessageSize: 30_000 }, "", reader, new Lifetime());
    expect(steps).toEqual(["open", "room", "event of 20000", "event of 1", "room"]);
  });

  it("[D.3] opens nothing when it has ended before an answer that no abort stops", async () => {
    const lifetime = new Lifetime();
    const body = new Blob(["data: 1\n\n"]).stream();
    const received = await follow(body, lifetime, () => lifetime.end());
    expect(received).toMatchObject({ events: [], isOpen: false, failure: { name: "AbortError" } });
  });

  it("[D.3] ends while it waits for a body that does not follow the signal", async () => {
    const lifetime = new Lifetime();
    let isCancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull: () => {
        setImmediate(() => lifetime.end());
        return new Promise<void>(() => undefined);
      },
      cancel: () => {
        isCancelled = true;
      },
    });
    const { failure } = await follow(body, lifetime);
    expect(failure).toMatchObject({ name: "AbortError" });
    expect(isCancelled).toBe(true);
  });
});

/** Follows a stream that arrives in two chunks. */
function followCut(bytes: Uint8Array, at: number) {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes.subarray(0, at));
      controller.enqueue(bytes.subarray(at));
      controller.close();
    },
  });
  return follow(body, new Lifetime());
}

/** @param onRequest called before the answer comes. */
async function follow(
  body: ReadableStream<Uint8Array>,
  lifetime: Lifetime,
  onRequest: () => void = () => undefined,
) {
  const events: string[] = [];
  const ids: string[] = [];
  const headers = { "content-type": "text/event-stream" };
  const request = {
    url: new URL("http://relay.example/"),
    headers: new Headers(),
    fetch: () => {
      onRequest();
      return Promise.resolve(new Response(body, { headers }));
    },
    maxMessageSize: 1_000,
  };
  let isOpen = false;
  const reader = {
    onOpen: () => {
      isOpen = true;
    },
    onEvent: ({ event, data }: { event?: string | undefined; data: string }) =>
      events.push(event === undefined ? data : `${event}: ${data}`),
    onTooLarge: () => events.push("skipped"),
    onId: (id: string) => ids.push(id),
    onRetry: (delay: number) => events.push(`retry ${delay}`),
    idleTimeout: () => 10_000,
    room: () => undefined,
  };
  const failure = await followStream(request, "", reader, lifetime).catch(
    (error: unknown) => error,
  );
  return { events, ids, isOpen, failure };
}
