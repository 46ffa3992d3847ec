/** One subject behind an HTTP server, in a process of its own that does what it is told. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { boundLifetime } from "./lifetime.js";
import { createListener } from "./listeners.js";
import { createMeter } from "./meter.js";
import type { Trial, Usage } from "./trial.js";

/** `start` and `stop` enclose what is measured; the others answer in bytes. */
export type ServerCommand = "start" | "stop" | "rss" | "heap";

const { trial, lifetimeSeconds } = JSON.parse(process.argv[2] ?? "") as {
  readonly trial: Trial;
  readonly lifetimeSeconds: number;
};
boundLifetime(lifetimeSeconds);

const meter = createMeter();
const server = createServer(createListener(trial));
process.on("message", (command: ServerCommand) => {
  void obey(command).then((answer) => process.send?.(answer));
});
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo; // a server on a port has no other
  process.send?.(port);
});

async function obey(command: ServerCommand): Promise<Usage | number> {
  switch (command) {
    case "start":
      meter.start();
      return 0;
    case "stop":
      return meter.stop();
    case "rss":
      return process.memoryUsage.rss();
    case "heap":
      return readHeap();
  }
}

/** Objects and buffers after full collections. */
async function readHeap(): Promise<number> {
  for (let count = 0; count < 4; count += 1) {
    globalThis.gc?.();
    await delay(30);
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
