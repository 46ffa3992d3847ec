import { describe, expect, it } from "vitest";
import { expectFunction, expectOneOf, expectText, unexpected } from "../../src/webhooks/expect.js";

describe("what a caller got wrong", () => {
  it.each<[unknown, string]>([
    [undefined, "undefined"],
    [null, "null"],
    ["a secret text", "String"],
    [1, "Number"],
    [["a secret text"], "Array"],
    [{ a: "a secret text" }, "Object"],
    [new Uint8Array(1), "Uint8Array"],
    [() => "a secret text", "Function"],
  ])("[B.7] %j is told by its type alone", (value, type) => {
    const { message } = unexpected(value, "the thing", "another");
    expect(message).toBe(`Got ${type} as the thing, expected another.`);
  });

  it("is refused with what was expected in its place", () => {
    expect(() => expectText("", "a name")).toThrow("Got String as a name, expected a non-empty");
    expect(() => expectFunction({}, "a handler")).toThrow("expected a function");
    expect(() => expectOneOf("c", "`x`", ["a", "b"])).toThrow("as `x`, expected one of a, b.");
    expect(expectOneOf("b", "`x`", ["a", "b"])).toBe("b");
  });
});
