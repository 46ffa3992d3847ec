/** One request from its headers to its answer, on a platform that does not exist. */
import { describe, expect, it, vi } from "vitest";
import { OK, STILL_PROCESSING } from "../../src/receive/middleware/answer.js";
import { serve } from "../../src/receive/middleware/handle.js";
import { SPENT_BODY, type BodySource, type ByteSink } from "../../src/receive/middleware/body.js";
import {
  readMiddlewareSettings,
  type MiddlewareOptions,
} from "../../src/receive/middleware/options.js";
import type { Answer } from "../../src/receive/webhooks/webhook-error.js";
import { fakeTime } from "../fake-time.js";
import {
  createGate,
  createToolkit,
  payload,
  signature,
  type ToolkitOptions,
} from "../http/toolkit.js";

const HEADERS: Readonly<Record<string, string>> = {
  "content-type": "application/json",
  "x-acme-event": "note",
  "x-acme-delivery": "delivery-1",
  "x-acme-signature": signature(payload),
};

const whole = (text: string | Uint8Array): BodySource => ({ kind: "whole", payload: text });

const turn = () => new Promise((resolve) => setImmediate(resolve));

const size = Buffer.byteLength(payload);

describe("[C.3] [C.6] a request", () => {
  it.each<[what: string, platform: Platform, status: number, code: string, taken: boolean[]]>([
    ["as it should be", {}, 200, "ok\n", [false]],
    ["of bytes", { body: whole(Buffer.from(payload)) }, 200, "ok\n", [false]],
    ["of a length", { headers: { "content-length": "1" } }, 200, "ok\n", [true]],
    ["of no length", { headers: { "content-length": "" } }, 200, "ok\n", [true]],
    ["of another method", { method: "post" }, 405, "METHOD_NOT_ALLOWED", []],
    [
      "of another type",
      { headers: { "content-type": "text/plain" } },
      415,
      "UNSUPPORTED_MEDIA_TYPE",
      [],
    ],
    ["of no type", { headers: { "content-type": null } }, 415, "UNSUPPORTED_MEDIA_TYPE", []],
    [
      "with an encoding",
      { headers: { "content-encoding": "identity" } },
      415,
      "UNSUPPORTED_MEDIA_TYPE",
      [],
    ],
    [
      "with an encoding of no name",
      { headers: { "content-encoding": "" } },
      415,
      "UNSUPPORTED_MEDIA_TYPE",
      [],
    ],
    ["without an id", { headers: { "x-acme-delivery": null } }, 400, "HEADER_MISSING", []],
    [
      "with another signature",
      { headers: { "x-acme-signature": `sha256=${"0".repeat(64)}` } },
      400,
      "SIGNATURE_MISMATCH",
      [false],
    ],
    [
      "with a malformed signature, whose body is not read",
      { headers: { "x-acme-signature": "x" } },
      400,
      "SIGNATURE_MALFORMED",
      [],
    ],
    [
      "of the largest declared length",
      { headers: { "content-length": `${size}` }, options: { maxBodySize: size } },
      200,
      "ok\n",
      [true],
    ],
    [
      "of a larger declared length, whose body is not read",
      { headers: { "content-length": `${size}` }, options: { maxBodySize: size - 1 } },
      413,
      "PAYLOAD_TOO_LARGE",
      [],
    ],
    [
      "of a larger one with a malformed signature",
      {
        headers: { "content-length": `${size}`, "x-acme-signature": "x" },
        options: { maxBodySize: size - 1 },
      },
      413,
      "PAYLOAD_TOO_LARGE",
      [],
    ],
    [
      "that is too large",
      { options: { maxBodySize: size - 1 } },
      413,
      "PAYLOAD_TOO_LARGE",
      [false],
    ],
    ["that was parsed", { body: SPENT_BODY }, 500, "BODY_ALREADY_PARSED", [false]],
    [
      "whose body cannot be taken",
      {
        body: () => {
          throw new Error("no body");
        },
      },
      500,
      "HANDLER_FAILED",
      [false],
    ],
  ])("%s is answered, once", async (_, platform, status, code, taken) => {
    const got = await answerOf(platform);
    expect([got.status, got.code, got.taken]).toEqual([status, code, taken]);
    expect(got.answers).toHaveLength(1);
    expect(got.received).toHaveLength(status === 200 ? 1 : 0);
    expect(got.recorder.text()).toHaveLength(status === 200 ? 0 : 1);
    expect(got.recorder.text().join()).toContain(
      status === 200 ? "" : platform.headers?.["x-acme-delivery"] === null ? "an id" : "delivery-1",
    );
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
    const got = receive({ body: stream.source });
    got.start();
    stream.write(payload.slice(0, 9));
    stream.write(payload.slice(9));
    await turn();
    expect(got.answers).toEqual([]);
    stream.end();
    await turn();
    expect(got.answers).toEqual([OK]);
    expect(stream.stops).toEqual([undefined]);
    expect(got.received).toHaveLength(1);
  });

  it.each([
    [{ maxBodySize: size }, OK],
    [{ maxBodySize: size - 1 }, { status: 413 }],
  ])("is no longer than %o", async (options, expected) => {
    const stream = createStream();
    const got = receive({ body: stream.source, options });
    got.start();
    stream.write(payload);
    stream.end();
    await turn();
    expect(got.answers).toMatchObject([expected]);
  });

  it("is not answered when the client goes", async () => {
    const stream = createStream();
    const got = receive({ body: stream.source });
    got.start();
    stream.fail();
    await turn();
    expect(got.answers).toEqual([undefined]);
    expect(got.recorder.entries.map(({ level }) => level)).toEqual(["debug"]);
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
    const got = receive({ body: stream.source, options: { timeout: 50 } });
    got.start();
    await time.pass(49);
    expect(got.answers).toEqual([]);
    await time.pass(1);
    expect(got.answers).toMatchObject([{ status: 408, headers: { connection: "close" } }]);
    expect(stream.stops).toEqual(["REQUEST_TIMEOUT"]);
    expect(vi.getTimerCount()).toBe(0);
    stream.end();
    await time.settle();
    expect(got.answers).toHaveLength(1);
  });

  it("is not extended when its body has come", async () => {
    const time = fakeTime();
    const gate = createGate();
    const stream = createStream();
    const got = receive({
      toolkit: { handler: () => gate.passed },
      body: stream.source,
      options: { timeout: 50 },
    });
    got.start();
    await time.pass(40);
    stream.write(payload);
    stream.end();
    await time.pass(9);
    expect(got.answers).toEqual([]);
    await time.pass(1);
    expect(got.answers).toEqual([STILL_PROCESSING]);
    gate.open();
    await time.settle();
    expect(got.answers).toHaveLength(1);
  });

  it.each([
    ["is done", 200, (gate: ReturnType<typeof createGate>) => gate.open()],
    ["has failed", 500, (gate: ReturnType<typeof createGate>) => gate.fail(new Error("x"))],
  ])("is over when the handler %s", async (_, status, settle) => {
    const time = fakeTime();
    const gate = createGate();
    const got = receive({ toolkit: { handler: () => gate.passed }, options: { timeout: 50 } });
    got.start();
    expect(vi.getTimerCount()).toBe(1);
    settle(gate);
    await time.settle();
    expect(got.answers).toMatchObject([{ status }]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("[C.21] a receiver that drains", () => {
  it("admits nothing more", async () => {
    const got = receive();
    await got.webhooks.drain();
    got.start();
    expect(got.answers).toMatchObject([{ status: 503, headers: { connection: "close" } }]);
    expect(got.taken).toEqual([]);
  });

  it("closes the connections of what it has admitted, and waits until they need no more work", async () => {
    const [handled, sent] = [createGate(), createGate()];
    const got = receive({ toolkit: { handler: () => handled.passed }, sent: sent.passed });
    got.start();
    let isDrained = false;
    const drained = got.webhooks.drain().then(() => (isDrained = true));
    handled.open();
    await turn();
    expect(got.answers).toEqual([{ ...OK, headers: { ...OK.headers, connection: "close" } }]);
    expect(isDrained).toBe(false);
    sent.open();
    await drained;
    expect(isDrained).toBe(true);
  });

  it("waits for no more than the answer where nothing else is left to do", async () => {
    const got = receive({ headers: { "x-acme-signature": "x" } });
    got.start();
    await got.webhooks.drain();
    expect(got.answers).toHaveLength(1);
  });

  it("sends nothing to a client that has gone", async () => {
    const stream = createStream();
    const got = receive({ body: stream.source });
    got.start();
    const drained = got.webhooks.drain();
    stream.fail();
    await drained;
    expect(got.answers).toEqual([undefined]);
  });
});

describe("[C.14] `waitUntil`", () => {
  it("gets what is being processed", async () => {
    const gate = createGate();
    const handedOver: unknown[] = [];
    const got = receive({
      toolkit: { handler: () => gate.passed },
      options: { waitUntil: (processing) => handedOver.push(processing) },
    });
    got.start();
    expect(handedOver).toEqual([expect.any(Promise)]);
    gate.fail(new Error("x"));
    expect(await handedOver[0]).toBeUndefined();
    expect(got.answers).toMatchObject([{ status: 500 }]);
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

function receive({ toolkit, options = {}, method = "POST", headers, body, sent }: Platform = {}) {
  const made = createToolkit(toolkit);
  const answers: (Answer | undefined)[] = [];
  const taken: boolean[] = [];
  const start = () =>
    serve(readMiddlewareSettings(made.webhooks, options), {
      request: {},
      method,
      get: (name) => ({ ...HEADERS, ...headers })[name] ?? null,
      takeBody: (hasLength) => {
        taken.push(hasLength);
        return typeof body === "function" ? body() : (body ?? whole(payload));
      },
      send: (answer) => {
        answers.push(answer);
        return sent;
      },
    });
  return { ...made, answers, taken, start };
}

async function answerOf(platform: Platform) {
  const all = receive(platform);
  all.start();
  for (let count = 0; count < 5; count++) await turn();
  const [answer] = all.answers;
  const code = answer?.body.startsWith("{")
    ? (JSON.parse(answer.body) as { readonly code: string }).code
    : answer?.body;
  return { ...all, answer, status: answer?.status, code };
}

interface Platform {
  readonly toolkit?: ToolkitOptions;
  readonly options?: MiddlewareOptions;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly body?: BodySource | (() => BodySource);
  /** Settles when the connection needs no more work. */
  readonly sent?: Promise<void>;
}
