/** Memory and resources of this process. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void; // what the flag exposes

/** What the process holds in objects and in buffers after a full collection, in bytes. */
export async function measureMemory(): Promise<number> {
  // Sockets give back what they hold some turns of the event loop after they are closed.
  for (let turn = 0; turn < 4; turn++) {
    await new Promise(setImmediate);
    collect();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Timers and sockets that would keep the process alive, by kind. */
export function countResources(): Readonly<Record<string, number>> {
  const counts: Record<string, number> = { Timeout: 0, TCPSocketWrap: 0, TCPServerWrap: 0 };
  for (const kind of process.getActiveResourcesInfo()) {
    if (kind in counts) counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}
