/** A request for a stream of events, and its end. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { followStream } from "../../src/relay/stream.js";
import { Lifetime } from "../../src/relay/lifetime.js";
import { createReader, createRequest, STREAM } from "./stream-request.js";

describe("a request for a stream", () => {
  it.each([
    ["", {}],
    ["a-1", { "last-event-id": "a-1" }],
  ])("[D.1] [D.14] has the headers of the caller and of streams: %j", async (id, idHeader) => {
    const asked: RequestInit[] = [];
    const headers = new Headers({ authorization: "a", accept: "text/html" });
    const request = createRequest((url, init) => {
      asked.push(init);
      expect(url.href).toBe("http://relay.example/a/b?c=1");
      return new Response("", { headers: STREAM });
    }, headers);
    expect(await endOf(request, id)).toBeUndefined();
    expect(asked).toEqual([
      { headers: expect.any(Headers), redirect: "manual", signal: expect.any(AbortSignal) },
    ]);
    expect(Object.fromEntries(asked[0]?.headers as Headers)).toEqual({
      accept: "text/event-stream",
      "accept-encoding": "identity",
      authorization: "a",
      "cache-control": "no-store",
      ...idHeader,
    });
    expect(Object.fromEntries(headers)).toEqual({ authorization: "a", accept: "text/html" });
    expect(asked[0]?.signal?.aborted).toBe(true); // the connection is given up
  });

  it.each([301, 302, 303, 307, 308])("[D.6] is redirected by %i", async (status) => {
    const asked: string[] = [];
    const answers = [
      redirect(status, "../x"),
      redirect(status, "?y"),
      () => new Response("", { headers: STREAM }),
    ];
    const request = createRequest((url) => {
      asked.push(url.href);
      return answers.shift()?.() ?? Response.error();
    });
    expect(await endOf(request)).toBeUndefined();
    expect(asked).toEqual([
      "http://relay.example/a/b?c=1",
      "http://relay.example/x",
      "http://relay.example/x?y",
    ]);
  });

  it.each<[count: number, isFollowed: boolean]>([
    [5, true],
    [6, false],
  ])("[D.6] is redirected %i times: %j", async (count, isFollowed) => {
    let asked = 0;
    const request = createRequest(() =>
      asked++ < count ? redirect(302, "/")() : new Response("", { headers: STREAM }),
    );
    const error = await endOf(request);
    if (isFollowed) expect(error).toBeUndefined();
    else
      expect(error).toMatchObject({
        code: "RELAY_UNAVAILABLE",
        message: "The relay redirected more than 5 times.",
      });
    expect(asked).toBe(6);
  });

  const CREDENTIALS = "The relay redirects to an address with credentials, which is not followed.";
  const FINAL = ", which asks not to connect again";

  it.each<[answer: () => Response, code: string, message: string]>([
    [redirect(302), "RELAY_UNAVAILABLE", printUnusable(302)],
    [redirect(308, "http://["), "RELAY_UNAVAILABLE", printUnusable(308)],
    [
      redirect(302, "https://relay.example/"),
      "RELAY_REDIRECTED",
      printForeign("https://relay.example"),
    ],
    [
      redirect(302, "http://other.example/"),
      "RELAY_REDIRECTED",
      printForeign("http://other.example"),
    ],
    [redirect(302, "http://n@relay.example/"), "RELAY_REDIRECTED", CREDENTIALS],
    [redirect(302, "http://:p@relay.example/"), "RELAY_REDIRECTED", CREDENTIALS],
    [answerStatus(204), "RELAY_REFUSED", printStatus(204, FINAL)],
    [answerStatus(410), "RELAY_GONE", printStatus(410, FINAL)],
    ...[400, 401, 403, 404, 418, 499].map((status): [() => Response, string, string] => [
      answerStatus(status),
      "RELAY_REFUSED",
      printStatus(status),
    ]),
    ...[201, 304, 408, 425, 429, 500, 502, 599].map((status): [() => Response, string, string] => [
      answerStatus(status),
      "RELAY_UNAVAILABLE",
      printStatus(status),
    ]),
    [answerType(), "RELAY_NOT_A_STREAM", printType("no content type")],
    [answerType("text/plain"), "RELAY_NOT_A_STREAM", printType('the content type "text/plain"')],
    [
      answerType("text/event-streams"),
      "RELAY_NOT_A_STREAM",
      printType('the content type "text/event-streams"'),
    ],
    [
      () => new Response(null, { headers: STREAM }),
      "RELAY_NOT_A_STREAM",
      "The relay answered without a body.",
    ],
  ])("[D.9] ends with a reason: %#", async (answer, expectedCode, message) => {
    expect(await endOf(createRequest(answer))).toMatchObject({ code: expectedCode, message });
  });

  it.each(["text/event-stream;charset=utf-8", "TEXT/Event-Stream", " text/event-stream ; x"])(
    "[D.4] takes the type %j",
    async (type) => {
      expect(await endOf(createRequest(answerType(type)))).toBeUndefined();
    },
  );

  it("[D.3] releases the body of an answer that it does not read", async () => {
    for (const [init, location] of [
      [{ status: 302 }, "/x"],
      [{ status: 500 }, ""],
    ] as const) {
      const cancel = vi.fn();
      const answers = [
        new Response(new ReadableStream({ cancel }), { ...init, headers: { location } }),
        new Response("", { headers: STREAM }),
      ];
      await endOf(createRequest(() => answers.shift() ?? Response.error()));
      expect(cancel).toHaveBeenCalledOnce();
    }
  });
});

describe("silence", () => {
  afterEach(() => void vi.useRealTimers());

  it("[D.2] of a relay ends the connection in time", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    let error: unknown;
    const hanging = createRequest(
      (_, { signal }) =>
        new Promise<Response>((_resolve, reject) =>
          signal?.addEventListener("abort", () => reject(new Error("aborted"))),
        ),
    );
    void endOf(hanging, "", 700).then((reason) => (error = reason));
    await vi.advanceTimersByTimeAsync(699);
    expect(error).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(error).toMatchObject({
      code: "RELAY_SILENT",
      message: "The relay was silent for 700 ms.",
    });
    expect(vi.getTimerCount()).toBe(0);
  });

  // A suspended process sees its timers late, by a clock that has run on.
  it.each([
    [999, 0],
    [1_000, 500],
  ])("[D.2] of a process that was suspended: %i ms late, it waits %i more", async (late, more) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    let now = 0;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => now);
    let error: unknown;
    const body = new ReadableStream<Uint8Array>();
    const silent = createRequest(() => new Response(body, { headers: STREAM }));
    void endOf(silent, "", 700).then((reason) => (error = reason));
    await vi.advanceTimersByTimeAsync(0);
    now = 700 + late;
    await vi.advanceTimersByTimeAsync(700);
    if (more > 0) {
      await vi.advanceTimersByTimeAsync(more - 1);
      expect(error).toBeUndefined();
      await vi.advanceTimersByTimeAsync(1);
    }
    expect(error).toMatchObject({ code: "RELAY_SILENT" });
    clock.mockRestore();
  });
});

/** Follows until the end; returns the reason, if there is one. */
function endOf(request: ReturnType<typeof createRequest>, lastEventId = "", idle = 10_000) {
  const reader = createReader({ idleTimeout: () => idle });
  return followStream(request, lastEventId, reader, new Lifetime()).then(
    () => undefined,
    (error: unknown) => error,
  );
}

function redirect(status: number, location?: string): () => Response {
  const headers = location === undefined ? {} : { location };
  return () => new Response(null, { status, headers });
}

function answerStatus(status: number): () => Response {
  return () => new Response(null, { status, headers: STREAM });
}

function answerType(type?: string): () => Response {
  const init = type === undefined ? {} : { headers: { "content-type": type } };
  return () => new Response(new Uint8Array(1), init);
}

function printUnusable(status: number): string {
  return `The relay answered ${status} without a usable location.`;
}

function printForeign(origin: string): string {
  return (
    `The relay redirects to another origin, ${origin}, which is not followed. ` +
    "Pass that address as `url` if you trust it."
  );
}

function printStatus(status: number, rest = "; expected 200"): string {
  return `The relay answered with status ${status}${rest}.`;
}

function printType(got: string): string {
  return `The relay answered with ${got}; expected text/event-stream.`;
}
