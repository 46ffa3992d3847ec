/** Hostile values: the time of a call grows no faster than the length of its texts. */
import { describe, expect, it } from "vitest";
import { expandTemplate } from "../../../src/request/endpoint/route/template.js";
import { MAX_COST, measureCost, SIZE } from "../../growth.js";
import { sample } from "../../sample.js";
import { endpoint } from "./builder.js";

/** `v0,v1,…`, from which lists of names of any length are cut. */
const VARIABLE_NAMES = Array.from({ length: SIZE }, (_, index) => `v${index}`).join(",");

const inputs: readonly (readonly [title: string, createText: (length: number) => string])[] = [
  ["{", (length) => "{".repeat(length)],
  ["}", (length) => "}".repeat(length)],
  ["{a}", (length) => "{a}".repeat(length / 3)],
  ["{a", (length) => "{a".repeat(length / 2)],
  ["{+a}", (length) => "{+a}".repeat(length / 4)],
  ["{/a}", (length) => "{/a}".repeat(length / 4)],
  [":ab", (length) => ":ab".repeat(length / 3)],
  ["/:ab", (length) => "/:ab".repeat(length / 4)],
  [":", (length) => ":".repeat(length)],
  ["{?v0,…}", (length) => `{?${VARIABLE_NAMES.slice(0, length)}x}`],
  ["{?v0,…", (length) => `{?${VARIABLE_NAMES.slice(0, length)}x`],
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

/** The places of a call that a text can be in. */
const places: readonly (readonly [title: string, call: (text: string) => unknown])[] = [
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

/** In every sample: a long list of names, texts that nearly are previews, and text that is not well-formed. */
const CORNER_CASES = new Set(["{?v0,…}", "…-previe", "lone surrogates"]);

describe.each(places)("endpoint: linear cost of %s", (place, call) => {
  const drawn = sample(place, inputs, 4, ([input]) => CORNER_CASES.has(input));

  it.each(drawn)("of %s", (_input, createText) => {
    const cost = measureCost(createText(SIZE), (text) => allowRefusal(() => call(text)));
    expect(cost).toBeLessThanOrEqual(MAX_COST);
  });
});

/** Most calls are refused, and a refusal must be as cheap as a result. */
function allowRefusal(call: () => unknown): void {
  try {
    call();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}
