/** The handling of a request from its headers to its answer, apart from any platform. */
import { describe, expect, it, vi } from "vitest";
import { OK, STILL_PROCESSING } from "../../src/receive/middleware/answer.js";
import { type BodySource, type ByteSink, SPENT_BODY } from "../../src/receive/middleware/body.js";
import { serve } from "../../src/receive/middleware/handle.js";
import {
  readMiddlewareSettings,
  type MiddlewareOptions,
} from "../../src/receive/middleware/options.js";
import type { Answer } from "../../src/receive/webhooks/http-answer.js";
import { fakeTime } from "../fake-time.js";
import { headersOf } from "../http/requests.js";
import { createGate, createToolkit, payload, type ToolkitOptions } from "../http/toolkit.js";
import { turn } from "../turn.js";

const SIZE = Buffer.byteLength(payload);

describe("[C.3] [C.6] a request", () => {
  it.each<Accepted>([
    { what: "as it should be", platform: {}, hasLength: false },
    { what: "of bytes", platform: { body: whole(Buffer.from(payload)) }, hasLength: false },
    { what: "of a length", platform: { headers: { "content-length": "1" } }, hasLength: true },
    { what: "of no length", platform: { headers: { "content-length": "" } }, hasLength: true },
    {
      what: "of the largest declared length",
      platform: { headers: { "content-length": `${SIZE}` }, options: { maxBodySize: SIZE } },
      hasLength: true,
    },
  ])("$what is received, answered once, and not logged", async ({ platform, hasLength }) => {
    const request = await answerOf(platform);
    expect(request).toMatchObject({ status: 200, code: "ok\n" });
    expect(request.bodiesTaken).toEqual([hasLength]);
    expect(request.answers).toHaveLength(1);
    expect(request.received).toHaveLength(1);
    expect(request.recorder.text()).toEqual([]);
  });

  it.each<Refused>([
    {
      what: "of another method",
      platform: { method: "post" },
      status: 405,
      code: "METHOD_NOT_ALLOWED",
    },
    {
      what: "of another type",
      platform: { headers: { "content-type": "text/plain" } },
      status: 415,
      code: "UNSUPPORTED_MEDIA_TYPE",
    },
    {
      what: "of no type",
      platform: { headers: { "content-type": null } },
      status: 415,
      code: "UNSUPPORTED_MEDIA_TYPE",
    },
    {
      what: "with an encoding",
      platform: { headers: { "content-encoding": "identity" } },
      status: 415,
      code: "UNSUPPORTED_MEDIA_TYPE",
    },
    {
      what: "with an encoding of no name",
      platform: { headers: { "content-encoding": "" } },
      status: 415,
      code: "UNSUPPORTED_MEDIA_TYPE",
    },
    {
      what: "without an id",
      platform: { headers: { "x-acme-delivery": null } },
      status: 400,
      code: "HEADER_MISSING",
      logged: "without an id",
    },
    {
      what: "with a malformed signature",
      platform: { headers: { "x-acme-signature": "x" } },
      status: 400,
      code: "SIGNATURE_MALFORMED",
    },
    {
      what: "of a declared length above the limit",
      platform: { headers: { "content-length": `${SIZE}` }, options: { maxBodySize: SIZE - 1 } },
      status: 413,
      code: "PAYLOAD_TOO_LARGE",
    },
    {
      what: "of a declared length above the limit and with a malformed signature",
      platform: {
        headers: { "content-length": `${SIZE}`, "x-acme-signature": "x" },
        options: { maxBodySize: SIZE - 1 },
      },
      status: 413,
      code: "PAYLOAD_TOO_LARGE",
    },
  ])("$what is refused with $status $code, its body not taken", async (refused) => {
    const request = await answerOf(refused.platform);
    expectRefusal(request, refused);
    expect(request.bodiesTaken).toEqual([]);
  });

  it.each<Refused>([
    {
      what: "with another signature",
      platform: { headers: { "x-acme-signature": `sha256=${"0".repeat(64)}` } },
      status: 400,
      code: "SIGNATURE_MISMATCH",
    },
    {
      what: "that is too large",
      platform: { options: { maxBodySize: SIZE - 1 } },
      status: 413,
      code: "PAYLOAD_TOO_LARGE",
    },
    {
      what: "that was parsed",
      platform: { body: SPENT_BODY },
      status: 500,
      code: "BODY_ALREADY_PARSED",
    },
    {
      what: "whose body cannot be taken",
      platform: {
        body: () => {
          throw new Error("no body");
        },
      },
      status: 500,
      code: "HANDLER_FAILED",
    },
  ])("$what is refused with $status $code when its body is taken", async (refused) => {
    const request = await answerOf(refused.platform);
    expectRefusal(request, refused);
    expect(request.bodiesTaken).toEqual([false]); // once, and no length was declared
  });

  it("[C.4] says which type is expected", async () => {
    const { answer } = await answerOf({ headers: { "content-type": "text/plain" } });
    expect(answer?.headers).toMatchObject({ accept: "application/json" });
    expect(answer?.body).toContain("application/json");
  });
});

describe("[C.8] [C.10] a body that is streamed", () => {
  it("is read to its end", async () => {
    const stream = createStream();
    const request = receive({ body: stream.source });
    request.start();
    stream.write(payload.slice(0, 9));
    stream.write(payload.slice(9));
    await turn();
    expect(request.answers).toEqual([]);
    stream.end();
    await turn();
    expect(request.answers).toEqual([OK]);
    expect(stream.stops).toEqual([undefined]);
    expect(request.received).toHaveLength(1);
  });

  it.each([
    { what: "is received if it is as long as maxBodySize", maxBodySize: SIZE, answer: OK },
    { what: "is refused if it is longer", maxBodySize: SIZE - 1, answer: { status: 413 } },
  ])("$what", async ({ maxBodySize, answer }) => {
    const stream = createStream();
    const request = receive({ body: stream.source, options: { maxBodySize } });
    request.start();
    stream.write(payload);
    stream.end();
    await turn();
    expect(request.answers).toMatchObject([answer]);
  });

  it("is not answered when the client goes", async () => {
    const stream = createStream();
    const request = receive({ body: stream.source });
    request.start();
    stream.fail();
    await turn();
    expect(request.answers).toEqual([undefined]);
    expect(request.recorder.entries.map(({ level }) => level)).toEqual(["debug"]);
  });

  it("is a fault of the receiver when it cannot be started", async () => {
    const start = () => {
      throw new Error("no stream");
    };
    const { status, code } = await answerOf({ body: { kind: "stream", start } });
    expect([status, code]).toEqual([500, "HANDLER_FAILED"]);
  });
});

describe("[C.14] the time of a request", () => {
  it("ends while its body is read, and leaves no timer", async () => {
    const time = fakeTime();
    const stream = createStream();
    const request = receive({ body: stream.source, options: { timeout: 50 } });
    request.start();
    await time.pass(49);
    expect(request.answers).toEqual([]);
    await time.pass(1);
    expect(request.answers).toMatchObject([{ status: 408, headers: { connection: "close" } }]);
    expect(stream.stops).toEqual(["REQUEST_TIMEOUT"]);
    expect(vi.getTimerCount()).toBe(0);
    stream.end();
    await time.settle();
    expect(request.answers).toHaveLength(1);
  });

  it("is not extended when its body has come", async () => {
    const time = fakeTime();
    const gate = createGate();
    const stream = createStream();
    const request = receive({
      toolkit: { handler: () => gate.passed },
      body: stream.source,
      options: { timeout: 50 },
    });
    request.start();
    await time.pass(40);
    stream.write(payload);
    stream.end();
    await time.pass(9);
    expect(request.answers).toEqual([]);
    await time.pass(1);
    expect(request.answers).toEqual([STILL_PROCESSING]);
    gate.open();
    await time.settle();
    expect(request.answers).toHaveLength(1);
  });

  it.each<{ what: string; settle: (gate: ReturnType<typeof createGate>) => void; status: number }>([
    { what: "is done", settle: (gate) => gate.open(), status: 200 },
    { what: "has failed", settle: (gate) => gate.fail(new Error("x")), status: 500 },
  ])("is over when the handler $what", async ({ settle, status }) => {
    const time = fakeTime();
    const gate = createGate();
    const request = receive({ toolkit: { handler: () => gate.passed }, options: { timeout: 50 } });
    request.start();
    expect(vi.getTimerCount()).toBe(1);
    settle(gate);
    await time.settle();
    expect(request.answers).toMatchObject([{ status }]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("[C.21] a receiver that drains", () => {
  it("admits nothing more", async () => {
    const request = receive();
    await request.webhooks.drain();
    request.start();
    expect(request.answers).toMatchObject([{ status: 503, headers: { connection: "close" } }]);
    expect(request.bodiesTaken).toEqual([]);
  });

  it("closes the connections of what it has admitted, and waits until they need no more work", async () => {
    const [handled, sent] = [createGate(), createGate()];
    const request = receive({ toolkit: { handler: () => handled.passed }, sent: sent.passed });
    request.start();
    let isDrained = false;
    const drained = request.webhooks.drain().then(() => (isDrained = true));
    handled.open();
    await turn();
    expect(request.answers).toEqual([{ ...OK, headers: { ...OK.headers, connection: "close" } }]);
    expect(isDrained).toBe(false);
    sent.open();
    await drained;
    expect(isDrained).toBe(true);
  });

  it("ends with the answer if nothing else is left to do", async () => {
    const request = receive({ headers: { "x-acme-signature": "x" } });
    request.start();
    await request.webhooks.drain();
    expect(request.answers).toHaveLength(1);
  });

  it("sends nothing to a client that has gone", async () => {
    const stream = createStream();
    const request = receive({ body: stream.source });
    request.start();
    const drained = request.webhooks.drain();
    stream.fail();
    await drained;
    expect(request.answers).toEqual([undefined]);
  });
});

describe("[C.14] `waitUntil`", () => {
  it("gets what is being processed", async () => {
    const gate = createGate();
    const handedOver: unknown[] = [];
    const request = receive({
      toolkit: { handler: () => gate.passed },
      options: { waitUntil: (processing) => handedOver.push(processing) },
    });
    request.start();
    expect(handedOver).toEqual([expect.any(Promise)]);
    gate.fail(new Error("x"));
    expect(await handedOver[0]).toBeUndefined();
    expect(request.answers).toMatchObject([{ status: 500 }]);
  });

  it("is not called for what is refused before", async () => {
    const waitUntil = vi.fn();
    await answerOf({ options: { waitUntil }, method: "GET" });
    expect(waitUntil).not.toHaveBeenCalled();
  });

  it("that fails is logged", async () => {
    const error = new Error("no context");
    const { recorder, status } = await answerOf({
      options: { waitUntil: () => Promise.reject(error) },
    });
    expect(status).toBe(200);
    expect(recorder.entries).toEqual([
      {
        level: "error",
        data: ["`waitUntil` failed; the delivery is processed all the same.", error],
      },
    ]);
  });
});

/** A stream that the test writes into. */
function createStream() {
  const sinks: ByteSink[] = [];
  const stops: unknown[] = [];
  const source: BodySource = {
    kind: "stream",
    start: (sink) => {
      sinks.push(sink);
      sink.onStop((code) => stops.push(code));
    },
  };
  const write = (text: string) => sinks[0]?.chunk(new TextEncoder().encode(text));
  return {
    source,
    stops,
    write,
    end: () => sinks[0]?.end(),
    fail: () => sinks[0]?.fail("REQUEST_ABORTED"),
  };
}

/**
 * A request on the platform, which `start` begins, with the answers to it. `bodiesTaken` has a flag for each time that
 * the body was taken: if a length was declared.
 */
function receive({ toolkit, options = {}, method = "POST", headers, body, sent }: Platform = {}) {
  const tools = createToolkit(toolkit);
  const answers: (Answer | undefined)[] = [];
  const bodiesTaken: boolean[] = [];
  const start = () =>
    serve(readMiddlewareSettings(tools.webhooks, options), {
      request: {},
      method,
      get: (name) => headersOf(payload, headers)[name] ?? null,
      takeBody: (hasLength) => {
        bodiesTaken.push(hasLength);
        return typeof body === "function" ? body() : (body ?? whole(payload));
      },
      send: (answer) => {
        answers.push(answer);
        return sent;
      },
    });
  return { ...tools, answers, bodiesTaken, start };
}

/** Serves a request to its end; returns its first answer beside the rest. */
async function answerOf(platform: Platform) {
  const request = receive(platform);
  request.start();
  for (let count = 0; count < 5; count++) await turn();
  const [answer] = request.answers;
  const code = answer?.body.startsWith("{")
    ? (JSON.parse(answer.body) as { readonly code: string }).code
    : answer?.body;
  return { ...request, answer, status: answer?.status, code };
}

function whole(text: string | Uint8Array): BodySource {
  return { kind: "whole", payload: text };
}

/** Expects that a request was answered once, did not get to a handler, and is logged in one line. */
function expectRefusal(
  request: Awaited<ReturnType<typeof answerOf>>,
  { status, code, logged = "delivery-1" }: Refused,
) {
  expect(request).toMatchObject({ status, code });
  expect(request.answers).toHaveLength(1);
  expect(request.received).toEqual([]);
  expect(request.recorder.text()).toEqual([expect.stringContaining(logged)]);
}

/** A request that is received. */
interface Accepted {
  readonly what: string;
  readonly platform: Platform;
  /** The header `content-length` is there when the body is taken. */
  readonly hasLength: boolean;
}

/** A request that is refused. */
interface Refused {
  readonly what: string;
  readonly platform: Platform;
  readonly status: number;
  readonly code: string;
  /** The line that is logged names this. Default: the id of the delivery. */
  readonly logged?: string;
}

interface Platform {
  readonly toolkit?: ToolkitOptions;
  readonly options?: MiddlewareOptions;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly body?: BodySource | (() => BodySource);
  /** Settles when the answer is sent, and the connection needs no more work. */
  readonly sent?: Promise<void>;
}
