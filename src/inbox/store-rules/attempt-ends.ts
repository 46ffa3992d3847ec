/** Decides how a delivery changes when an attempt at it is over, or its worker is lost (contract G.5, G.10). */
import type {
  AttemptEnd,
  AttemptError,
  Loss,
  LostDelivery,
  Outcome,
  StoreSettings,
} from "../store.js";

/** Decides how the end of an attempt changes its delivery. */
export function describeEnd(end: AttemptEnd): EndChange {
  const change = { wait: 0, uncounted: 0, lost: 0 } as const;
  if (end === "released") return { ...change, state: "waiting", uncounted: 1 };
  if (end === "done" || end === "dead") return { ...change, state: end };
  return { ...change, state: "waiting", wait: end.retryAfter };
}

/** Adds to an attempt that is over the change of its delivery. */
export function describeOutcome({ end, ...outcome }: Outcome): EndedAttempt {
  return { ...outcome, change: describeEnd(end) };
}

/**
 * Decides what becomes of a delivery whose worker did not end or renew the attempt within the lease. The
 * first such attempt does not count: any delivery that was handled at the same time may have ended the process.
 */
export function describeLoss(claim: LostClaim, settings: StoreSettings, at: number): LossChange {
  const loss: Loss = { attempt: claim.attempts, losses: claim.losses + 1 };
  const isFirst = claim.losses === 0;
  const wait = settings.waitAfterLoss(loss);
  const circumstance = isFirst
    ? "other deliveries may have been handled beside it"
    : "no other delivery was handled beside it";
  const message = `The worker stopped before the attempt was done; ${circumstance}.`;
  return {
    change: {
      state: wait === undefined ? "dead" : "waiting",
      wait: wait ?? 0,
      uncounted: isFirst ? 1 : 0,
      lost: 1,
    },
    error: { attempt: claim.attempts, at, handler: "", message },
    report: { ...loss, id: claim.id, name: claim.name, wait, message },
  };
}

// ---- Types

/** Change of a delivery at the end of an attempt. */
export interface EndChange {
  readonly state: "waiting" | "done" | "dead";
  /** Milliseconds until a waiting one is due. */
  readonly wait: number;
  /** Attempts to subtract: a delivery that was given back has not used one. */
  readonly uncounted: 0 | 1;
  /** Losses to add. */
  readonly lost: 0 | 1;
}

/** Attempt that is over, and the change of its delivery. */
export type EndedAttempt = Omit<Outcome, "end"> & { readonly change: EndChange };

/** Running delivery whose lease is over. */
export interface LostClaim {
  readonly id: string;
  readonly name: string;
  readonly attempts: number;
  /** Number of workers lost before. */
  readonly losses: number;
}

/** Change of a delivery whose worker was lost (contract G.10). */
interface LossChange {
  readonly change: EndChange;
  readonly error: AttemptError;
  readonly report: LostDelivery;
}
