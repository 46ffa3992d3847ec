/** Memory after very many calls with ever new routes, keys and addresses: the caches keep a bounded part of them. */
import { describe, expect, it } from "vitest";
import { createEndpoint } from "../../../src/request/endpoint/endpoint.js";
import { catalog, extensions } from "../../cases/endpoint/catalog.js";
import { isWhole, sample } from "../../sample.js";
import { collectGarbage } from "../load/memory.js";
import type { Builder } from "./builder.js";

const parameters = { a: 1, b: 2, c: 3 };
const text = "x".repeat(50_000);

/** Each is called with the numbers from 0 on, so that the caches of the builder meet ever new texts. */
const calls: readonly Calls[] = [
  ["200,000 routes", 200_000, (builder, index) => builder(`GET /r${index}/{a}/x/{b}`, parameters)],
  [
    "50,000 routes of seven expressions",
    50_000,
    (builder, index) => builder(`GET /r${index}/{a}{b}{c}{a}{b}{c}{a}`, parameters),
  ],
  [
    "200,000 routes as options",
    200_000,
    (builder, index) => builder({ method: "PUT", url: `/r${index}/{a}{?b,c}`, ...parameters }),
  ],
  [
    "50,000 URLs with their host",
    50_000,
    (builder, index) => builder(`GET https://h${index}.example/{a}`, parameters),
  ],
  [
    "500 routes as long as are kept",
    500,
    (builder, index) => builder(`GET /r${index}/${"{a}".repeat(1_300)}`, parameters),
  ],
  [
    "500 routes that are not kept",
    500,
    (builder, index) => builder(`GET /r${index}/${"{a}".repeat(2_000)}`, parameters),
  ],
  [
    "10,000 routes of 80 expressions, each called three times",
    30_000,
    (builder, index) => builder(`GET /r${Math.floor(index / 3)}/${"{a}".repeat(80)}`, parameters),
  ],
  [
    "10,000 routes cut out of larger texts, each called three times",
    30_000,
    (builder, index) => builder(`GET /route-number-${Math.floor(index / 3)}${text}`.slice(0, 24)),
  ],
  [
    "10,000 routes cut out of larger texts",
    10_000,
    (builder, index) => builder(`GET /route-number-${index}${text}`.slice(0, 24)),
  ],
  [
    "10,000 addresses cut out of larger texts",
    10_000,
    (builder, index) =>
      builder("GET /x", { baseUrl: `https://a${index}.example/${text}`.slice(0, 26) }),
  ],
  [
    "200,000 sequences of keys",
    200_000,
    (builder, index) =>
      builder("GET /x", { [`k${index}`]: 1, [`j${index % 7}`]: 2, [`i${index % 11}`]: 3 }),
  ],
  [
    "50,000 sequences of keys in bodies",
    50_000,
    (builder, index) =>
      builder("POST /x", { [`k${index}`]: 1, [`j${index % 7}`]: { [`n${index}`]: 1 } }),
  ],
  [
    "50,000 header names",
    50_000,
    (builder, index) => builder("GET /x", { headers: { [`h${index}`]: "1" } }),
  ],
  [
    "50,000 base addresses",
    50_000,
    (builder, index) => builder("GET /x", { baseUrl: `https://a${index}.example/` }),
  ],
  ["20,000 builders", 20_000, (builder, index) => builder.defaults({ [`k${index}`]: 1 })("GET /x")],
];

/** Takes seconds, so that `npm test` leaves it out. */
const slowCalls: readonly Calls[] = [
  [
    "10,000 routes with four sequences of 60 keys, each called twice",
    80_000,
    (builder, index) => builder(`GET /r${Math.floor(index / 8)}`, createKeys(index % 4)),
  ],
];

describe("endpoint: memory", () => {
  it.each([...sample("memory", calls, 4), ...(isWhole ? slowCalls : [])])(
    "%s keep less than 20 MB",
    (_, count, call) => {
      expect(measureKept(count, call)).toBeLessThan(20e6);
    },
  );
});

/** Memory that is in use after the calls and was not before, in bytes. */
function measureKept(count: number, call: Calls[2]): number {
  const builder = createEndpoint(catalog, extensions) as unknown as Builder;
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  for (let index = 0; index < count; index++) call(builder, index);
  collectGarbage();
  const kept = process.memoryUsage().heapUsed - before;
  builder("GET /x"); // keeps the builder, and so its caches, alive until the measurement
  return kept;
}

/** Sixty keys, which begin with another one for each shift. */
function createKeys(shift: number): object {
  return Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => [`k${(index + shift) % 60}`, 1]),
  );
}

type Calls = readonly [
  title: string,
  count: number,
  call: (builder: Builder, index: number) => unknown,
];
