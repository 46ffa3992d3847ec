/** The parser of event streams, which relay and client share. */
import { createParser } from "eventsource-parser";
import { describe, expect, it } from "vitest";
import {
  createEventParser,
  createEventReader,
  encodeEventId,
} from "../../src/base/event-stream.js";
import { createLineSplitter } from "../../src/base/lines.js";
import { createRandom } from "../random.js";

const MAX_SIZE = 1024;
const long = "x".repeat(3 * MAX_SIZE);

const tooLarge: readonly [string, string][] = [
  ["one line", `data: ${long}\n\n`],
  ["many lines", `${"data: xxxxxxx\n".repeat(500)}\n`],
  ["many lines, CRLF", `${"data: xxxxxxx\r\n".repeat(500)}\r\n`],
  ["many lines, CR", `${"data: xxxxxxx\r".repeat(500)}\r`],
  ["an unknown field", `nonsense ${long}\ndata: 1\n\n`],
  ["a comment", `: ${long}\ndata: 1\n\n`],
];
/** Lengths of the pieces that a stream arrives in. */
const sizes = [1, 2, 3, 7, 64, 1000, 100_000];

/** Lines of event streams: of fields, of other fields, and nearly of `retry`; and the ends of lines. */
const LINES = ["data: a", "data:", "data", "data:  b", "event: x", "event", "retry: 5", ": c"];
const OTHER_LINES = ["data : d", "Data: e", "id: 7", "other", "event:  y ", "data\u00e9: f", ""];
const NEAR_RETRIES = ["retry", "retry: 5x", "retry: x5", "retry: -5", "retry:07"];
const LINE_ENDS = ["\n", "\r\n", "\r"];

describe("createEventReader", () => {
  it.each(tooLarge)("[D.6] goes on after %s that is too large", (_title, large) => {
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
    const exact = `data: ${"x".repeat(MAX_SIZE - 6)}`;
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
  it("[I.3] reads events as `eventsource-parser` does", () => {
    const random = createRandom(7);
    const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? "";
    for (let run = 0; run < 500; run++) {
      const lines = Array.from(
        { length: 20 },
        () => pick([...LINES, ...OTHER_LINES, ...NEAR_RETRIES, ""]) + pick(LINE_ENDS),
      );
      const text = `${lines.join("")}\n\n`;
      const expected: unknown[] = [];
      const peer = createParser({
        onEvent: ({ event, data }) => expected.push([event, data]),
        onRetry: (delay) => expected.push(delay),
      });
      peer.feed(text);
      const events: unknown[] = [];
      const feed = createEventReader(MAX_SIZE, {
        onEvent: ({ event, data }) => events.push([event, data]),
        onTooLarge: () => events.push("too large"),
        onId: () => undefined,
        onRetry: (delay) => events.push(delay),
      });
      const size = run % 2 === 0 ? text.length : 1 + Math.floor(random() * 9);
      for (const piece of cut(text, size)) feed(piece);
      expect(events, JSON.stringify(text)).toEqual(expected);
    }
  });

  it.each(["data:", "event:"])("[I.3] takes no other field for %s", (name) => {
    const [itself, ...others] = listNear(name);
    expect(itself).toBe(name);
    for (const other of others) {
      const calls: unknown[] = [];
      const feed = createEventParser(MAX_SIZE, (data, event) => calls.push([event, data]));
      feed(`${other} 1\ndata: 2\n\n`);
      expect([other, calls]).toEqual([other, [[undefined, "2"]]]);
    }
  });

  it("[I.3] tells events, then fields and the end of each block, in order", () => {
    const calls: unknown[] = [];
    const feed = createEventParser(
      8,
      (...event) => calls.push(["event", ...event]),
      (...field) => calls.push(field),
    );
    feed("id: 1\nevent:a\ndata: b\ndata:c\n\nretry\n: no\n\nevent: d\nevent:\n");
    feed("data\n\nevent:e\ndata: 12\ndata: 3456789\ndata: 78\n\nevent\ndata: f\n\n");
    expect(calls).toEqual([
      ["id", "1"],
      ["event", "b\nc", "a"],
      ["", ""],
      ["retry", ""],
      ["", ""],
      ["event", "", undefined],
      ["", ""],
      ["event", undefined, "e"],
      ["event", "12\n78", "e"],
      ["", ""],
      ["event", "f", undefined],
      ["", ""],
    ]);
  });

  it.each<[maxSize: number, events: readonly unknown[]]>([
    [8, ["12\n34\n56"]],
    [7, [undefined, ""]],
  ])("[D.6] counts the line feeds between the data of an event: %d", (maxSize, expected) => {
    const events: unknown[] = [];
    const feed = createEventParser(maxSize, (data) => events.push(data));
    feed("data:12\ndata:34\ndata:56\n\n");
    expect(events).toEqual(expected);
  });
});

describe("the line splitter", () => {
  it.each<[text: string, atLf: readonly unknown[], atAnyEnd: readonly unknown[]]>([
    ["a\nb\n", ["a", "b"], ["a", "b"]],
    ["a\n\nb\n\n\nc\n", ["a", "", "b", "", "", "c"], ["a", "", "b", "", "", "c"]],
    ["\n\na\n", ["", "", "a"], ["", "", "a"]],
    ["a\r\nb\rc\n", ["a\r", "b\rc"], ["a", "b", "c"]],
    ["\r\r\na\r", ["\r\r"], ["", "", "a"]],
    ["1234\n12345\n1234\n", ["1234", undefined, "1234"], ["1234", undefined, "1234"]],
    ["123456789\n\n1\n", [undefined, "", "1"], [undefined, "", "1"]],
    ["no end", [undefined], [undefined]],
    ["1234", [], []],
    ["", [], []],
  ])("[D.4] reads the lines of %j, however it is cut", (text, atLf, atAnyEnd) => {
    for (const size of [1, 2, 3, 5, 100]) {
      expect({ size, lines: split(cut(text, size), 4) }).toEqual({ size, lines: atLf });
      expect({ size, lines: split(cut(text, size), 4, { endsAtCr: true }) }).toEqual({
        size,
        lines: atAnyEnd,
      });
    }
  });
});

describe("the id of an event in a header", () => {
  it.each<[what: string, id: string, encoded: string | undefined]>([
    ["ASCII", "7 ~", "7 ~"],
    ["nothing", "", ""],
    ["other characters", "é€😀", Buffer.from("é€😀").toString("latin1")],
    ["as many bytes as allowed", "x".repeat(1024), "x".repeat(1024)],
    ["one more", "x".repeat(1025), undefined],
    ["as many in UTF-8", "é".repeat(512), "Ã©".repeat(512)],
    ["one more in UTF-8", `${"é".repeat(512)}x`, undefined],
    ["a control character", "a\u0000", undefined],
    ["the last control character", "\u001fa", undefined],
    ["a delete", "a\u007f", undefined],
  ])("[D.1] of %s is in UTF-8, a character for each byte", (_, id, encoded) => {
    expect(encodeEventId(id)).toBe(encoded);
  });
});

/** All texts that have some letters of a name replaced by the next ones; the name itself comes first. */
function listNear(name: string): readonly string[] {
  return Array.from(name).reduce<readonly string[]>(
    (texts, letter) =>
      texts.flatMap((text) => [
        text + letter,
        text + String.fromCharCode(letter.charCodeAt(0) + 1),
      ]),
    [""],
  );
}

/** The lines of a text that arrives in pieces; `undefined` for one that is too long. */
function split(pieces: Iterable<string>, maxLength: number, { endsAtCr = false } = {}) {
  const lines: (string | undefined)[] = [];
  const feed = createLineSplitter(
    maxLength,
    (text, start, end) => lines.push(text?.slice(start, end)),
    endsAtCr,
  );
  for (const piece of pieces) feed(piece);
  return lines;
}

/** The data and the ids of the events of a stream, and the number of those that were too large. */
function parse(pieces: Iterable<string>) {
  const data: string[] = [];
  const ids: string[] = [];
  let skipped = 0;
  const feed = createEventReader(MAX_SIZE, {
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
