/** Pages that follow the deliveries: how many, what they are sent and when, and what ends with them. */
import { getEventListeners } from "node:events";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createInboxSource } from "../../src/inspector/sources/inbox-source.js";
import {
  createInspector,
  createMemorySource,
  createRelaySource,
} from "../../src/inspector/index.js";
import { createLiveStream, MAX_LIVE } from "../../src/inspector/live.js";
import type {
  InspectorChange,
  InspectorFilter,
  InspectorSource,
  LiveMessage,
} from "../../src/inspector/types.js";
import { createChannel, createRelayServer } from "../../src/relay/server/relay-server.js";

const bodies: ReadableStream[] = [];
const servers: AbortController[] = [];

afterEach(async () => {
  vi.useRealTimers();
  for (const server of servers.splice(0)) server.abort();
  for (const body of bodies.splice(0)) await body.cancel();
});

describe("live pages", () => {
  it("are at most 100 in a process; the next one is told so, and has room when one is closed", async () => {
    const gone = new AbortController();
    expect((await openPage(createMemorySource(), gone.signal)).status).toBe(200);
    for (let count = 1; count < MAX_LIVE; count++)
      expect((await openPage(createMemorySource())).status).toBe(200);
    const refused = await openPage(createMemorySource());
    expect([refused.status, await refused.json()]).toEqual([
      503,
      {
        code: "TOO_MANY_PAGES",
        error: "Already 100 pages follow the deliveries. Close one, then load this one again.",
      },
    ]);
    expect((await ask(createMemorySource(), "deliveries")).status).toBe(200);
    gone.abort();
    expect((await openPage(createMemorySource())).status).toBe(200);
    expect((await openPage(createMemorySource())).status).toBe(503);
    await bodies.pop()?.cancel();
    expect((await openPage(createMemorySource())).status).toBe(200);
  });

  it("of one inbox ask its store once for all", async () => {
    const { inbox, countChecks } = createChangingInbox();
    const changes: unknown[] = [];
    const source = createInboxSource(inbox, { pollInterval: 5 });
    const stops = Array.from({ length: 10 }, () => source.watch((change) => changes.push(change)));
    await expect.poll(() => changes.length).toBeGreaterThanOrEqual(10);
    for (const stop of stops) stop();
    // Each check reaches all ten, but for the first, which has nothing to compare.
    expect(changes.length % 10).toBe(0);
    expect(changes.length / 10).toBeGreaterThanOrEqual(countChecks() - 2);
  });

  it("of an inbox that stay are told what changes when one leaves", async () => {
    const { inbox } = createChangingInbox();
    const source = createInboxSource(inbox, { pollInterval: 5 });
    const [first, second] = [vi.fn(), vi.fn()];
    const leave = source.watch(first);
    const leaveLast = source.watch(second);
    await expect.poll(() => first.mock.calls.length).toBeGreaterThan(0);
    leave();
    const before = [first.mock.calls.length, second.mock.calls.length];
    await expect.poll(() => second.mock.calls.length).toBeGreaterThan(before[1] ?? 0);
    expect(first).toHaveBeenCalledTimes(before[0] ?? 0);
    leaveLast();
  });
});

describe("time on a live page", () => {
  const OPEN = "retry: 1000\n: open\n\n";
  const BEAT = "event: beat\ndata: 1\n\n";

  it("brings a sign of life every 15 seconds, and the first text says when to connect again", async () => {
    const { texts, read } = openOnFakeTime();
    void read();
    await vi.advanceTimersByTimeAsync(14_999);
    expect(texts).toEqual([OPEN]);
    await vi.advanceTimersByTimeAsync(1);
    expect(texts).toEqual([OPEN, BEAT]);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(texts).toEqual([OPEN, BEAT, BEAT, BEAT]);
  });

  it("brings no sign of life to a page that has not read what came before", async () => {
    const { texts, read } = openOnFakeTime();
    await vi.advanceTimersByTimeAsync(60_000);
    void read();
    await vi.advanceTimersByTimeAsync(1);
    expect(texts).toEqual([OPEN]);
  });

  it("puts the changes of 60 milliseconds into one message", async () => {
    const { texts, read, tell } = openOnFakeTime();
    void read();
    tell(createChange(1));
    await vi.advanceTimersByTimeAsync(59);
    tell(createChange(2));
    expect(texts).toEqual([OPEN]);
    await vi.advanceTimersByTimeAsync(1);
    expect(texts).toHaveLength(2);
    expect(texts[1]).toMatch(/^data: .*"key":"1".*"key":"2".*"isReload":false}\n\n$/);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(texts).toHaveLength(2);
  });

  it.each([
    ["the page leaves", (body: ReadableStream) => body.cancel()],
    ["the server ends", async (_: ReadableStream, server: AbortController) => server.abort()],
  ])("leaves no timer and no watch when %s", async (_, end) => {
    const server = new AbortController();
    const { body, tell, isWatched } = openOnFakeTime(server);
    tell(createChange(1));
    expect([vi.getTimerCount(), isWatched()]).toEqual([2, true]);
    await end(body, server);
    expect([vi.getTimerCount(), isWatched()]).toEqual([0, false]);
    expect(getEventListeners(server.signal, "abort")).toEqual([]);
  });

  it("leaves no listener on the server if the page has left before", async () => {
    const server = new AbortController();
    const watch = () => expect.fail("it watches a source");
    const body = createLiveStream(watch, [AbortSignal.abort(), server.signal]);
    expect(await new Response(body).text()).toBe("retry: 1000\n: open\n\n");
    expect(getEventListeners(server.signal, "abort")).toEqual([]);
  });

  it("keeps no process alive", async () => {
    const countTimers = () =>
      process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
    const before = countTimers();
    await openPage(createMemorySource());
    expect(countTimers()).toBe(before);
  });

  it("does not begin for a server that has ended", async () => {
    const server = new AbortController();
    server.abort();
    const { texts, read, isWatched } = openOnFakeTime(server);
    expect([vi.getTimerCount(), isWatched()]).toEqual([0, false]);
    await read();
    expect(texts).toEqual([OPEN]);
  });
});

describe("a page that reads slowly", () => {
  it.each<[string, readonly InspectorChange[], count: number, isReload: boolean]>([
    ["the last state of a delivery", [createChange(1), createChange(1)], 1, false],
    ["1,000 deliveries", createChanges(1_000), 1_000, false],
    [
      "with more of them, no delivery but a request to load the list",
      createChanges(1_001),
      0,
      true,
    ],
    ["no delivery that the list will have", [createChange(1), "reload", createChange(2)], 0, true],
  ])("gets %s", async (_, toldChanges, count, isReload) => {
    let tell: (change: InspectorChange) => void = () => expect.fail("it watches nothing");
    const watch = (listener: typeof tell) => {
      tell = listener;
      return () => undefined;
    };
    const body = createLiveStream(watch, []);
    const reader = body.getReader();
    await reader.read(); // the comment that opens the stream
    for (const each of toldChanges) tell(each);
    const text = new TextDecoder().decode((await reader.read()).value);
    const message = JSON.parse(text.replace(/^data: /, "")) as LiveMessage; // as the page reads it
    expect([message.deliveries.length, message.isReload]).toEqual([count, isReload]);
    tell(createChange(3));
    expect(new TextDecoder().decode((await reader.read()).value)).toMatch(
      /"key":"3".*"isReload":false/,
    );
    await reader.cancel();
  });
});

describe("a page that has gone", () => {
  it.each(["deliveries", "overview", "recording"])("ends the search for %s", async (name) => {
    const gone = new AbortController();
    const filters: InspectorFilter[] = [];
    const source: InspectorSource = {
      ...createMemorySource(),
      list: (filter) => {
        filters.push(filter);
        return new Promise((_, reject) => {
          filter.signal?.addEventListener("abort", () => reject(new Error("aborted")));
        });
      },
    };
    const answer = ask(source, `${name}?text=needle`, gone.signal);
    await expect.poll(() => filters.length).toBe(1);
    gone.abort();
    expect((await answer).status).toBe(503);
    expect(filters).toHaveLength(1);
  });

  it("ends a search in the channel of a relay, which lets others in meanwhile", async () => {
    const relay = createRelayServer();
    const channel = createChannel();
    for (let count = 0; count < 600; count++) {
      const init = { method: "POST", body: `{"number":${count}}` };
      await relay.fetch(new Request(`http://relay/${channel}`, init));
    }
    const source = createRelaySource(relay, channel);
    let turns = 0;
    const turn = setInterval(() => turns++, 0);
    const rows = await source.list({ text: '"number":1}' });
    clearInterval(turn);
    expect(rows).toHaveLength(1);
    expect(turns).toBeGreaterThan(0);
    const gone = AbortSignal.abort();
    await expect(source.list({ text: "x", signal: gone })).rejects.toThrow(/abort/);
  });
});

/** An inbox whose numbers are others at each check. */
function createChangingInbox() {
  let checks = 0;
  const inbox = {
    list: () => Promise.resolve([]),
    read: () => Promise.resolve([]),
    replay: () => Promise.resolve(0),
    stats: () => Promise.resolve({ waiting: checks++ }),
  };
  return { inbox, countChecks: () => checks };
}

function ask(source: InspectorSource, path: string, signal?: AbortSignal) {
  const log = { error: (message: string) => expect.fail(message) };
  const request = new Request(`http://localhost/inspector/api/${path}`, { signal: signal ?? null });
  return createInspector(source, { log })(request);
}

async function openPage(source: InspectorSource, signal?: AbortSignal): Promise<Response> {
  const response = await ask(source, "live", signal);
  if (response.ok && response.body !== null) bodies.push(response.body);
  return response;
}

function createChanges(count: number): readonly InspectorChange[] {
  return Array.from({ length: count }, (_, index) => createChange(index));
}

function createChange(key: number): InspectorChange {
  return {
    key: String(key),
    id: "1",
    event: "push",
    outcome: "done",
    receivedAt: 0,
    attempts: 1,
    size: 0,
  };
}

/** Opens a page on time that passes only when told. It ends with the test. */
function openOnFakeTime(server = new AbortController()) {
  servers.push(server);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  let tell: (change: InspectorChange) => void = () => expect.fail("it watches nothing");
  let isWatched = false;
  const body = createLiveStream(
    (listener) => {
      tell = listener;
      isWatched = true;
      return () => void (isWatched = false);
    },
    [server.signal],
  );
  const texts: string[] = [];
  const read = async () => {
    for await (const chunk of body) texts.push(new TextDecoder().decode(chunk));
  };
  return {
    body,
    texts,
    read,
    tell: (changed: InspectorChange) => tell(changed),
    isWatched: () => isWatched,
  };
}
