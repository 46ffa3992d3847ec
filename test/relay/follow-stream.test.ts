/** `followStream`: bytes that become events, however they are cut. */
import { describe, expect, it } from "vitest";
import { followStream } from "../../src/relay/stream.js";
import { Lifetime } from "../../src/relay/lifetime.js";
import { createReader, createRequest, STREAM } from "./stream-request.js";

describe("followStream", () => {
  const LINES = [
    "id: 1",
    "data: {",
    "data:  é😀",
    "data: }",
    "",
    ": note",
    "retry: 70",
    "event: relay",
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
  const text = LINES.join("\n");
  // A retry counts at once, an event and an id at the blank line after them (HTML standard, section 9.2).
  const expected = ["{\n é😀\n}", "retry 70", "relay: x", "", "last"];
  const streams: readonly [string, string][] = [
    ["LF", text],
    ["CR", text.replaceAll("\n", "\r")],
    ["CRLF", text.replaceAll("\n", "\r\n")],
    [
      "LF and CRLF in turns",
      LINES.map((line, index) => line + (index % 2 ? "\n" : "\r\n")).join(""),
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
    const events = `data: ${"x".repeat(20_000)}\n\ndata: y\n\n`;
    const steps: string[] = [];
    const reader = createReader({
      onOpen: () => void steps.push("open"),
      onEvent: ({ data }) => void steps.push(`event of ${data.length}`),
      room: async () => void steps.push("room"),
    });
    const request = createRequest(() => new Response(events, { headers: STREAM }));
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

/**
 * Follows a stream, and returns all that its reader is told.
 * @param onRequest called before the answer comes.
 */
async function follow(
  body: ReadableStream<Uint8Array>,
  lifetime: Lifetime,
  onRequest: () => void = () => undefined,
) {
  const events: string[] = [];
  const ids: string[] = [];
  let isOpen = false;
  const reader = createReader({
    onOpen: () => void (isOpen = true),
    onEvent: ({ event, data }) =>
      void events.push(event === undefined ? data : `${event}: ${data}`),
    onTooLarge: () => void events.push("skipped"),
    onId: (id) => void ids.push(id),
    onRetry: (delay) => void events.push(`retry ${delay}`),
  });
  const request = createRequest(() => {
    onRequest();
    return new Response(body, { headers: STREAM });
  });
  const failure = await followStream(request, "", reader, lifetime).catch(
    (error: unknown) => error,
  );
  return { events, ids, isOpen, failure };
}
