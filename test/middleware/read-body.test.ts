/** The body of a request, read in pieces and within bounds. */
import { describe, expect, it, vi } from "vitest";
import {
  type BodyFault,
  BodyReader,
  type ByteSink,
  type ByteStream,
  isOversized,
} from "../../src/receive/middleware/body.js";
import type { RawPayload } from "../../src/receive/signatures/types.js";

describe("BodyReader", () => {
  it.each([
    ["none", []],
    ["an empty one", [0]],
    ["one", [300]],
    ["two", [300, 200]],
    ["an empty one among others", [0, 3, 0, 4]],
    ["many of one byte", Array.from({ length: 20_000 }, () => 1)],
    ["large ones", [20_000, 4_096, 70_000]],
    ["small ones after, between and before large ones", [9, 5_000, 1, 2, 5_000, 16_383, 3, 3]],
  ])("[C.15] joins pieces: %s", (_, lengths) => {
    const total = lengths.reduce((sum, length) => sum + length, 0);
    let offset = 0;
    const pieces = lengths.map((length) => {
      const piece = bytes(length, offset);
      offset += length;
      return piece;
    });
    const { body, counts } = readPieces(pieces);
    expect(body).toEqual(bytes(total));
    expect(counts.stops).toBe(1);
  });

  it("[C.15] changes no piece that it was given", () => {
    const first = bytes(10);
    readPieces([first.subarray(0, 5), bytes(3, 50)]);
    expect(first).toEqual(bytes(10));
  });

  it("[C.15] keeps no part of a larger buffer once there are several", () => {
    const slab = bytes(10_000);
    const stream: ByteStream = (sink) => {
      sink.chunk(slab.subarray(0, 5));
      sink.chunk(slab.subarray(5, 55));
      sink.chunk(slab.subarray(55, 7_000));
      slab.fill(0); // what was copied stays as it was
      sink.end();
    };
    const outcomes: BodyOutcome[] = [];
    startReading(stream, 1_000_000, (body) => outcomes.push(body));
    expect(outcomes).toEqual([bytes(7_000)]);
  });

  it("[C.6] takes memory for what has arrived, and half as much again", () => {
    const lengths = [1, 1, 300, 20_000, 70_000, 5, 5, 100_000];
    const total = lengths.reduce((sum, length) => sum + length, 0);
    const { body } = readPieces(lengths.map((length) => bytes(length)));
    const { buffer } = body as Uint8Array; // it was not too large
    expect(buffer.byteLength).toBeLessThanOrEqual(1.5 * total);
  });

  it("[C.15] makes few buffers for many pieces, whose sizes add up to a few times the body", () => {
    const pieces = Array.from({ length: 10_000 }, () => bytes(1));
    const sizes: number[] = [];
    const counting = new Proxy(Uint8Array, {
      construct(target, args: [number]) {
        sizes.push(args[0]);
        return new target(...args);
      },
    });
    vi.stubGlobal("Uint8Array", counting);
    try {
      readPieces(pieces);
    } finally {
      vi.unstubAllGlobals();
    }
    expect(sizes.length).toBeLessThan(30);
    // A series that grows by half has three times its last member, which is at most half too long.
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(4.5 * pieces.length);
  });

  it("[C.15] hands a body of one piece on as it came", () => {
    const piece = bytes(3);
    expect(readPieces([piece]).body).toBe(piece);
  });

  it("[C.6] stops at the first byte too many", () => {
    const { body, counts } = readPieces([bytes(10), bytes(1)], 10);
    expect(body).toEqual({ code: "PAYLOAD_TOO_LARGE" });
    expect(counts.stops).toBe(1);
  });

  it("[C.10] ends with the abort", () => {
    const { body, counts } = readStream(createStream([bytes(10)], { isAborted: true }), 100);
    expect(body).toEqual({ code: "REQUEST_ABORTED" });
    expect(counts.stops).toBe(1);
  });

  it("[C.8] ends when it is given up, and takes nothing more", () => {
    const stops: unknown[] = [];
    const sinks: ByteSink[] = [];
    const silent: ByteStream = (sink) => {
      sinks.push(sink);
      sink.onStop((failure) => stops.push(failure));
    };
    const outcomes: BodyOutcome[] = [];
    const giveUp = startReading(silent, 100, (body) => outcomes.push(body));
    expect(outcomes).toEqual([]);
    giveUp("REQUEST_TIMEOUT");
    giveUp("REQUEST_TIMEOUT");
    for (const sink of sinks) {
      sink.chunk(bytes(1));
      sink.end();
      sink.fail("REQUEST_ABORTED");
    }
    expect(outcomes).toEqual([{ code: "REQUEST_TIMEOUT" }]);
    expect(stops).toEqual(["REQUEST_TIMEOUT"]);
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
  ])("[C.6] counts bytes: %s", (payload, oversized) => {
    expect(isOversized(payload, 10)).toBe(oversized);
  });
});

/** Reads pieces, which arrive at once and are followed by the end. */
function readPieces(pieces: readonly Uint8Array[], limit = 1_000_000) {
  return readStream(createStream(pieces), limit);
}

/** Reads a stream to its end. Expects one outcome, and that the stream was stopped once before it. */
function readStream({ stream, counts }: ReturnType<typeof createStream>, limit: number) {
  const outcomes: { body: BodyOutcome; stops: number }[] = [];
  startReading(stream, limit, (body) => outcomes.push({ body, stops: counts.stops }));
  expect(outcomes).toHaveLength(1);
  expect(outcomes[0]?.stops).toBe(1);
  return { body: outcomes[0]?.body, counts };
}

/** Starts to read a stream, and passes each outcome to `settle`. Returns a function that gives up the body. */
function startReading(stream: ByteStream, limit: number, settle: (body: BodyOutcome) => void) {
  const reading = new BodyReader(limit, (outcome) =>
    settle(outcome.kind === "whole" ? outcome.payload : { code: outcome.code }),
  );
  stream(reading);
  return (failure: BodyFault["code"]) => reading.fail(failure);
}

/** A stream that yields its pieces at once, with a count of how often it was stopped. */
function createStream(pieces: readonly Uint8Array[], { isAborted = false } = {}) {
  const counts = { stops: 0 };
  const stream: ByteStream = (sink) => {
    sink.onStop(() => {
      counts.stops += 1;
    });
    for (const piece of pieces) sink.chunk(piece);
    if (isAborted) sink.fail("REQUEST_ABORTED");
    else sink.end();
    // A reader ignores all that a stream sends after its end.
    sink.end();
    sink.chunk(bytes(1));
    sink.fail("REQUEST_ABORTED");
  };
  return { stream, counts };
}

/** Bytes that count up from a number. */
function bytes(length: number, from = 0) {
  return Uint8Array.from({ length }, (_, index) => (from + index) % 256);
}

type BodyOutcome = RawPayload | Pick<BodyFault, "code">;
