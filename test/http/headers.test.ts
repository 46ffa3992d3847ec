/** Headers as Node lists them. */
import { EventEmitter } from "node:events";
import { describe, expect, it, vi } from "vitest";
import { linger } from "../../src/http/closing.js";
import { findNextLink } from "../../src/http/links.js";
import { findHeader, readRawHeaders, toPairs } from "../../src/http/headers.js";

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
    for (let time = 0; time < 2; time++) expect(findNextLink(header)).toBe(next);
  });
});

describe("a client that still sends", () => {
  const start = () => {
    vi.useFakeTimers();
    const request = Object.assign(new EventEmitter(), { resume: vi.fn() });
    const isOver = vi.fn();
    void linger(request).then(isOver);
    return { request, isOver };
  };

  it.each<[what: string, end: (request: EventEmitter) => unknown]>([
    ["its body ends", (request) => request.emit("end")],
    ["it goes", (request) => request.emit("close")],
    ["its time is up", () => vi.advanceTimersByTime(1)],
  ])("is waited for, and its data dropped, until %s", async (_, end) => {
    try {
      const { request, isOver } = start();
      expect(request.resume).toHaveBeenCalledOnce();
      await vi.advanceTimersByTimeAsync(500 - 1);
      expect(isOver).not.toHaveBeenCalled();
      end(request);
      await Promise.resolve();
      expect(isOver).toHaveBeenCalledOnce();
      expect([vi.getTimerCount(), request.eventNames()]).toEqual([0, []]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("may be a request of a platform that cannot be resumed", async () => {
    const request = new EventEmitter();
    const over = linger(request);
    request.emit("end");
    await expect(over).resolves.toBeUndefined();
  });
});
