/** Laws of event streams: the places where chunks are cut change nothing. */
import fc from "fast-check";
import { isDeepStrictEqual } from "node:util";
import { createEventReader, type StreamEvent } from "../../src/base/event-stream.js";
import { check, type Property } from "./property.js";

/** In characters, of the data of an event. Lines of these streams are longer and shorter. */
const MAX_SIZE = 40;
/** No stream of these is as long. */
const UNLIMITED = 1_000_000;

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
      const whole = read([text], UNLIMITED);
      for (const pieces of [cut(text, places), Array.from(text), text.split("")]) {
        const events = read(pieces, UNLIMITED);
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
      const { seen } = read(cut(whole, places), MAX_SIZE);
      const events = seen.filter((each) => each.kind === "event");
      if (events.some(({ data }) => data.length > MAX_SIZE)) throw new Error("too large");
      const last = seen.at(-1);
      if (last?.kind !== "event" || last.data !== "last") throw new Error(JSON.stringify(seen));
    },
  ),
];

/** All that a stream says which arrives in pieces. */
function read(pieces: readonly string[], maxSize: number): Reading {
  const seen: Seen[] = [];
  const ids: string[] = [];
  const feed = createEventReader(maxSize, {
    onEvent: ({ event, data }: StreamEvent) => seen.push({ kind: "event", event, data }),
    onTooLarge: () => seen.push({ kind: "skipped" }),
    onId: (id) => ids.push(id),
    onRetry: (delay) => seen.push({ kind: "retry", delay }),
  });
  for (const piece of pieces) feed(piece);
  return { ids, seen };
}

function cut(text: string, places: readonly number[]): string[] {
  const cuts = [
    0,
    ...places.map((place) => place % (text.length + 1)).sort((a, b) => a - b),
    text.length,
  ];
  return cuts.slice(1).map((end, index) => text.slice(cuts[index], end));
}

interface Reading {
  readonly ids: readonly string[];
  /** In the order of the stream. */
  readonly seen: readonly Seen[];
}

type Seen =
  | { readonly kind: "event"; readonly event: StreamEvent["event"]; readonly data: string }
  | { readonly kind: "skipped" }
  | { readonly kind: "retry"; readonly delay: number };
