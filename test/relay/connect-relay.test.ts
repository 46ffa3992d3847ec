/** `connectRelay`: deliveries reach the toolkit, within bounds, also behind redirects. */
import { describe, expect, it } from "vitest";
import { nonsense } from "../cases/relay/messages.js";
import { connect, startServer } from "./setup.js";
import {
  createEvent,
  createMessage,
  endedStream,
  openStream,
  status,
  streamOf,
} from "./stream-server.js";
import { fakeTime } from "../fake-time.js";
import { until } from "../until.js";
import { LAST, ONE } from "./relay-events.js";

describe("deliveries", () => {
  it("[D.4] reach verifyAndReceive as they were signed", async () => {
    const server = await startServer();
    server.answer(streamOf(ONE));
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
    const ofType = (type: string) => `event: ${type}\n${createEvent(createMessage(type))}`;
    server.answer(streamOf(ofType("ready") + ofType("ping") + ofType("message") + LAST));
    const { ids } = connect({ url: server.url });
    await until(() => expect(ids()).toEqual(["message", "last"]));
  });

  it("[D.14] may be missing if the relay says so, which is logged", async () => {
    const server = await startServer();
    const data = { heartbeat: 5_000, replay: "since", complete: false };
    server.answer(streamOf(`event: relay\ndata: ${JSON.stringify(data)}\n\n${ONE}`));
    const { ids, recording } = connect({ url: server.url });
    await until(() => expect(ids()).toEqual(["one"]));
    expect(recording.text()).toContain("no longer keeps all deliveries");
  });

  it("[D.4] come after an event of another relay that only looks like an announcement", async () => {
    const server = await startServer();
    const otherMessages = ["hello", "{}", '{"heartbeat":"5"}'];
    server.answer(
      streamOf(otherMessages.map((data) => `event: relay\ndata: ${data}\n\n`).join("") + ONE),
    );
    const { ids, recording } = connect({ url: server.url });
    await until(() => expect(ids()).toEqual(["one"]));
    expect(recording.lines.some(({ level }) => level === "warn" || level === "error")).toBe(false);
  });

  it("[D.4] survive a byte order mark, CRLF, comments and chunks that split a character", async () => {
    const server = await startServer();
    const message = createMessage("é😀".length.toString(), { body: { text: "é😀漢字" } });
    const bytes = Buffer.from(`\uFEFFdata: ${message}\r\n\r\n: ping\r\n\r\n${LAST}`);
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
    server.answer(streamOf(noise.join("") + LAST));
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
      response.write(`\n\nretry: soon\nretry: -1\nid: \u0000\nwhat: is this\n\n${LAST}`);
    });
    const { ids } = connect({ url: server.url });
    await until(() => expect(ids()).toEqual(["last"]));
  });

  it("[D.5] with a wrong signature are logged with their id and without their payload", async () => {
    const server = await startServer();
    const forged = createMessage("forged", { "x-hub-signature": `sha256=${"0".repeat(64)}` });
    server.answer(streamOf(createEvent(forged) + LAST));
    const { ids, recording } = connect({ url: server.url });
    await until(() => expect(ids()).toEqual(["last"]));
    expect(recording.text()).toContain("warn relay: delivery forged (issues): SIGNATURE_MISMATCH");
    expect(recording.text()).not.toContain("opened");
  });

  it("[D.5] continue after a handler fails, and its error is logged", async () => {
    const server = await startServer();
    server.answer(streamOf(ONE + LAST));
    const { ids, recording } = connect({ url: server.url }, ({ id }) => {
      if (id === "one") throw new Error("broken handler");
    });
    await until(() => expect(ids()).toEqual(["one", "last"]));
    await until(() => expect(recording.text()).toMatch(/^error .*one.*broken handler$/m));
  });
});

describe("the number and size of deliveries", () => {
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
    server.answer(streamOf(large + LAST));
    const { ids, recording } = connect({ url: server.url, maxMessageSize: 10_000 });
    await until(() => expect(ids()).toEqual(["last"]));
    expect(server.requests).toHaveLength(1);
    expect(recording.text()).toContain("larger than 10000 characters");
  });
});

describe("redirects", () => {
  it("[D.6] are followed within the origin", async () => {
    const server = await startServer();
    server.answer(status(307, { location: "/moved" }), streamOf(ONE));
    const { ids } = connect({ url: server.url, headers: { authorization: "token x" } });
    await until(() => expect(ids()).toEqual(["one"]));
    expect(server.requests.map(({ url }) => url)).toEqual(["/channel", "/moved"]);
    expect(server.requests[1]?.headers.authorization).toBe("token x");
  });

  it("[D.6] are not followed to another origin", async () => {
    const other = await startServer();
    const server = await startServer();
    server.answer(endedStream, status(302, { location: other.url }), streamOf(ONE));
    const { ids, recording } = connect({ url: server.url });
    await until(() => expect(ids()).toEqual(["one"]));
    expect(other.requests).toEqual([]);
    expect(recording.text()).toContain("redirects to another origin");
  });

  it("[D.6] in a loop are followed five times", async () => {
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
