/** Reports of workers to the log and to observers: how attempts end, and deliveries whose worker was lost. */
import { quoteDelivery } from "../base/expect.js";
import type { AttemptReport } from "./attempt-record.js";
import type { InboxSettings } from "./options.js";
import type { AttemptEnd, ClaimedDelivery, LostDelivery } from "./store.js";

export class WorkerReports {
  readonly #settings: InboxSettings;

  constructor(settings: InboxSettings) {
    this.#settings = settings;
  }

  /** Tells observers and the log about a delivery whose worker was lost. */
  tellLoss(loss: LostDelivery): void {
    const { id, name, losses, wait, message } = loss;
    this.#settings.observe({ kind: "takeover", id, name, losses, isDead: wait === undefined });
    this.#logError(loss, wait, message);
  }

  /** Tells observers about the end of an attempt that began. */
  tellEnd(
    { id, name, key, via, attempt }: ClaimedDelivery,
    end: AttemptEnd,
    errors: AttemptReport["errors"],
    startedAt: number,
  ): void {
    this.#settings.observe({
      kind: "attempt",
      id,
      name,
      key,
      via,
      attempt,
      outcome: typeof end === "string" ? end : "failed",
      errors,
      startedAt,
      endedAt: this.#settings.environment.clock(),
    });
  }

  logEnd(claimed: ClaimedDelivery, end: AttemptEnd, errors: AttemptReport["errors"]): void {
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
