/** Laws of event streams: the places where chunks are cut change nothing. */
import fc from "fast-check";
import { isDeepStrictEqual } from "node:util";
import { createEventReader, type StreamEvent } from "../../src/base/event-stream.js";
import { check, type Property } from "./property.js";

const line = fc.oneof(
  fc.constantFrom(
    "data: a",
    "data:",
    "data",
    "id: 1",
    "id",
    "id: a\0b",
    "event: push",
    "retry: 10",
    "retry: x",
    ": comment",
    "",
    "",
    "other: 1",
    "data: é🎉",
    "\ufeffdata: b",
  ),
  fc.string({ unit: fc.constantFrom(...Array.from("ab: dt\0é")) }),
  fc.integer({ min: 1, max: 80 }).map((length) => `data: ${"x".repeat(length)}`),
);
const stream = fc
  .array(fc.tuple(line, fc.constantFrom("\n", "\n", "\r\n", "\r")), { maxLength: 30 })
  .map((lines) => lines.flat().join(""));

export const eventStreamProperties: readonly Property[] = [
  check(
    "any cutting of a stream gives the same events",
    stream,
    fc.array(fc.nat(2000), { maxLength: 8 }),
    (text, places) => {
      const whole = read([text], 1e6);
      for (const pieces of [cut(text, places), Array.from(text), text.split("")]) {
        const events = read(pieces, 1e6);
        if (!isDeepStrictEqual(events, whole))
          throw new Error(`${JSON.stringify(events)} in place of ${JSON.stringify(whole)}`);
      }
    },
  ),
  check(
    "no event larger than allowed is handed on, and the next one is",
    stream,
    fc.array(fc.nat(2000), { maxLength: 8 }),
    (text, places) => {
      const whole = `${text}\n\n\ndata: last\n\n`;
      const events = read(cut(whole, places), 40) as [string, unknown, string][];
      if (events.some(([kind, , data]) => kind === "event" && data.length > 40))
        throw new Error("too large");
      if (events.at(-1)?.[2] !== "last") throw new Error(JSON.stringify(events));
    },
  ),
];

/** The events of a stream that arrives in pieces. */
function read(pieces: readonly string[], maxSize: number): unknown[] {
  const seen: unknown[] = [];
  const ids: string[] = [];
  const feed = createEventReader(maxSize, {
    onEvent: (event: StreamEvent) => seen.push(["event", event.event, event.data]),
    onTooLarge: () => seen.push(["skipped"]),
    onId: (id) => ids.push(id),
    onRetry: (delay) => seen.push(["retry", delay]),
  });
  for (const piece of pieces) feed(piece);
  return [ids, ...seen];
}

function cut(text: string, places: readonly number[]): string[] {
  const cuts = [
    0,
    ...places.map((place) => place % (text.length + 1)).sort((a, b) => a - b),
    text.length,
  ];
  return cuts.slice(1).map((end, index) => text.slice(cuts[index], end));
}
