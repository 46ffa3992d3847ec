/** Memory and resources of this process. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");

/** Collects garbage at once: all of it, or that of young objects alone. */
export const collectGarbage = runInNewContext("gc") as (options?: { type: "minor" }) => void; // the flag adds `gc` to new contexts

/** Bytes that the process holds in objects and in buffers after full collections. */
export async function measureMemory(): Promise<number> {
  // A closed socket releases its memory only some turns of the event loop later.
  for (let turn = 0; turn < 4; turn++) {
    await new Promise(setImmediate);
    collectGarbage();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Numbers of the timers, sockets and servers that would keep the process alive. */
export function countResources(): Readonly<Record<string, number>> {
  const counts: Record<string, number> = { Timeout: 0, TCPSocketWrap: 0, TCPServerWrap: 0 };
  for (const kind of process.getActiveResourcesInfo()) {
    if (kind in counts) counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}
