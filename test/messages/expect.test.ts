/** Checks of arguments and options, and the messages of their errors. */
import { describe, expect, it } from "vitest";
import {
  copyOwn,
  expectFunction,
  expectInteger,
  expectMethods,
  expectObject,
  expectOneOf,
  expectOptionalFunction,
  expectReaction,
  expectSignal,
  expectText,
  isText,
  MAX_INTEGER,
  quote,
  quoteDelivery,
  readOptions,
  toAsciiJson,
  unexpected,
} from "../../src/base/expect.js";

const OPTIONS = { secret: true, log: true } as const;
const run = () => undefined;
const { signal } = new AbortController();

describe("what a caller got wrong", () => {
  it.each<[unknown, string]>([
    [undefined, "undefined"],
    [null, "null"],
    ["a secret text", "a string"],
    [1, "a number"],
    [["a secret text"], "an array"],
    [{ a: "a secret text" }, "an object"],
    [new Uint8Array(1), "an object"],
    [() => "a secret text", "a function"],
  ])("[B.7] %j is told by its type alone", (value, type) => {
    const { message } = unexpected(value, "The thing", "another");
    expect(message).toBe(`The thing is ${type}; expected another.`);
  });

  it("tells an empty string from another", () => {
    expect(unexpected("", "The secret", "text").message).toBe(
      "The secret is an empty string; expected text.",
    );
  });

  it("is refused with what was expected in its place", () => {
    expect(() => expectText("", "The name")).toThrow("The name is an empty string; expected");
    expect(() => expectFunction({}, "The handler")).toThrow("expected a function");
    expect(() => expectOneOf("c", "`x`", ["a", "b"])).toThrow('`x` is "c"; expected one of a, b.');
    expect(expectOneOf("b", "`x`", ["a", "b"])).toBe("b");
  });
});

describe("an argument", () => {
  it.each<[what: string, check: () => unknown, message: string]>([
    ["no text", () => expectText(1, "The x"), "The x is a number; expected a non-empty string."],
    [
      "no object",
      () => expectObject("", "The x", "one"),
      "The x is an empty string; expected one.",
    ],
    ["a function", () => expectObject(run, "The x", "one"), "The x is a function; expected one."],
    ["null", () => expectObject(null, "The x", "one"), "The x is null; expected one."],
    [
      "an object without a method",
      () => expectMethods<Part>({ open: run, size: 1 }, "The x", ["open", "size"], "a part"),
      "The x is an object; expected a part.",
    ],
    [
      "nothing with methods",
      () => expectMethods<Part>(null, "The x", ["open"], "a part"),
      "The x is null; expected a part.",
    ],
    ["no function", () => expectFunction({}, "The x"), "The x is an object; expected a function."],
    ["null", () => expectOptionalFunction(null, "The x"), "The x is null; expected a function."],
    ["no signal", () => expectSignal({}), "`signal` is an object; expected an AbortSignal."],
    [
      "another reaction",
      () => expectReaction("panic", "`x`"),
      '`x` is "panic"; expected one of throw, warn, ignore.',
    ],
    ["no text", () => expectOneOf("", "`x`", ["a"]), "`x` is an empty string; expected one of a."],
    ["a list", () => expectOneOf(["a"], "`x`", ["a"]), "`x` is an array; expected one of a."],
    [
      "no options",
      () => readOptions(1 as never, "The argument", "an object", OPTIONS as never),
      "The argument is a number; expected an object.",
    ],
    [
      "a misspelt option",
      () => readOptions({ secrt: 1 } as never, "The argument", "an object", OPTIONS as never),
      "Unknown option `secrt`. Did you mean `secret`?",
    ],
  ])("that is %s is refused", (_, check, message) => {
    expect(check).toThrow(new TypeError(message));
  });

  it.each<[what: string, check: () => unknown, result: unknown]>([
    ["text", () => expectText("a", "The x"), "a"],
    ["an object", () => expectObject([], "The x", "one"), undefined],
    ["a function", () => expectFunction(run, "The x"), run],
    ["an optional function", () => expectOptionalFunction(run, "The x"), run],
    ["no function", () => expectOptionalFunction(undefined, "The x"), undefined],
    ["a signal", () => expectSignal(signal), undefined],
    ["no signal", () => expectSignal(undefined), undefined],
    ["a reaction", () => expectReaction("warn", "`x`"), "warn"],
    ["text, not empty", () => isText("a"), true],
    ["text, but empty", () => isText(""), false],
    ["text of an object", () => isText(Object("a")), false],
  ])("that is %s is taken", (_, check, result) => {
    expect(check()).toBe(result);
  });

  it("with the methods that are asked for is returned, also a function", () => {
    for (const part of [{ open: run, size: 1 }, Object.assign(() => 1, { open: run, size: 1 })])
      expect(expectMethods<Part>(part, "The x", ["open"], "a part")).toBe(part);
  });

  it.each<[value: unknown, minimum: number | undefined, got: string]>([
    [0, undefined, "0"],
    [4, 5, "4"],
    [1.5, undefined, "1.5"],
    [NaN, undefined, "NaN"],
    [MAX_INTEGER + 1, undefined, String(MAX_INTEGER + 1)],
    ["1", undefined, "a string"],
    [null, undefined, "null"],
  ])("%j is not an integer from %j", (value, minimum, got) => {
    expect(() => expectInteger(value, "`x`", minimum)).toThrow(
      new RangeError(`\`x\` is ${got}; expected an integer from ${minimum ?? 1} to 2147483647.`),
    );
  });

  it.each<[value: number, minimum?: number]>([[1], [MAX_INTEGER], [0, 0], [5, 5]])(
    "%j is an integer from %j",
    (value, minimum) => {
      expect(expectInteger(value, "`x`", minimum)).toBe(value);
    },
  );
});

describe("options", () => {
  it("are copied without a prototype, and only their own", () => {
    const given = Object.assign(Object.create({ log: "inherited" }) as object, { secret: "a" });
    for (const copy of [
      copyOwn(given),
      readOptions(given as never, "The argument", "an object", OPTIONS as never),
    ]) {
      expect(copy).not.toBe(given);
      expect(Object.getPrototypeOf(copy)).toBeNull();
      expect(Object.entries(copy)).toEqual([["secret", "a"]]);
    }
  });
});

describe("a text from outside", () => {
  it.each([
    ["plain ~", '"plain ~"'],
    ['a "b"\n', '"a \\"b\\"\\n"'],
    ["\u007f\u0080é😀", '"\\u007f\\u0080\\u00e9\\ud83d\\ude00"'],
    ["x".repeat(64), `"${"x".repeat(64)}"`],
    ["x".repeat(65), `"${"x".repeat(64)}..."`],
  ])("%j is quoted as %s", (text, quoted) => {
    expect(quote(text)).toBe(quoted);
  });

  it("is escaped in JSON of any length", () => {
    expect(toAsciiJson({ a: "é".repeat(70) })).toBe(`{"a":"${"\\u00e9".repeat(70)}"}`);
  });

  it("names a delivery", () => {
    expect(quoteDelivery({ id: "1", name: "push\n" })).toBe('delivery "1" of "push\\n"');
  });
});

interface Part {
  open(): void;
  readonly size: number;
}
