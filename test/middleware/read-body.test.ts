import { describe, expect, it } from "vitest";
import { Deadline } from "../../src/middleware/deadline.js";
import { isOversized, readBody } from "../../src/middleware/read-body.js";
import type { ByteStream } from "../../src/middleware/read-body.js";

/** Yields its pieces at once, and counts how often it was stopped. */
function createStream(pieces: readonly Uint8Array[], last: "end" | "abort" = "end") {
  const counts = { stops: 0 };
  const stream: ByteStream = (sink) => {
    for (const piece of pieces) sink.chunk(piece);
    sink[last]();
    sink.end();
    return () => {
      counts.stops += 1;
    };
  };
  return { stream, counts };
}

async function read(pieces: readonly Uint8Array[], limit = 1_000_000) {
  const deadline = new Deadline(60_000);
  const { stream, counts } = createStream(pieces);
  const body = await readBody(stream, { limit, deadline });
  deadline.clear();
  return { body, counts };
}

const bytes = (length: number, from = 0) =>
  Uint8Array.from({ length }, (_, index) => (from + index) % 256);

describe("readBody", () => {
  it.each([
    ["none", []],
    ["an empty one", [0]],
    ["one", [300]],
    ["two", [300, 200]],
    ["an empty one among others", [0, 3, 0, 4]],
    ["many of one byte", Array.from({ length: 20_000 }, () => 1)],
    ["large ones", [20_000, 4_096, 70_000]],
    ["small ones after, between and before large ones", [9, 5_000, 1, 2, 5_000, 16_383, 3, 3]],
  ])("[C.bodies] joins pieces: %s", async (_, lengths) => {
    const total = lengths.reduce((sum, length) => sum + length, 0);
    let offset = 0;
    const pieces = lengths.map((length) => bytes(length, (offset += length) - length));
    const { body, counts } = await read(pieces);
    expect(body).toEqual(bytes(total));
    expect(counts.stops).toBe(1);
  });

  it("[C.bodies] changes no piece that it was given", async () => {
    const first = bytes(10);
    await read([first.subarray(0, 5), bytes(3, 50)]);
    expect(first).toEqual(bytes(10));
  });

  it("[C.bodies] does not keep the buffer of which a piece is a small part", async () => {
    const slab = bytes(100_000);
    const pieces = [5, 5_000, 70_000].map((length) => slab.subarray(0, length));
    const { body } = await read(pieces);
    expect(body).toEqual(Uint8Array.from(pieces.flatMap((piece) => [...piece])));
  });

  it("[C.body-limit] stops at the first byte too many", async () => {
    const { body, counts } = await read([bytes(10), bytes(1)], 10);
    expect(body).toBe("PAYLOAD_TOO_LARGE");
    expect(counts.stops).toBe(1);
  });

  it("[C.client-gone] ends with the abort", async () => {
    const deadline = new Deadline(60_000);
    const { stream, counts } = createStream([bytes(10)], "abort");
    expect(await readBody(stream, { limit: 100, deadline })).toBe("REQUEST_ABORTED");
    expect(counts.stops).toBe(1);
    deadline.clear();
  });

  it("[C.slow-body] ends at the deadline, and takes nothing more", async () => {
    const deadline = new Deadline(5);
    let stops = 0;
    const silent: ByteStream = () => () => {
      stops += 1;
    };
    expect(await readBody(silent, { limit: 100, deadline })).toBe("REQUEST_TIMEOUT");
    expect(stops).toBe(1);
  });
});

describe("isOversized", () => {
  it.each([
    ["x".repeat(9), false],
    ["x".repeat(10), false],
    ["x".repeat(11), true],
    ["ü".repeat(5), false],
    ["ü".repeat(6), true],
    ["€€€", false],
    ["€€€€", true],
    [bytes(10), false],
    [bytes(11), true],
    [bytes(11).buffer, true],
  ])("[C.body-limit] counts bytes: %s", (payload, oversized) => {
    expect(isOversized(payload, 10)).toBe(oversized);
  });
});
