/** Kinds of values, and paths into JSON. */
import { describe, expect, it } from "vitest";
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
  it.each<[value: unknown, kind: "a record" | "an object, but no record" | "no object"]>([
    [{}, "a record"],
    [Object.create(null), "a record"],
    [[], "an object, but no record"],
    [null, "no object"],
    [undefined, "no object"],
    ["text", "no object"],
    [() => 1, "no object"],
  ])("%o is %s", (value, kind) => {
    expect(isObject(value)).toBe(kind !== "no object");
    expect(isRecord(value)).toBe(kind === "a record");
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
