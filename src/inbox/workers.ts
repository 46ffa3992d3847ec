/**
 * Handles the deliveries that this process has claimed: renews their leases, and decides what becomes of them after an
 * attempt. `suspect-turns.ts` lets a suspect, which may have ended a process before, run alone.
 */
import { quoteDelivery } from "../base/expect.js";
import { Attempt } from "./attempt.js";
import type { AttemptReport } from "./attempt-record.js";
import type { InboxSettings } from "./options.js";
import type { AttemptEnd, ClaimedDelivery, ClaimLimits, Outcome, StoreResult } from "./store.js";
import { SuspectTurns } from "./suspect-turns.js";
import { WorkerReports } from "./worker-reports.js";

/** Renewals that may fail once a lease is over, before its attempt is ended. */
const MAX_FAILED_RENEWALS = 2;

/** Handles the claimed deliveries of this process: up to `concurrency` ordinary ones, or one suspect. */
export class Workers {
  readonly #settings: InboxSettings;
  readonly #events: WorkerEvents;
  readonly #reports: WorkerReports;
  readonly #running = new Map<ClaimedDelivery, Attempt>();
  /** Attempts whose lease is over, with the number of renewals that have failed since. */
  #overdue = new Map<Attempt, number>();
  /** Cancels the timer of the next renewal. `undefined` while nothing runs. */
  #cancelRenewal: (() => void) | undefined;
  readonly #turns: SuspectTurns;
  /** Called when nothing runs any more. */
  readonly #idleListeners: (() => void)[] = [];

  constructor(settings: InboxSettings, events: WorkerEvents) {
    this.#settings = settings;
    this.#events = events;
    this.#reports = new WorkerReports(settings);
    this.#turns = new SuspectTurns(events.onRoom);
  }

  /** Limits the next claims by the turn and the room that is left. */
  limitClaims(): ClaimLimits {
    return this.#turns.limitClaims(this.#running.size, this.#settings.concurrency);
  }

  /**
   * Handles the claimed deliveries.
   * @param limits of the transaction that claimed them.
   * @param expiresAt the earliest end of their leases.
   */
  start(result: StoreResult, limits: ClaimLimits, expiresAt: number): void {
    for (const loss of result.lost) this.#reports.tellLoss(loss);
    for (const delivery of result.claimed) this.#start(delivery, expiresAt);
    // Without room, no suspect was looked for.
    if (limits.room > 0) this.#turns.noteClaims(limits.from, result, this.#running.size);
  }

  /** Called at each poll. */
  check(): void {
    this.#turns.notePoll();
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
    this.#turns.noteIdle();
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
    this.#reports.logEnd(claimed, end, errors);
    if (attempt !== undefined) this.#reports.tellEnd(claimed, end, errors, attempt.startedAt);
    const { key, token } = claimed;
    this.#events.onOutcome({ key, token, end, done, errors });
  }
}

// ---- Types

/** Calls of an inbox about its workers. */
interface WorkerEvents {
  /** Called with the outcome of each attempt. */
  readonly onOutcome: (outcome: Outcome) => void;
  /** Called when more can be claimed than before. */
  readonly onRoom: () => void;
  /** Called when leases have to be renewed. */
  readonly onRenewal: () => void;
}
