import { describe, expect, it } from "vitest";
import { createEventParser } from "../../src/relay/follow-stream.js";

const limit = 1024;

function parse(pieces: Iterable<string>) {
  const data: string[] = [];
  const skipped: (string | undefined)[] = [];
  const feed = createEventParser(limit, {
    onEvent: (event) => data.push(event.data),
    onSkipped: (id) => skipped.push(id),
    onRetry: () => undefined,
  });
  for (const piece of pieces) feed(piece);
  return { data, skipped };
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
      expect(skipped).toHaveLength(1);
    }
  });

  it("[D.6] skips a large event that comes in one piece", () => {
    expect(parse([`id: 7\ndata: ${long}\n\ndata: after\n\n`])).toEqual({
      data: ["after"],
      skipped: ["7"],
    });
  });

  it("[D.6] reads an id that follows the large data", () => {
    expect(parse(cut(`data: ${long}\nid: 7\n\n`, 64)).skipped).toEqual(["7"]);
  });

  it.each(sizes)("[D.4] reads LF, CRLF and CR in pieces of %d", (size) => {
    const stream = ": hi\n\ndata: 1\n\ndata: 2\r\n\r\ndata: 3\rdata: 4\r\r: end\n";
    expect(parse(cut(stream, size)).data).toEqual(["1", "2", "3\n4"]);
  });
});
