/** Bodies of web-standard requests: streams that fail, stall or never end. */
import { getEventListeners } from "node:events";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createWebMiddleware } from "../../../src/receive/middleware/web.js";
import { watchProcess } from "../../http/receiver.js";
import { headersOf, path, type HeaderChanges } from "../../http/requests.js";
import { createGate, createToolkit, payload } from "../../http/toolkit.js";
import { untilMet } from "../../until-met.js";

watchProcess();

const url = `http://receiver.example${path}`;

const piece = new TextEncoder().encode(payload);

const never = (): Promise<void> => new Promise(() => {});

const bodies: readonly BodyCase[] = [
  { title: "in one piece", open: () => source(pieces(piece)), status: 200 },
  {
    title: "of one byte each",
    open: () => source(pieces(...[...piece].map((byte) => Uint8Array.of(byte)))),
    status: 200,
  },
  {
    title: "with empty pieces between",
    open: () =>
      source(pieces(new Uint8Array(), piece.slice(0, 9), new Uint8Array(), piece.slice(9))),
    status: 200,
  },
  { title: "as an ArrayBuffer", open: () => source(pieces(piece.slice().buffer)), status: 200 },
  { title: "as text", open: () => source(pieces(payload)), status: 200 },
  { title: "that ends at once", open: () => source(pieces()), status: 400 },
  ...(
    [
      ["a number", 1],
      ["null", null],
      ["an object", {}],
      ["a list", [1, 2]],
      ["words", new Uint16Array(2)],
      ["a DataView", new DataView(new ArrayBuffer(2))],
      ["a symbol", Symbol("x")],
      ["a function", fail],
    ] as const
  ).map(([title, chunk]) => ({
    title: `that yields ${title}`,
    open: () => source(endless(chunk)),
    status: 400,
    isCancelled: true,
  })),
  { title: "that fails at once", open: () => source(fail), status: 400 },
  { title: "that fails later", open: () => source(thenFail()), status: 400 },
  { title: "that rejects", open: () => source(() => Promise.reject(new Error("x"))), status: 400 },
  { title: "that rejects with nothing", open: () => source(() => Promise.reject()), status: 400 },
  { title: "that never yields", open: () => source(never), status: 408, isCancelled: true },
  {
    title: "that never ends, slowly",
    open: () =>
      source(async (controller) => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        controller.enqueue(Uint8Array.of(0x20));
      }),
    status: 408,
    isCancelled: true,
  },
  {
    title: "that never ends, always ready",
    open: () => source(endless(new Uint8Array(10_000))),
    status: 413,
    isCancelled: true,
  },
  {
    title: "that never ends, always ready, of empty pieces",
    open: () => source(endless(new Uint8Array())),
    status: 408,
    isCancelled: true,
  },
  {
    title: "that never ends, always ready, of empty text",
    open: () => source(endless("")),
    status: 408,
    isCancelled: true,
  },
  {
    title: "that never ends, and fails when cancelled",
    open: () => source(endless(new Uint8Array(10_000)), fail),
    status: 413,
    isCancelled: true,
  },
  {
    title: "that never yields, and never lets itself be cancelled",
    open: () => source(never, never),
    status: 408,
    isCancelled: true,
  },
  {
    title: "that lies about its length",
    open: () => source(endless(new Uint8Array(10_000))),
    changes: { "content-length": "5" },
    status: 413,
    isCancelled: true,
  },
  {
    title: "that never ends, and is declared too large",
    open: () => source(endless(new Uint8Array(10))),
    changes: { "content-length": "200000000" },
    status: 413,
  },
  {
    title: "that never ends, with another content type",
    open: () => source(endless(new Uint8Array(10))),
    changes: { "content-type": "text/plain" },
    status: 415,
  },
  {
    title: "that never ends, with a malformed signature",
    open: () => source(endless(new Uint8Array(10))),
    changes: { "x-acme-signature": "x" },
    status: 400,
  },
];

/** Moments at which a client aborts its request, with the body that it has then. */
const moments: readonly (readonly [title: string, open: (abort: () => void) => Source])[] = [
  [
    "before it is asked for",
    (abort) => {
      abort();
      return source(never);
    },
  ],
  [
    "with the first piece",
    (abort) =>
      source((controller) => {
        abort();
        controller.enqueue(piece);
      }),
  ],
  [
    "while nothing comes",
    (abort) => {
      setTimeout(abort, 5);
      return source(never);
    },
  ],
  [
    "while pieces come without an end",
    (abort) => {
      setTimeout(abort, 5);
      return source(endless(new Uint8Array()));
    },
  ],
];

const bounds = { maxBodySize: 100_000, timeout: 60 };

describe("http: web bodies", () => {
  it.each(bodies.map((bodyCase) => [bodyCase.title, bodyCase] as const))(
    "a body %s",
    async (_, { open, changes, status, isCancelled = false }) => {
      const { webhooks, received } = createToolkit();
      const { body, wasCancelled } = open();
      const request = toRequest(body, changes);
      const response = await createWebMiddleware(webhooks, bounds)(request);
      expect(response.status).toBe(status);
      expect(received).toHaveLength(status === 200 ? 1 : 0);
      expect(request.body?.locked).toBe(false);
      expect(getEventListeners(request.signal, "abort")).toHaveLength(0);
      // After a failed body, it is cancelled before the answer; otherwise the client may read the answer first.
      expect(wasCancelled()).toBe(isCancelled && status === 400);
      if (isCancelled) await untilMet(wasCancelled);
    },
  );

  it.each(moments)("a request that is aborted %s is over", async (_, open) => {
    const { webhooks, received } = createToolkit();
    const controller = new AbortController();
    const { body } = open(() => controller.abort());
    const request = toRequest(body, {}, controller.signal);
    const response = await createWebMiddleware(webhooks, { timeout: 60_000 })(request);
    expect(response.status).toBe(400);
    expect(received).toEqual([]);
    expect(getEventListeners(request.signal, "abort")).toHaveLength(0);
  });

  it("a request that is aborted while handlers run settles with them", async () => {
    const gate = createGate();
    const { webhooks, received } = createToolkit({ handler: () => gate.passed });
    const controller = new AbortController();
    const request = toRequest(source(pieces(piece)).body, {}, controller.signal);
    const answered = createWebMiddleware(webhooks)(request);
    await untilMet(() => received.length === 1);
    controller.abort();
    gate.open();
    expect((await answered).status).toBe(200);
    expect(getEventListeners(request.signal, "abort")).toHaveLength(0);
  });
});

describe("http: the default time of a request", () => {
  afterEach(() => void vi.useRealTimers());

  it.each([
    ["whose body never comes", never, 408],
    ["whose handlers never end", pieces(piece), 202],
  ])("is 9 s for a request %s", async (_, pull, status) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { webhooks } = createToolkit({ handler: never });
    const answers: number[] = [];
    const answered = createWebMiddleware(webhooks)(toRequest(source(pull).body)).then(
      (response) => void answers.push(response.status),
    );
    await vi.advanceTimersByTimeAsync(8_999);
    expect(answers).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await answered;
    expect(answers).toEqual([status]);
  });
});

/** A stream that yields a piece each time it is pulled. */
function source(
  pull: (controller: ReadableStreamDefaultController) => unknown,
  cancel: () => unknown = () => {},
): Source {
  let isCancelled = false;
  const body = new ReadableStream({
    pull: (controller) => pull(controller) as undefined, // the type allows nothing or a promise
    cancel: () => {
      isCancelled = true;
      return cancel() as undefined;
    },
  });
  return { body, wasCancelled: () => isCancelled };
}

function endless(chunk: unknown) {
  return (controller: ReadableStreamDefaultController): void => controller.enqueue(chunk);
}

function fail(): never {
  throw new Error("the source failed");
}

/** Yields one piece, and then fails. */
function thenFail() {
  let count = 0;
  return (controller: ReadableStreamDefaultController): void => {
    if (count++ === 0) controller.enqueue(piece.slice(0, 5));
    else controller.error(new Error("the source failed"));
  };
}

/** Yields pieces, and then ends. */
function pieces(...chunks: unknown[]) {
  return (controller: ReadableStreamDefaultController): void => {
    const chunk = chunks.shift();
    if (chunk === undefined) controller.close();
    else controller.enqueue(chunk);
  };
}

function toRequest(
  body: ReadableStream,
  changes: HeaderChanges = {},
  signal = new AbortController().signal,
) {
  // The option is missing from the platform's types, and required by the platform.
  const init = {
    method: "POST",
    headers: headersOf(payload, changes),
    body,
    signal,
    duplex: "half",
  };
  return new Request(url, init);
}

interface Source {
  readonly body: ReadableStream;
  /** Tells if the stream was cancelled. */
  readonly wasCancelled: () => boolean;
}

interface BodyCase {
  readonly title: string;
  readonly open: () => Source;
  readonly changes?: HeaderChanges;
  readonly status: number;
  /** True if the middleware cancels the stream; one that has ended or failed it need not cancel. */
  readonly isCancelled?: boolean;
}
