/** Followers that do not read, that go away, or for whom the store fails (contract D.17). */
import { once } from "node:events";
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { openMemoryRelayStore } from "../../../src/relay/server/memory-store.js";
import { createChannel, createRelayServer } from "../../../src/relay/server/relay-server.js";
import { followBare } from "./bare-followers.js";
import { cleanUp, followRaw, send, startRelay, until } from "./setup.js";

const MIB = 1024 * 1024;

describe("a follower", () => {
  it("[D.17] that does not read has no more than one piece read for it from the store", async () => {
    const store = openMemoryRelayStore();
    const { readPiece } = store;
    let pieces = 0;
    store.readPiece = (position, index) => {
      pieces++;
      return readPiece.call(store, position, index);
    };
    const relay = createRelayServer({ store });
    cleanUp(() => relay.close());
    const url = `http://relay.example/${createChannel()}`;
    const response = await relay.fetch(new Request(url));
    const reader = response.body?.getReader();
    await reader?.read(); // the announcement
    for (let count = 0; count < 4; count++) {
      await relay.fetch(new Request(url, { method: "POST", body: Buffer.alloc(MIB, "x") }));
    }
    await reader?.read();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(pieces).toBe(1);
    await reader?.cancel();
  });

  it("[D.17] that takes nothing for long is disconnected", async () => {
    const { url, server } = await startRelay({ stallTimeout: 100, heartbeat: 50 });
    const { socket, dropped } = await followPaused(url, server);
    const body = Buffer.alloc(24 * MIB, "x");
    await send(url, { body });
    await dropped;
    expect(await readRest(socket)).toBeLessThan(body.length);
  });

  it("[D.17] in the middle of a delivery that the store drops is disconnected", async () => {
    const store = openMemoryRelayStore({ maxBytes: 30 * MIB });
    const { url, server } = await startRelay({ store });
    const { socket } = await followPaused(url, server);
    const body = Buffer.alloc(24 * MIB, "x");
    for (let count = 0; count < 2; count++) await send(url, { body });
    expect(await readRest(socket)).toBeLessThan(body.length);
  });

  it("[D.17] for whom the store has failed gives its place to the next one", async () => {
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

  it("[D.17] that goes away gives its place to the next one", async () => {
    const { url } = await startRelay({ maxFollowers: 1 });
    for (let count = 0; count < 20; count++) {
      const follower = await followRaw(url);
      expect(follower.response.status).toBe(200);
      follower.stop();
      await until(async () => {
        const { status } = await fetch(url, { method: "HEAD" });
        expect(status).toBe(405);
      });
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });
});

/** A follower that reads no more, with the moment at which the relay drops its connection. */
async function followPaused(url: string, server: Server) {
  const accepted = once(server, "connection") as Promise<[Socket]>; // as servers emit it
  const socket = await followBare(url, (each) => each.pause());
  const [peer] = await accepted;
  return { socket, dropped: new Promise((resolve) => peer.once("close", resolve)) };
}

/** Reads until the connection ends; returns the number of bytes. */
async function readRest(socket: Socket): Promise<number> {
  let count = 0;
  socket.on("data", ({ length }: Buffer) => (count += length)).resume();
  await new Promise((resolve) => socket.once("close", resolve));
  return count;
}
