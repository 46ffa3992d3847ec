import type { HandlerKind, PayloadKind, Transport, Trial } from "./trial.js";

/** Ratios that are judged. Those without a number compare with the peer, and are 1. */
export interface SustainedLimits {
  /** Processor time over the receiver by hand. */
  readonly cpu: number;
  /** No more processor time than the peer. */
  readonly isBelowPeer?: true;
  /** Collections over those of the receiver by hand. */
  readonly collections?: number;
  /** Requests per second and the 99th percentile at least as good as the peer's. */
  readonly isServingAsPeer?: true;
}

export interface SustainedJob {
  readonly name: string;
  readonly trial: Omit<Trial, "subject">;
  readonly limits?: SustainedLimits;
  /** Run by `--quick`, where typewire may take no more processor time than the peer. */
  readonly isGuard?: true;
}

type Options = Pick<SustainedJob, "limits" | "isGuard">;

const guard = { isGuard: true } as const;

const verification: SustainedLimits = { cpu: 1.05, collections: 1.1 };
const node: SustainedLimits = { cpu: 1.05, isBelowPeer: true, isServingAsPeer: true };
const hono: SustainedLimits = { cpu: 1.1, isBelowPeer: true };

/** In the order of the table. */
export const sustainedJobs: readonly SustainedJob[] = [
  receive("sync", 1),
  receive("async", 1, { limits: { cpu: 0.6 }, ...guard }),
  receive("async", 10, { limits: { cpu: 0.8 }, ...guard }),
  receive("async", 100, { limits: { cpu: 0.95 } }),
  receive("timer", 1),
  receive("rejecting", 10, { limits: { cpu: 1.2 } }),
  deliver("verifyAndReceive", "sync", "27 KB"),
  deliver("verifyAndReceive", "sync", "329 in turn"),
  deliver("verifyAndReceive", "async", "8 KB"),
  deliver("verifyAndReceive", "async", "27 KB", { limits: verification, ...guard }),
  deliver("verifyAndReceive", "async", "329 in turn", { limits: verification, ...guard }),
  deliver("verifyAndReceive", "timer", "329 in turn"),
  deliver("verifyAndReceive", "rejecting", "329 in turn"),
  deliver("web", "async", "27 KB", guard),
  deliver("web", "async", "329 in turn"),
  deliver("node", "sync", "27 KB"),
  deliver("node", "async", "8 KB", { limits: node }),
  deliver("node", "async", "27 KB", { limits: node, ...guard }),
  deliver("node", "async", "329 in turn", { limits: node, ...guard }),
  deliver("node", "timer", "329 in turn"),
  deliver("node", "rejecting", "329 in turn"),
  deliver("hono", "async", "8 KB", { limits: hono }),
  deliver("hono", "async", "27 KB", { limits: hono, ...guard }),
  deliver("hono", "async", "329 in turn", { limits: hono }),
];

/** The payload is small and parsed already: all that counts is how handlers are run. */
function receive(handlers: HandlerKind, count: number, options: Options = {}): SustainedJob {
  const description = handlers === "rejecting" ? "async, one rejects" : handlers;
  return {
    name: `receive, ${count} ${description}`,
    trial: { transport: "receive", handlers, count, payload: "8 KB" },
    ...options,
  };
}

function deliver(
  transport: Transport,
  handlers: HandlerKind,
  payload: PayloadKind,
  options: Options = {},
): SustainedJob {
  const count = handlers === "rejecting" ? 10 : 1;
  const description = handlers === "rejecting" ? "one of 10 rejects" : handlers;
  return {
    name: `${transport}, ${description}, ${payload}`,
    trial: { transport, handlers, count, payload },
    ...options,
  };
}
