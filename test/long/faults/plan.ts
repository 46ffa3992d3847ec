/** The faults of one history. A seed decides all of them before it begins. */
import { createRandom } from "../../random.js";
import type { StoreKind } from "../crash/setup.js";

/** Milliseconds from the first delivery to the last fault, at most. */
const LENGTH = 2_000;
const HOUR = 3_600_000;

/** Longest durations, in milliseconds. A worker that stops for the longest loses its lease. */
const DURATIONS: Readonly<Record<FaultKind, number>> = {
  kill: 0,
  stop: 3_000,
  clock: 0,
  "full disk": 600,
  "slow disk": 600,
  cut: 0,
};
const KINDS = Object.keys(DURATIONS) as readonly FaultKind[]; // the keys above

/** @param stores those that there are; the seed chooses one. */
export function createPlan(seed: number, stores: readonly StoreKind[]): Plan {
  const random = createRandom(seed);
  const pick = (count: number): number => Math.floor(random() * count);
  const store = stores[seed % stores.length] ?? "sqlite";
  const workers = 1 + pick(3);
  const connections = 4 + pick(12);
  const faults = Array.from({ length: 4 + pick(6) }, (): Fault => {
    const kind = KINDS[pick(KINDS.length)] ?? "kill";
    const at = pick(LENGTH);
    const duration = pick(DURATIONS[kind] + 1);
    return { kind, at, duration, worker: pick(workers), ahead: pick(2 * HOUR) - HOUR };
  });
  return { seed, store, workers, connections, faults: faults.sort((a, b) => a.at - b.at) };
}

export function describePlan({ seed, store, workers, faults }: Plan): string {
  const lines = faults.map(({ kind, at, duration, worker, ahead }) => {
    const long = duration > 0 ? ` for ${duration} ms` : "";
    const set = kind === "clock" ? ` set ${Math.round(ahead / 1_000)} s ahead` : "";
    return `  after ${at} ms: ${kind}${set}, worker ${worker}${long}`;
  });
  return [`seed ${seed}: ${store}, ${workers} at once`, ...lines].join("\n");
}

export type FaultKind = "kill" | "stop" | "clock" | "full disk" | "slow disk" | "cut";

export interface Fault {
  readonly kind: FaultKind;
  /** Milliseconds after the begin of the history. */
  readonly at: number;
  /** Milliseconds that it lasts. A clock that was set stays so. */
  readonly duration: number;
  /** Number of the worker that it hits. A cut and a slow disk hit all. */
  readonly worker: number;
  /** Milliseconds that a clock is ahead. */
  readonly ahead: number;
}

export interface Plan {
  readonly seed: number;
  readonly store: StoreKind;
  readonly workers: number;
  /** Connections of senders. */
  readonly connections: number;
  /** By their time. */
  readonly faults: readonly Fault[];
}
