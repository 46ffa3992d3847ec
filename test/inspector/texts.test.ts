/** JSON that is read and compared, and the code that a delivery is copied as. */
import { describe, expect, it } from "vitest";
import { readRecordings } from "../../codegen/reconcile/recordings.js";
import { readContent } from "../../src/inspector/page/content.js";
import { writeCurl, writeFixture, writeTest } from "../../src/inspector/page/copy.js";
import { compare } from "../../src/inspector/page/delivery/compare-json.js";
import {
  formatLeaf,
  formatPlace,
  indentJson,
} from "../../src/inspector/page/delivery/format-json.js";
import { parseTree } from "../../src/inspector/page/delivery/json.js";
import type { DeliveryAnswer } from "../../src/inspector/types.js";
import { MAX_COST, measureCost, SIZE } from "../growth.js";

describe("parseTree", () => {
  it.each([
    "[1.0,-0,1e400,9007199254740993]",
    "[[],{},[[]],null,true,false]",
    '"a\\n\\u00e9"',
    " 7 ",
  ])("keeps %s", (text) => {
    const expected = text.startsWith('"') ? JSON.stringify(JSON.parse(text)) : text.trim();
    expect(writeTree(parseTree(text))).toBe(expected);
  });

  it("keeps repeated keys, and marks those that do not count", () => {
    const node = parseTree('{"a":1,"__proto__":2,"a":3}');
    const entries = node !== undefined && "entries" in node ? node.entries : [];
    expect(entries.map(({ key, isRepeated }) => [key, isRepeated])).toEqual([
      ["a", true],
      ["__proto__", false],
      ["a", false],
    ]);
  });

  it.each(["", "{", "nope", `${"[".repeat(5_000)}${"]".repeat(5_000)}`])("refuses %#", (text) => {
    expect(parseTree(text)).toBeUndefined();
  });
});

describe("indentJson", () => {
  it.each([
    ['{"a":[1, "b  c"]}', '{\n  "a": [\n    1,\n    "b  c"\n  ]\n}'],
    ['{"a" : "\\" \\\\"}', '{\n  "a": "\\" \\\\"\n}'],
    ['{"a": 1.0}', '{"a": 1.0}'],
    ['{"a":1,"a":2}', '{"a":1,"a":2}'],
  ])("writes %s as %s", (json, text) => {
    expect(indentJson(json)).toBe(text);
  });

  it("costs no more than its length", () => {
    const item = JSON.stringify("x".repeat(1_000));
    const json = `[ ${Array(SIZE / 1_000)
      .fill(item)
      .join(", ")} ]`;
    expect(measureCost(json, indentJson)).toBeLessThan(MAX_COST);
  });
});

describe("compare", () => {
  it("finds what was added, removed and changed", () => {
    const before = parseTree('{"a":1,"b":[1,2],"c":null,"d":"1"}');
    const after = parseTree('{"a":1.0,"b":[1],"d":1,"e":{}}');
    if (before === undefined || after === undefined) throw new Error("It is no JSON.");
    const show = (node: Tree | undefined) => (node === undefined ? "-" : formatLeaf(node));
    expect(
      compare(before, after).map(({ at, before: left, after: right }) =>
        [formatPlace(at), show(left), show(right)].join(" "),
      ),
    ).toEqual(["a 1 1.0", "b[1] 2 -", 'd "1" 1', "e - {}", "c null -"]);
    expect(compare(before, before)).toEqual([]);
  });
});

describe("texts to copy", () => {
  it("quotes a command for a shell", () => {
    const delivery = createAnswer('{"a":"it\'s $HOME `x`"}\n');
    expect(writeCurl(delivery, readContent(delivery))).toBe(
      "curl -X POST 'http://localhost:3000/a'\\''b' \\\n  -H 'X-Event: it'\\''s' \\\n" +
        "  --data-raw '{\"a\":\"it'\\''s $HOME `x`\"}\n'",
    );
    const bytes = createAnswer(Uint8Array.of(0xff, 0), { headers: undefined });
    expect(writeCurl(bytes, readContent(bytes))).toMatch(
      /^# The headers.*\nprintf %s '\/wA=' \| base64 -d \| curl [^]*--data-binary @-$/,
    );
  });

  it("writes a fixture that `reconcile` reads, with numbers as they were sent", () => {
    const delivery = createAnswer('{\n  "action": "opened",\n  "n": 1.0,\n  "t": "a  b"\n}\n');
    const line = writeFixture(delivery, readContent(delivery));
    expect(line).toContain('"n": 1.0, "t": "a  b" }');
    expect(readRecordings({ path: "x.jsonl", text: line + line })).toHaveLength(2);
    expect(readRecordings({ path: "x.jsonl", text: line })[0]).toEqual({
      name: "issues",
      payload: { action: "opened", n: 1, t: "a  b" },
    });
  });

  it("writes a test whose payload cannot set a prototype", () => {
    const delivery = createAnswer('{"__proto__":{"x":1},"quote":"`${1}\\u2028"}');
    const modules = { webhooks: "typewire", testing: "typewire/testing" };
    const text = writeTest(delivery, readContent(delivery), modules);
    expect(text).toContain('["__proto__"]: {');
    expect(text).toContain('webhooks.on("issues.opened"');
  });
});

/** Writes arrays and leaves as they were read, and objects without their members. */
function writeTree(tree: Tree | undefined): string {
  if (tree === undefined) return "";
  if (!("entries" in tree)) return formatLeaf(tree);
  const items = tree.entries.map(({ node }) => writeTree(node));
  return tree.kind === "array" ? `[${items.join()}]` : "{}";
}

/** A delivery with this body, as the page gets it. */
function createAnswer(
  body: string | Uint8Array,
  changes: Partial<DeliveryAnswer> = {},
): DeliveryAnswer {
  return {
    key: "1",
    id: "id-'1'",
    event: "issues",
    action: "opened",
    outcome: "done",
    receivedAt: 0,
    attempts: 1,
    size: 0,
    isBodyKept: true,
    url: "http://localhost:3000/a'b",
    body: Buffer.from(body).toString("base64"),
    headers: [
      ["Host", "localhost"],
      ["X-Event", "it's"],
    ],
    ...changes,
  };
}

type Tree = NonNullable<ReturnType<typeof parseTree>>;
