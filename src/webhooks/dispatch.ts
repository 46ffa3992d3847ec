import type { SafeLog } from "../log.js";
import { Failures } from "./failures.js";
import type { FailureHandler } from "./failures.js";
import { follow, readThen } from "./thenable.js";
import type { Then } from "./thenable.js";

/** What `on` and `onAny` register, and `transform`, as they are called. */
export type Handler = (event: unknown) => unknown;

/** The event as every handler gets it that has no `transform` before it. */
export interface DispatchedEvent {
  readonly id: string;
  readonly name: string;
  readonly payload: object;
}

/** Everyone who takes part in a dispatch, as they stand when it begins. */
export interface Participants {
  readonly forAction: readonly Handler[];
  readonly forEvent: readonly Handler[];
  readonly forAny: readonly Handler[];
  readonly forErrors: readonly FailureHandler[];
  readonly transform: Handler | undefined;
  readonly log: SafeLog;
}

/**
 * Runs every handler of an event (specification, section B): `<name>.<action>`, `<name>`, then any,
 * all started in the same tick, which is this one unless `transform` is asynchronous.
 * Returns nothing when all is done on return, else a promise of it.
 * @throws WebhookAggregateError when a handler or `transform` failed; the promise rejects with it.
 */
export function dispatch(
  event: DispatchedEvent,
  participants: Participants,
): Promise<void> | undefined {
  return new Dispatch(event, participants).run();
}

class Dispatch {
  readonly #event: DispatchedEvent;
  readonly #participants: Participants;
  #failures: Failures | undefined;
  #pending = 0;
  #finish: (() => void) | undefined;

  constructor(event: DispatchedEvent, participants: Participants) {
    this.#event = event;
    this.#participants = participants;
  }

  run(): Promise<void> | undefined {
    const { forAction, forEvent, transform } = this.#participants;
    const isTransformed = transform !== undefined && forAction.length + forEvent.length > 0;
    if (isTransformed) this.#transform(transform);
    else this.#startAll(this.#event);
    return this.#outcome();
  }

  /** Handlers registered with `on` get what comes of it; when it fails they do not run. */
  #transform(transform: Handler): void {
    try {
      const result = transform(this.#event);
      const then = readThen(result);
      if (then === undefined) this.#startAll(result);
      else this.#awaitTransform(result, then);
    } catch (thrown) {
      this.#failTransform(thrown);
    }
  }

  #awaitTransform(result: unknown, then: Then): void {
    const started = (transformed: unknown) => {
      this.#startAll(transformed);
      this.#settle();
    };
    const failed = (thrown: unknown) => {
      this.#failTransform(thrown);
      this.#settle();
    };
    follow(result, then, started, failed);
    this.#pending++;
  }

  #failTransform(thrown: unknown): void {
    this.#fail().addThrown("TRANSFORM_FAILED", thrown);
    this.#start(this.#participants.forAny, this.#event);
  }

  #startAll(transformed: unknown): void {
    const { forAction, forEvent, forAny } = this.#participants;
    this.#start(forAction, transformed);
    this.#start(forEvent, transformed);
    this.#start(forAny, this.#event);
  }

  #start(handlers: readonly Handler[], event: unknown): void {
    for (const handler of handlers) this.#call(handler, event);
  }

  /** Only a thenable is waited for: the common synchronous handler costs no promise. */
  #call(handler: Handler, event: unknown): void {
    try {
      const result = handler(event);
      const then = readThen(result);
      if (then !== undefined) this.#await(result, then);
    } catch (thrown) {
      this.#fail().addThrown("HANDLER_FAILED", thrown);
    }
  }

  #await(result: unknown, then: Then): void {
    const done = () => this.#settle();
    const failed = (thrown: unknown) => {
      this.#fail().addThrown("HANDLER_FAILED", thrown);
      this.#settle();
    };
    follow(result, then, done, failed);
    this.#pending++;
  }

  #settle(): void {
    this.#pending--;
    if (this.#pending === 0) this.#finish?.();
  }

  #fail(): Failures {
    const { forErrors: handlers, log } = this.#participants;
    this.#failures ??= new Failures(this.#event, { handlers, log });
    return this.#failures;
  }

  #outcome(): Promise<void> | undefined {
    if (this.#pending > 0) return this.#completion();
    if (this.#failures !== undefined) throw this.#failures.toError();
    return undefined;
  }

  #completion(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#finish = () => {
        if (this.#failures === undefined) resolve();
        else reject(this.#failures.toError());
      };
    });
  }
}
