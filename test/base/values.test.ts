/** Kinds of values, paths into JSON, durations and back-off. */
import { describe, expect, it } from "vitest";
import { limitBackOff } from "../../src/base/back-off.js";
import { parseDuration } from "../../src/base/durations.js";
import { linkTo, writeMessage } from "../../src/base/package.js";
import {
  escapeKey,
  followPath,
  isObject,
  isRecord,
  readPath,
  toPointer,
  unescapeKey,
} from "../../src/base/values.js";

describe("a value", () => {
  it.each<[value: unknown, kinds: readonly [isObject: boolean, isRecord: boolean]]>([
    [{}, [true, true]],
    [Object.create(null), [true, true]],
    [[], [true, false]],
    [null, [false, false]],
    [undefined, [false, false]],
    ["text", [false, false]],
    [() => 1, [false, false]],
  ])("%o is an object, or a record: %j", (value, kinds) => {
    expect([isObject(value), isRecord(value)]).toEqual(kinds);
  });
});

const VALUE = { a: { b: [10, { "": 0 }] }, "a.b": 1, none: null };

describe("a path", () => {
  it.each<[keys: readonly string[], found: unknown]>([
    [[], VALUE],
    [["a", "b", "0"], 10],
    [["a", "b", "1", ""], 0],
    [["a.b"], 1],
    [["none"], null],
    [["none", "a"], undefined],
    [["a", "b", "0", "toFixed"], undefined],
    [["toString"], undefined],
    [["a", "constructor"], undefined],
    [["x", "y"], undefined],
  ])("of the keys %j leads to %j", (keys, value) => {
    expect(readPath(VALUE, keys)).toBe(value);
  });

  it.each<[path: string, found: unknown]>([
    ["a.b.0", 10],
    ["a.b.1.", 0],
    ["none", null],
    ["", undefined],
  ])("%j with dots leads to %j", (path, value) => {
    expect(followPath(VALUE, path)).toBe(value);
  });

  it.each<[keys: readonly (string | number)[], pointer: string]>([
    [[], ""],
    [["a", 0, ""], "/a/0/"],
    [["a/b", "c~d", "~1", "~/~/"], "/a~1b/c~0d/~01/~0~1~0~1"],
  ])("of the keys %j is the pointer %j", (keys, pointer) => {
    expect(toPointer(keys)).toBe(pointer);
    expect(pointer.split("/").slice(1).map(unescapeKey)).toEqual(keys.map(String));
    expect(keys.map((key) => `/${escapeKey(String(key))}`).join("")).toBe(pointer);
  });
});

describe("a duration", () => {
  it.each([
    ["1s", 1_000],
    ["30s", 30_000],
    ["5m", 300_000],
    ["12h", 43_200_000],
    ["3d", 259_200_000],
    ["999999s", 999_999_000],
    ["1000000s", undefined],
    ["0s", undefined],
    ["s", undefined],
    ["", undefined],
    ["5", undefined],
    ["5w", undefined],
    ["5M", undefined],
    ["-5m", undefined],
    ["5 m", undefined],
    ["5m ", undefined],
    ["1h5m", undefined],
    ["1.5h", undefined],
  ])("%j has %s milliseconds", (text, milliseconds) => {
    expect(parseDuration(text)).toBe(milliseconds);
  });
});

describe("a back-off", () => {
  it.each<[first: number, factor: number, longest: number, retries: number, wait: number]>([
    [100, 2, 1_000, 0, 100],
    [100, 2, 1_000, 1, 200],
    [100, 3, 1_000, 2, 900],
    [100, 2, 1_000, 4, 1_000],
    [100, 2, 50, 0, 50],
    [100, 2, 1_000, 5_000, 1_000],
    [0, 2, 1_000, 5_000, 0],
    [1, 2, 1_000, 5_000, 1_000],
  ])("from %d by %d up to %d is, after %d retries, %d", (first, factor, longest, retries, wait) => {
    expect(limitBackOff(first, factor, longest, retries)).toBe(wait);
  });
});

describe("the message of an error", () => {
  const page = "https://github.com/typewire/typewire/blob/main/docs/errors.md#unsafe_path";

  it("has the page of its code in place of a text that a bundle leaves out", () => {
    expect(linkTo("UNSAFE_PATH")).toBe(page);
    expect(writeMessage("UNSAFE_PATH", "The path", undefined)).toBe(
      `The path: UNSAFE_PATH, see ${page}`,
    );
    expect(writeMessage("UNSAFE_PATH", "The path", "is wrong")).toBe("The path is wrong.");
  });
});
