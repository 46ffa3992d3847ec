/** Text that others have sent reaches a terminal with nothing invisible in it. */
import { describe, expect, it } from "vitest";
import { makeVisible, makeVisibleLine } from "../../cli/terminal/visible-text.js";

const RANGES: readonly (readonly [string, number, number])[] = [
  ["C0", 0x00, 0x1f],
  ["DEL and C1", 0x7f, 0x9f],
  ["the Arabic letter mark", 0x61c, 0x61c],
  ["marks of direction", 0x200e, 0x200f],
  ["separators of lines", 0x2028, 0x2029],
  ["embeddings and overrides", 0x202a, 0x202e],
  ["isolates", 0x2066, 0x2069],
];

describe("makeVisible", () => {
  it.each(RANGES)("shows %s", (_, first, last) => {
    for (let code = first; code <= last; code++) {
      const character = String.fromCharCode(code);
      const shown = `a\\u${code.toString(16).padStart(4, "0")}b`;
      const isLayout = character === "\n" || character === "\t";
      expect(makeVisible(`a${character}b`)).toBe(isLayout ? `a${character}b` : shown);
      expect(makeVisibleLine(`a${character}b`)).toBe(shown);
    }
  });

  it("leaves all other text, and JSON its value", () => {
    const text = 'größe ✓ 𝒳 עברית "\\" \u200b';
    expect(makeVisibleLine(text)).toBe(text);
    const value = { "\u202e": "\u0085 \u2028 \u001b\n" };
    expect(JSON.parse(makeVisible(JSON.stringify(value, null, 2)))).toEqual(value);
  });
});
