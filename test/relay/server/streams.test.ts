/** Streams of a relay: the announcement, deliveries that were missed, and heartbeats. */
import { describe, expect, it, vi } from "vitest";
import { openMemoryRelayStore } from "../../../src/relay/server/memory-store.js";
import { createChannel, createRelayServer } from "../../../src/relay/server/relay-server.js";
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

  const last = async (follower: Awaited<ReturnType<typeof followRaw>>, count: number) => {
    await until(() => expect(follower.messages()).toHaveLength(count));
    return follower.messages().at(-1)?.id ?? "";
  };
  const bodies = (follower: Awaited<ReturnType<typeof followRaw>>) =>
    follower.messages().map(({ rawBody }) => rawBody);

  it("[D.14] go on after the last id, in order and once", async () => {
    const { url } = await startRelay();
    const first = await followRaw(url);
    await sendEvent(url, "1", "1");
    const id = await last(first, 1);
    first.stop();
    for (const each of ["2", "3", "4"]) await sendEvent(url, each, each);
    const second = await followRaw(url, { "last-event-id": id });
    await sendEvent(url, "5", "5");
    await last(second, 4);
    expect(bodies(second)).toEqual(["2", "3", "4", "5"]);
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
    await last(second, 1);
    expect(bodies(second)).toEqual(["2"]);
  });

  it("[D.14] without a last id have new deliveries alone", async () => {
    const { url } = await startRelay();
    await sendEvent(url, "1", "1");
    const follower = await followRaw(url);
    await sendEvent(url, "2", "2");
    await last(follower, 1);
    expect(bodies(follower)).toEqual(["2"]);
  });

  it.each(["", "7", "0123456789abcdef-1", "\u00ff"])(
    "[D.14] with the unknown id %j have everything that is kept, and say so",
    async (id) => {
      const { url } = await startRelay();
      await sendEvent(url, "1", "1");
      await sendEvent(url, "2", "2");
      const follower = await followRaw(url, { "last-event-id": id });
      await last(follower, 2);
      expect(bodies(follower)).toEqual(["1", "2"]);
      const data: unknown = JSON.parse(follower.announcement()?.data ?? "");
      expect(data).toMatchObject({ replay: "all", complete: false });
    },
  );

  it("[D.14] say that deliveries may be missing that are no longer kept", async () => {
    const { url } = await startRelay({ store: openMemoryRelayStore({ maxBytes: 2_000 }) });
    const first = await followRaw(url);
    await sendEvent(url, "1", "1");
    const id = await last(first, 1);
    first.stop();
    for (const each of ["2", "3", "4", "5"]) await sendEvent(url, each, each);
    const second = await followRaw(url, { "last-event-id": id });
    await until(() => expect(bodies(second).at(-1)).toBe("5"));
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
      const headers = { "last-event-id": `${state.name}-${position}` };
      const reader = (await relay.fetch(new Request(url, { headers }))).body?.getReader();
      const text = new TextDecoder().decode((await reader?.read())?.value);
      await reader?.cancel();
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
    const reader = (
      await relay.fetch(new Request(`http://relay.example/${followed}`))
    ).body?.getReader();
    const read = async () => new TextDecoder().decode((await reader?.read())?.value);
    expect(await read()).toContain('"complete":true');
    const seen: string[] = [];
    while ((await store.state()).dropped === 0) {
      await post(other);
      for (let beats = 0; beats < 3; beats++) seen.push(await read()); // it looks at the store at each
    }
    await post(followed);
    while (!seen.join("").includes('"rawBody":"x"')) seen.push(await read());
    expect(seen.join("")).not.toContain('"complete":false');
    await reader?.cancel();
  });

  it("[D.14] say so, too, when the store drops what a slow follower has not read yet", async () => {
    const relay = createRelayServer({ store: openMemoryRelayStore({ maxBytes: 2_000 }) });
    cleanUp(() => relay.close());
    const url = `http://relay.example/${createChannel()}`;
    const reader = (await relay.fetch(new Request(url))).body?.getReader();
    const read = async () => new TextDecoder().decode((await reader?.read())?.value);
    expect(await read()).toContain('"complete":true');
    for (const body of ["1", "2", "3", "4", "5"])
      await relay.fetch(new Request(url, { method: "POST", body }));
    expect(await read()).toMatch(/^event: relay\nid: \w+-2\ndata: .*"since","complete":false/);
    expect(await read()).toContain('"rawBody":"3');
    await reader?.cancel();
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
    const read = async (seconds: number) => {
      const headers = { "last-event-id": `since-${start + seconds * 1000}` };
      const request = new Request(`http://relay.example/${followed}`, { headers });
      const reader = (await relay.fetch(request)).body?.getReader();
      const decode = async () => new TextDecoder().decode((await reader?.read())?.value);
      expect(await decode()).toContain('"replay":"since","complete":true');
      const bodies: string[] = [];
      const expected = [3, 6, 9, 12, 15, 18].filter((each) => each >= seconds);
      for (let text = ""; bodies.length < expected.length;) {
        text = await decode();
        const body = /"rawBody":"(\d+)/.exec(text)?.[1];
        if (body !== undefined) bodies.push(body);
      }
      await reader?.cancel();
      expect(bodies).toEqual(expected.map(String));
    };
    for (let seconds = 0; seconds <= 18; seconds++) await read(seconds);
  });

  it("[D.14] say that deliveries since a time may be missing, if the oldest that is kept is younger", async () => {
    const relay = createRelayServer({ store: openMemoryRelayStore({ maxBytes: 2_000 }) });
    cleanUp(() => relay.close());
    const url = `http://relay.example/${createChannel()}`;
    for (let count = 0; count < 5; count++)
      await relay.fetch(new Request(url, { method: "POST", body: "x" }));
    const headers = { "last-event-id": "since-1" };
    const reader = (await relay.fetch(new Request(url, { headers }))).body?.getReader();
    const text = new TextDecoder().decode((await reader?.read())?.value);
    expect(text).toContain('"replay":"since","complete":false');
    await reader?.cancel();
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
