/**
 * Answers to refused requests, and their lines in the log. Each request has the same word in all places that can hold
 * text, so that a test can look for it.
 */
import { afterEach, describe, expect, it, vi } from "vitest";
import type { NodeMiddlewareOptions } from "../../../src/receive/middleware/node.js";
import { names, type ImplementationName } from "../../http/implementations.js";
import type { RawAnswer } from "../../http/raw-client.js";
import { startReceiver, watchProcess, type Receiver } from "../../http/receiver.js";
import { head, path, unsized, type HeadOptions, type HeaderChanges } from "../../http/requests.js";
import { createGate, signature, type ToolkitOptions } from "../../http/toolkit.js";

watchProcess();

const word = "hunter2";
const body = JSON.stringify({ [word]: word });

/** With a control character of latin1, a line break of Unicode, and more text than a line of a log should have. */
const longId = `${word}\x9b31m\x85${"\xff".repeat(4_000)}`;

const SIGNED = "x-acme-signature";

const refusals: readonly Refusal[] = [
  {
    title: "another method",
    code: "METHOD_NOT_ALLOWED",
    status: 405,
    options: { method: "PUT" },
  },
  {
    title: "another content type",
    code: "UNSUPPORTED_MEDIA_TYPE",
    status: 415,
    changes: { "content-type": `text/${word}` },
  },
  {
    title: "a content encoding",
    code: "UNSUPPORTED_MEDIA_TYPE",
    status: 415,
    changes: { "content-encoding": word },
  },
  {
    title: "no event name",
    code: "HEADER_MISSING",
    status: 400,
    changes: { "x-acme-event": null },
  },
  {
    title: "two event names",
    code: "HEADER_REPEATED",
    status: 400,
    changes: { "x-acme-event": `${word},${word}` },
  },
  {
    title: "two ids",
    code: "HEADER_REPEATED",
    status: 400,
    changes: { "x-acme-delivery": `${longId},${word}` },
  },
  {
    title: "a reserved event name",
    code: "INVALID_EVENT_NAME",
    status: 400,
    changes: { "x-acme-event": `${word}.created` },
  },
  { title: "no signature", code: "SIGNATURE_MISSING", status: 400, changes: { [SIGNED]: null } },
  {
    title: "a malformed signature",
    code: "SIGNATURE_MALFORMED",
    status: 400,
    changes: { [SIGNED]: `sha256=${word}` },
  },
  {
    title: "a malformed signature, and nothing of the body",
    code: "SIGNATURE_MALFORMED",
    status: 400,
    changes: { [SIGNED]: `sha256=${word}` },
    sent: "",
  },
  {
    title: "a wrong signature",
    code: "SIGNATURE_MISMATCH",
    status: 400,
    changes: { [SIGNED]: signature(word) },
  },
  {
    title: "a length that is too large",
    code: "PAYLOAD_TOO_LARGE",
    status: 413,
    changes: { "content-length": "26214401" },
  },
  {
    title: "more than is taken",
    code: "PAYLOAD_TOO_LARGE",
    status: 413,
    changes: unsized,
    sent: `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n`,
    middleware: { maxBodySize: 5 },
  },
  {
    title: "half of the body",
    code: "REQUEST_TIMEOUT",
    status: 408,
    sent: body.slice(0, -2),
    middleware: { timeout: 30 },
  },
  { title: "a delivery after drain()", code: "DRAINING", status: 503, isDraining: true },
];

/** Well signed, so that only its body is wrong, which is parsed after the verification. */
const invalid: Refusal = {
  title: "a signed body that is no JSON",
  code: "INVALID_PAYLOAD",
  status: 400,
  changes: { [SIGNED]: signature(`{"${word}"`) },
  options: { body: `{"${word}"` },
  sent: `{"${word}"`,
};

describe.each(names)("http: refused on %s", (name: ImplementationName) => {
  const cleanups: (() => unknown)[] = [];

  afterEach(async () => {
    vi.restoreAllMocks();
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });

  async function start(middleware?: NodeMiddlewareOptions, toolkit?: ToolkitOptions) {
    const receiver = await startReceiver(name, { middleware, toolkit });
    cleanups.push(receiver.close);
    return receiver;
  }

  async function refuse(refusal: Refusal): Promise<[answer: RawAnswer, receiver: Receiver]> {
    const receiver = await start(refusal.middleware);
    if (refusal.isDraining === true) await receiver.webhooks.drain();
    const answer = await send(receiver, refusal);
    await Promise.all(receiver.settled);
    return [answer, receiver];
  }

  it.each([...refusals, invalid])("$title: nothing of it is in the answer", async (refusal) => {
    const [answer, { received }] = await refuse(refusal);
    expect(answer.status).toBe(refusal.status);
    expect(JSON.parse(answer.body)).toMatchObject({ code: refusal.code });
    expect(received).toEqual([]);
    expectNoWord(answer);
  });

  it.each(refusals)("$title: nothing is parsed", async (refusal) => {
    const parse = vi.spyOn(JSON, "parse");
    await refuse(refusal);
    expect(parse.mock.calls.filter(([text]) => text.includes(word))).toEqual([]);
  });

  it.each([...refusals, invalid])(
    "$title: one short line of ASCII is in the log",
    async (refusal) => {
      const [, { recorder }] = await refuse(refusal);
      expect(recorder.entries).toMatchObject([{ level: "warn", data: [expect.any(String)] }]);
      const [line = ""] = recorder.text();
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(1_000);
      expect(line).toMatch(/^[ -~]*$/);
      expect(line).toContain(refusal.code);
    },
  );

  it("a good delivery is parsed, and nothing of it is in the answer", async () => {
    const parse = vi.spyOn(JSON, "parse");
    const receiver = await start();
    const answer = await send(receiver, {});
    expect([answer.status, receiver.received.length]).toEqual([200, 1]);
    expect(parse.mock.calls.filter(([text]) => text.includes(word))).toHaveLength(1);
    expectNoWord(answer);
  });

  it("a delivery that takes too long: nothing of it is in the answer", async () => {
    const gate = createGate();
    const answer = await send(await start({ timeout: 30 }, { handler: () => gate.passed }), {});
    gate.open();
    expect(answer.status).toBe(202);
    expectNoWord(answer);
  });

  it("a handler that fails: nothing but the id is in the answer", async () => {
    const handler = (event: unknown) => Promise.reject(new Error(JSON.stringify(event)));
    const changes = { "x-acme-delivery": "id-1" };
    const answer = await send(await start(undefined, { handler }), { changes });
    expect(answer.status).toBe(500);
    expect(JSON.parse(answer.body)).toEqual({
      error: "A handler failed.",
      code: "HANDLER_FAILED",
      delivery: "id-1",
    });
    expectNoWord(answer);
  });
});

/** Sends a delivery with the word in its URL, headers and body, after some changes. */
async function send(
  receiver: Receiver,
  { changes, options, sent = body }: Pick<Refusal, "changes" | "options" | "sent">,
): Promise<RawAnswer> {
  const allChanges: HeaderChanges = {
    host: word,
    "x-acme-event": word,
    "x-acme-delivery": longId,
    origin: `https://${word}.example`,
    cookie: `${word}=${word}`,
    authorization: `Bearer ${word}`,
    [`x-${word}`]: word,
    ...changes,
  };
  const client = receiver.connect();
  const opening = head(allChanges, { target: `${path}?${word}=${word}`, body, ...options });
  void client.write(Buffer.from(opening + sent, "latin1"));
  const answer = await client.answer();
  if (answer === undefined) throw new Error("The connection ended without an answer.");
  return answer;
}

function expectNoWord({ headers, body: text }: RawAnswer): void {
  expect(JSON.stringify([...headers, text]).toLowerCase()).not.toContain(word);
}

interface Refusal {
  readonly title: string;
  readonly code: string;
  readonly status: number;
  readonly changes?: HeaderChanges;
  readonly options?: HeadOptions;
  /** The part of the body that is sent; by default the whole. */
  readonly sent?: string;
  readonly middleware?: NodeMiddlewareOptions;
  readonly isDraining?: boolean;
}
