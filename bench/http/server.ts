/**
 * One subject in a process of its own, which tells what it has cost so far when it is asked. It ends
 * with the process that has started it.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { createListener } from "./subjects.js";
import type { Kind, Platform } from "./subjects.js";

/** What it can be asked, and what the answer is in. */
export type Question = "microseconds" | "bytes";

const [platform, kind, mode] = process.argv.slice(2);

let seen: unknown;
const never = new Promise<void>(() => {});

// What the process is started with; the types are those of the suite that starts it.
const listener = createListener(platform as Platform, kind as Kind, ({ payload }) => {
  seen = payload;
  return mode === "held" ? never : undefined;
});

const server = createServer(listener);
process.on("disconnect", () => process.exit());
process.on("message", (question: Question) => {
  void (question === "bytes" ? readMemory() : readProcessorTime()).then((figure) =>
    process.send?.(figure),
  );
});
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo; // a server on a port has no other
  process.send?.(port);
});

function readProcessorTime(): Promise<number> {
  const { user, system } = process.cpuUsage();
  return Promise.resolve(user + system);
}

/** In objects and in buffers, after full collections. */
async function readMemory(): Promise<number> {
  for (let count = 0; count < 4; count += 1) {
    globalThis.gc?.();
    await delay(30);
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external + (seen === undefined ? 1 : 0);
}
