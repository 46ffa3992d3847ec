/** Processor time, collections and memory of this process. */
import { constants, PerformanceObserver } from "node:perf_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Usage } from "./trial.js";

/** Measures this process between `start` and `stop`. */
export function createMeter() {
  let cpu = process.cpuUsage();
  let began = 0;
  let collections = 0;
  const counted = [constants.NODE_PERFORMANCE_GC_MINOR, constants.NODE_PERFORMANCE_GC_MAJOR];
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      // Node documents `detail` for entries of type `gc`; its types have only the standard entry.
      const { kind = 0 } = (entry as { detail?: { kind?: number } }).detail ?? {};
      if (entry.startTime >= began && counted.includes(kind)) collections += 1;
    }
  });
  observer.observe({ entryTypes: ["gc"] });
  return {
    start(): void {
      began = performance.now();
      collections = 0;
      cpu = process.cpuUsage();
    },
    async stop(): Promise<Usage> {
      const { user, system } = process.cpuUsage(cpu);
      // The observer is called in a later turn.
      for (let turn = 0; turn < 3; turn += 1) await nextTurn();
      const megabytes = process.resourceUsage().maxRSS / 1024;
      return { cpuMicroseconds: user + system, collections, megabytes };
    },
  };
}

/** The 99th percentile. */
export function percentile99(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
}

/** Objects and buffers after full collections, in bytes. */
export async function readHeap(): Promise<number> {
  for (let count = 0; count < 4; count += 1) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
