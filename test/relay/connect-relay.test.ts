import { describe, expect, it, vi } from "vitest";
import { connectRelay } from "../../src/relay/connect-relay.js";
import { finalAnswers } from "../cases/relay/answers.js";
import { nonsense } from "../cases/relay/messages.js";
import { connect, startServer } from "./setup.js";
import { createReceiver, createRecordingLog } from "./stand-in.js";
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

const one = createEvent(createMessage("one"), "e1");
const two = createEvent(createMessage("two"), "e2");
const last = createEvent(createMessage("last"));

describe("deliveries", () => {
  it("[D.4] reach verifyAndReceive as they were signed", async () => {
    const server = await startServer();
    server.answer(streamOf(one));
    const { received, ids, recording } = connect({ url: server.url });
    await until(() => expect(ids()).toEqual(["one"]));
    expect(received[0]).toMatchObject({
      name: "issues",
      payload: '{"action":"opened","id":"one"}',
    });
    expect(server.requests[0]?.headers).toMatchObject({
      accept: "text/event-stream",
      "cache-control": "no-store",
    });
    expect(recording.lines.filter(({ level }) => level === "warn" || level === "error")).toEqual(
      [],
    );
  });

  it("[D.4] come from events of the default type only", async () => {
    const server = await startServer();
    const named = (name: string) => `event: ${name}\n${createEvent(createMessage(name))}`;
    server.answer(streamOf(named("ready") + named("ping") + named("message") + last));
    const { ids } = connect({ url: server.url });
    await until(() => expect(ids()).toEqual(["message", "last"]));
  });

  it("[D.14] may be missing if the relay says so, which is logged", async () => {
    const server = await startServer();
    const data = { heartbeat: 5_000, replay: "since", complete: false };
    server.answer(streamOf(`event: relay\ndata: ${JSON.stringify(data)}\n\n${one}`));
    const { ids, recording } = connect({ url: server.url });
    await until(() => expect(ids()).toEqual(["one"]));
    expect(recording.text()).toContain("no longer keeps all deliveries");
  });

  it("[D.4] come after an event of another relay that only looks like an announcement", async () => {
    const server = await startServer();
    const otherMessages = ["hello", "{}", '{"heartbeat":"5"}'];
    server.answer(
      streamOf(otherMessages.map((data) => `event: relay\ndata: ${data}\n\n`).join("") + one),
    );
    const { ids, recording } = connect({ url: server.url });
    await until(() => expect(ids()).toEqual(["one"]));
    expect(recording.lines.some(({ level }) => level === "warn" || level === "error")).toBe(false);
  });

  it("[D.4] survive a byte order mark, CRLF, comments and chunks that split a character", async () => {
    const server = await startServer();
    const message = createMessage("é😀".length.toString(), { body: { text: "é😀漢字" } });
    const bytes = Buffer.from(`\uFEFFdata: ${message}\r\n\r\n: ping\r\n\r\n${last}`);
    server.answer(async (response, request) => {
      openStream(response, request);
      for (const byte of bytes) {
        response.write(Buffer.of(byte));
        await new Promise((resolve) => setImmediate(resolve));
      }
    });
    const { received, ids } = connect({ url: server.url });
    await until(() => expect(ids()).toEqual(["3", "last"]));
    expect(received[0]?.payload).toBe('{"text":"é😀漢字"}');
  });

  it("[D.5] continue after messages that are not deliveries, with one log line each", async () => {
    const server = await startServer();
    const noise = nonsense.filter(([, data]) => data !== "").map(([, data]) => createEvent(data));
    server.answer(streamOf(noise.join("") + last));
    const { ids, recording } = connect({ url: server.url });
    await until(() => expect(ids()).toEqual(["last"]));
    expect(recording.lines.filter(({ level }) => level === "warn")).toHaveLength(noise.length);
    expect(recording.text()).not.toMatch(/hello|opened/);
  });

  it("[D.5] continue after invalid UTF-8 and unknown fields", async () => {
    const server = await startServer();
    const garbage = Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 167) % 256));
    server.answer((response, request) => {
      streamOf(garbage)(response, request);
      response.write(`\n\nretry: soon\nretry: -1\nid: \u0000\nwhat: is this\n\n${last}`);
    });
    const { ids } = connect({ url: server.url });
    await until(() => expect(ids()).toEqual(["last"]));
  });

  it("[D.5] with a wrong signature are logged with their id and without their payload", async () => {
    const server = await startServer();
    const forged = createMessage("forged", { "x-hub-signature": `sha256=${"0".repeat(64)}` });
    server.answer(streamOf(createEvent(forged) + last));
    const { ids, recording } = connect({ url: server.url });
    await until(() => expect(ids()).toEqual(["last"]));
    expect(recording.text()).toContain("warn relay: delivery forged (issues): SIGNATURE_MISMATCH");
    expect(recording.text()).not.toContain("opened");
  });

  it("[D.5] continue after a handler fails, and its error is logged", async () => {
    const server = await startServer();
    server.answer(streamOf(one + last));
    const { ids, recording } = connect({ url: server.url }, ({ id }) => {
      if (id === "one") throw new Error("broken handler");
    });
    await until(() => expect(ids()).toEqual(["one", "last"]));
    await until(() => expect(recording.text()).toMatch(/^error .*one.*broken handler$/m));
  });
});

describe("bounds", () => {
  it.each([
    "ftp://127.0.0.1/x",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "/channel",
    "",
    "http://user:pass@127.0.0.1/secret",
  ])("[D.6] [D.8] refuses the address %j and does not repeat it", (url) => {
    const { receiver } = createReceiver(createRecordingLog());
    const refused = expect(() => connectRelay(receiver, { url }));
    refused.toThrow(TypeError);
    expect(() => connectRelay(receiver, { url })).not.toThrow(/secret|pass@/);
    const good = "http://127.0.0.1:9/";
    expect(() => connectRelay(receiver, { url: good, forwardTo: url })).toThrow(TypeError);
  });

  it.each([
    { idleTimeout: 0 },
    { idleTimeout: 2 ** 31 },
    { minRetryDelay: Number.NaN },
    { minRetryDelay: 10, maxRetryDelay: 9 },
    { maxMessageSize: 1023 },
    { forwardAttempts: 1.5 },
  ])("[D.6] [D.8] refuses %j", (options) => {
    const { receiver } = createReceiver(createRecordingLog());
    expect(() => connectRelay(receiver, { url: "http://127.0.0.1:9/", ...options })).toThrow(
      RangeError,
    );
  });

  it("[D.6] handles at most 20 of 200 deliveries at once, and handles all of them", async () => {
    const server = await startServer();
    const eventIds = Array.from({ length: 200 }, (_, index) => `${index}`);
    server.answer(streamOf(eventIds.map((id) => createEvent(createMessage(id))).join("")));
    let running = 0;
    let most = 0;
    const { ids } = connect({ url: server.url }, async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 2));
      running--;
    });
    await until(() => expect(ids()).toEqual(eventIds));
    expect(most).toBe(20);
  });

  it("[D.6] [D.2] stops reading while 20 handlers run, and does not count that as silence", async () => {
    const server = await startServer();
    const body = { text: "x".repeat(100_000) };
    const events = Array.from({ length: 400 }, (_, id) =>
      createEvent(createMessage(`${id}`, { body })),
    );
    let finish = (): void => undefined;
    const gate = new Promise<void>((resolve) => (finish = resolve));
    let written = 0;
    server.answer((response, request) => {
      openStream(response, request);
      for (const event of events) response.write(event, () => written++);
    });
    const time = fakeTime();
    const { ids } = connect({ url: server.url, idleTimeout: 1000 }, () => gate);
    await time.until(() => ids().length === 20);
    await time.settle();
    await time.pass(1500);
    expect([ids().length, server.requests.length]).toEqual([20, 1]);
    expect(written).toBeLessThan(400);
    finish();
    await time.until(() => ids().length === 400);
  });

  it("[D.6] skips a message that is too large and stays connected", async () => {
    const server = await startServer();
    const large = createEvent(
      createMessage("large", { body: { text: "x".repeat(200_000) } }),
      "e1",
    );
    server.answer(streamOf(large + last));
    const { ids, recording } = connect({ url: server.url, maxMessageSize: 10_000 });
    await until(() => expect(ids()).toEqual(["last"]));
    expect(server.requests).toHaveLength(1);
    expect(recording.text()).toContain("larger than 10000 characters");
  });

  it("[D.6] follows a redirect within the origin", async () => {
    const server = await startServer();
    server.answer(status(307, { location: "/moved" }), streamOf(one));
    const { ids } = connect({ url: server.url, headers: { authorization: "token x" } });
    await until(() => expect(ids()).toEqual(["one"]));
    expect(server.requests.map(({ url }) => url)).toEqual(["/channel", "/moved"]);
    expect(server.requests[1]?.headers.authorization).toBe("token x");
  });

  it("[D.6] does not follow a redirect to another origin", async () => {
    const other = await startServer();
    const server = await startServer();
    server.answer(endedStream, status(302, { location: other.url }), streamOf(one));
    const { ids, recording } = connect({ url: server.url });
    await until(() => expect(ids()).toEqual(["one"]));
    expect(other.requests).toEqual([]);
    expect(recording.text()).toContain("redirects to another origin");
  });

  it("[D.6] stops after five redirects in a loop", async () => {
    const server = await startServer();
    server.answer(status(302, { location: "/channel" }));
    const { recording, relay } = connect({
      url: server.url,
      minRetryDelay: 30_000,
      maxRetryDelay: 30_000,
    });
    await until(() => expect(recording.text()).toContain("more than 5 times"));
    expect([server.requests.length, relay.state]).toEqual([6, "connecting"]);
  });
});

describe("reconnecting", () => {
  it("[D.1] survives a restart of the relay, and sends the last event id", async () => {
    const server = await startServer();
    server.answer(streamOf(one), streamOf(two));
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

  const failures: readonly [string, Answer, string][] = [
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
    ["retry: 0", (r, q) => (streamOf("retry: 0\n\n")(r, q), r.end()), "ended the stream"],
    ["an endless retry", (r, q) => (streamOf("retry: 999999999\n\n")(r, q), r.end()), "in"],
  ];
  it.each(failures)("[D.1] tries again after %s", async (_title, answer, reason) => {
    const server = await startServer();
    server.answer(answer, answer, streamOf(one));
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
      server.answer(endedStream, answer, answer, streamOf(one));
      const { ids, recording } = connect({ url: server.url });
      await until(() => expect(ids()).toEqual(["one"]));
      expect(recording.text()).toContain(`relay: ${code}: `);
      expect(server.requests).toHaveLength(4);
    },
  );

  const ids: readonly [string, string, string | undefined][] = [
    ["is kept by an event without one", `${one}${last}`, "e1"],
    ["is sent as UTF-8", createEvent(createMessage("one"), "é😀"), "é😀"],
    ["is forgotten at an empty one", `${one}id\n${two.slice(two.indexOf("data"))}`, undefined],
    [
      "ignores one with control characters",
      one + createEvent(createMessage("two"), "\u0001"),
      "e1",
    ],
    [
      "ignores one too long to send",
      one + createEvent(createMessage("two"), "x".repeat(2000)),
      "e1",
    ],
  ];
  it.each(ids)("[D.1] the last id %s", async (_title, stream, expected) => {
    const server = await startServer();
    const cut: Answer = (response, request) => (
      streamOf(stream)(response, request),
      response.end()
    );
    server.answer(cut, openStream);
    connect({ url: server.url });
    await until(() => expect(server.requests).toHaveLength(2));
    const sent = server.requests[1]?.headers["last-event-id"];
    expect(typeof sent === "string" ? Buffer.from(sent, "latin1").toString() : sent).toBe(expected);
  });

  it("[D.2] reconnects when the stream is silent and when the server never answers", async () => {
    const server = await startServer();
    server.answer(streamOf(one), () => undefined, streamOf(two));
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

  const nonsenseStream: Answer = (response, request) => {
    streamOf(Buffer.from([0xff, 0, 13, 10, 10, 0xc3, 10, 10]))(response, request);
    response.end();
  };

  it.each<[title: string, answer: Answer, connections: number]>([
    ["502", status(502), 1],
    ["204, as from a network that wants a sign-in", status(204), 1],
    ["a page", status(200, { "content-type": "text/html" }), 1],
    ["a stream of nonsense", nonsenseStream, 2],
    ["a connection that breaks", (response) => response.destroy(), 1],
  ])("[D.1] comes back after %s, and says so in one line", async (_title, answer, connections) => {
    const server = await startServer();
    server.answer(endedStream, answer, streamOf(one));
    const { ids, recording } = connect({ url: server.url });
    await until(() => expect(ids()).toEqual(["one"]));
    const lines = recording.lines.filter(({ text }) => text.includes("connected again"));
    const line = { level: "warn", text: `relay: connected again to ${new URL(server.url).origin}` };
    expect(lines).toEqual(Array.from({ length: connections }, () => line));
  });
});

describe("the silence that is allowed", () => {
  const announce = (heartbeat: number) => `event: relay\ndata: {"heartbeat":${heartbeat}}\n\n`;

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
    const send = ((_input: unknown, { signal }: RequestInit = {}) => {
      if (asked++ > 0)
        return new Promise((_resolve, reject) =>
          signal?.addEventListener("abort", () => reject(new Error("aborted"))),
        );
      const body = new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode(`${text}:\n\n`)),
      });
      const headers = { "content-type": "text/event-stream" };
      return Promise.resolve(new Response(body, { headers }));
    }) as typeof fetch;
    const { relay, recording } = connect({
      ...{ url: "http://relay.example/a", fetch: send, idleTimeout },
      ...{ minRetryDelay: 1_000, maxRetryDelay: 1_000 },
    });
    await time.until(() => relay.state === "open");
    await time.settle();
    const silent = (limit: number) =>
      recording.text().split(`RELAY_SILENT: The relay was silent for ${limit} ms.`).length - 1;
    await time.pass(open - 1);
    expect([relay.state, silent(open)]).toEqual(["open", 0]);
    await time.pass(1);
    expect([relay.state, silent(open), asked]).toEqual(["connecting", 1, 1]);
    await time.pass(1_000);
    expect(asked).toBe(2);
    await time.pass(answer);
    expect(silent(answer)).toBe(open === answer ? 2 : 1);
  });

  it.each<[data: object, warned: RegExp | undefined]>([
    [{ replay: "none", complete: true }, undefined],
    [{ replay: "since", complete: true }, undefined],
    [{ replay: "since", complete: false }, /^warn relay: the relay no longer keeps all/m],
    [{ replay: "all", complete: false }, /^warn relay: the relay does not know the last/m],
    [{ replay: "all", complete: true }, /^warn relay: the relay does not know the last/m],
  ])("[D.14] warns of what %j means, in one line", async (data, warned) => {
    const server = await startServer();
    const announcement = JSON.stringify({ heartbeat: 5_000, ...data });
    server.answer(streamOf(`event: relay\ndata: ${announcement}\n\n${one}`));
    const { ids, recording } = connect({ url: server.url });
    await until(() => expect(ids()).toEqual(["one"]));
    const lines = recording.lines.filter(({ level }) => level === "warn");
    expect(lines).toHaveLength(warned === undefined ? 0 : 1);
    if (warned !== undefined) expect(recording.text()).toMatch(warned);
  });
});

describe("onHandled", () => {
  const three = createEvent(createMessage("three"), "e3");
  const comment = "id: e4\n\n";

  it("[D.20] gets the last id before which every delivery is handled", async () => {
    const server = await startServer();
    server.answer(streamOf(one + two + three + comment));
    const finish = new Map<string, () => void>();
    const handle = ({ id }: { readonly id?: string | undefined }) =>
      new Promise<void>((resolve) => finish.set(id ?? "", resolve));
    const handled: string[] = [];
    connect({ url: server.url, onHandled: (id) => handled.push(id) }, handle);
    await until(() => expect([...finish.keys()]).toEqual(["one", "two", "three"]));
    finish.get("two")?.();
    finish.get("one")?.();
    await until(() => expect(handled).toEqual(["e2"]));
    finish.get("three")?.();
    await until(() => expect(handled).toEqual(["e2", "e4"]));
  });

  it("[D.20] counts what is refused, failed or skipped, and a failing callback changes nothing", async () => {
    const server = await startServer();
    const forged = createEvent(createMessage("forged", { signature: "sha256=00" }), "e0");
    server.answer(streamOf(forged + one + createEvent("no JSON", "e2") + three));
    const handled: string[] = [];
    const onHandled = (id: string): never => {
      handled.push(id);
      throw new Error("broken callback");
    };
    const { recording } = connect({ url: server.url, onHandled }, () => {
      throw new Error("broken handler");
    });
    await until(() => expect(handled.at(-1)).toBe("e3"));
    expect(recording.text()).toContain("broken callback");
  });

  it("[D.20] does not get the id of a delivery that came after the end", async () => {
    const server = await startServer();
    server.answer(streamOf(one + two));
    const handled: string[] = [];
    const connection = connect({ url: server.url, onHandled: (id) => handled.push(id) }, () =>
      connection.relay.close(),
    );
    await connection.relay.closed;
    await until(() => expect(handled).toEqual(["e1"]));
    expect(connection.ids()).toEqual(["one"]);
  });

  it("[D.20] does not get the id of a delivery whose forwarding was aborted", async () => {
    const server = await startServer();
    server.answer(streamOf(one), streamOf(two));
    const handled: string[] = [];
    let asked = 0;
    const send: typeof fetch = (input, init) => {
      if (new Request(input).url.startsWith(server.url)) return fetch(input, init);
      asked++;
      return new Promise((_, reject) =>
        init?.signal?.addEventListener("abort", () => reject(new Error("aborted"))),
      );
    };
    const { relay } = connect({
      url: server.url,
      forwardTo: "http://127.0.0.1:1/",
      fetch: send,
      onHandled: (id) => handled.push(id),
    });
    await until(() => expect(asked).toBe(1));
    await relay.close();
    expect(handled).toEqual([]);
  });
});

describe("states", () => {
  it("[D.3] [D.1] are reported in order, and a failing callback changes nothing", async () => {
    const server = await startServer();
    server.answer(endedStream, openStream);
    const states: string[] = [];
    const onStateChange = (state: string): Promise<never> => {
      states.push(state);
      return Promise.reject(new Error("broken callback"));
    };
    const { relay, recording } = connect({ url: server.url, onStateChange });
    await until(() => expect(states).toEqual(["open", "connecting", "open"]));
    await relay.close();
    expect(states).toEqual(["open", "connecting", "open", "closed"]);
    await until(() => expect(recording.text()).toContain("broken callback"));
  });
});
