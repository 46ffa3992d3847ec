/** What one measured process does, and what it reports. Both cross a process boundary as JSON. */

/** `by hand` is the receiver that every ratio is over. */
export const subjects = ["by hand", "typewire", "@octokit/webhooks"] as const;

export type Subject = (typeof subjects)[number];

/** How deliveries reach the handlers; the last two over sockets, from a second process. */
export type Transport = "receive" | "verifyAndReceive" | "web" | "node" | "hono";

/**
 * `async` awaits once, `timer` waits for 5 ms, of `rejecting` handlers all are asynchronous and the
 * last one rejects, and `endless` never settles.
 */
export type HandlerKind = "sync" | "async" | "timer" | "rejecting" | "endless";

/** The recorded delivery nearest to a size, or all recorded deliveries in turn. */
export type PayloadKind = "8 KB" | "27 KB" | "329 in turn";

export interface Trial {
  readonly transport: Transport;
  readonly subject: Subject;
  readonly handlers: HandlerKind;
  /** How many handlers each event has. */
  readonly count: number;
  readonly payload: PayloadKind;
}

/** How long a process works: first unmeasured, then measured. */
export interface Duration {
  readonly warmUpSeconds: number;
  readonly seconds: number;
}

/** What a process used while it was measured. */
export interface Usage {
  /** User and system time of all its threads, so collections are included. */
  readonly cpuMicroseconds: number;
  readonly minorCollections: number;
  readonly majorCollections: number;
  /** Since the process began. */
  readonly peakRssMegabytes: number;
}

/** What was done in the measured time. */
export interface Work {
  readonly deliveries: number;
  readonly seconds: number;
  /** Milliseconds that a delivery took, at two percentiles. */
  readonly p50: number;
  readonly p99: number;
}

export type TrialResult = Usage & Work;
