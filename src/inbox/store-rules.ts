/** What all stores decide in the same way. A store adds the statements of its engine. */
import { quote } from "../expect.js";
import { createTooNewError, InboxError } from "./errors.js";
import type {
  ArrivalResult,
  AttemptEnd,
  AttemptError,
  Loss,
  LostDelivery,
  StoreSettings,
} from "./store.js";

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
  /** How many losses are added. */
  readonly lost: 0 | 1;
}

export function describeEnd(end: AttemptEnd): EndChange {
  const change = { wait: 0, uncounted: 0, lost: 0 } as const;
  if (end === "released") return { ...change, state: "waiting", uncounted: 1 };
  if (end === "done" || end === "dead") return { ...change, state: end };
  return { ...change, state: "waiting", wait: end.retryAfter };
}

/** A running delivery whose lease is over. */
export interface LostClaim {
  readonly id: string;
  readonly name: string;
  readonly attempts: number;
  /** How often its worker was lost before. */
  readonly losses: number;
}

/** What becomes of a delivery whose worker was lost (contract G.10). */
export interface LossChange {
  readonly change: EndChange;
  readonly error: AttemptError;
  readonly report: LostDelivery;
}

/**
 * Decides what becomes of a delivery whose worker did not end its attempt within the lease. The first
 * time, it was handled beside others, and any of them may have ended the process, so the attempt does
 * not count.
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

/**
 * The number in the `key` of a delivery, of which all stores make a cursor.
 * @throws TypeError for any other text.
 */
export function readCursor(before: string): number {
  const number = Number(before);
  if (/^\d+$/.test(before) && Number.isSafeInteger(number)) return number;
  throw new TypeError(`\`before\` is ${quote(before)}; expected the \`key\` of a delivery.`);
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

/**
 * Checks a store that is read and not migrated.
 * @param found its version; `undefined` if it has no tables of an inbox.
 * @throws InboxError unless it has the newest version.
 */
export function expectNewest(steps: readonly unknown[], found: number | undefined): void {
  if (found === undefined) {
    const message = "The store has no inbox; expected one that a program has opened before.";
    throw new InboxError("STORE_UNREADABLE", message);
  }
  if (selectSteps(steps, found).length === 0) return;
  const message =
    `The store has version ${found}; expected ${steps.length}. Start the program that uses it with ` +
    "this version of the package, which brings it up to date.";
  throw new InboxError("STORE_TOO_OLD", message);
}
