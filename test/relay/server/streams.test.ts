/** Streams of a relay: the announcement, deliveries that were missed, and heartbeats. */
import { describe, expect, it, vi } from "vitest";
import { openMemoryRelayStore } from "../../../src/relay/server/memory-store.js";
import {
  createChannel,
  createRelayServer,
  type RelayServer,
} from "../../../src/relay/server/relay-server.js";
import { cleanUp, followRaw, send, sendEvent, startRelay, until } from "./setup.js";

describe("streams", () => {
  it("[D.13] begin with an announcement, and have the headers of a stream", async () => {
    const { url } = await startRelay({ heartbeat: 1234 });
    const { response, announcement } = await followRaw(url);
    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-store, no-transform");
    expect(response.headers.get("x-accel-buffering")).toBe("no");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    await until(() => expect(announcement()).toBeDefined());
    const data = { heartbeat: 1234, replay: "none", complete: true };
    expect(JSON.parse(announcement()?.data ?? "")).toEqual(data);
    expect(announcement()?.id).toMatch(/^[0-9a-f]{16}-0$/);
  });

  it("[D.14] go on after the last id, in order and once", async () => {
    const { url } = await startRelay();
    const first = await followRaw(url);
    await sendEvent(url, "1", "1");
    const id = await readUntil(first, 1);
    first.stop();
    for (const each of ["2", "3", "4"]) await sendEvent(url, each, each);
    const second = await followRaw(url, { "last-event-id": id });
    await sendEvent(url, "5", "5");
    await readUntil(second, 4);
    expect(bodiesOf(second)).toEqual(["2", "3", "4", "5"]);
    const data: unknown = JSON.parse(second.announcement()?.data ?? "");
    expect(data).toMatchObject({ replay: "since", complete: true });
  });

  it("[D.14] miss nothing if the connection is lost right after the announcement", async () => {
    const { url } = await startRelay();
    await sendEvent(url, "1", "1");
    const first = await followRaw(url);
    await until(() => expect(first.announcement()).toBeDefined());
    first.stop();
    await sendEvent(url, "2", "2");
    const second = await followRaw(url, { "last-event-id": first.announcement()?.id ?? "" });
    await readUntil(second, 1);
    expect(bodiesOf(second)).toEqual(["2"]);
  });

  it("[D.14] without a last id have new deliveries alone", async () => {
    const { url } = await startRelay();
    await sendEvent(url, "1", "1");
    const follower = await followRaw(url);
    await sendEvent(url, "2", "2");
    await readUntil(follower, 1);
    expect(bodiesOf(follower)).toEqual(["2"]);
  });

  it.each(["", "7", "0123456789abcdef-1", "\u00ff"])(
    "[D.14] with the unknown id %j have everything that is kept, and say so",
    async (id) => {
      const { url } = await startRelay();
      await sendEvent(url, "1", "1");
      await sendEvent(url, "2", "2");
      const follower = await followRaw(url, { "last-event-id": id });
      await readUntil(follower, 2);
      expect(bodiesOf(follower)).toEqual(["1", "2"]);
      const data: unknown = JSON.parse(follower.announcement()?.data ?? "");
      expect(data).toMatchObject({ replay: "all", complete: false });
    },
  );

  it("[D.14] say that deliveries may be missing that are no longer kept", async () => {
    const { url } = await startRelay({ store: openMemoryRelayStore({ maxBytes: 2_000 }) });
    const first = await followRaw(url);
    await sendEvent(url, "1", "1");
    const id = await readUntil(first, 1);
    first.stop();
    for (const each of ["2", "3", "4", "5"]) await sendEvent(url, each, each);
    const second = await followRaw(url, { "last-event-id": id });
    await until(() => expect(bodiesOf(second).at(-1)).toBe("5"));
    expect(second.messages().length).toBeLessThan(4);
    const data: unknown = JSON.parse(second.announcement()?.data ?? "");
    expect(data).toMatchObject({ replay: "since", complete: false });
  });

  it("[D.14] miss nothing when the store has dropped what they have read, and no more", async () => {
    const store = openMemoryRelayStore({ maxBytes: 2_000 });
    const relay = createRelayServer({ store });
    cleanUp(() => relay.close());
    const url = `http://relay.example/${createChannel()}`;
    const sendOne = async () => {
      await relay.fetch(new Request(url, { method: "POST", body: "x" }));
      return store.state();
    };
    let state = await sendOne();
    while (state.dropped === 0) state = await sendOne();
    const announce = async (position: number) => {
      const stream = await openStream(relay, url, `${state.name}-${position}`);
      const text = await stream.read();
      await stream.cancel();
      return /"complete":(?:true|false)/.exec(text)?.[0];
    };
    expect(await announce(state.dropped)).toBe('"complete":true');
    expect(await announce(state.dropped - 1)).toBe('"complete":false');
  });

  it("[D.14] that wait miss nothing when the store drops deliveries of another channel", async () => {
    const store = openMemoryRelayStore({ maxBytes: 2_000 });
    const relay = createRelayServer({ store, heartbeat: 1 });
    cleanUp(() => relay.close());
    const post = (channel: string) =>
      relay.fetch(new Request(`http://relay.example/${channel}`, { method: "POST", body: "x" }));
    const [followed, other] = [createChannel(), createChannel()];
    const { read, cancel } = await openStream(relay, `http://relay.example/${followed}`);
    expect(await read()).toContain('"complete":true');
    const seen: string[] = [];
    while ((await store.state()).dropped === 0) {
      await post(other);
      for (let beats = 0; beats < 3; beats++) seen.push(await read()); // it looks at the store at each
    }
    await post(followed);
    while (!seen.join("").includes('"rawBody":"x"')) seen.push(await read());
    expect(seen.join("")).not.toContain('"complete":false');
    await cancel();
  });

  it("[D.14] say so, too, when the store drops what a slow follower has not read yet", async () => {
    const relay = createRelayServer({ store: openMemoryRelayStore({ maxBytes: 2_000 }) });
    cleanUp(() => relay.close());
    const url = `http://relay.example/${createChannel()}`;
    const { read, cancel } = await openStream(relay, url);
    expect(await read()).toContain('"complete":true');
    for (const body of ["1", "2", "3", "4", "5"])
      await relay.fetch(new Request(url, { method: "POST", body }));
    expect(await read()).toMatch(/^event: relay\nid: \w+-2\ndata: .*"since","complete":false/);
    expect(await read()).toContain('"rawBody":"3');
    await cancel();
  });

  it("[D.14] begin with the first delivery since a time", async () => {
    const relay = createRelayServer({ store: openMemoryRelayStore({ keepFor: 1e9 }) });
    cleanUp(() => relay.close());
    cleanUp(() => vi.useRealTimers());
    const [followed, other] = [createChannel(), createChannel()];
    const start = Date.now();
    const post = async (channel: string, seconds: number) => {
      vi.setSystemTime(start + seconds * 1000);
      const request = { method: "POST", body: String(seconds) };
      await relay.fetch(new Request(`http://relay.example/${channel}`, request));
    };
    vi.useFakeTimers({ toFake: ["Date"] });
    for (let seconds = 1; seconds <= 20; seconds++)
      await post(seconds % 3 === 0 ? followed : other, seconds);
    const expectSince = async (seconds: number) => {
      const lastEventId = `since-${start + seconds * 1000}`;
      const stream = await openStream(relay, `http://relay.example/${followed}`, lastEventId);
      expect(await stream.read()).toContain('"replay":"since","complete":true');
      const bodies: string[] = [];
      const expected = [3, 6, 9, 12, 15, 18].filter((each) => each >= seconds);
      while (bodies.length < expected.length) {
        const body = /"rawBody":"(\d+)/.exec(await stream.read())?.[1];
        if (body !== undefined) bodies.push(body);
      }
      await stream.cancel();
      expect(bodies).toEqual(expected.map(String));
    };
    for (let seconds = 0; seconds <= 18; seconds++) await expectSince(seconds);
  });

  it.each<[since: number, announced: object, bodies: readonly string[]]>([
    [0, { id: 2, complete: false }, ["3", "4", "5"]],
    [3_000, { id: 2, complete: false }, ["3", "4", "5"]],
    [3_001, { id: 3, complete: true }, ["4", "5"]],
    [4_000, { id: 3, complete: true }, ["4", "5"]],
    [5_000, { id: 4, complete: true }, ["5"]],
    [5_001, { id: 5, complete: true }, []],
  ])(
    "[D.14] of a relay that has dropped some have those since %i",
    async (since, announced, bodies) => {
      vi.useFakeTimers({ toFake: ["Date"], now: 1_000 });
      cleanUp(() => vi.useRealTimers());
      const store = openMemoryRelayStore({ maxBytes: 2_000 });
      const relay = createRelayServer({ channels: ["a"], store, heartbeat: 1 });
      for (const body of ["1", "2", "3", "4", "5"]) {
        vi.setSystemTime(Number(body) * 1_000);
        await relay.fetch(new Request("http://relay.example/a", { method: "POST", body }));
      }
      expect(await store.state()).toMatchObject({ newest: 5, dropped: 2 });
      const stream = await openStream(relay, "http://relay.example/a", `since-${since}`);
      let text = "";
      while (!text.endsWith(":\n\n")) text += await stream.read(); // until all is sent
      await stream.cancel();
      await relay.close();
      const [, id, complete] = /^id: \w+-(\d)\ndata: .*"complete":(\w+)/m.exec(text) ?? [];
      expect({ id: Number(id), complete: complete === "true" }).toEqual(announced);
      expect([...text.matchAll(/"rawBody":"(\d)/g)].map(([, body]) => body)).toEqual(bodies);
    },
  );

  it("[D.14] say that deliveries since a time may be missing, if the oldest that is kept is younger", async () => {
    const relay = createRelayServer({ store: openMemoryRelayStore({ maxBytes: 2_000 }) });
    cleanUp(() => relay.close());
    const url = `http://relay.example/${createChannel()}`;
    for (let count = 0; count < 5; count++)
      await relay.fetch(new Request(url, { method: "POST", body: "x" }));
    const { read, cancel } = await openStream(relay, url, "since-1");
    expect(await read()).toContain('"replay":"since","complete":false');
    await cancel();
  });

  it("[D.16] have a comment at each heartbeat", async () => {
    const { url } = await startRelay({ heartbeat: 20 });
    const follower = await followRaw(url);
    await until(() => expect(follower.text().match(/^:\n\n/gm)?.length).toBeGreaterThan(3));
  });

  it("[D.17] are limited in number", async () => {
    const { url } = await startRelay({ maxFollowers: 2 });
    const followers = [await followRaw(url), await followRaw(url)];
    expect(await send(url, { method: "GET" })).toMatchObject({ status: 503 });
    followers[0]?.stop();
    await until(async () => expect((await followRaw(url)).response.status).toBe(200));
  });
});

/** Waits until a follower has so many deliveries; returns the id of the last one. */
async function readUntil(follower: RawFollower, count: number): Promise<string> {
  await until(() => expect(follower.messages()).toHaveLength(count));
  return follower.messages().at(-1)?.id ?? "";
}

function bodiesOf(follower: RawFollower) {
  return follower.messages().map(({ rawBody }) => rawBody);
}

/** Opens a stream of a relay without a server, which the test reads piece by piece. */
async function openStream(relay: RelayServer, url: string, lastEventId?: string) {
  const headers = lastEventId === undefined ? {} : { "last-event-id": lastEventId };
  const { body } = await relay.fetch(new Request(url, { headers }));
  const reader = body?.getReader();
  return {
    read: async () => new TextDecoder().decode((await reader?.read())?.value),
    cancel: async () => reader?.cancel(),
  };
}

type RawFollower = Awaited<ReturnType<typeof followRaw>>;
