/** The code that a delivery is copied as: a command for a shell, a fixture and a test. */
import { describe, expect, it } from "vitest";
import { readRecordings } from "../../codegen/reconcile/recordings.js";
import { readContent } from "../../src/inspector/page/content.js";
import { writeCurl, writeFixture, writeTest } from "../../src/inspector/page/copy.js";
import type { DeliveryAnswer } from "../../src/inspector/types.js";

describe("writeCurl", () => {
  it("quotes the address, each header and the body for a shell", () => {
    const delivery = createAnswer(`{"a":"it's $HOME \`x\`"}\n`);
    // Between single quotes a shell replaces nothing; the quote itself is written behind the end of the text before it.
    const quote = String.raw`'\''`;
    expect(writeCurl(delivery, readContent(delivery))).toBe(
      [
        `curl -X POST 'http://localhost:3000/a${quote}b'`,
        `-H 'X-Event: it${quote}s'`,
        `--data-raw '{"a":"it${quote}s $HOME \`x\`"}\n'`,
      ].join(" \\\n  "),
    );
  });

  it("sends a body that is no text through a pipe, and notes that headers are missing", () => {
    const bytes = createAnswer(Uint8Array.of(0xff, 0), { headers: undefined });
    expect(writeCurl(bytes, readContent(bytes))).toMatch(
      /^# The headers.*\nprintf %s '\/wA=' \| base64 -d \| curl [^]*--data-binary @-$/,
    );
  });
});

describe("writeFixture", () => {
  it("writes a fixture that `reconcile` reads, with numbers as they were sent", () => {
    const delivery = createAnswer('{\n  "action": "opened",\n  "n": 1.0,\n  "t": "a  b"\n}\n');
    const line = writeFixture(delivery, readContent(delivery));
    expect(line).toContain('"n": 1.0, "t": "a  b" }');
    const twoLines = line + line;
    expect(readRecordings({ path: "x.jsonl", text: twoLines })).toHaveLength(2);
    expect(readRecordings({ path: "x.jsonl", text: line })[0]).toEqual({
      name: "issues",
      payload: { action: "opened", n: 1, t: "a  b" },
    });
  });
});

describe("writeTest", () => {
  it("writes a test whose payload cannot set a prototype", () => {
    const delivery = createAnswer('{"__proto__":{"x":1},"quote":"`${1}\\u2028"}');
    const modules = { webhooks: "typewire", testing: "typewire/testing" };
    const text = writeTest(delivery, readContent(delivery), modules);
    expect(text).toContain('["__proto__"]: {');
    expect(text).toContain('webhooks.on("issues.opened"');
  });
});

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
