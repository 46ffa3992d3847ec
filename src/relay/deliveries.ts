/** The deliveries that came from a relay: their handlers, their forwarding, and how far all of them are handled. */
import { WebhookAggregateError } from "../receive/webhooks/webhook-error.js";
import { forwardDelivery, type ForwardOutcome } from "./forward.js";
import { escapeForLog, type RelayedDelivery } from "./message.js";
import type { RelaySettings } from "./options.js";
import type { Lifetime } from "./lifetime.js";
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
  readonly #forwards = new Set<Promise<ForwardOutcome>>();
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

  async #handle(delivery: RelayedDelivery): Promise<ForwardOutcome> {
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

type Step =
  { readonly kind: "delivery"; isDone: boolean } | { readonly kind: "id"; readonly id: string };
