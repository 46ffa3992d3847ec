/** The receiver of `dev`. It handles every delivery, and reports on each. */
import { isRecord } from "../../src/base/values.js";
import { URLENCODED } from "../../src/http/media-types.js";
import { isInbox } from "../../src/inspector/inbox-source.js";
import type {
  InspectedAttempt,
  InspectedDelivery,
  InspectedHandler,
  InspectorOutcome,
} from "../../src/inspector/types.js";
import type { MemorySource } from "../../src/inspector/memory-source.js";
import type { StoredDelivery } from "../../src/inbox/store.js";
import { isText, quote } from "../../src/base/expect.js";
import { parseJson } from "../../src/inspector/summary.js";
import { explainRefusal } from "../../src/receive/signatures/explain/explain-refusal.js";
import {
  type DeliveryReceiver,
  findReceiver,
  type WebhooksInstance,
} from "../../src/receive/webhooks/receiver.js";
import type { Answer } from "../../src/receive/webhooks/webhook-error.js";
import { describeThrown, plainMessageOf } from "../io/errors.js";
import { FETCHED } from "./caught-up.js";
import { type DeliveryFacts, type RawDelivery, readFacts, toRecord } from "./delivery.js";
import type { Forward, ForwardResult } from "./forward.js";
import { type MiddlewareResult, runMiddleware } from "./run-middleware.js";
import { StoredDeliveries, type HandedOver, type Stored } from "./stored.js";

/** A delivery with its outcome. */
export interface Report extends DeliveryFacts {
  readonly key: string;
  readonly receivedAt: number;
  readonly outcome: InspectorOutcome;
  readonly isVerified: boolean;
  /** The code of the likely fault of a refused delivery, or of the error of a handler. */
  readonly reason: string | undefined;
  readonly findings: readonly Explanation[];
  /** Messages of handlers that failed. */
  readonly errors: readonly string[];
  /** Handlers that have ended, or those that failed where no more is known. */
  readonly handlers: readonly InspectedHandler[];
  readonly status: number;
  /** Body of the answer. */
  readonly answered: string;
  readonly duration: number;
  /** Set in later reports on a delivery in an inbox; `undefined` in the first one. */
  readonly stored: StoredReport | undefined;
  readonly forwarded: ForwardResult | undefined;
  /** Deviations of the payload from the schema, in words. */
  readonly deviations: readonly string[];
}

/** Cause of a refusal: that of a signature, or what the answer says. */
export type Explanation = Readonly<Record<"code" | "message" | "advice", string>>;

interface StoredReport {
  /** Number of the attempt that has ended. */
  readonly attempt: number;
  /** True for a delivery that the inbox already had: it is not handled again. */
  readonly isDuplicate: boolean;
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

  /** Gives all further deliveries to another toolkit or inbox. */
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
   * @param again The delivery to handle again, instead of a new one.
   */
  async receive(
    delivery: RawDelivery,
    again?: { readonly key: string; readonly attempts: number },
  ): Promise<{ readonly key: string; readonly answer: Answer }> {
    const { source } = this.#options;
    const { catalog, parts } = this.service;
    const facts = readFacts(delivery, catalog, parts);
    const receivedAt = Date.now();
    const start = performance.now();
    const attempts = (again?.attempts ?? 0) + 1;
    const { id, event, action } = facts;
    const { body, headers, url } = delivery;
    const shown = { id, event, action, body, headers, url };
    // The page cannot parse a body in another format than JSON.
    const parsed = parts.body === undefined ? undefined : facts.payload;
    const key =
      again?.key ??
      source.add({ ...shown, payload: parsed, receivedAt, outcome: "running", attempts });
    if (again !== undefined) source.update(key, { outcome: "running", attempts });
    this.#last = key;
    const [handled, deviations] = await Promise.all([
      runMiddleware(this.#webhooks, delivery),
      this.#options.check(facts),
    ]);
    const finish = (isLate: boolean, error: unknown, forwarded?: ForwardResult): void => {
      const duration = performance.now() - start;
      const arrival = { ...facts, key, receivedAt, duration, forwarded, deviations };
      const report = this.#judge(delivery, arrival, { ...handled, isLate, error });
      this.#note(report, attempts);
      this.#options.onReport(report);
      if (report.outcome === "waiting") this.#follow(this.#handOver(report, body));
    };
    if (handled.isLate) {
      finish(true, undefined);
      void handled.processed.then((error) => finish(false, error));
      return { key, answer: handled.answer };
    }
    const isForwarded = isTaken(handled.answer.status) && handled.error === undefined;
    const forwarded = isForwarded ? await this.#options.forward?.(delivery) : undefined;
    finish(false, handled.error, forwarded);
    return { key, answer: forwarded?.answer ?? handled.answer };
  }

  /** Makes an inbox handle a delivery again, in its row. Resolves with `false` without an inbox. */
  async replay(delivery: InspectedDelivery, raw: RawDelivery): Promise<boolean> {
    if (this.#stored === undefined) return false;
    const { key, status = 202, receivedAt } = delivery;
    const facts = readFacts(raw, this.service.catalog, this.service.parts);
    const outcome = { answer: ACCEPTED, isLate: false, error: undefined, handlers: [] };
    const deviations = await this.#options.check(facts);
    const arrival = { ...facts, key, receivedAt, duration: 0, forwarded: undefined, deviations };
    const report = { ...this.#judge(raw, arrival, outcome), status };
    const now = { ...report, receivedAt: Date.now() };
    await this.#stored.replay({ ...this.#handOver(now, raw.body), receivedAt });
    return true;
  }

  /** Shows a delivery that an inbox has fetched, and follows it. */
  async adopt(delivery: StoredDelivery, raw: RawDelivery): Promise<void> {
    const { source, check } = this.#options;
    const { receivedAt } = delivery;
    const facts = readFacts(raw, this.service.catalog, this.service.parts);
    const { id, event, action } = facts;
    const { body, headers, url } = raw;
    const state = { receivedAt, outcome: "waiting", attempts: 0, note: FETCHED } as const;
    const key = source.add({ id, event, action, body, headers, url, ...state });
    const deviations = await check(facts);
    const arrival = { ...facts, key, receivedAt, duration: 0, forwarded: undefined, deviations };
    const outcome = { answer: ACCEPTED, isLate: false, error: undefined, handlers: [] };
    const report = this.#judge(raw, arrival, outcome);
    this.#last = key;
    this.#options.onReport(report);
    this.#follow(this.#handOver(report, body));
  }

  #handOver(report: Report, body: Uint8Array): HandedOver {
    const { key, id, receivedAt } = report;
    const onChange = (stored: Stored): void => this.#noteStored(report, stored);
    return { key, id, body, receivedAt, onChange };
  }

  #follow(delivery: HandedOver): void {
    const lost = { delivery: undefined, ended: undefined, isDuplicate: false };
    if (this.#stored === undefined) delivery.onChange(lost);
    else this.#stored.follow(delivery).catch(() => delivery.onChange(lost));
  }

  /** Shows the state of a delivery in the inbox, and reports each attempt that has ended. */
  #noteStored(report: Report, { delivery, ended, isDuplicate }: Stored): void {
    const { source, onReport } = this.#options;
    const { key, receivedAt } = report;
    if (delivery === undefined) {
      source.update(key, { note: "The inbox does not have this delivery any more." });
      return;
    }
    const { outcome, attempts, history, note } = delivery;
    const isOver = outcome === "done" || outcome === "dead";
    const duration = Math.min(delivery.duration ?? Infinity, Date.now() - receivedAt);
    source.update(key, {
      outcome,
      attempts,
      history,
      ...(isOver && { duration }),
      note: isDuplicate
        ? "The inbox had this delivery before, and does not handle it again."
        : note,
    });
    if (ended === undefined && !isDuplicate) return;
    const errors = listErrors(history, ended);
    const stored = { attempt: ended ?? attempts, isDuplicate };
    onReport({ ...report, outcome, errors, duration, stored });
  }

  #judge(
    delivery: RawDelivery,
    facts: Judged,
    { answer, error, isLate, handlers }: MiddlewareResult,
  ): Report {
    const errors = readErrors(error);
    const isFailed = errors !== undefined;
    const isRefused = !isFailed && (error !== undefined || !isTaken(answer.status));
    const refused = error === undefined && isRefused ? explainAnswer(answer, delivery) : undefined;
    const causes = isRefused ? this.#explain(delivery, facts.receivedAt) : [];
    // A form is refused before its signature is looked at, and may well be signed.
    const isFirst =
      causes.length === 0 || URLENCODED.test(toRecord(delivery.headers)["content-type"] ?? "");
    const findings: readonly Explanation[] = refused && isFirst ? [refused] : causes;
    const code = readCode(error) ?? readAnswerCode(answer);
    const { forwarded } = facts;
    const isUndelivered = forwarded !== undefined && !isTaken(forwarded.status ?? 0);
    return {
      ...facts,
      outcome: isLate ? "running" : this.#chooseOutcome(isRefused, isFailed || isUndelivered),
      isVerified: !isRefused,
      reason: isRefused || isFailed ? (findings[0]?.code ?? code) : undefined,
      findings,
      errors: errors?.map(plainMessageOf) ?? [],
      handlers: handlers.length > 0 ? handlers : (errors?.map(nameFailure) ?? []),
      answered: (forwarded?.answer ?? answer).body,
      status: forwarded?.answer.status ?? (isFailed ? 500 : answer.status),
      stored: undefined,
      deviations: isRefused ? [] : facts.deviations,
    };
  }

  #chooseOutcome(isRefused: boolean, isFailed: boolean): InspectorOutcome {
    if (isRefused) return "refused";
    if (isFailed) return "failed";
    return this.#stored === undefined ? "done" : "waiting";
  }

  #explain({ body, headers, url, method }: RawDelivery, now: number): readonly Explanation[] {
    const { secrets, otherSecrets } = this.#options;
    const scheme = this.service.parts.scheme;
    try {
      const record = toRecord(headers);
      return explainRefusal({
        scheme,
        secrets,
        otherSecrets,
        body,
        headers: record,
        url,
        method,
        now,
      });
    } catch {
      return []; // an invalid secret, which the command reports
    }
  }

  #note(report: Report, attempt: number): void {
    const { key, outcome, findings, reason, handlers, status, duration, forwarded } = report;
    const body = report.answered.trim().slice(0, MAX_ANSWER);
    const { receivedAt: at } = report;
    const message = describeForward(forwarded) ?? (outcome === "refused" ? reason : undefined);
    const entry: InspectedAttempt = {
      attempt,
      at,
      duration,
      error: message === undefined || findings.length > 0 ? undefined : { message },
      handlers: [...handlers],
    };
    const { source } = this.#options;
    void source.get(key).then((found) => {
      const before = (found?.history ?? []).filter((step) => step.attempt !== attempt);
      source.update(key, {
        outcome,
        status,
        answer: { status, body },
        duration,
        history: [...before, entry],
        findings: findings.map(({ code, message: text, advice }) => ({ code, text, hint: advice })),
        note: forwarded === undefined ? undefined : describeTarget(forwarded),
      });
    });
    this.#last = key;
  }
}

/** Characters of an answer that the page shows. */
const MAX_ANSWER = 2_000;

function nameFailure(thrown: unknown, index: number): InspectedHandler {
  return { id: `handler ${index + 1}`, error: describeThrown(thrown) };
}

type Judged = DeliveryFacts &
  Pick<Report, "key" | "receivedAt" | "duration" | "forwarded" | "deviations">;

/** The answer of an inbox to a stored delivery. */
const ACCEPTED: Answer = { status: 202, headers: {}, body: "" };

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

function isTaken(status: number): boolean {
  return status >= 200 && status < 300;
}

/** The errors of handlers; `undefined` if something else failed. */
function readErrors(error: unknown): readonly unknown[] | undefined {
  if (!(error instanceof AggregateError)) return error === undefined ? undefined : [error];
  const code = readCode(error);
  const isOurs = code === "HANDLER_FAILED" || code === "TRANSFORM_FAILED";
  // The platform types `errors` as `any[]`.
  return isOurs ? (error.errors as readonly unknown[]) : undefined;
}

function readCode(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** Reads the code in the answer of the middleware, which refuses some requests by itself. */
function readAnswerCode({ body }: Answer): string | undefined {
  return readCode(parseJson(new TextEncoder().encode(body)));
}

/** Explains a refusal by the middleware in the words of its answer; `undefined` for another answer. */
function explainAnswer(answer: Answer, { headers }: RawDelivery): Explanation | undefined {
  const body = parseJson(new TextEncoder().encode(answer.body));
  const code = readCode(body);
  if (code === undefined || !isRecord(body) || !isText(body["error"])) return undefined;
  const type = toRecord(headers)["content-type"];
  const expected = answer.headers["accept"] ?? "application/json";
  const isType = code === "UNSUPPORTED_MEDIA_TYPE";
  const got = type === undefined ? "no content-type" : quote(type);
  const choice = `Choose ${expected} as the content type in the settings of the webhook`;
  const reason = URLENCODED.test(type ?? "") ? "; GitHub's default is a form." : ".";
  return {
    code,
    message: isType ? `${body["error"]} It came with ${got}.` : body["error"],
    advice: isType ? choice + reason : "",
  };
}

function describeForward(forwarded: ForwardResult | undefined): string | undefined {
  if (forwarded === undefined || isTaken(forwarded.status ?? 0)) return undefined;
  return describeTarget(forwarded);
}

export function describeTarget({ target, text }: ForwardResult): string {
  return `Forwarded: ${target} ${text}.`;
}
