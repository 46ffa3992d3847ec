/** Followers that do not read cost a chunk each; those that go away, or that the store fails, cost nothing. */
import { once } from "node:events";
import type { Server } from "node:http";
import { connect as connectTcp, type Socket } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { openMemoryRelayStore } from "../../../src/relay/server/memory-store.js";
import { createChannel, createRelayServer } from "../../../src/relay/server/relay-server.js";
import { cleanUp, followRaw, send, startRelay, until } from "./setup.js";

const MIB = 1024 * 1024;

setFlagsFromString("--expose-gc");

const collect = runInNewContext("gc") as () => void; // the flag adds `gc` to new contexts

describe("followers", () => {
  it("[D.17] that do not read have no more than a chunk read for them", async () => {
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

  it("[D.17] 10 of 100 that never read keep nothing in memory and nobody waiting", async () => {
    const { url } = await startRelay({ store: openMemoryRelayStore({ maxBytes: 3 * MIB }) });
    const counts = new Map<number, number>();
    for (let index = 0; index < 90; index++) {
      await followBare(url, (socket) =>
        socket.on("data", (chunk: Buffer) => {
          const ends = chunk.toString().split("~").length - 1; // a tilde ends each body
          counts.set(index, (counts.get(index) ?? 0) + ends);
        }),
      );
    }
    for (let count = 0; count < 10; count++) await followBare(url, (socket) => socket.pause());
    const before = await readMemory();
    const body = Buffer.alloc(MIB, "x").fill("~", MIB - 1);
    for (let count = 1; count <= 4; count++) {
      await send(url, { body });
      await until(() => expect(new Set(counts.values())).toEqual(new Set([count])));
    }
    expect(counts.size).toBe(90);
    // Ten queues would hold 40 MiB. It is the same with six times as many deliveries.
    expect((await readMemory()) - before).toBeLessThan(20 * MIB);
  });

  it("[D.17] that take nothing for long are disconnected", async () => {
    const { url, server } = await startRelay({ stallTimeout: 100, heartbeat: 50 });
    const [socket, dropped] = await followPaused(url, server);
    const body = Buffer.alloc(24 * MIB, "x");
    await send(url, { body });
    await dropped;
    expect(await readRest(socket)).toBeLessThan(body.length);
  });

  it("[D.17] in the middle of a delivery that is dropped are disconnected", async () => {
    const store = openMemoryRelayStore({ maxBytes: 30 * MIB });
    const { url, server } = await startRelay({ store });
    const [socket] = await followPaused(url, server);
    const body = Buffer.alloc(24 * MIB, "x");
    for (let count = 0; count < 2; count++) await send(url, { body });
    expect(await readRest(socket)).toBeLessThan(body.length);
  });

  it("[D.17] for whom the store has failed are forgotten", async () => {
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

  it("[D.17] that go away are forgotten", async () => {
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

/** Follows a channel with a bare socket. */
function followBare(url: string, listen: (socket: Socket) => unknown): Promise<Socket> {
  const { port, pathname } = new URL(url);
  const socket = connectTcp(Number(port), "127.0.0.1");
  cleanUp(() => socket.destroy());
  socket.on("error", () => undefined);
  socket.write(`GET ${pathname} HTTP/1.1\r\nhost: x\r\n\r\n`);
  return new Promise((resolve) => {
    socket.once("data", () => {
      listen(socket);
      resolve(socket);
    });
  });
}

/** A follower that reads no more, with the moment at which the relay drops its connection. */
async function followPaused(url: string, server: Server): Promise<[Socket, Promise<unknown>]> {
  const accepted = once(server, "connection") as Promise<[Socket]>; // as servers emit it
  const socket = await followBare(url, (each) => each.pause());
  const [peer] = await accepted;
  return [socket, new Promise((resolve) => peer.once("close", resolve))];
}

/** Reads until the connection ends; returns the number of bytes. */
async function readRest(socket: Socket): Promise<number> {
  let count = 0;
  socket.on("data", ({ length }: Buffer) => (count += length)).resume();
  await new Promise((resolve) => socket.once("close", resolve));
  return count;
}

/** Collects in two turns: the memory of buffers is released after the buffers. */
async function readMemory(): Promise<number> {
  for (let turn = 0; turn < 3; turn++) {
    collect();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return heapUsed + Math.max(external, arrayBuffers);
}
