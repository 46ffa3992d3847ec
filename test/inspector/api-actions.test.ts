/** Actions of the page: what each asks of a source, and what is refused. */
import { describe, expect, it } from "vitest";
import { TOKEN_HEADER } from "../../src/inspector/access.js";
import { encode } from "./sample-source.js";
import { createNotingSource, postToSource, type Init } from "./ask-source.js";

describe("an action", () => {
  const source = createNotingSource([], {
    replay: () => Promise.resolve(1),
    send: () => Promise.reject(new Error("No route.")),
  }).source;

  it.each<[what: string, name: string, input: unknown, init: Init, expected: unknown[]]>([
    ["unknown", "nothing", {}, {}, [404, "NOT_FOUND", "There is nothing here."]],
    [
      "without a token",
      "replay",
      {},
      { headers: { [TOKEN_HEADER]: "" } },
      [403, "TOKEN", "The page is out of date. Load it again."],
    ],
    [
      "with a form",
      "replay",
      {},
      { headers: { "content-type": "text/plain" } },
      [415, "MEDIA_TYPE", "The body is not declared as JSON."],
    ],
    ["with a list", "replay", [], {}, [400, "BAD_REQUEST", "The body is not a JSON object."]],
    ["with no JSON", "replay", "{", {}, [400, "BAD_REQUEST", "The body is not a JSON object."]],
    [
      "by another method",
      "replay",
      {},
      { method: "PUT" },
      [405, "METHOD_NOT_ALLOWED", "The method is not allowed here."],
    ],
    ["for an inherited name", "constructor", {}, {}, [404, "NOT_FOUND", "There is nothing here."]],
    [
      "below another",
      "replay/x",
      {},
      {},
      [405, "METHOD_NOT_ALLOWED", "The method is not allowed here."],
    ],
  ])("is refused: one %s", async (_, name, input, init, [status, code, error]) => {
    expect(await postToSource(source, name, input, init)).toEqual({
      status,
      answer: { code, error },
    });
  });

  it("takes nothing from a prototype", async () => {
    const input = '{"__proto__":{"event":"a","body":"b"}}';
    expect(await postToSource(source, "send", input)).toMatchObject({ status: 400 });
  });

  it("is refused where nothing may be changed", async () => {
    expect(await postToSource(source, "replay", {}, {}, { isReadOnly: true })).toEqual({
      status: 403,
      answer: { code: "READ_ONLY", error: "The inspector is read-only." },
    });
  });

  it.each([
    [new Error("No route."), "No route."],
    ["no error", "It failed."],
  ])("says why it failed: %s", async (thrown, error) => {
    const lines: unknown[][] = [];
    const failing = { ...source, send: () => Promise.reject(thrown) };
    const options = { log: { error: (...line: unknown[]) => void lines.push(line) } };
    expect(await postToSource(failing, "send", { event: "a", body: "b" }, {}, options)).toEqual({
      status: 502,
      answer: { code: "ACTION_FAILED", error },
    });
    expect(lines).toEqual([["The inspector's `send` failed.", thrown]]);
  });

  it("reads a body in pieces that cut a character", async () => {
    const bytes = encode('{"event":"é","body":"b"}');
    const sent: unknown[] = [];
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    const send = async (delivery: object) => {
      sent.push(delivery);
      return {};
    };
    const sending = { ...source, send };
    const init = { body, duplex: "half" } as Init; // types of the platform do not know `duplex`
    expect(await postToSource(sending, "send", "", init)).toEqual({ status: 200, answer: {} });
    expect(sent).toEqual([{ event: "é", body: "b", from: undefined }]);
  });
});
