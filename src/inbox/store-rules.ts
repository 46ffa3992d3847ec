/** Decisions that all stores share. A store adds the statements of its engine. */
import { quote } from "../base/expect.js";
import {
  InboxError,
  type Arrival,
  type ArrivalResult,
  type AttemptEnd,
  type AttemptError,
  type Loss,
  type LostDelivery,
  type Outcome,
  type StoreSettings,
  type Via,
} from "./store.js";

/**
 * True if every engine keeps a text as it is. Some cut a text at NUL; others refuse NUL or half of a
 * surrogate pair, or crash.
 */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

/** Replaces each character that an engine may not keep with U+FFFD. */
export function toStorable(text: string): string {
  if (isStorable(text)) return text;
  return text.toWellFormed().replaceAll("\0", "\ufffd");
}

/**
 * Compares a delivery with earlier ones (contract G.4, R.4). Unless it is a duplicate, it is added to the known
 * bodies, so that its repetition in the same transaction is one.
 */
export function recordArrival(
  known: KnownBodies,
  { id, digest, via }: Pick<Arrival, "id" | "digest" | "via">,
  receivedAt: number,
  dedupeFor: number,
): ArrivalResult {
  const bodies = known.get(id);
  if (bodies === undefined) {
    known.set(id, [{ digest, receivedAt, via }]);
    return "new";
  }
  const isRecent = (body: KnownBody): boolean =>
    Math.abs(receivedAt - body.receivedAt) <= dedupeFor;
  const isFetched = bodies.some((body) => (body.via ?? via) !== undefined && isRecent(body));
  if (isFetched) return "duplicate";
  const before = bodies.find((body) => body.digest === digest);
  if (before === undefined) {
    bodies.push({ digest, receivedAt, via });
    return "conflict";
  }
  if (isRecent(before)) return "duplicate";
  before.receivedAt = receivedAt;
  return bodies.length > 1 ? "conflict" : "new";
}

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

/** Reads both clocks: that of deliveries, and that of leases. */
export function readClocks({ clock, leaseClock = clock }: StoreSettings): Clocks {
  return { now: clock(), leaseNow: leaseClock() };
}

/** Converts keys to numbers. Drops texts that are not keys: they match nothing. */
export function readKeys(keys: readonly string[]): readonly number[] {
  return keys.filter((key) => /^\d{1,15}$/.test(key)).map(Number);
}

/** Converts ASCII letters to lower case, and no others: only for those do all engines agree. */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/**
 * Parses the `key` of a delivery, which is its number in all stores.
 * @throws TypeError for any other text.
 */
export function readCursor(before: string): number {
  const number = Number(before);
  if (/^\d+$/.test(before) && Number.isSafeInteger(number)) return number;
  throw new TypeError(`\`before\` is ${quote(before)}; expected the \`key\` of a delivery.`);
}

/** Computes deadlines by state: deliveries that were finished earlier are deleted. */
export function findDeadlines(
  { keepFor, keepDeadFor }: StoreSettings,
  now: number,
): Readonly<Record<"done" | "dead", number>> {
  return { done: now - keepFor, dead: now - keepDeadFor };
}

/**
 * Selects the migrations that a store still needs. The first step leads to version 1, the second to
 * version 2.
 * @throws InboxError when a newer version of the package has written the store.
 */
export function selectSteps(steps: readonly string[], version: number): readonly string[] {
  if (version <= steps.length) return steps.slice(version);
  const message =
    `The store has version ${version}; expected ${steps.length} or an older one. ` +
    "Update the package in this process, or use another store.";
  throw new InboxError("STORE_TOO_NEW", message);
}

/**
 * Checks the version of a store that is only read.
 * @param version `undefined` if the store has no tables of an inbox.
 * @throws InboxError unless it is the newest version.
 */
export function expectNewest(steps: readonly string[], version: number | undefined): void {
  if (version === undefined) {
    const message = "The store has no inbox; expected one that a program has opened before.";
    throw new InboxError("STORE_UNREADABLE", message);
  }
  if (selectSteps(steps, version).length === 0) return;
  const message =
    `The store has version ${version}; expected ${steps.length}. Start the program that uses it with ` +
    "this version of the package, which migrates it.";
  throw new InboxError("STORE_TOO_OLD", message);
}

// ---- Types

/** Bodies that have arrived, by id. */
export type KnownBodies = Map<string, KnownBody[]>;

interface KnownBody {
  readonly digest: string;
  /** Time of its last arrival. */
  receivedAt: number;
  readonly via?: Via | undefined;
}

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

/** Times of one transaction. */
export interface Clocks {
  /** Time of deliveries: of arrivals, retries and retention. */
  readonly now: number;
  /** Time of leases. */
  readonly leaseNow: number;
}
