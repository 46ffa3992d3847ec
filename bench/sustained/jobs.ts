/** Jobs that are measured in whole processes: a transport, a payload and handlers, with the limits of each. */
import type { PayloadKind } from "./deliveries.js";
import type { HandlerKind, Trial } from "./trial.js";

/** Limits of calls that verify, too. */
const VERIFICATION: Limits = { cpuAtMost: 1.05, collectionsAtMost: 1.1, isGuard: true };

/** In the order of the table. */
export const JOBS: readonly SustainedJob[] = [
  receive("sync", 1),
  receive("async", 1, { cpuAtMost: 0.66, isGuard: true }),
  receive("async", 10, { cpuAtMost: 0.85, isGuard: true }),
  receive("async", 100, { cpuAtMost: 0.95 }),
  deliver("verifyAndReceive", "27 KB", VERIFICATION),
  deliver("verifyAndReceive", "329 in turn", VERIFICATION),
  // Only the guard judges this job, because its rounds differ by a fifth.
  deliver("node", "27 KB", { isGuard: true }),
  deliver("node", "329 in turn", { cpuAtMost: 1.05, isServingAsPeer: true, isGuard: true }),
];

/** A job with a small parsed payload, so that only the running of handlers counts. */
function receive(handlers: HandlerKind, count: number, limits?: Limits): SustainedJob {
  const trial = { transport: "receive", handlers, count, payload: "27 KB" } as const;
  return { name: `receive, ${count} ${handlers}`, trial, ...limits };
}

function deliver(
  transport: Trial["transport"],
  payload: PayloadKind,
  limits: Limits,
): SustainedJob {
  const trial = { transport, handlers: "async", count: 1, payload } as const;
  return { name: `${transport}, async, ${payload}`, trial, ...limits };
}

export interface SustainedJob {
  readonly name: string;
  readonly trial: Omit<Trial, "subject">;
  /** The highest processor time, over that of the receiver by hand. */
  readonly cpuAtMost?: number;
  /** The highest number of collections, over that of the receiver by hand. */
  readonly collectionsAtMost?: number;
  /** True if processor time, requests per second and the 99th percentile must be as good as the peer's. */
  readonly isServingAsPeer?: true;
  /** True for a job that `--quick` runs, too, against the peer alone. */
  readonly isGuard?: true;
}

type Limits = Omit<SustainedJob, "name" | "trial">;
