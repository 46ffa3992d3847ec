/** Things that the request builder keeps between calls, and when it forgets them. */
import { describe, expect, it } from "vitest";
import {
  cached,
  cachedByKeys,
  createRepeatFilter,
} from "../../src/request/endpoint/route/cache.js";
import { createEndpoint } from "../../src/request/endpoint/endpoint.js";
import { catalog } from "../cases/endpoint/catalog.js";

describe("cached", () => {
  it("makes the value of a text once", () => {
    let made = 0;
    const valueOf = cached(2, (text) => `${text}${(made += 1)}`);
    expect(["a", "b", "a", "b"].map(valueOf)).toEqual(["a1", "b2", "a1", "b2"]);
  });

  it("forgets all texts when one more comes than it holds", () => {
    let made = 0;
    const valueOf = cached(2, () => (made += 1));
    expect(["a", "b", "c", "c", "a"].map(valueOf)).toEqual([1, 2, 3, 3, 4]);
  });

  it("does not keep undefined, nor what is not worth keeping", () => {
    let made = 0;
    const count = () => void (made += 1);
    ["a", "a"].map(cached<unknown>(2, count));
    expect(made).toBe(2);
    const valueOf = cached(
      2,
      () => (made += 1),
      (text) => text !== "a",
    );
    expect(["a", "a", "b", "b"].map(valueOf)).toEqual([3, 4, 5, 5]);
  });

  it("[A.12] keeps little of long routes", () => {
    let made = 0;
    const lengthOf = cached(1000, ({ length }) => {
      made++;
      return length;
    });
    const keys = Array.from({ length: 100 }, (_, index) => `${"k".repeat(4000)}${index}`);
    expect([...keys, ...keys].map(lengthOf)).toEqual([...keys, ...keys].map((key) => key.length));
    expect(made).toBe(200);
  });
});

describe("the filter of repeats", () => {
  it("tells what comes again from what comes once", () => {
    const isRepeated = createRepeatFilter();
    expect(["GET /a", "GET /b", "GET /a", "GET /b", "GET /c"].map(isRepeated)).toEqual([
      false,
      false,
      true,
      true,
      false,
    ]);
  });

  it("forgets all when they have become too many", () => {
    const isRepeated = createRepeatFilter();
    expect(isRepeated("first")).toBe(false);
    for (let count = 0; count < 4096; count++) isRepeated(`GET /${count}`);
    expect(isRepeated("first")).toBe(false);
  });

  it("tells texts apart that differ in one character", () => {
    const isRepeated = createRepeatFilter();
    const texts = Array.from(
      { length: 4000 },
      (_, count) => `GET /repos/{owner}/things-${count}/{id}`,
    );
    expect(texts.filter(isRepeated)).toEqual([]);
  });
});

describe("cachedByKeys", () => {
  it("keeps the last few sequences of keys", () => {
    let made = 0;
    const valueOf = cachedByKeys((keys) => ({ keys, made: (made += 1) }));
    const first = valueOf(["a"]);
    expect(valueOf(["a"])).toBe(first);
    for (const keys of [["b"], ["a", "b"], ["b", "a"]]) valueOf(keys);
    expect(valueOf(["a"])).toBe(first);
    valueOf([]);
    expect(valueOf(["a"])).not.toBe(first);
    expect(made).toBe(6);
  });

  it("[A.12] keeps no huge one", () => {
    const valueOf = cachedByKeys((keys) => ({ keys }));
    const keys = Array.from({ length: 101 }, (_, index) => `k${index}`);
    expect(valueOf(keys)).not.toBe(valueOf(keys));
    const long = ["k".repeat(100_000)];
    expect(valueOf(long)).not.toBe(valueOf(long));
  });
});

describe("a route that is new, met again and remembered", () => {
  const parameters = { a: "x y", b: 2, c: ["d"] };

  it.each(["GET /{a}", "POST /:a", "GET /x{?b}", "x/{a}", "DELETE https://host.example/{a}"])(
    "makes the same of the same: %s",
    (route) => {
      const endpoint = createEndpoint(catalog);
      const results = [1, 2, 3].map(() => endpoint(route, parameters));
      expect(results[1]).toEqual(results[0]);
      expect(results[2]).toEqual(results[0]);
      const merged = [1, 2, 3].map(() => endpoint.merge(route, parameters));
      expect(merged[2]).toEqual(merged[0]);
      for (const options of merged) expect(endpoint.parse(options)).toEqual(results[0]);
    },
  );
});
