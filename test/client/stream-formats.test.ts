/** The formats of streams, cut at every byte, over a `fetch` of the test. */
import { describe, expect, it } from "vitest";
import { eventStream, jsonLines, jsonSequence } from "../../src/runtime/client.js";
import { collect } from "./collect.js";
import { createStreamingClient, SSE, type STREAMS } from "./streaming-service.js";

const encoder = new TextEncoder();

describe("[I.3] server-sent events", () => {
  const TEXT = `: note

data: {"id":
data: 1}

event: x
data:{"id":2}

id: 7
data:  "é😀"

retry: x
other: 1
data: 4

`;
  const ITEMS = [{ id: 1 }, { id: 2 }, "é😀", 4];

  /** The same events, whose lines end with LF, CRLF or CR. */
  const MIXED = [
    ": note\n",
    "\r\n",
    'data: {"id":\r',
    "data: 1}\n",
    "\r\n",
    "event: x\r",
    'data:{"id":2}\n',
    "\r\n",
    "id: 7\r",
    'data:  "é😀"\n',
    "\r\n",
    "retry: x\r",
    "other: 1\n",
    "data: 4\r\n",
    "\n",
    "\r", // one more empty line
  ].join("");

  it.each<Case>([
    ["lines that end with LF", TEXT, ITEMS],
    ["lines that end with CR", TEXT.replaceAll("\n", "\r"), ITEMS],
    ["lines that end with CRLF", TEXT.replaceAll("\n", "\r\n"), ITEMS],
    ["lines that end in different ways", MIXED, ITEMS],
    ["a byte order mark", `\uFEFF${TEXT}`, ITEMS],
    ["an event that the end cuts off", `${TEXT}data: 5\n`, ITEMS],
    ["no events", ": note\n\n", []],
    ["empty data, which is no item", "data\n\ndata:\n\ndata: 1\n\n", [1]],
  ])("are read with %s", async (_title, source, expected) => {
    expect(await readEachWay("GET /changes", source, SSE)).toEqual(expected);
  });

  it("are items with their names, if the YAML names events", async () => {
    const source = 'data: 0\n\nevent: ping\ndata: {"at":1}\n\nevent: note\ndata: {"at":\n\n';
    expect(await readEachWay("GET /named", source, SSE)).toEqual([
      { event: "message", data: 0 },
      { event: "ping", data: { at: 1 } },
      { event: "note", data: '{"at":' },
    ]);
  });

  it("are text, if the YAML says so", async () => {
    const source = "data: one\ndata: two\n\ndata\n\ndata: 3\n\n";
    expect(await readEachWay("GET /texts", source, SSE)).toEqual(["one\ntwo", "", "3"]);
  });
});

describe("[I.4] JSON lines", () => {
  it.each<Case>([
    ["lines that end with LF", '{"id":1}\n"é😀"\n3\n', [{ id: 1 }, "é😀", 3]],
    ["lines that end with CRLF", '{"id":1}\r\n2\r\n', [{ id: 1 }, 2]],
    ["white space inside, CR too", '{"id":\r1}\n[ ]\n', [{ id: 1 }, []]],
    ["a last line without its end", "1\n2", [1, 2]],
    ["empty lines", "\n\n1\n \n\r\n2\n\n", [1, 2]],
    ["a byte order mark", "\uFEFF1\n2\n", [1, 2]],
    ["no lines", "", []],
  ])("are read with %s", async (_title, source, expected) => {
    expect(await readEachWay("GET /lines", source, "application/jsonl")).toEqual(expected);
  });
});

describe("[I.5] a JSON text sequence", () => {
  it.each<Case>([
    ["texts", '\x1e{"id":1}\n\x1e"é😀"\n\x1e3\n', [{ id: 1 }, "é😀", 3]],
    ["texts of several lines", '\x1e{\n "id": [\n  1\n ]\n}\n\x1e[\n]\n', [{ id: [1] }, []]],
    ["brackets in strings", '\x1e{"a":"}{\\"\\\\"}\n\x1e["[\\n"]\n', [{ a: '}{"\\' }, ["[\n"]]],
    ["several separators", "\x1e\x1e\n\x1e1\n\x1e\x1e2\n", [1, 2]],
    ["a text that is cut off", '\x1e{"id":\x1e"a\x1e12\x1e3\n', [3]],
    ["a text that is no JSON", "\x1e{id}\n\x1enul\n\x1e}\n\x1e3\n", [3]],
    ["a last text without its line feed", '\x1e1\n\x1e{"id":2}', [1, { id: 2 }]],
    ["a last number without its line feed", "\x1e1\n\x1e23", [1]],
    ["something before and between texts", "\uFEFF1\n\x1e2\n3\n\x1e4\n", [2, 4]],
    ["no texts", "", []],
  ])("is read with %s", async (_title, source, expected) => {
    expect(await readEachWay("GET /sequence", source, "application/json-seq")).toEqual(expected);
  });

  it("shows what it passes over", async () => {
    const skipped: string[] = [];
    const bytes = encoder.encode('\x1e{"id":\x1e1\n\x1e{id}\n\x1e2');
    const client = answer([bytes], "application/json-seq");
    const onSkipped = (text: string) => skipped.push(text);
    expect(await collect(client.stream("GET /sequence", {}, { onSkipped }))).toEqual([1]);
    expect(skipped).toEqual(['{"id":', "{id}", "2"]);
  });

  it("gives out a text before the next one begins", async () => {
    let close = (): void => undefined;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(encoder.encode('\x1e{"id":1}\n'));
        close = () => controller.close();
      },
    });
    const headers = { "content-type": "application/json-seq" };
    const client = createStreamingClient({
      fetch: () => Promise.resolve(new Response(body, { headers })),
    });
    const items = client.stream("GET /sequence", {})[Symbol.asyncIterator]();
    expect(await items.next()).toEqual({ done: false, value: { id: 1 } });
    close();
    expect(await items.next()).toMatchObject({ done: true });
  });
});

describe("[I.6] a large item", () => {
  const LARGE = "é".repeat(1_200_000);
  const LINES = `data: "${"x".repeat(999)}",\n`.repeat(1_200);
  const SOURCES: readonly { title: string; route: Route; type: string; text: string }[] = [
    { title: "one event", route: "GET /changes", type: SSE, text: `data: "${LARGE}"\n\n` },
    {
      title: "an event of many lines",
      route: "GET /changes",
      type: SSE,
      text: `data: [\n${LINES}data: 0]\n\n`,
    },
    { title: "one line", route: "GET /lines", type: "application/jsonl", text: `"${LARGE}"\n` },
    {
      title: "one text of a sequence",
      route: "GET /sequence",
      type: "application/json-seq",
      text: `\x1e["${LARGE}"]\n`,
    },
  ];

  it.each(SOURCES)("is read whole as $title", async ({ route, type, text }) => {
    const bytes = encoder.encode(text);
    for (const size of [1_000, 65_537, bytes.length]) {
      const chunks: Uint8Array[] = [];
      for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
      const items = await collect<unknown>(answer(chunks, type).stream(route, {}));
      expect(items).toHaveLength(1);
      expect(JSON.stringify(items[0]).length).toBeGreaterThan(1_048_576);
    }
  });

  it.each(SOURCES)(
    "is an error as $title if it is longer than `maxItemSize`",
    async ({ route, type, text }) => {
      const bytes = encoder.encode(text);
      const half = bytes.subarray(0, Math.floor(bytes.length / 2)); // without the end of the item
      const client = answer([half], type);
      const items = client.stream(route, {}, { maxItemSize: 1_000 })[Symbol.asyncIterator]();
      await expect(items.next()).rejects.toMatchObject({
        name: "ResponseError",
        code: "INVALID_BODY",
        message: `"${route}" got status 200, and its body is too long.`,
      });
      expect(await items.next()).toMatchObject({ done: true });
    },
  );

  const MAX_LENGTH = 2 ** 25;

  // A feed is given the start and the end of an item, and something between that fills it to its limit.
  it.each([
    { title: "one event", read: eventStream, start: "data: ", end: "", separator: "" },
    { title: "one line", read: jsonLines, start: "", end: "", separator: "" },
    {
      title: "one text of a sequence",
      read: jsonSequence,
      start: '"',
      end: '"',
      separator: "\x1e",
    },
  ])("is too long above 2^25 characters as $title", ({ read, start, end, separator }) => {
    const records: unknown[] = [];
    const feed = read((text) => records.push(text), {});
    const longest = start + "x".repeat(MAX_LENGTH - start.length - end.length) + end;
    feed(separator + longest, false);
    expect(records).toEqual([]);
    feed("x", false);
    expect(records).toEqual([undefined]);
  });
});

/** A client whose response has these chunks. */
function answer(chunks: readonly Uint8Array[], type: string) {
  const fetch = () => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk);
        controller.close();
      },
    });
    return Promise.resolve(new Response(body, { headers: { "content-type": type } }));
  };
  return createStreamingClient({ fetch, retry: 0 });
}

/** Reads a stream whole, byte by byte, and cut into two at every byte. */
async function readEachWay(route: Route, text: string, type: string): Promise<unknown[]> {
  const bytes = encoder.encode(text);
  const read = (chunks: readonly Uint8Array[]) =>
    collect<unknown>(answer(chunks, type).stream(route, {}));
  const whole = await read([bytes]);
  expect(await read(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(whole);
  for (let at = 1; at < bytes.length; at++)
    expect(await read([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(whole);
  return whole;
}

type Route = keyof typeof STREAMS;

type Case = readonly [title: string, text: string, items: readonly unknown[]];
