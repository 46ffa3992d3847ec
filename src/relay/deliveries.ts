/**
 * The deliveries that came from a relay: at most 20 are handled at once, and each is forwarded if the
 * option `forwardTo` asks for it.
 */
import { quote } from "../base/expect.js";
import { WebhookAggregateError } from "../receive/webhooks/webhook-error.js";
import { nameReason } from "./errors.js";
import type { RelayedDelivery } from "./message.js";
import { discard } from "./stream.js";
import type { RelaySettings } from "./options.js";
import { Backoff, type Lifetime } from "./scheduling.js";
import { TaskQueue } from "./task-queue.js";

const MAX_IN_FLIGHT = 20;

/**
 * Runs the handlers of each delivery, then forwards it to `forwardTo` if that is set. At most 20
 * deliveries are handled at once (contract D.6).
 */
export class Deliveries {
  readonly #settings: RelaySettings;
  readonly #lifetime: Lifetime;
  readonly #queue = new TaskQueue(MAX_IN_FLIGHT);
  readonly #forwards = new Set<Promise<Outcome>>();
  readonly #progress: Progress;

  constructor(settings: RelaySettings, lifetime: Lifetime) {
    this.#settings = settings;
    this.#lifetime = lifetime;
    this.#progress = new Progress((id) => void notify(settings, id));
    lifetime.onEnd(() => this.#queue.clear());
  }

  add(delivery: RelayedDelivery): void {
    const finish = this.#progress.begin();
    if (this.#lifetime.hasEnded()) return; // another connection has to bring it
    this.#queue.add(async () => {
      if ((await this.#handle(delivery)) === "done") finish();
    });
  }

  /** Notes the id that the stream has reached. `onHandled` gets it once everything before it is handled. */
  pass(id: string): void {
    this.#progress.pass(id);
  }

  /** Resolves once another delivery could be handled; `undefined` if it could be now. */
  room(): Promise<void> | undefined {
    return this.#queue.room();
  }

  /** Resolves once nothing is being forwarded. Running handlers are not waited for. */
  async forwarded(): Promise<void> {
    await Promise.all(this.#forwards);
  }

  async #handle(delivery: RelayedDelivery): Promise<Outcome> {
    const isAuthentic = await runHandlers(delivery, this.#settings);
    const target = this.#settings.forwardTo;
    if (!isAuthentic || target === undefined) return "done";
    const forward = forwardDelivery(target, delivery, this.#settings, this.#lifetime);
    this.#forwards.add(forward);
    const outcome = await forward;
    this.#forwards.delete(forward);
    return outcome;
  }
}

/** `closed`: the connection was closed before the delivery could be forwarded. */
type Outcome = "done" | "closed";

/**
 * Knows up to which id everything is handled. Deliveries that are handled at once end in any order, so an id
 * counts when all that came before it have ended.
 */
class Progress {
  readonly #report: (id: string) => void;
  /** In the order of the stream. */
  readonly #steps: Step[] = [];

  constructor(report: (id: string) => void) {
    this.#report = report;
  }

  /** Begins a delivery. Returns a function to call when it is handled. */
  begin(): () => void {
    const step: Step = { kind: "delivery", isDone: false };
    this.#steps.push(step);
    return () => {
      step.isDone = true;
      this.#advance();
    };
  }

  pass(id: string): void {
    this.#steps.push({ kind: "id", id });
    this.#advance();
  }

  #advance(): void {
    let reached: string | undefined;
    let count = 0;
    for (const step of this.#steps) {
      if (step.kind === "delivery" && !step.isDone) break;
      if (step.kind === "id") reached = step.id;
      count++;
    }
    this.#steps.splice(0, count); // many at once, when a slow handler ends
    if (reached !== undefined) this.#report(reached);
  }
}

type Step =
  { readonly kind: "delivery"; isDone: boolean } | { readonly kind: "id"; readonly id: string };

async function notify({ onHandled, log }: RelaySettings, id: string): Promise<void> {
  try {
    await onHandled?.(id);
  } catch (error) {
    log.error("relay: onHandled failed", error);
  }
}

/**
 * Passes a delivery to the toolkit. Resolves with true if its signature was right, even if a handler
 * failed; never rejects. The log gets the errors of handlers; of a refused delivery it gets only the id,
 * the event name and the code.
 */
async function runHandlers(
  delivery: RelayedDelivery,
  { receive, log }: RelaySettings,
): Promise<boolean> {
  try {
    await receive({ ...delivery.received, payload: delivery.payload }, delivery);
    return true;
  } catch (error) {
    const line = `relay: delivery ${escapeForLog(delivery.id)} (${escapeForLog(delivery.name)}): `;
    if (!isAggregate(error)) {
      log.error(`${line}failed`, error);
      return false;
    }
    const hasHandlerFailed = error.code === "HANDLER_FAILED" || error.code === "TRANSFORM_FAILED";
    // The platform types `errors` as `any[]`.
    if (hasHandlerFailed) log.error(line + error.code, ...(error.errors as readonly unknown[]));
    else log.warn(line + error.code);
    return hasHandlerFailed;
  }
}

/** Narrows the type: `instanceof` alone would leave the type parameter of the error open. */
function isAggregate(error: unknown): error is WebhookAggregateError {
  return error instanceof WebhookAggregateError;
}

/** Escapes and shortens an id or a name for the log, without quotation marks. */
function escapeForLog(text: string): string {
  return quote(text).slice(1, -1);
}

/** Statuses of a proxy whose target is down. */
export const DOWN: ReadonlySet<number> = new Set([502, 503, 504]);

/**
 * POSTs a delivery to another receiver (contract D.7): the bytes of the payload as they were
 * signed, and no headers but those of a delivery. Tries again, after growing delays, while the
 * target is down. Follows no redirect. Never rejects: errors are logged.
 */
async function forwardDelivery(
  target: URL,
  delivery: RelayedDelivery,
  settings: RelaySettings,
  lifetime: Lifetime,
): Promise<Outcome> {
  const backoff = new Backoff(settings);
  for (let attempt = 1; !lifetime.hasEnded(); attempt++) {
    const result = await post(target, delivery, settings, lifetime);
    if (lifetime.hasEnded()) break;
    const isLast = !result.isDown || attempt === settings.forwardAttempts;
    if (!isLast) {
      await lifetime.sleep(backoff.next());
      continue;
    }
    const line = `relay: delivery ${escapeForLog(delivery.id)} forwarded: ${target.origin} ${result.text}`;
    if (result.isOk) settings.log.debug(line);
    else settings.log.warn(`${line} (attempt ${attempt})`);
    return "done";
  }
  return "closed";
}

interface PostResult {
  readonly isOk: boolean;
  /** True if the target did not get the delivery and may be back soon. */
  readonly isDown: boolean;
  readonly text: string;
}

async function post(
  target: URL,
  delivery: RelayedDelivery,
  settings: RelaySettings,
  lifetime: Lifetime,
): Promise<PostResult> {
  const attempt = new AbortController();
  const forget = lifetime.onEnd(() => attempt.abort());
  const timer = setTimeout(() => attempt.abort(), settings.forwardTimeout);
  try {
    const init = createRequest(delivery, settings.contentType, attempt.signal);
    const response = await settings.fetch(target, init);
    discard(response);
    const { ok, status } = response;
    return { isOk: ok, isDown: DOWN.has(status), text: `answered ${status}` };
  } catch (error) {
    // A target that did not answer in time may be working on the delivery, so it is not sent twice.
    if (attempt.signal.aborted) {
      return { isOk: false, isDown: false, text: "did not answer in time" };
    }
    const text = `cannot be reached: ${nameReason(error)}`;
    return { isOk: false, isDown: true, text };
  } finally {
    clearTimeout(timer);
    forget();
  }
}

function createRequest(
  delivery: RelayedDelivery,
  contentType: string,
  signal: AbortSignal,
): RequestInit {
  return {
    method: delivery.method,
    headers: { "content-type": contentType, ...delivery.headers },
    body: encodePayload(delivery.payload),
    redirect: "manual",
    signal,
  };
}

/** Converts text to bytes, because `fetch` would add a content type to text. */
function encodePayload(payload: string | Uint8Array): Uint8Array<ArrayBuffer> {
  return typeof payload === "string" ? new TextEncoder().encode(payload) : new Uint8Array(payload);
}
