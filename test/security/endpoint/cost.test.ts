/** Hostile values: time grows with their length alone, and memory is given back. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { createEndpoint } from "../../../src/request/endpoint/endpoint.js";
import { expandTemplate } from "../../../src/request/endpoint/route/template.js";
import { MAX_COST, measureCost, SIZE } from "../../growth.js";
import { isWhole, sample } from "../../sample.js";
import { catalog, extensions } from "../../cases/endpoint/catalog.js";
import { endpoint, type Builder } from "./builder.js";

const list = Array.from({ length: SIZE }, (_, index) => `v${index}`).join(",");

/** A text of a length; `{?v0,v1,…}` is cut where it is long enough. */
const inputs: readonly (readonly [string, (length: number) => string])[] = [
  ["{", (length) => "{".repeat(length)],
  ["}", (length) => "}".repeat(length)],
  ["{a}", (length) => "{a}".repeat(length / 3)],
  ["{a", (length) => "{a".repeat(length / 2)],
  ["{+a}", (length) => "{+a}".repeat(length / 4)],
  ["{/a}", (length) => "{/a}".repeat(length / 4)],
  [":ab", (length) => ":ab".repeat(length / 3)],
  ["/:ab", (length) => "/:ab".repeat(length / 4)],
  [":", (length) => ":".repeat(length)],
  ["{?v0,…}", (length) => `{?${list.slice(0, length)}x}`],
  ["{?v0,…", (length) => `{?${list.slice(0, length)}x`],
  [",", (length) => ",".repeat(length)],
  ["spaces", (length) => " ".repeat(length)],
  ["tabs", (length) => "\t".repeat(length)],
  ["%", (length) => "%".repeat(length)],
  ["%41", (length) => "%41".repeat(length / 3)],
  ["%2e/", (length) => "%2e/".repeat(length / 4)],
  ["/", (length) => "/".repeat(length)],
  ["/..", (length) => "/..".repeat(length / 3)],
  [".", (length) => ".".repeat(length)],
  ["?", (length) => "?".repeat(length)],
  ["#", (length) => "#".repeat(length)],
  ["&", (length) => "&".repeat(length)],
  ["@", (length) => "@".repeat(length)],
  ["a", (length) => "a".repeat(length)],
  ["é", (length) => "é".repeat(length)],
  ["lone surrogates", (length) => "\ud800".repeat(length)],
  ["application/vnd.acme.", (length) => "application/vnd.acme.v3+json,".repeat(length / 29)],
  ["-preview", (length) => `application/vnd.acme.${"-preview".repeat(length / 8)}`],
  ["…-previe", (length) => `application/vnd.acme.${"-previe.".repeat(length / 8)}`],
];

const places: readonly (readonly [string, (text: string) => unknown])[] = [
  ["a route", (text) => endpoint(`GET /x${text}`, { a: 1, ab: 2 })],
  ["a route of its own", (text) => endpoint(text, { a: 1, ab: 2 })],
  ["a URL", (text) => endpoint({ method: "POST", url: text, a: 1, ab: 2 })],
  ["a URL with its host", (text) => endpoint({ url: `https://up.example/${text}`, a: 1, ab: 2 })],
  ["a host", (text) => endpoint({ url: `https://${text}` })],
  ["a base address", (text) => endpoint("GET /x", { baseUrl: `https://a.example/${text}` })],
  [
    "accept",
    (text) => endpoint("GET /x", { headers: { accept: text }, mediaType: { format: "raw" } }),
  ],
  ["a format", (text) => endpoint("GET /x", { mediaType: { format: text } })],
  ["a header's name", (text) => endpoint("GET /x", { headers: { [text]: "a" } })],
  ["a parameter", (text) => endpoint("GET /x/{p}{+q}{?r}", { p: text, q: text, r: text, s: text })],
  [
    "a path of several segments",
    (text) => endpoint("GET /shops/{shop}/files/{path}", { shop: 1, path: text }),
  ],
  ["a parameter's name", (text) => endpoint("GET /x", { [text]: "a" })],
  ["a body", (text) => endpoint("POST /x", { p: text, [text]: [text] })],
  ["a template", (text) => expandTemplate(text, { a: "1" })],
];

/** Never left out: a long list of names, what is nearly a preview, text that is not well-formed. */
const corners = new Set(["{?v0,…}", "…-previe", "lone surrogates"]);

describe.each(places)("endpoint: linear cost of %s", (place, build) => {
  it.each(sample(place, inputs, 4, ([input]) => corners.has(input)))("of %s", (_input, make) => {
    const cost = measureCost(make(SIZE), (text) => run(() => build(text)));
    expect(cost).toBeLessThanOrEqual(MAX_COST);
  });
});

setFlagsFromString("--expose-gc");

const collect = runInNewContext("gc") as () => void; // the flag defines it

describe("endpoint: memory", () => {
  const parameters = { a: 1, b: 2, c: 3 };
  const text = "x".repeat(50_000);
  const keysOf = (shift: number): object =>
    Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`k${(index + shift) % 60}`, 1]));
  const calls: readonly [string, number, (builder: Builder, index: number) => unknown][] = [
    ["200,000 routes", 200_000, (e, i) => e(`GET /r${i}/{a}/x/{b}`, parameters)],
    [
      "50,000 routes of seven expressions",
      50_000,
      (e, i) => e(`GET /r${i}/{a}{b}{c}{a}{b}{c}{a}`, parameters),
    ],
    [
      "200,000 routes as options",
      200_000,
      (e, i) => e({ method: "PUT", url: `/r${i}/{a}{?b,c}`, ...parameters }),
    ],
    [
      "50,000 URLs with their host",
      50_000,
      (e, i) => e(`GET https://h${i}.example/{a}`, parameters),
    ],
    [
      "500 routes as long as are kept",
      500,
      (e, i) => e(`GET /r${i}/${"{a}".repeat(1_300)}`, parameters),
    ],
    [
      "500 routes that are not kept",
      500,
      (e, i) => e(`GET /r${i}/${"{a}".repeat(2_000)}`, parameters),
    ],
    [
      "10,000 routes of 80 expressions, each called three times",
      30_000,
      (e, i) => e(`GET /r${Math.floor(i / 3)}/${"{a}".repeat(80)}`, parameters),
    ],
    [
      "10,000 routes cut out of larger texts, each called three times",
      30_000,
      (e, i) => e(`GET /route-number-${Math.floor(i / 3)}${text}`.slice(0, 24)),
    ],
    [
      "10,000 routes cut out of larger texts",
      10_000,
      (e, i) => e(`GET /route-number-${i}${text}`.slice(0, 24)),
    ],
    [
      "10,000 addresses cut out of larger texts",
      10_000,
      (e, i) => e("GET /x", { baseUrl: `https://a${i}.example/${text}`.slice(0, 26) }),
    ],
    [
      "200,000 sequences of keys",
      200_000,
      (e, i) => e("GET /x", { [`k${i}`]: 1, [`j${i % 7}`]: 2, [`i${i % 11}`]: 3 }),
    ],
    [
      "50,000 sequences of keys in bodies",
      50_000,
      (e, i) => e("POST /x", { [`k${i}`]: 1, [`j${i % 7}`]: { [`n${i}`]: 1 } }),
    ],
    ["50,000 header names", 50_000, (e, i) => e("GET /x", { headers: { [`h${i}`]: "1" } })],
    ["50,000 base addresses", 50_000, (e, i) => e("GET /x", { baseUrl: `https://a${i}.example/` })],
    ["20,000 builders", 20_000, (e, i) => e.defaults({ [`k${i}`]: 1 })("GET /x")],
  ];
  /** Takes seconds, so that `npm test` leaves it out. */
  const dear: typeof calls = [
    [
      "10,000 routes with four sequences of 60 keys, each called twice",
      80_000,
      (e, i) => e(`GET /r${Math.floor(i / 8)}`, keysOf(i % 4)),
    ],
  ];
  const drawn = [...sample("memory", calls, 4), ...(isWhole ? dear : [])];
  it.each(drawn)("%s keep less than 20 MB", (_, calls, call) => {
    expect(measureKept(calls, call)).toBeLessThan(20e6);
  });
});

/** Most are errors, and must be as cheap. */
function run(call: () => unknown): void {
  try {
    call();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}

/** What is left of many calls, in bytes. The builder is alive until the last measurement. */
function measureKept(calls: number, call: (builder: Builder, index: number) => unknown): number {
  const builder = createEndpoint(catalog, extensions) as unknown as Builder;
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let index = 0; index < calls; index++) call(builder, index);
  collect();
  const kept = process.memoryUsage().heapUsed - before;
  builder("GET /x");
  return kept;
}
