import { Lifetime } from "../../src/relay/scheduling.js";
import { describe, expect, it } from "vitest";
import { createEventParser, followStream } from "../../src/relay/follow-stream.js";

const limit = 1024;

function parse(pieces: Iterable<string>) {
  const data: string[] = [];
  const ids: string[] = [];
  let skipped = 0;
  const feed = createEventParser(limit, {
    onEvent: (event) => data.push(event.data),
    onSkipped: () => (skipped += 1),
    onId: (id) => ids.push(id),
    onRetry: () => undefined,
  });
  for (const piece of pieces) feed(piece);
  return { data, ids, skipped };
}

function* cut(text: string, size: number): Generator<string> {
  for (let start = 0; start < text.length; start += size) yield text.slice(start, start + size);
}

const long = "x".repeat(3 * limit);
const streams: readonly [string, string][] = [
  ["one line", `data: ${long}\n\n`],
  ["many lines", `${"data: xxxxxxx\n".repeat(500)}\n`],
  ["many lines, CRLF", `${"data: xxxxxxx\r\n".repeat(500)}\r\n`],
  ["many lines, CR", `${"data: xxxxxxx\r".repeat(500)}\r`],
  ["an unknown field", `nonsense ${long}\ndata: 1\n\n`],
  ["a comment", `: ${long}\ndata: 1\n\n`],
];
const sizes = [1, 2, 3, 7, 64, 1000, 100_000];

describe("createEventParser", () => {
  it.each(streams)("[D.6] goes on after %s that is too large", (_title, large) => {
    for (const size of sizes.slice(0, -1)) {
      const stream = `data: before\n\n${large}data: after\n\ndata: last\n\n`;
      const { data, skipped } = parse(cut(stream, size));
      expect({ size, data }).toEqual({ size, data: ["before", "after", "last"] });
      expect(skipped).toBe(1);
    }
  });

  it("[D.6] skips a large event that comes in one piece", () => {
    expect(parse([`id: 7\ndata: ${long}\n\ndata: after\n\n`])).toEqual({
      data: ["after"],
      ids: ["7"],
      skipped: 1,
    });
  });

  it.each([
    ["follows", `data: ${long}\nid: 7\n\n`],
    ["precedes", `id: 7\ndata: ${long}\n\n`],
  ])("[D.6] reads an id that %s the large data", (_title, stream) => {
    expect(parse(cut(stream, 64)).ids).toEqual(["7"]);
  });

  it.each<[title: string, stream: string, ids: readonly string[]]>([
    ["an event", "id: 7\ndata: 1\n\n", ["7"]],
    ["a block without data", "id: 7\n\nid:8\r\r", ["7", "8"]],
    ["a block that ends later", "id: 7\n", []],
    ["an event with two", "id: 7\nid: 8\ndata: 1\n\n", ["8"]],
    ["an empty one, which resets", "id: 7\n\nid\n\nid:\n\n", ["7", "", ""]],
    ["one with NUL, which does not count", "id: 7\0\n\n", []],
    ["one that is too long", `id: ${long}\n\n`, []],
    ["other fields", "ids: 7\n id: 7\n: id: 7\ndata: id: 7\n\n", []],
  ])("[D.1] reads the id of %s", (_title, stream, ids) => {
    for (const size of sizes) expect(parse(cut(stream, size)).ids).toEqual(ids);
  });

  it.each(["\r\r", "\r\n\r", "\n\r"])("[D.4] gives out an event at once that ends in %j", (end) => {
    for (const size of sizes) {
      expect(parse(cut(`data: 1${end}`, size)).data).toEqual(["1"]);
      expect(parse(cut(`data: 1${end}\ndata: 2\n\n`, size)).data).toEqual(["1", "2"]);
    }
  });

  it.each(sizes)("[D.4] reads LF, CRLF and CR in pieces of %d", (size) => {
    const stream = ": hi\n\ndata: 1\n\ndata: 2\r\n\r\ndata: 3\rdata: 4\r\r: end\n";
    expect(parse(cut(stream, size)).data).toEqual(["1", "2", "3\n4"]);
  });
});

/** Follows a stream that arrives in two chunks. */
async function followCut(bytes: Uint8Array, at: number) {
  const events: string[] = [];
  const ids: string[] = [];
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes.subarray(0, at));
      controller.enqueue(bytes.subarray(at));
      controller.close();
    },
  });
  const headers = { "content-type": "text/event-stream" };
  const request = {
    url: new URL("http://relay.example/"),
    headers: new Headers(),
    fetch: () => Promise.resolve(new Response(body, { headers })),
    maxMessageSize: 1_000,
  };
  const reader = {
    onOpen: () => undefined,
    onEvent: ({ event, data }: { event?: string | undefined; data: string }) =>
      events.push(event === undefined ? data : `${event}: ${data}`),
    onSkipped: () => events.push("skipped"),
    onId: (id: string) => ids.push(id),
    onRetry: (delay: number) => events.push(`retry ${delay}`),
    idleTimeout: () => 10_000,
    room: () => undefined,
  };
  await followStream(request, "", reader, new Lifetime());
  return { events, ids };
}

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
      const found = await followCut(bytes, at);
      expect({ at, ...found }).toEqual({ at, events: expected, ids: ["1", "2"] });
    }
  });
});
