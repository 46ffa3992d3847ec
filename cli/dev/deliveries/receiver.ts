/** The receiver of `dev`. It handles every delivery, and reports on each. */
import type { StoredDelivery } from "../../../src/inbox/store.js";
import { isInbox } from "../../../src/inspector/sources/inbox-source.js";
import type { MemorySource } from "../../../src/inspector/sources/memory-source.js";
import type { InspectedAttempt, InspectedDelivery } from "../../../src/inspector/types.js";
import {
  type DeliveryReceiver,
  findReceiver,
  type WebhooksInstance,
} from "../../../src/receive/webhooks/receiver.js";
import type { Answer } from "../../../src/receive/webhooks/http-answer.js";
import { FETCHED } from "../caught-up.js";
import { type DeliveryFacts, type RawDelivery, readFacts } from "./delivery.js";
import type { Forward, ForwardResult } from "./forward.js";
import { type ArrivalFacts, isSuccess, judgeDelivery, type Report } from "./judge.js";
import { rowAfterAttempt, rowOfArrival, rowOfStored, type RowState } from "./rows.js";
import { type MiddlewareResult, runMiddleware } from "../run-middleware.js";
import { StoredDeliveries, type HandedOver, type Stored } from "../stored.js";

export class DevReceiver {
  readonly #options: ReceiverOptions;
  #webhooks: WebhooksInstance;
  /** Deliveries that the inbox has stored; `undefined` for a toolkit. */
  #stored: StoredDeliveries | undefined;
  #last: string | undefined;

  constructor(options: ReceiverOptions) {
    this.#options = options;
    this.#webhooks = options.webhooks;
    this.#stored = openStored(options.webhooks);
  }

  /** The key of the last delivery. */
  get last(): string | undefined {
    return this.#last;
  }

  get service(): DeliveryReceiver {
    return findReceiver(this.#webhooks);
  }

  /** Hands all further deliveries to another toolkit or inbox. */
  replace(webhooks: WebhooksInstance): void {
    this.#webhooks = webhooks;
    const unfinished = this.#stored?.close() ?? [];
    this.#stored = openStored(webhooks);
    // A new inbox with the same store has them; one in memory has lost them.
    for (const delivery of unfinished) this.#follow(delivery);
  }

  /** Stops following what an inbox has stored. */
  close(): void {
    this.#stored?.close();
  }

  /**
   * Handles a delivery, and resolves with the answer and its key.
   * @param again The row of a delivery that is handled again. A new one gets a row.
   */
  async receive(
    delivery: RawDelivery,
    again?: { readonly key: string; readonly attempts: number },
  ): Promise<{ readonly key: string; readonly answer: Answer }> {
    const facts = this.#readFacts(delivery);
    const receivedAt = Date.now();
    const start = performance.now();
    const attempts = (again?.attempts ?? 0) + 1;
    const running = { outcome: "running", attempts } as const;
    const key = again?.key ?? this.#addRow(delivery, facts, { receivedAt, ...running });
    if (again !== undefined) this.#options.source.update(key, running);
    this.#last = key;
    const [handled, deviations] = await Promise.all([
      runMiddleware(this.#webhooks, delivery),
      this.#options.check(facts),
    ]);
    const finish = (result: MiddlewareResult, forwarded?: ForwardResult): void => {
      const duration = performance.now() - start;
      const arrival = { ...facts, key, receivedAt, duration, forwarded, deviations };
      this.#finish(this.#judge(delivery, arrival, result), attempts, delivery.body);
    };
    if (handled.isLate) {
      finish(handled);
      void handled.processed.then((error) => finish({ ...handled, isLate: false, error }));
      return { key, answer: handled.answer };
    }
    const isForwarded = isSuccess(handled.answer.status) && handled.error === undefined;
    const forwarded = isForwarded ? await this.#options.forward?.(delivery) : undefined;
    finish(handled, forwarded);
    return { key, answer: forwarded?.answer ?? handled.answer };
  }

  /** Makes an inbox handle a delivery again, in its row. Resolves with `false` without an inbox. */
  async replay(delivery: InspectedDelivery, raw: RawDelivery): Promise<boolean> {
    if (this.#stored === undefined) return false;
    const { key, status = 202, receivedAt } = delivery;
    const report = await this.#reportStored(raw, key, receivedAt);
    const now = { ...report, status, receivedAt: Date.now() };
    await this.#stored.replay({ ...this.#handOver(now, raw.body), receivedAt });
    return true;
  }

  /** Shows a delivery that an inbox has fetched, and follows it. */
  async adopt({ receivedAt }: StoredDelivery, raw: RawDelivery): Promise<void> {
    const row = { receivedAt, outcome: "waiting", attempts: 0, note: FETCHED } as const;
    const key = this.#addRow(raw, this.#readFacts(raw), row);
    const report = await this.#reportStored(raw, key, receivedAt);
    this.#last = key;
    this.#options.onReport(report);
    this.#follow(this.#handOver(report, raw.body));
  }

  #readFacts(delivery: RawDelivery): DeliveryFacts {
    const { catalog, parts } = this.service;
    return readFacts(delivery, catalog, parts);
  }

  /** Adds a row to the page. Returns its key. */
  #addRow(delivery: RawDelivery, facts: DeliveryFacts, state: RowState): string {
    return this.#options.source.add(rowOfArrival(delivery, facts, this.service.parts, state));
  }

  /** Creates the report on a delivery that an inbox has already stored. */
  async #reportStored(raw: RawDelivery, key: string, receivedAt: number): Promise<Report> {
    const facts = this.#readFacts(raw);
    const deviations = await this.#options.check(facts);
    const arrival = { ...facts, key, receivedAt, duration: 0, forwarded: undefined, deviations };
    return this.#judge(raw, arrival, ACCEPTED);
  }

  #judge(delivery: RawDelivery, arrival: ArrivalFacts, result: MiddlewareResult): Report {
    const { secrets, otherSecrets } = this.#options;
    return judgeDelivery(delivery, arrival, result, {
      scheme: this.service.parts.scheme,
      secrets,
      otherSecrets,
      isInbox: this.#stored !== undefined,
    });
  }

  #finish(report: Report, attempt: number, body: Uint8Array): void {
    const { source, onReport } = this.#options;
    const { key } = report;
    void source
      .get(key)
      .then((row) => source.update(key, rowAfterAttempt(report, attempt, row?.history)));
    this.#last = key;
    onReport(report);
    if (report.outcome === "waiting") this.#follow(this.#handOver(report, body));
  }

  #handOver(report: Report, body: Uint8Array): HandedOver {
    const { key, id, receivedAt } = report;
    const onChange = (stored: Stored): void => this.#reportAttempt(report, stored);
    return { key, id, body, receivedAt, onChange };
  }

  #follow(delivery: HandedOver): void {
    const lost = { delivery: undefined, endedAttempt: undefined, isDuplicate: false };
    if (this.#stored === undefined) delivery.onChange(lost);
    else this.#stored.follow(delivery).catch(() => delivery.onChange(lost));
  }

  /** Shows the state of a delivery in the inbox, and reports each attempt that has ended. */
  #reportAttempt(report: Report, { delivery, endedAttempt, isDuplicate }: Stored): void {
    const { source, onReport } = this.#options;
    const { key, receivedAt } = report;
    if (delivery === undefined) {
      source.update(key, { note: "The inbox does not have this delivery any more." });
      return;
    }
    const { outcome, attempts, history } = delivery;
    const duration = Math.min(delivery.duration ?? Infinity, Date.now() - receivedAt);
    source.update(key, rowOfStored(delivery, isDuplicate, duration));
    if (endedAttempt === undefined && !isDuplicate) return;
    const errors = listErrors(history, endedAttempt);
    const stored = { attempt: endedAttempt ?? attempts, isDuplicate };
    onReport({ ...report, outcome, errors, duration, stored });
  }
}

/** Result of the middleware for a delivery that an inbox has stored before. */
const ACCEPTED: MiddlewareResult = {
  answer: { status: 202, headers: {}, body: "" },
  isLate: false,
  error: undefined,
  handlers: [],
};

function openStored(webhooks: WebhooksInstance): StoredDeliveries | undefined {
  return isInbox(webhooks) ? new StoredDeliveries(webhooks) : undefined;
}

/** Lists the errors of one attempt: that of the attempt as a whole, and those of its handlers. */
function listErrors(
  history: readonly InspectedAttempt[] = [],
  attempt: number | undefined,
): readonly string[] {
  const { error, handlers = [] } = history.findLast((step) => step.attempt === attempt) ?? {};
  return [error, ...handlers.map((handler) => handler.error)].flatMap(
    (fault) => fault?.message ?? [],
  );
}

interface ReceiverOptions {
  readonly webhooks: WebhooksInstance;
  readonly source: MemorySource;
  /** The known secrets that verify deliveries. */
  readonly secrets: readonly string[];
  readonly otherSecrets: Readonly<Record<string, string>>;
  readonly forward: Forward | undefined;
  /** Lists the deviations of a payload from the schema, in words. */
  readonly check: (facts: DeliveryFacts) => readonly string[] | Promise<readonly string[]>;
  readonly onReport: (report: Report) => void;
}
