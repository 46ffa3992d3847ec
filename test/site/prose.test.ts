/** Texts of descriptions on pages: Markdown and simple HTML are kept, nothing can run or break a page. */
import { describe, expect, it } from "vitest";
import { toInlineProse, toProse } from "../../codegen/site/prose.js";

describe("a text of a description", () => {
  it.each<[text: string, page: string]>([
    ["Some *text* with `code`.", "Some *text* with `code`."],
    ["# Notes\n\nRead them.", "**Notes**\n\nRead them."],
    ["See [docs](https://a.example/x_(y)).", "See [docs](https://a.example/x_(y))."],
    ["See [docs](/docs/x) and [that](#tag/x).", "See docs and that."],
    ["[click](javascript:alert(1))", "click"],
    ["![a](data:image/svg+xml,x)", "a"],
    ["[click][x]\n\n[x]: javascript:alert(1)", "[click][x]\n\n[x]\\: javascript:alert(1)"],
    ["<javascript:alert(1)>", "&lt;javascript:alert(1)>"],
    ["<script>alert(1)</script>", "&lt;script>alert(1)&lt;/script>"],
    ["<img src=x onerror=alert(1)>", "&lt;img src=x onerror=alert(1)>"],
    ["Title\n=====\ntext", "Title\n\\=====\ntext"],
    ["`a < b` and a < b", "`a < b` and a &lt; b"],
    ["```js\na < b # c\n```\n\n# After", "```js\na < b # c\n```\n\n**After**"],
    [
      "<p>Returns a <code>List&lt;T&gt;</code>.</p><p>Or not.</p>",
      "Returns a `List<T>`.\n\nOr not.",
    ],
    ['<a href="https://a.example">here</a>', "[here](https://a.example)"],
    ['<a href="javascript:alert(1)">here</a>', "here"],
    ["<ul><li>one</li><li>two</li></ul>", "- one\n- two"],
    ["<https://a.example>", "<https://a.example>"],
  ])("%j", (text, page) => {
    expect(toProse(text).replace(/\n{3,}/g, "\n\n")).toBe(page);
  });

  it("is one line in a table", () => {
    expect(toInlineProse("One | two\n\n- three\n- `a|b`")).toBe("One \\| two · three · `a\\|b`");
    expect(toInlineProse("```\ncode\n```")).toBe("code");
  });
});
