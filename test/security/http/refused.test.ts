/**
 * Answers to refused requests, and their lines in the log. Each request holds the same words wherever a
 * request can hold text.
 */
import { afterEach, describe, expect, it, vi } from "vitest";
import type { NodeMiddlewareOptions } from "../../../src/receive/middleware/node.js";
import { names, type ImplementationName } from "../../http/implementations.js";
import type { RawAnswer } from "../../http/raw-client.js";
import { startReceiver, watchProcess, type Receiver } from "../../http/receiver.js";
import { head, path, unsized, type HeadOptions, type HeaderChanges } from "../../http/requests.js";
import { createGate, signature, type ToolkitOptions } from "../../http/toolkit.js";

watchProcess();

const words = "hunter2";
const body = JSON.stringify({ [words]: words });

/** Bytes of latin1 that a terminal obeys, a line break of Unicode, and more than a log should take. */
const longId = `${words}\x9b31m\x85${"\xff".repeat(4_000)}`;

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
    changes: { "content-type": `text/${words}` },
  },
  {
    title: "a content encoding",
    code: "UNSUPPORTED_MEDIA_TYPE",
    status: 415,
    changes: { "content-encoding": words },
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
    changes: { "x-acme-event": `${words},${words}` },
  },
  {
    title: "two ids",
    code: "HEADER_REPEATED",
    status: 400,
    changes: { "x-acme-delivery": `${longId},${words}` },
  },
  {
    title: "a reserved event name",
    code: "INVALID_EVENT_NAME",
    status: 400,
    changes: { "x-acme-event": `${words}.created` },
  },
  { title: "no signature", code: "SIGNATURE_MISSING", status: 400, changes: { [SIGNED]: null } },
  {
    title: "a malformed signature",
    code: "SIGNATURE_MALFORMED",
    status: 400,
    changes: { [SIGNED]: `sha256=${words}` },
  },
  {
    title: "a malformed signature, and nothing of the body",
    code: "SIGNATURE_MALFORMED",
    status: 400,
    changes: { [SIGNED]: `sha256=${words}` },
    sent: "",
  },
  {
    title: "a wrong signature",
    code: "SIGNATURE_MISMATCH",
    status: 400,
    changes: { [SIGNED]: signature(words) },
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
  { title: "all of it, too late", code: "DRAINING", status: 503, isDraining: true },
];

/** Signed, so what is wrong with it is known after the verification alone. */
const invalid: Refusal = {
  title: "a signed body that is no JSON",
  code: "INVALID_PAYLOAD",
  status: 400,
  changes: { [SIGNED]: signature(`{"${words}"`) },
  options: { body: `{"${words}"` },
  sent: `{"${words}"`,
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
    expectNoWords(answer);
  });

  it.each(refusals)("$title: nothing is parsed", async (refusal) => {
    const parse = vi.spyOn(JSON, "parse");
    await refuse(refusal);
    expect(parse.mock.calls.filter(([text]) => text.includes(words))).toEqual([]);
  });

  it.each([...refusals, invalid])("$title: one short, tame line is in the log", async (refusal) => {
    const [, { recorder }] = await refuse(refusal);
    expect(recorder.entries).toMatchObject([{ level: "warn", data: [expect.any(String)] }]);
    const [line = ""] = recorder.text();
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(1_000);
    expect(line).toMatch(/^[ -~]*$/);
    expect(line).toContain(refusal.code);
  });

  it("a good delivery is parsed, and nothing of it is in the answer", async () => {
    const parse = vi.spyOn(JSON, "parse");
    const receiver = await start();
    const answer = await send(receiver, {});
    expect([answer.status, receiver.received.length]).toEqual([200, 1]);
    expect(parse.mock.calls.filter(([text]) => text.includes(words))).toHaveLength(1);
    expectNoWords(answer);
  });

  it("a delivery that takes too long: nothing of it is in the answer", async () => {
    const gate = createGate();
    const answer = await send(await start({ timeout: 30 }, { handler: () => gate.passed }), {});
    gate.open();
    expect(answer.status).toBe(202);
    expectNoWords(answer);
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
    expectNoWords(answer);
  });
});

/** A delivery with the words in its URL, headers and body, and what is changed in it. */
async function send(
  receiver: Receiver,
  { changes, options, sent = body }: Pick<Refusal, "changes" | "options" | "sent">,
): Promise<RawAnswer> {
  const allChanges: HeaderChanges = {
    host: words,
    "x-acme-event": words,
    "x-acme-delivery": longId,
    origin: `https://${words}.example`,
    cookie: `${words}=${words}`,
    authorization: `Bearer ${words}`,
    [`x-${words}`]: words,
    ...changes,
  };
  const client = receiver.connect();
  const opening = head(allChanges, { target: `${path}?${words}=${words}`, body, ...options });
  void client.write(Buffer.from(opening + sent, "latin1"));
  const answer = await client.answer();
  if (answer === undefined) throw new Error("The connection ended without an answer.");
  return answer;
}

function expectNoWords({ headers, body: text }: RawAnswer): void {
  expect(JSON.stringify([...headers, text]).toLowerCase()).not.toContain(words);
}

interface Refusal {
  readonly title: string;
  readonly code: string;
  readonly status: number;
  readonly changes?: HeaderChanges;
  readonly options?: HeadOptions;
  /** In place of the whole body. */
  readonly sent?: string;
  readonly middleware?: NodeMiddlewareOptions;
  readonly isDraining?: boolean;
}
