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
    const made: string[] = [];
    const valueOf = cached(2, (text) => `${text}${made.push(text)}`);
    expect(["a", "b", "a", "b"].map((text) => valueOf(text))).toEqual(["a1", "b2", "a1", "b2"]);
    expect(made).toEqual(["a", "b"]);
  });

  it("forgets all texts when one more comes than it holds", () => {
    const made: string[] = [];
    const valueOf = cached(2, (text) => made.push(text));
    const values = ["a", "b", "c", "c", "a"].map((text) => valueOf(text));
    expect(values).toEqual([1, 2, 3, 3, 4]);
    expect(made).toEqual(["a", "b", "c", "a"]);
  });

  it("does not keep undefined", () => {
    const made: string[] = [];
    const valueOf = cached<unknown>(2, (text) => void made.push(text));
    for (const text of ["a", "a"]) valueOf(text);
    expect(made).toEqual(["a", "a"]);
  });

  it("does not keep what is not worth keeping", () => {
    const made: string[] = [];
    const isWorthKeeping = (text: string): boolean => text !== "a";
    const valueOf = cached(2, (text) => made.push(text), isWorthKeeping);
    const values = ["a", "a", "b", "b"].map((text) => valueOf(text));
    expect(values).toEqual([1, 2, 3, 3]);
    expect(made).toEqual(["a", "a", "b"]);
  });

  it("[A.12] keeps little of long routes", () => {
    const made: string[] = [];
    const lengthOf = cached(1000, (text) => {
      made.push(text);
      return text.length;
    });
    const keys = Array.from({ length: 100 }, (_, index) => `${"k".repeat(4000)}${index}`);
    const twice = [...keys, ...keys];
    expect(twice.map((key) => lengthOf(key))).toEqual(twice.map((key) => key.length));
    expect(made).toEqual(twice);
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
    const made: (readonly string[])[] = [];
    const valueOf = cachedByKeys((keys) => {
      made.push(keys);
      return { keys };
    });
    const first = valueOf(["a"]);
    expect(valueOf(["a"])).toBe(first);
    for (const keys of [["b"], ["a", "b"], ["b", "a"]]) valueOf(keys);
    expect(valueOf(["a"])).toBe(first);
    valueOf([]);
    expect(valueOf(["a"])).not.toBe(first);
    expect(made).toEqual([["a"], ["b"], ["a", "b"], ["b", "a"], [], ["a"]]);
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
