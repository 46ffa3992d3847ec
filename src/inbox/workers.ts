/**
 * Handles the deliveries that this process has claimed: renews their leases, decides what becomes of them
 * after an attempt, and lets a suspect, which may have ended a process before, run alone.
 */
import { quoteDelivery } from "../base/expect.js";
import { Attempt } from "./attempt.js";
import type { AttemptReport } from "./attempt-record.js";
import type { InboxSettings } from "./options.js";
import type {
  AttemptEnd,
  ClaimedDelivery,
  ClaimLimits,
  LostDelivery,
  Outcome,
  StoreResult,
} from "./store.js";

/** Renewals that may fail once a lease is over, before its attempt is ended. */
const MAX_FAILED_RENEWALS = 2;

/** Handles the claimed deliveries of this process: up to `concurrency` ordinary ones, or one suspect. */
export class Workers {
  readonly #settings: InboxSettings;
  readonly #events: WorkerEvents;
  readonly #running = new Map<ClaimedDelivery, Attempt>();
  /** Attempts whose lease is over, with the number of renewals that have failed since. */
  #overdue = new Map<Attempt, number>();
  /** Cancels the timer of the next renewal. `undefined` while nothing runs. */
  #cancelRenewal: (() => void) | undefined;
  #mode: Mode = "together";
  /** Called when nothing runs any more. */
  readonly #idleListeners: (() => void)[] = [];

  constructor(settings: InboxSettings, events: WorkerEvents) {
    this.#settings = settings;
    this.#events = events;
  }

  /** Limits the next claims by the mode and the room that is left. */
  limitClaims(): ClaimLimits {
    const room = this.#settings.concurrency - this.#running.size;
    if (this.#mode === "alone") return { from: "suspects", room: this.#running.size === 0 ? 1 : 0 };
    return { from: this.#mode === "emptying" ? "none" : "ordinary", room };
  }

  /**
   * Handles the claimed deliveries.
   * @param limits of the transaction that claimed them.
   * @param expiresAt the earliest end of their leases.
   */
  start(result: StoreResult, limits: ClaimLimits, expiresAt: number): void {
    for (const loss of result.lost) this.#noteLoss(loss);
    for (const delivery of result.claimed) this.#start(delivery, expiresAt);
    if (limits.room > 0) this.#takeTurns(limits.from, result); // without room, no suspect was looked for
  }

  /** Changes the mode after a transaction that claimed deliveries `from` one kind, or looked for suspects. */
  #takeTurns(from: ClaimLimits["from"], { claimed, isSuspectDue }: StoreResult): void {
    if (from === "suspects" && claimed.length === 0) this.#enter("yielded");
    if (from === "ordinary" && isSuspectDue && this.#mode === "together") this.#enter("emptying");
    if (from === "none" && !isSuspectDue && this.#mode === "emptying") this.#enter("together");
  }

  /** Lets the next claims look for suspects again, after another process has claimed one. Called at each poll. */
  check(): void {
    if (this.#mode === "yielded") this.#enter("together");
  }

  /**
   * Lists the claims that the next transaction renews: all that are older than half the time between two
   * renewals. Every transaction renews, because it also takes back deliveries whose lease is over, and
   * this process may have slept.
   */
  listRenewals(): readonly ClaimedDelivery[] {
    const { renewInterval, storeSettings } = this.#settings;
    const recent = storeSettings.lease - renewInterval / 2;
    return [...this.#running].flatMap(([claimed, { timeLeft }]) =>
      timeLeft > recent ? [] : claimed,
    );
  }

  /**
   * Notes renewed leases, and ends attempts that have lost their claim.
   * @param expiresAt the earliest end of the renewed leases.
   */
  noteRenewals(
    claims: readonly ClaimedDelivery[],
    areValid: readonly boolean[],
    expiresAt: number,
  ): void {
    for (const [index, claimed] of claims.entries()) {
      const attempt = this.#running.get(claimed);
      if (areValid[index]) attempt?.extend(expiresAt);
      else
        attempt?.abort(new Error("Another worker has taken over: this one stood still too long."));
    }
  }

  /** Renews no more leases. */
  stop(): void {
    this.#cancelRenewal?.();
    this.#cancelRenewal = undefined;
  }

  /** Resolves when no delivery is being handled. */
  idle(): Promise<void> {
    if (this.#running.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#idleListeners.push(resolve);
    });
  }

  /** Ends all attempts. The next ones run only the handlers that have not succeeded. */
  giveBack(): void {
    const reason = new Error("The inbox is shutting down; the delivery is handled again.");
    for (const [claimed, attempt] of this.#running) {
      this.#running.delete(claimed);
      const { done } = attempt.abort(reason);
      this.#end(claimed, "released", { done, errors: [] }, attempt);
    }
  }

  #noteLoss(loss: LostDelivery): void {
    const { id, name, losses, wait, message } = loss;
    this.#settings.observe({ kind: "takeover", id, name, losses, isDead: wait === undefined });
    this.#logError(loss, wait, message);
  }

  #start(claimed: ClaimedDelivery, expiresAt: number): void {
    // Another worker may have it: the process may have slept since the claim, or the store was slow.
    if (expiresAt <= this.#settings.environment.leaseClock()) {
      this.#settings.log.warn(`The lease of ${quoteDelivery(claimed)} was over before it began.`);
      this.#end(claimed, "released", { done: claimed.done, errors: [] });
      return;
    }
    const attempt = new Attempt(claimed, expiresAt, this.#settings, this.#events.onRenewal);
    this.#running.set(claimed, attempt);
    void attempt.run().then((report) => this.#finish(claimed, report, attempt));
    if (this.#cancelRenewal === undefined) this.#renewLater();
  }

  #renewLater(): void {
    const { environment, renewInterval } = this.#settings;
    this.#cancelRenewal = environment.setTimer(() => {
      this.#cancelRenewal = undefined;
      if (this.#running.size === 0) return;
      this.#endOverdue();
      this.#renewLater();
      this.#events.onRenewal();
    }, renewInterval);
  }

  /**
   * Ends attempts whose lease is over and cannot be renewed. Time alone is no reason: a process that has
   * slept may find its leases over, and still renew them.
   */
  #endOverdue(): void {
    const overdue = new Map<Attempt, number>();
    for (const attempt of this.#running.values()) {
      const renewals = attempt.timeLeft > 0 ? 0 : (this.#overdue.get(attempt) ?? 0) + 1;
      if (renewals > MAX_FAILED_RENEWALS)
        attempt.abort(new Error("The lease of the attempt is over, and cannot be renewed."));
      else if (renewals > 0) overdue.set(attempt, renewals);
    }
    this.#overdue = overdue;
  }

  #finish(claimed: ClaimedDelivery, report: AttemptReport, attempt: Attempt): void {
    if (!this.#running.delete(claimed)) return; // it was given back
    this.#end(claimed, this.#decide(claimed, report), report, attempt);
    if (this.#running.size === 0) this.#noteIdle();
  }

  #noteIdle(): void {
    for (const becomeIdle of this.#idleListeners.splice(0)) becomeIdle();
    if (this.#mode === "emptying") this.#enter("alone");
    else if (this.#mode === "alone") this.#enter("together");
  }

  /** Enters a mode. Emptying ends at once if nothing runs. */
  #enter(mode: Mode): void {
    const isEmpty = this.#running.size === 0;
    this.#mode = mode === "emptying" && isEmpty ? "alone" : mode;
    if (this.#mode !== "emptying") this.#events.onRoom();
  }

  /** Decides what becomes of a delivery after an attempt. */
  #decide({ attempt }: ClaimedDelivery, { errors }: AttemptReport): AttemptEnd {
    if (errors.length === 0) return "done";
    const { retries } = this.#settings;
    const retryAfter = retries.waitAfter(attempt, this.#settings.environment.random());
    return retryAfter === undefined ? "dead" : { retryAfter };
  }

  /** Reports the end of an attempt to the log, to observers and to the store. One that never began has no observers. */
  #end(
    claimed: ClaimedDelivery,
    end: AttemptEnd,
    { done, errors }: AttemptReport,
    attempt?: Attempt,
  ): void {
    this.#log(claimed, end, errors);
    const { key, token, id, name, via } = claimed;
    if (attempt !== undefined) {
      this.#settings.observe({
        kind: "attempt",
        id,
        name,
        key,
        via,
        attempt: claimed.attempt,
        outcome: typeof end === "string" ? end : "failed",
        errors,
        startedAt: attempt.startedAt,
        endedAt: this.#settings.environment.clock(),
      });
    }
    this.#events.onOutcome({ key, token, end, done, errors });
  }

  #log(claimed: ClaimedDelivery, end: AttemptEnd, errors: AttemptReport["errors"]): void {
    if (end === "done" || end === "released") {
      this.#settings.log.debug(`Attempt ${claimed.attempt} at ${quoteDelivery(claimed)}: ${end}.`);
      return;
    }
    const causes = errors.map(({ handler, message }) => `${handler}: ${message}`).join("; ");
    this.#logError(claimed, end === "dead" ? undefined : end.retryAfter, causes);
  }

  /** @param wait milliseconds until the next attempt; `undefined` if there is none. */
  #logError(
    delivery: ClaimedDelivery | LostDelivery,
    wait: number | undefined,
    reason: string,
  ): void {
    const { log } = this.#settings;
    const failure = `Attempt ${delivery.attempt} at ${quoteDelivery(delivery)} failed`;
    if (wait === undefined) log.error(`${failure}, and it is the last one. ${reason}`);
    else log.warn(`${failure}; the next one is in ${wait} ms. ${reason}`);
  }
}

// ---- Types

/**
 * Turns of suspects and ordinary deliveries (contract G.10):
 * - `together`: handles ordinary deliveries side by side, at least once after each suspect.
 * - `emptying`: a suspect is due, so nothing new begins until all running deliveries are done.
 * - `alone`: handles one suspect.
 * - `yielded`: another process claimed the suspect first. Ordinary deliveries continue; the next poll looks
 *   for suspects again.
 */
type Mode = "together" | "emptying" | "alone" | "yielded";

/** Calls of an inbox about its workers. */
interface WorkerEvents {
  /** Called with the outcome of each attempt. */
  readonly onOutcome: (outcome: Outcome) => void;
  /** Called when more can be claimed than before. */
  readonly onRoom: () => void;
  /** Called when leases have to be renewed. */
  readonly onRenewal: () => void;
}
