/** The memory of a relay some of whose followers never read (contract D.17). */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { openMemoryRelayStore } from "../../../src/relay/server/memory-store.js";
import { followBare } from "./bare-followers.js";
import { send, startRelay, until } from "./setup.js";

const MIB = 1024 * 1024;

const DELIVERIES = 4;
const READING = 90;
const NOT_READING = 10;

/**
 * The store holds 3 MiB, and sockets and the collector have some of their own. A relay that queued deliveries for
 * those that do not read would hold 40 MiB: four for each of ten.
 */
const MOST_MEMORY = 20 * MIB;

it("[D.17] 10 followers of 100 that never read keep nothing in memory, and the others get every delivery", async () => {
  const { url } = await startRelay({ store: openMemoryRelayStore({ maxBytes: 3 * MIB }) });
  const bodiesReceived = new Map<number, number>();
  for (let follower = 0; follower < READING; follower++) {
    await followBare(url, (socket) =>
      socket.on("data", (chunk: Buffer) => {
        const before = bodiesReceived.get(follower) ?? 0;
        bodiesReceived.set(follower, before + countEnds(chunk));
      }),
    );
  }
  for (let count = 0; count < NOT_READING; count++)
    await followBare(url, (socket) => socket.pause());
  const before = await readMemory();
  for (let count = 1; count <= DELIVERIES; count++) {
    await send(url, { body: BODY });
    await until(() => expect(new Set(bodiesReceived.values())).toEqual(new Set([count])));
  }
  expect(bodiesReceived.size).toBe(READING);
  expect((await readMemory()) - before).toBeLessThan(MOST_MEMORY);
});

/** A tilde ends it, and is in no other place. */
const BODY = Buffer.alloc(MIB, "x").fill("~", MIB - 1);

/** The number of bodies that end in a chunk. */
function countEnds(chunk: Buffer): number {
  return chunk.toString().split("~").length - 1;
}

/** The memory of objects and buffers. The collector runs more than once: that of buffers is released after them. */
async function readMemory(): Promise<number> {
  for (let turn = 0; turn < 3; turn++) {
    collectGarbage();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return heapUsed + Math.max(external, arrayBuffers);
}

/** Runs the collector of V8, which a new context has as `gc` once the flag is set. */
function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}
