/** Headers as Node lists them, and links in a header. */
import { describe, expect, it } from "vitest";
import { findNextLink } from "../../src/http/links.js";
import { findHeader, readRawHeaders, toPairs } from "../../src/http/request.js";

const RAW = ["Host", "a", "X-Part", "1", "x-part", "2", "X-Par", "3", "x-parts", "4", "x-odd"];

describe("headers that Node lists", () => {
  it.each([
    ["host", "a"],
    ["x-part", "1, 2"],
    ["x-par", "3"],
    ["x-odd", ""],
    ["1", null],
    ["x-none", null],
    ["", null],
  ])("have of the name %j the values %j", (name, value) => {
    expect(findHeader(RAW, name)).toBe(value);
  });

  it("have an empty value before another", () => {
    expect(findHeader(["a", "", "a", "b"], "a")).toBe(", b");
  });

  it("are pairs of names and values", () => {
    expect(toPairs(RAW)).toEqual([
      ["Host", "a"],
      ["X-Part", "1"],
      ["x-part", "2"],
      ["X-Par", "3"],
      ["x-parts", "4"],
      ["x-odd", ""],
    ]);
    expect(toPairs([])).toEqual([]);
  });

  it.each([
    [{ rawHeaders: ["A", "b"], headers: { c: "d" } }, ["A", "b"]],
    [
      { rawHeaders: [], headers: { c: "d", e: undefined, f: ["g", "h"], i: "" } },
      ["c", "d", "f", "g,h", "i", ""],
    ],
    [{ headers: { c: "d" } }, ["c", "d"]],
    [{}, []],
  ])("are those of %j", (request, raw) => {
    expect(readRawHeaders(request)).toEqual(raw);
  });
});

describe("a header of links", () => {
  it.each<[header: string, next: string | undefined]>([
    ["</b>;rel=next", "/b"],
    ['</b> \t;\t rel \t=\t "next"', "/b"],
    ['</b>; rel="NEXT"', "/b"],
    ['</b>; rel="a next c"', "/b"],
    ['</b>; rel="a\tnext"', "/b"],
    ["</a>; rel=prev, </b>; rel=next", "/b"],
    ["</a>; rel=next, </b>; rel=next", "/a"],
    ['</b>; a=c ; d="e" ; f = g;h;rel=next', "/b"],
    ['</b>; a="c\\"; rel=prev"; rel=next', "/b"],
    ['</b>; a=""; rel=next', "/b"],
    ["<a<b>; rel=next", "b"],
    ["<>; rel=next", ""],
    ["</b>; relx=next", undefined],
    ["</b>; xrel=next", undefined],
    ["</b>; rel=nexts", undefined],
    ["</b>; rel=xnext", undefined],
    ['</b>; rel="x-next"', undefined],
    ['</b>; rel=""', undefined],
    ["</b>; rel=", undefined],
    ["</b>; rel=prev; rel=next", undefined],
    ["</b>; a=c d; rel=next", undefined],
    ["</b> rel=next", undefined],
    ["</b; rel=next", undefined],
    ["/b>; rel=next", undefined],
    ["</b>, rel=next", undefined],
  ])("%j leads to the next page %j", (header, next) => {
    // Twice, because a pattern with the flag `g` would keep its position.
    for (let time = 0; time < 2; time++) expect(findNextLink(header)).toBe(next);
  });
});
