/** A connection to a relay that ends, or falls silent, is opened again. */
import { describe, expect, it, vi } from "vitest";
import { finalAnswers } from "../cases/relay/answers.js";
import { connect, startServer } from "./setup.js";
import {
  type Answer,
  createEvent,
  createMessage,
  endedStream,
  openStream,
  status,
  streamOf,
} from "./stream-server.js";
import { fakeTime } from "../fake-time.js";
import { until } from "../until.js";
import { LAST, ONE, TWO } from "./relay-events.js";

describe("reconnecting", () => {
  it("[D.1] survives a restart of the relay, and sends the last event id", async () => {
    const server = await startServer();
    server.answer(streamOf(ONE), streamOf(TWO));
    const { ids, relay } = connect({ url: server.url });
    await until(() => expect(ids()).toEqual(["one"]));
    await server.stop();
    await until(() => expect(relay.state).toBe("connecting"));
    await server.start();
    await until(() => expect(ids()).toEqual(["one", "two"]));
    expect(server.requests[0]?.headers["last-event-id"]).toBeUndefined();
    expect(server.requests.at(-1)?.headers["last-event-id"]).toBe("e1");
  });

  it("[D.1] waits for a server that has not started yet", async () => {
    const server = await startServer();
    const { url } = server;
    await server.stop();
    const { relay, recording } = connect({ url });
    await until(() => expect(recording.text()).toContain("ECONNREFUSED"));
    await server.start();
    await relay.ready;
    expect(relay.state).toBe("open");
  });

  it.each<[title: string, answer: Answer, reason: string]>([
    ["502", status(502), "RELAY_UNAVAILABLE: The relay answered with status 502"],
    ["408", status(408), "status 408"],
    ["425", status(425), "status 425"],
    ["429", status(429), "status 429"],
    ["500", status(500), "status 500"],
    ["206", status(206, { "content-type": "text/event-stream" }), "status 206"],
    ["a redirect to nowhere", status(302), "without a usable location"],
    ["a redirect to an unusable address", status(302, { location: "http://[" }), "location"],
    ["a reset", (response) => response.destroy(), "UND_ERR_SOCKET"],
    ["the end of the stream", endedStream, "RELAY_ENDED: The relay ended the stream"],
    ["retry: 0", endedAfter("retry: 0\n\n"), "ended the stream"],
    ["an endless retry", endedAfter("retry: 999999999\n\n"), "in"],
  ])("[D.1] tries again after %s", async (_title, answer, reason) => {
    const server = await startServer();
    server.answer(answer, answer, streamOf(ONE));
    const { ids, recording } = connect({ url: server.url });
    await until(() => expect(ids()).toEqual(["one"]));
    expect(recording.text()).toContain(reason);
    expect(server.requests).toHaveLength(3);
    expect(recording.text()).not.toContain("/channel");
  });

  it.each(finalAnswers)(
    "[D.1] tries again after %s when it has been connected before",
    async (_title, code, answer) => {
      const server = await startServer();
      server.answer(endedStream, answer, answer, streamOf(ONE));
      const { ids, recording } = connect({ url: server.url });
      await until(() => expect(ids()).toEqual(["one"]));
      expect(recording.text()).toContain(`relay: ${code}: `);
      expect(server.requests).toHaveLength(4);
    },
  );

  it.each<[title: string, stream: string, sent: string | undefined]>([
    ["is kept by an event without one", `${ONE}${LAST}`, "e1"],
    ["is sent as UTF-8", createEvent(createMessage("one"), "é😀"), "é😀"],
    ["is forgotten at an empty one", `${ONE}id\n${TWO.slice(TWO.indexOf("data"))}`, undefined],
    [
      "ignores one with control characters",
      ONE + createEvent(createMessage("two"), "\u0001"),
      "e1",
    ],
    [
      "ignores one too long to send",
      ONE + createEvent(createMessage("two"), "x".repeat(2000)),
      "e1",
    ],
  ])("[D.1] the last id %s", async (_title, stream, expected) => {
    const server = await startServer();
    server.answer(endedAfter(stream), openStream);
    connect({ url: server.url });
    await until(() => expect(server.requests).toHaveLength(2));
    const sent = server.requests[1]?.headers["last-event-id"];
    expect(typeof sent === "string" ? Buffer.from(sent, "latin1").toString() : sent).toBe(expected);
  });

  it("[D.2] reconnects when the stream is silent and when the server never answers", async () => {
    const server = await startServer();
    server.answer(streamOf(ONE), () => undefined, streamOf(TWO));
    const { ids, recording } = connect({ url: server.url, idleTimeout: 60 });
    await until(() => expect(ids().slice(0, 2)).toEqual(["one", "two"]));
    expect(recording.text().match(/was silent for 60 ms/g)?.length).toBeGreaterThanOrEqual(2);
  });

  it("[D.2] counts a comment as activity", async () => {
    const server = await startServer();
    server.answer(openStream);
    const time = fakeTime();
    const { relay } = connect({ url: server.url, idleTimeout: 2000 });
    await relay.ready;
    for (let count = 0; count < 3; count++) {
      await time.pass(1500);
      server.streams[0]?.write(":\n\n");
      await time.settle();
    }
    expect([server.requests.length, relay.state]).toEqual([1, "open"]);
  });

  it.each([
    [204, "RELAY_REFUSED"],
    [410, "RELAY_GONE"],
  ])("[D.1] [D.9] closes for good after %d", async (code, expected) => {
    const server = await startServer();
    server.answer(status(code));
    const { relay } = connect({ url: server.url });
    await relay.closed;
    expect([relay.state, server.requests.length]).toEqual(["closed", 1]);
    await expect(relay.ready).rejects.toMatchObject({ name: "RelayError", code: expected });
  });

  it("[D.1] waits longer each time, and starts over after a connection that has lasted", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0); // no part of a delay is left out
    const server = await startServer();
    server.answer(endedStream, endedStream, endedStream, openStream);
    const time = fakeTime();
    const { recording } = connect({ url: server.url, minRetryDelay: 1_000, maxRetryDelay: 60_000 });
    const delays = () => [...recording.text().matchAll(/again in (\d+) ms/g)].map(([, ms]) => ms);
    for (const delay of [1_000, 2_000, 4_000]) {
      await time.until(() => delays().at(-1) === String(delay));
      await time.pass(delay);
    }
    await time.until(() => server.streams.length === 1);
    await time.pass(4_001);
    server.streams[0]?.end();
    await time.until(() => delays().length === 4);
    expect(delays()).toEqual(["1000", "2000", "4000", "1000"]);
    vi.restoreAllMocks();
  });

  it("[D.1] closes after 410 even when it has been connected before", async () => {
    const server = await startServer();
    server.answer(endedStream, status(410));
    const { relay, recording } = connect({ url: server.url });
    await Promise.all([relay.ready, relay.closed]);
    expect([relay.state, server.requests.length]).toEqual(["closed", 2]);
    expect(recording.text()).toContain("RELAY_GONE: The relay answered with status 410");
  });

  it.each<[title: string, answer: Answer, connections: number]>([
    ["502", status(502), 1],
    ["204, as from a network that wants a sign-in", status(204), 1],
    ["a page", status(200, { "content-type": "text/html" }), 1],
    ["a stream of nonsense", endedAfter(Buffer.from([0xff, 0, 13, 10, 10, 0xc3, 10, 10])), 2],
    ["a connection that breaks", (response) => response.destroy(), 1],
  ])("[D.1] comes back after %s, and says so in one line", async (_title, answer, connections) => {
    const server = await startServer();
    server.answer(endedStream, answer, streamOf(ONE));
    const { ids, recording } = connect({ url: server.url });
    await until(() => expect(ids()).toEqual(["one"]));
    const lines = recording.lines.filter(({ text }) => text.includes("connected again"));
    const line = { level: "warn", text: `relay: connected again to ${new URL(server.url).origin}` };
    expect(lines).toEqual(Array.from({ length: connections }, () => line));
  });
});

describe("the silence that is allowed", () => {
  it.each<
    [what: string, text: string, idleTimeout: number | undefined, open: number, answer: number]
  >([
    ["nothing", "", undefined, 60_000, 60_000],
    ["signs of life each second", announce(1_000), undefined, 2_000, 10_000],
    ["signs of life each 20 seconds", announce(20_000), undefined, 40_000, 40_000],
    ["signs of life that are too rare", announce(400_000), undefined, 600_000, 600_000],
    ["some other time than the option", announce(1_000), 7_000, 7_000, 7_000],
  ])("[D.2] after a relay has announced %s", async (_, text, idleTimeout, open, answer) => {
    const time = fakeTime();
    let asked = 0;
    const send: typeof fetch = async (_input, { signal } = {}) => {
      asked++;
      return asked === 1 ? answerOnce(`${text}:\n\n`) : neverAnswer(signal);
    };
    const { relay, recording } = connect({
      url: "http://relay.example/a",
      fetch: send,
      idleTimeout,
      minRetryDelay: 1_000,
      maxRetryDelay: 1_000,
    });
    await time.until(() => relay.state === "open");
    await time.settle();
    const countSilent = (limit: number) =>
      recording.text().split(`RELAY_SILENT: The relay was silent for ${limit} ms.`).length - 1;
    await time.pass(open - 1);
    expect([relay.state, countSilent(open)]).toEqual(["open", 0]);
    await time.pass(1);
    expect([relay.state, countSilent(open), asked]).toEqual(["connecting", 1, 1]);
    await time.pass(1_000);
    expect(asked).toBe(2);
    await time.pass(answer);
    expect(countSilent(answer)).toBe(open === answer ? 2 : 1);
  });
});

describe("an announcement", () => {
  it.each<[data: object, warned: RegExp | undefined]>([
    [{ replay: "none", complete: true }, undefined],
    [{ replay: "since", complete: true }, undefined],
    [{ replay: "since", complete: false }, /^warn relay: the relay no longer keeps all/m],
    [{ replay: "all", complete: false }, /^warn relay: the relay does not know the last/m],
    [{ replay: "all", complete: true }, /^warn relay: the relay does not know the last/m],
  ])("[D.14] warns of what %j means, in one line", async (data, warned) => {
    const server = await startServer();
    const announcement = JSON.stringify({ heartbeat: 5_000, ...data });
    server.answer(streamOf(`event: relay\ndata: ${announcement}\n\n${ONE}`));
    const { ids, recording } = connect({ url: server.url });
    await until(() => expect(ids()).toEqual(["one"]));
    const lines = recording.lines.filter(({ level }) => level === "warn");
    expect(lines).toHaveLength(warned === undefined ? 0 : 1);
    if (warned !== undefined) expect(recording.text()).toMatch(warned);
  });
});

/** Sends a text as a stream, and ends it. */
function endedAfter(text: string | Uint8Array): Answer {
  return (response, request) => {
    streamOf(text)(response, request);
    response.end();
  };
}

function announce(heartbeat: number): string {
  return `event: relay\ndata: {"heartbeat":${heartbeat}}\n\n`;
}

/** A stream that has sent a text, and then nothing. */
function answerOnce(text: string): Response {
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(text)),
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

function neverAnswer(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_resolve, reject) =>
    signal?.addEventListener("abort", () => reject(new Error("aborted"))),
  );
}
