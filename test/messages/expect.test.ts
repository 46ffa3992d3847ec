import { describe, expect, it } from "vitest";
import { expectFunction, expectOneOf, expectText, unexpected } from "../../src/base/expect.js";

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
