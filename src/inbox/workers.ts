import { ignore } from "../webhooks/thenable.js";
import { quoteDelivery } from "../webhooks/expect.js";
import { startAttempt, type Attempt, type AttemptReport } from "./attempt.js";
import type { Environment } from "./environment.js";
import type { InboxSettings } from "./options.js";
import type { AttemptEnd, ClaimedDelivery, Outcome } from "./store.js";

/** The deliveries that this process is handling, at most `concurrency` at once. */
export class Workers {
  readonly #settings: InboxSettings;
  readonly #environment: Environment;
  readonly #onOutcome: (outcome: Outcome) => void;
  readonly #running = new Map<ClaimedDelivery, Attempt>();
  #becomeIdle = ignore;

  constructor(
    settings: InboxSettings,
    environment: Environment,
    onOutcome: (outcome: Outcome) => void,
  ) {
    this.#settings = settings;
    this.#environment = environment;
    this.#onOutcome = onOutcome;
  }

  /** How many more deliveries could be handled now. */
  countRoom(): number {
    return this.#settings.concurrency - this.#running.size;
  }

  /** @param expiresAt when the lease of these ends at the earliest. */
  start(claimed: readonly ClaimedDelivery[], expiresAt: number): void {
    for (const delivery of claimed) this.#start(delivery, expiresAt);
  }

  /**
   * Ends attempts whose lease is over. Each has a timer for that; but timers stand still while a
   * computer sleeps, and do not know when its clock is set forward.
   */
  expire(): void {
    const now = this.#environment.clock();
    for (const attempt of this.#running.values()) {
      if (attempt.expiresAt <= now) attempt.abort(new Error("The lease of the attempt is over."));
    }
  }

  /** Resolves when nothing is being handled. */
  idle(): Promise<void> {
    if (this.#running.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#becomeIdle = resolve;
    });
  }

  /** Ends what is being handled. The next attempt runs only the handlers that have not succeeded. */
  giveBack(): void {
    const reason = new Error("The inbox is shutting down; the delivery is handled again.");
    for (const [claimed, attempt] of [...this.#running]) {
      this.#running.delete(claimed);
      const { done } = attempt.abort(reason);
      this.#end(claimed, "released", { done, errors: [] });
    }
  }

  #start(claimed: ClaimedDelivery, expiresAt: number): void {
    const { retries } = this.#settings;
    // The process stood still since the claim, or the store was slow: another worker may have it.
    if (expiresAt <= this.#environment.clock()) {
      this.#settings.log.warn(`The lease of ${quoteDelivery(claimed)} was over before it began.`);
      this.#end(claimed, "released", { done: claimed.done, errors: [] });
      return;
    }
    // The workers of all attempts were lost, perhaps because of this delivery.
    if (claimed.attempt > retries.limit + 1) {
      this.#end(claimed, "dead", { done: claimed.done, errors: [] });
      return;
    }
    const attempt = startAttempt(claimed, expiresAt, this.#settings, this.#environment);
    this.#running.set(claimed, attempt);
    void attempt.ended.then((report) => this.#finish(claimed, report));
  }

  #finish(claimed: ClaimedDelivery, report: AttemptReport): void {
    if (!this.#running.delete(claimed)) return; // it was given back
    this.#end(claimed, this.#decide(claimed, report), report);
    if (this.#running.size === 0) this.#becomeIdle();
  }

  #decide({ attempt }: ClaimedDelivery, { errors }: AttemptReport): AttemptEnd {
    if (errors.length === 0) return "done";
    const { retries } = this.#settings;
    const retryAfter = retries.waitAfter(attempt, this.#environment.random());
    return retryAfter === undefined ? "dead" : { retryAfter };
  }

  #end(claimed: ClaimedDelivery, end: AttemptEnd, { done, errors }: AttemptReport): void {
    this.#log(claimed, end, errors);
    const { key, token } = claimed;
    this.#onOutcome({ key, token, end, done, errors });
  }

  #log(claimed: ClaimedDelivery, end: AttemptEnd, errors: AttemptReport["errors"]): void {
    const { log } = this.#settings;
    const what = `Attempt ${claimed.attempt} at ${quoteDelivery(claimed)}`;
    const causes = errors.map(({ handler, message }) => `${handler}: ${message}`).join("; ");
    if (typeof end === "object")
      log.warn(`${what} failed; the next one is in ${end.retryAfter} ms. ${causes}`);
    else if (end === "dead") log.error(`${what} failed, and it is the last one. ${causes}`);
    else log.debug(`${what}: ${end}.`);
  }
}
