/** What all stores decide in the same way. A store adds the statements of its engine. */
import { createTooNewError } from "./errors.js";
import type { ArrivalResult, AttemptEnd, AttemptError, StoreSettings } from "./store.js";

/** By id, the bodies that have arrived under it. */
export type KnownBodies = Map<string, KnownBody[]>;

export interface KnownBody {
  readonly digest: string;
  /** When it has arrived last. */
  receivedAt: number;
}

/** Whether a delivery has arrived before (contract G.4). It is known from then on. */
export function judgeArrival(
  known: KnownBodies,
  { id, digest }: { readonly id: string; readonly digest: string },
  receivedAt: number,
  dedupeFor: number,
): ArrivalResult {
  const bodies = known.get(id);
  if (bodies === undefined) {
    known.set(id, [{ digest, receivedAt }]);
    return "new";
  }
  const before = bodies.find((body) => body.digest === digest);
  if (before === undefined) {
    bodies.push({ digest, receivedAt });
    return "conflict";
  }
  if (Math.abs(receivedAt - before.receivedAt) <= dedupeFor) return "duplicate";
  before.receivedAt = receivedAt;
  return bodies.length > 1 ? "conflict" : "new";
}

/** What the end of an attempt makes of a delivery. */
export interface EndChange {
  readonly state: "waiting" | "done" | "dead";
  /** Milliseconds until a waiting one is due. */
  readonly wait: number;
  /** How many attempts are taken off: one that was given back does not count. */
  readonly uncounted: 0 | 1;
}

export function describeEnd(end: AttemptEnd): EndChange {
  if (end === "released") return { state: "waiting", wait: 0, uncounted: 1 };
  if (end === "done" || end === "dead") return { state: end, wait: 0, uncounted: 0 };
  return { state: "waiting", wait: end.retryAfter, uncounted: 0 };
}

/** The error of an attempt whose worker did not end it within its lease. */
export function describeLostAttempt(attempt: number, at: number): AttemptError {
  return { attempt, at, handler: "", message: "The worker stopped before the attempt was done." };
}

/** By state, the time before which a delivery must have been finished to be deleted. */
export function findDeadlines(
  { keepFor, keepDeadFor }: StoreSettings,
  now: number,
): Readonly<Record<"done" | "dead", number>> {
  return { done: now - keepFor, dead: now - keepDeadFor };
}

/**
 * The steps that lead from the version of a store to the newest one.
 * @throws InboxError when a newer version of the package has written the store.
 */
export function selectSteps<Step>(steps: readonly Step[], found: number): readonly Step[] {
  if (found > steps.length) throw createTooNewError(found, steps.length);
  return steps.slice(found);
}
