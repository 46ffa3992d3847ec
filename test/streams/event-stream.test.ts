/** The parser of event streams, which relay and client share. */
import { createParser } from "eventsource-parser";
import { describe, expect, it } from "vitest";
import { createEventReader } from "../../src/base/event-stream.js";
import { createRandom } from "../random.js";

const limit = 1024;

function parse(pieces: Iterable<string>) {
  const data: string[] = [];
  const ids: string[] = [];
  let skipped = 0;
  const feed = createEventReader(limit, {
    onEvent: (event) => data.push(event.data),
    onTooLarge: () => (skipped += 1),
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

describe("createEventReader", () => {
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

describe("lines", () => {
  it("[D.4] end once at a CRLF that is cut, also around an empty piece", () => {
    expect(parse(["data: 1\r", "", "\ndata: 2\r", "\n", "\r", "", "\n"]).data).toEqual(["1\n2"]);
  });

  it("[D.4] are all read from one piece with every end", () => {
    const stream = "data: 1\rdata: 2\r\ndata: 3\n\r\ndata: 4\r\rdata: 5\n\n";
    for (const size of sizes) expect(parse(cut(stream, size)).data).toEqual(["1\n2\n3", "4", "5"]);
  });

  it.each(["\n", "\r", "\r\n"])("[D.6] are as long as allowed, and no longer, with %j", (end) => {
    const exact = `data: ${"x".repeat(limit - 6)}`;
    for (const size of sizes) {
      expect(parse(cut(`${exact}${end}${end}`, size))).toMatchObject({ skipped: 0 });
      expect(parse(cut(`${exact}x${end}${end}`, size))).toMatchObject({ data: [], skipped: 1 });
    }
  });

  it("[D.1] without a colon are fields with an empty value", () => {
    for (const size of sizes)
      expect(parse(cut("data\ndata\nid\ndataset: 1\n\n", size))).toMatchObject({
        data: ["\n"],
        ids: [""],
      });
  });
});

describe("the parser", () => {
  const fields = ["data: a", "data:", "data", "data:  b", "event: x", "event", "retry: 5", ": c"];
  const furtherLines = ["data : d", "Data: e", "id: 7", "other", "event:  y ", "data\u00e9: f", ""];
  const ends = ["\n", "\r\n", "\r"];

  it("[I.3] reads events as `eventsource-parser` does", () => {
    const random = createRandom(7);
    const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? "";
    for (let run = 0; run < 500; run++) {
      const lines = Array.from(
        { length: 20 },
        () => pick([...fields, ...furtherLines, ""]) + pick(ends),
      );
      const text = `${lines.join("")}\n\n`;
      const expected: unknown[] = [];
      const peer = createParser({
        onEvent: ({ event, data }) => expected.push([event, data]),
        onRetry: (delay) => expected.push(delay),
      });
      peer.feed(text);
      const found: unknown[] = [];
      const feed = createEventReader(limit, {
        onEvent: ({ event, data }) => found.push([event, data]),
        onTooLarge: () => found.push("too large"),
        onId: () => undefined,
        onRetry: (delay) => found.push(delay),
      });
      feed(text);
      expect(found, JSON.stringify(text)).toEqual(expected);
    }
  });
});
