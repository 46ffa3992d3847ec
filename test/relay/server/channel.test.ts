/** `channel()` of a relay server: its deliveries, for whoever runs the server. */
import { createServer } from "node:http";
import { describe, expect, it } from "vitest";
import { openMemoryRelayStore } from "../../../src/relay/server/memory-store.js";
import { createRelayListener } from "../../../src/relay/server/node.js";
import { createRelayServer } from "../../../src/relay/server/relay-server.js";
import { openSqliteRelayStore } from "../../../src/relay/server/sqlite-store.js";
import type { ChannelDelivery } from "../../../src/relay/server/channel.js";
import type { RelayStore } from "../../../src/relay/server/store.js";
import { closeServer, listenOn } from "../../http/server.js";
import { cleanUp, createFile, followRaw, send, until } from "./setup.js";

const STORES: readonly (readonly [name: string, open: () => RelayStore])[] = [
  ["in memory", () => openMemoryRelayStore()],
  ["in SQLite", () => openSqliteRelayStore(createFile())],
];

describe.each(STORES)("a channel %s", (_name, open) => {
  it("[D.19] gives its deliveries, the newest first, with the bytes of their bodies", async () => {
    const { channel, url, other } = await start(open());
    expect(await channel.previous()).toBeUndefined();
    const body = Buffer.concat([Buffer.alloc(60_000, "é"), Buffer.of(0xff)]);
    await send(`${url}/below?x=1`, { method: "PUT", headers: { "x-event": "one" }, body });
    await send(other, { body: "{}" });
    await send(url, { body: "two" });
    const newest = await channel.previous();
    expect(newest).toMatchObject({ method: "POST", path: "", query: "", size: 3 });
    const oldest = await channel.previous(newest?.key);
    expect(oldest).toMatchObject({
      method: "PUT",
      path: "/below",
      query: "x=1",
      size: body.length,
      headers: { "x-event": "one" },
    });
    expect(await channel.previous(oldest?.key)).toBeUndefined();
    expect(await channel.find(oldest?.key ?? "")).toEqual(oldest);
    expect(Buffer.from((await channel.readBody(oldest?.key ?? "")) ?? []).equals(body)).toBe(true);
  });

  it("[D.19] does not give those of another channel, nor what a key is not of", async () => {
    const { channel, url, other } = await start(open());
    await send(url);
    await send(other);
    expect(await channel.find("1")).toBeDefined();
    for (const key of ["2", "3", "0", "-1", "x", "1.5", "", "Infinity"]) {
      expect(await channel.find(key)).toBeUndefined();
      expect(await channel.readBody(key)).toBeUndefined();
      expect(await channel.repeat(key)).toBeUndefined();
    }
  });

  it("[D.19] stores a delivery once more, for all who follow", async () => {
    const { channel, url } = await start(open());
    const body = '{"a": 1.0, "u": "\\u00e9"}';
    await send(`${url}/x?y=1`, { headers: { "x-event": "one" }, body });
    expect(await channel.repeat("1")).toBe(0);
    const followers = await Promise.all([followRaw(url), followRaw(url)]);
    await until(() => {
      for (const each of followers) expect(each.announcement()).toBeDefined();
    });
    const stop = channel.watch(() => undefined);
    const repeatedAt = Date.now();
    expect(await channel.repeat("1")).toBe(2);
    stop();
    for (const each of followers) {
      await until(() => expect(each.messages()).toHaveLength(1));
      expect(each.messages()).toMatchObject([
        { headers: { "x-event": "one" }, path: "/x", query: "y=1", rawBody: body },
      ]);
    }
    const newest = await channel.previous();
    expect(newest?.key).toBe("3");
    expect(newest?.receivedAt).toBeGreaterThanOrEqual(repeatedAt);
  });
});

it("[D.19] a channel tells of what is new, in order, until it is told to stop", async () => {
  const { channel, url } = await start();
  await send(url);
  const seen: ChannelDelivery[] = [];
  const stop = channel.watch(async (delivery) => {
    await Promise.resolve();
    seen.push(delivery);
  });
  await channel.previous(); // after the look that the watcher begins with
  for (let count = 0; count < 5; count++) await send(url);
  await until(() => expect(seen.map(({ key }) => key)).toEqual(["2", "3", "4", "5", "6"]));
  stop();
  await send(url);
  await channel.previous();
  expect(seen).toHaveLength(5);
});

it("[D.19] there is none by another name", async () => {
  const { relay } = await start();
  for (const name of ["", "none", "ACME", "__proto__"]) expect(relay.channel(name)).toBeUndefined();
});

it("[D.19] watching ends with the relay, and at an error of the store, which is logged", async () => {
  const errors: unknown[] = [];
  const store = openMemoryRelayStore();
  const log = { error: (...data: unknown[]) => errors.push(data[1]) };
  const relay = createRelayServer({ store, channels: ["acme"], log });
  cleanUp(() => relay.close());
  store.state = () => Promise.reject(new Error("no disk"));
  relay.channel("acme")?.watch(() => undefined);
  await until(() => expect(errors.map(String)).toEqual(["Error: no disk"]));
});

/** A relay with the channels `acme` and `other`, and the view of the first. */
async function start(store: RelayStore = openMemoryRelayStore()) {
  const relay = createRelayServer({ store, channels: ["acme", "other"] });
  const server = createServer(createRelayListener(relay));
  const origin = `http://127.0.0.1:${await listenOn(server)}`;
  cleanUp(() => relay.close().then(() => closeServer(server)));
  const channel = relay.channel("acme");
  if (channel === undefined) throw new Error("The channel is missing.");
  return { relay, channel, url: `${origin}/acme`, other: `${origin}/other` };
}
