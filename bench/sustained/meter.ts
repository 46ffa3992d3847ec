import { constants, PerformanceObserver } from "node:perf_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Usage } from "./trial.js";

export interface Meter {
  start(): void;
  stop(): Promise<Usage>;
}

/** Measures this process between `start` and `stop`. */
export function createMeter(): Meter {
  let cpu = process.cpuUsage();
  let began = 0;
  let minorCollections = 0;
  let majorCollections = 0;
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      // Documented for entries of type `gc`; the types know a standard entry alone.
      const { kind } = (entry as { detail?: { kind?: number } }).detail ?? {};
      if (entry.startTime < began) continue;
      if (kind === constants.NODE_PERFORMANCE_GC_MINOR) minorCollections += 1;
      if (kind === constants.NODE_PERFORMANCE_GC_MAJOR) majorCollections += 1;
    }
  });
  observer.observe({ entryTypes: ["gc"] });
  return {
    start() {
      began = performance.now();
      minorCollections = majorCollections = 0;
      cpu = process.cpuUsage();
    },
    async stop() {
      const { user, system } = process.cpuUsage(cpu);
      // The observer is told in a later turn.
      for (let turn = 0; turn < 3; turn += 1) await nextTurn();
      return {
        cpuMicroseconds: user + system,
        minorCollections,
        majorCollections,
        peakRssMegabytes: process.resourceUsage().maxRSS / 1024,
      };
    },
  };
}
