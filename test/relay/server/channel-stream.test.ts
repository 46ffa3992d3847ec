/** The stream of a channel by itself, and the bell that wakes it. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { Bell } from "../../../src/relay/server/bell.js";
import { streamChannel } from "../../../src/relay/server/follow.js";
import { openMemoryRelayStore } from "../../../src/relay/server/memory-store.js";
import type { RelayStore } from "../../../src/relay/server/store.js";
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
      channel: "a",
      bell,
      store,
      heartbeat: 100,
      stallTimeout: 1_000,
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
