/** Parts of reports about the YAML: the key that was probably meant, and lists of what is allowed. */
import { describe, expect, it } from "vitest";
import { alternatives, nearestKey } from "../../codegen/model/messages.js";

const KEYS = ["operation", "summary", "per_page", "integer", "page", "pages"];

describe("the nearest key", () => {
  it.each([
    ["oporation", "operation"],
    ["sumamry", "summary"],
    ["Summary", "summary"],
    ["per-page", "per_page"],
    ["perPage", "per_page"],
    ["int", "integer"],
    ["pag", "page"],
    ["oporitian", "operation"],
    ["uporitian", undefined],
    ["pxge", "page"],
    ["pxgx", undefined],
    ["in", undefined],
    ["colour", undefined],
    ["", undefined],
  ])("of %o is %o", (word, expected) => {
    expect(nearestKey(word, KEYS)).toBe(expected);
  });

  it("is never the word itself", () => {
    expect(nearestKey("page", KEYS)).toBe("pages");
  });
});

describe("alternatives", () => {
  it("are twelve at most, and the number of the others", () => {
    const letters = Array.from("abcdefghijklmn");
    expect(alternatives(letters)).toBe(
      "`a`, `b`, `c`, `d`, `e`, `f`, `g`, `h`, `i`, `j`, `k`, `l` or one of 2 more",
    );
    expect(alternatives(letters.slice(0, 3))).toBe("`a`, `b` or `c`");
  });
});
