/** Parts of the relay server that need no server: bells, streams, ids and options. */
import { EventEmitter } from "node:events";
import { Readable } from "node:stream";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Bell, streamChannel } from "../../../src/relay/server/follow.js";
import { openMemoryRelayStore } from "../../../src/relay/server/memory-store.js";
import { createRelayListener } from "../../../src/relay/server/node.js";
import { readRelayServerSettings } from "../../../src/relay/server/options.js";
import { createRelayServer } from "../../../src/relay/server/relay-server.js";
import { SqlRelayStore } from "../../../src/relay/server/sql-store.js";
import {
  countBytes,
  createRandomHex,
  createStoreName,
  DISK_LIMITS,
  expectLimits,
  expectRoom,
  formatPosition,
  MEMORY_LIMITS,
  readPosition,
  type RelayStore,
} from "../../../src/relay/server/store.js";
import { createDelivery } from "./store-contract.js";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const fakeTimers = () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });

describe("a bell", () => {
  it("[D.16] wakes at a ring, which it remembers once, or when the time is over", async () => {
    fakeTimers();
    const bell = new Bell(() => undefined);
    bell.ring();
    bell.ring();
    expect(await bell.wait(100)).toBe("rung");
    const states: string[] = [];
    const wait = () => void bell.wait(100).then((state) => states.push(state));
    wait();
    await vi.advanceTimersByTimeAsync(99);
    expect(states).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(states).toEqual(["quiet"]);
    wait();
    await vi.advanceTimersByTimeAsync(50);
    bell.ring();
    await vi.advanceTimersByTimeAsync(0);
    expect([states, vi.getTimerCount()]).toEqual([["quiet", "rung"], 0]);
  });

  it("[D.17] ends once, and stays so", async () => {
    fakeTimers();
    const onEnd = vi.fn();
    const bell = new Bell(onEnd);
    const waiting = bell.wait(100);
    expect(bell.hasEnded).toBe(false);
    bell.end();
    bell.end();
    bell.ring();
    expect(await waiting).toBe("ended");
    expect(await bell.wait(100)).toBe("ended");
    expect([bell.hasEnded, onEnd.mock.calls.length, vi.getTimerCount()]).toEqual([true, 1, 0]);
  });
});

describe("the stream of a channel", () => {
  const open = async (store: RelayStore, start: object = {}) => {
    await store.open();
    const { name } = await store.state();
    const onEnd = vi.fn();
    const bell = new Bell(onEnd);
    const body = streamChannel({
      ...{ channel: "a", bell, store, heartbeat: 100, stallTimeout: 1_000 },
      start: { name, after: 0, replay: "none", complete: true, ...start },
    });
    const reader = body.getReader();
    const read = async () => new TextDecoder().decode((await reader.read()).value);
    return { name, bell, reader, read, onEnd };
  };

  it("[D.13] has an announcement, then each delivery piece by piece, then signs of life", async () => {
    fakeTimers();
    const store = openMemoryRelayStore();
    const head = '{"method":"POST"}';
    await store.append("a", createDelivery("on\ne", { head }));
    await store.append("b", createDelivery("other"));
    await store.append(
      "a",
      createDelivery("", { head, encoding: "base64", pieces: [Uint8Array.of(255)] }),
    );
    await store.append("a", createDelivery("", { head, pieces: [] }));
    const { name, bell, reader, read } = await open(store);
    const data = '{"heartbeat":100,"replay":"none","complete":true}';
    expect(await read()).toBe(`event: relay\nid: ${name}-0\ndata: ${data}\n\n`);
    expect(await read()).toBe(`id: ${name}-1\ndata: {"method":"POST","rawBody":"on\\ne`);
    expect(await read()).toBe("end");
    expect(await read()).toBe('"}\n\n');
    expect(await read()).toBe(`id: ${name}-3\ndata: {"method":"POST","rawBodyBase64":"/w==`);
    expect(await read()).toBe('"}\n\n');
    expect(await read()).toBe(`id: ${name}-4\ndata: {"method":"POST","rawBody":""}\n\n`);
    const beat = read();
    await vi.advanceTimersByTimeAsync(100);
    expect(await beat).toBe(":\n\n");
    const last = reader.read();
    bell.end();
    expect((await last).done).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("[D.14] says from where it goes on, and what it does not have", async () => {
    const store = openMemoryRelayStore();
    for (const text of ["1", "2"]) await store.append("a", createDelivery(text));
    const { name, reader, read } = await open(store, { after: 1, replay: "all", complete: false });
    const data = '{"heartbeat":100,"replay":"all","complete":false}';
    expect(await read()).toBe(`event: relay\nid: ${name}-1\ndata: ${data}\n\n`);
    expect(await read()).toContain(`id: ${name}-2\n`);
    await reader.cancel();
  });

  it("[D.17] breaks when its follower takes nothing for too long, and not before", async () => {
    fakeTimers();
    const { reader, read, onEnd, bell } = await open(openMemoryRelayStore());
    await read();
    await vi.advanceTimersByTimeAsync(999);
    const next = read();
    await vi.advanceTimersByTimeAsync(100);
    expect([await next, onEnd.mock.calls.length]).toEqual([":\n\n", 0]);
    await vi.advanceTimersByTimeAsync(1_000);
    await expect(reader.read()).rejects.toThrow("The follower took nothing for 1000 ms.");
    expect([onEnd.mock.calls.length, bell.hasEnded]).toEqual([1, true]);
  });

  it("[D.17] leaves nothing when it is cancelled", async () => {
    fakeTimers();
    const { reader, read, onEnd } = await open(openMemoryRelayStore());
    await read();
    await reader.cancel();
    expect([onEnd.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0]);
  });

  it("[D.17] breaks when a delivery is dropped while it is sent", async () => {
    const store = openMemoryRelayStore();
    await store.append("a", createDelivery("one"));
    const { reader, read } = await open(store);
    await read();
    await read();
    store.readPiece = () => Promise.resolve(undefined);
    await expect(reader.read()).rejects.toThrow("The delivery was dropped while it was sent.");
  });
});

describe("ids of events", () => {
  const state = { name: "ab12", newest: 7, dropped: 2 };
  it.each<[id: string, position: number | undefined]>([
    [formatPosition("ab12", 7), 7],
    ["ab12-0", 0],
    ["ab12-1", 1],
    ["ab12-8", undefined],
    ["ab12-000000000000007", 7],
    ["ab12-0000000000000007", undefined],
    ["other-1", undefined],
    ["xab12-1", undefined],
    ["!ab12-1", undefined],
    ["ab12-1x", undefined],
    ["ab12-1-1", undefined],
    ["ab12-", undefined],
    ["-1", undefined],
  ])("[D.14] %j is the position %j", (id, position) => {
    expect(readPosition(id, state)).toBe(position);
  });

  it("[D.11] and channels are made of random bytes, each as two digits", () => {
    vi.spyOn(crypto, "getRandomValues").mockImplementation((array) => {
      (array as Uint8Array).set([0, 1, 0xff]);
      return array;
    });
    expect(createRandomHex(4)).toBe("0001ff00");
    expect(createStoreName()).toBe("0001ff0000000000");
  });
});

describe("limits of a store", () => {
  it("[D.12] have defaults", () => {
    const GIB = 1024 ** 3;
    expect(expectLimits({}, MEMORY_LIMITS)).toEqual({ keepFor: 3_600_000, maxBytes: GIB / 4 });
    expect(expectLimits({}, DISK_LIMITS)).toEqual({ keepFor: 259_200_000, maxBytes: 2 * GIB });
    expect(expectLimits({ keepFor: 1, maxBytes: 2 }, DISK_LIMITS)).toEqual({
      ...{ keepFor: 1, maxBytes: 2 },
    });
  });

  it.each<[limits: object, message: string]>([
    [{ keepFor: 0 }, "`keepFor` is 0; expected a positive integer."],
    [{ maxBytes: 1.5 }, "`maxBytes` is 1.5; expected a positive integer."],
    [{ maxBytes: 2 ** 53 }, "`maxBytes` is 9007199254740992; expected a positive integer."],
    [{ keepFor: "1" }, "`keepFor` is a string; expected a positive integer."],
  ])("[D.12] are checked: %j", (limits, message) => {
    expect(() => expectLimits(limits, DISK_LIMITS)).toThrow(new RangeError(message));
  });

  it("[D.12] count the head, the body and 512 bytes of each delivery", () => {
    const delivery = createDelivery("abc", { head: "12345" });
    expect(countBytes(delivery)).toBe(512 + 5 + 6);
    expect(expectRoom(delivery, 523)).toBe(523);
    const message = "The delivery has 523 bytes; expected at most 522.";
    expect(() => expectRoom(delivery, 522)).toThrow(new RangeError(message));
  });
});

describe("options of a relay server", () => {
  const read = (options: object) => readRelayServerSettings(options);

  it.each<[authorization: string | null, isAllowed: boolean]>([
    ["Bearer s3cret", true],
    ["bearer s3cret", true],
    ["BEARER   s3cret", true],
    [null, false],
    ["", false],
    ["s3cret", false],
    ["Bearers3cret", false],
    ["xBearer s3cret", false],
    ["Bearer s3cret ", false],
    ["Bearer S3CRET", false],
    ["Bearer bearer s3cret", false],
  ])("[D.11] a token allows %j: %j", (authorization, isAllowed) => {
    expect(read({ token: "s3cret" }).isAllowed(authorization)).toBe(isAllowed);
    expect(read({}).isAllowed(authorization)).toBe(true);
  });

  it.each(["", " a", "a ", "a\n", "\na", "é", 7, null])("[D.18] %j is no token", (token) => {
    expect(() => read({ token })).toThrow(/^`token` is .*; expected text of visible ASCII/);
  });

  it.each<[name: string, isChannel: boolean]>([
    ["0123456789abcdef0123456789abcdef", true],
    ["0123456789ABCDEF0123456789ABCDEF", false],
    ["x0123456789abcdef0123456789abcdef", false],
    ["0123456789abcdef0123456789abcdefx", false],
    ["g123456789abcdef0123456789abcdef", false],
    ["acme", false],
  ])("[D.11] %j is a random name: %j", (name, isChannel) => {
    expect(read({}).isChannel(name)).toBe(isChannel);
  });

  const expected = "expected 1 to 256 letters, digits and `-._~`.";
  it.each<[name: unknown, message: string | undefined]>([
    ["a", undefined],
    ["A-z_0.9~", undefined],
    ["...", undefined],
    ["a.", undefined],
    [".a", undefined],
    ["x".repeat(256), undefined],
    [".", `A name in \`channels\` is "."; ${expected}`],
    ["..", `A name in \`channels\` is ".."; ${expected}`],
    ["a b", `A name in \`channels\` is "a b"; ${expected}`],
    ["/a", `A name in \`channels\` is "/a"; ${expected}`],
    ["a/", `A name in \`channels\` is "a/"; ${expected}`],
    ["", `A name in \`channels\` is an empty string; ${expected}`],
    [7, `A name in \`channels\` is a number; ${expected}`],
  ])("[D.11] %j is a name for a list, or refused", (name, message) => {
    if (message === undefined) {
      const { isChannel } = read({ channels: [name] });
      expect([isChannel(String(name)), isChannel("other")]).toEqual([true, false]);
    } else expect(() => read({ channels: ["good", name] })).toThrow(new TypeError(message));
  });

  it("[D.18] are all taken", () => {
    const store = openMemoryRelayStore();
    const numbers = { heartbeat: 1, maxBodySize: 2, maxBytesAtOnce: 3, bodyTimeout: 4 };
    const more = { stallTimeout: 5, maxFollowers: 6, token: "t" };
    expect(read({ store, ...numbers, ...more })).toMatchObject({ ...numbers, ...more });
    expect(read({ store }).store).toBe(store);
    expect(read({}).token).toBeUndefined();
  });

  it.each(["open", "append", "next", "previous", "readPiece", "state", "close"])(
    "[D.18] a store has `%s`",
    (name) => {
      const store = openMemoryRelayStore();
      Object.defineProperty(store, name, { value: undefined });
      expect(() => read({ store })).toThrow(/^`store` is .*`openMemoryRelayStore\(\)`/);
    },
  );
});

describe("a relay", () => {
  const post = (body: string) => new Request("http://relay.example/a", { method: "POST", body });

  it("[D.10] holds exactly as many bytes as it may, and gives them back", async () => {
    const relay = createRelayServer({ channels: ["a"], maxBodySize: 10, maxBytesAtOnce: 10 });
    for (let count = 0; count < 3; count++)
      expect((await relay.fetch(post("0123456789"))).status).toBe(202);
    await relay.close();
  });

  it("[D.17] forgets a follower for whom its store has failed", async () => {
    const store = openMemoryRelayStore();
    const { state } = store;
    store.state = () => Promise.reject(new Error("no disk"));
    const log = { error: () => undefined };
    const relay = createRelayServer({ channels: ["a"], store, maxFollowers: 1, log });
    const follow = async () => {
      const { status, body } = await relay.fetch(new Request("http://relay.example/a"));
      await body?.cancel();
      return status;
    };
    expect([await follow(), await follow()]).toEqual([503, 503]);
    store.state = () => state.call(store);
    expect([await follow(), await follow()]).toEqual([200, 200]);
    await relay.close();
  });

  it.each<[since: number, announced: object, bodies: readonly string[]]>([
    [0, { id: 2, complete: false }, ["3", "4", "5"]],
    [3_000, { id: 2, complete: false }, ["3", "4", "5"]],
    [3_001, { id: 3, complete: true }, ["4", "5"]],
    [4_000, { id: 3, complete: true }, ["4", "5"]],
    [5_000, { id: 4, complete: true }, ["5"]],
    [5_001, { id: 5, complete: true }, []],
  ])("[D.14] that has dropped some gives those since %i", async (since, announced, bodies) => {
    vi.useFakeTimers({ toFake: ["Date"], now: 1_000 });
    const store = openMemoryRelayStore({ maxBytes: 2_000 });
    const relay = createRelayServer({ channels: ["a"], store, heartbeat: 1 });
    for (const body of ["1", "2", "3", "4", "5"]) {
      vi.setSystemTime(Number(body) * 1_000);
      await relay.fetch(post(body));
    }
    expect(await store.state()).toMatchObject({ newest: 5, dropped: 2 });
    const headers = { "last-event-id": `since-${since}` };
    const response = await relay.fetch(new Request("http://relay.example/a", { headers }));
    const reader = response.body?.getReader();
    let text = "";
    while (!text.endsWith(":\n\n")) text += new TextDecoder().decode((await reader?.read())?.value);
    await reader?.cancel();
    await relay.close();
    const [, id, complete] = /^id: \w+-(\d)\ndata: .*"complete":(\w+)/m.exec(text) ?? [];
    expect({ id: Number(id), complete: complete === "true" }).toEqual(announced);
    expect([...text.matchAll(/"rawBody":"(\d)/g)].map(([, body]) => body)).toEqual(bodies);
  });

  it("[D.10] answers a request of Node without a target, and drops one with a wrong target", async () => {
    const relay = createRelayServer();
    const handle = createRelayListener(relay);
    const ask = async (url: object) => {
      const request = Object.assign(Readable.from([]), { method: "GET", headers: {}, ...url });
      const calls: string[] = [];
      const response = Object.assign(new EventEmitter(), {
        destroyed: false,
        writeHead: (status: number) => void calls.push(String(status)),
        write: () => true,
        end: () => void calls.push("end"),
        destroy: () => void calls.push("destroy"),
      });
      handle(request, response);
      await expect.poll(() => calls).toContainEqual(expect.stringMatching("end|destroy"));
      return calls;
    };
    expect(await ask({})).toEqual(["404", "end"]);
    expect(await ask({ url: "*" })).toEqual(["destroy"]);
    await relay.close();
  });
});

it("[D.12] a store in memory keeps its name, and forgets its deliveries when it is closed", async () => {
  const store = openMemoryRelayStore();
  await store.open();
  const { name } = await store.state();
  expect(name).toMatch(/^[0-9a-f]{16}$/);
  await store.append("a", createDelivery("one"));
  await store.open();
  expect((await store.state()).name).toBe(name);
  await store.close();
  expect([await store.next("a", 0), await store.readPiece(1, 0), await store.channels()]).toEqual([
    ...[undefined, undefined, []],
  ]);
});

it("[D.12] a store whose tables cannot be made closes its database before it says so", async () => {
  const calls: string[] = [];
  const database = {
    all: () => [],
    run: () => {
      throw new Error("no room");
    },
    transact: () => undefined,
    close: async () => {
      await new Promise((resolve) => setImmediate(resolve));
      calls.push("closed");
    },
  };
  const store = new SqlRelayStore(() => Promise.resolve(database), { keepFor: 1, maxBytes: 1 });
  await expect(store.open().finally(() => calls.push("refused"))).rejects.toThrow("no room");
  expect(calls).toEqual(["closed", "refused"]);
});
