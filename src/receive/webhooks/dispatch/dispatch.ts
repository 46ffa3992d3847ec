/**
 * Runs the handlers of one event. A handler that returns no promise costs none: `dispatch` returns `undefined` if all
 * of them were synchronous.
 */
import type { DispatchedEvent, Handler, Participants } from "../types.js";
import type { WebhookAggregateError, WebhookErrorCode } from "../webhook-error.js";
import { DeliveryErrors } from "./delivery-errors.js";
import { follow, ignore, readThen, type Then } from "./thenables.js";

/**
 * Runs every handler of an event (contract B.4): `<name>.<action>`, `<name>`, then any. All start in one
 * tick: the current one, or that in which `transform` settles. Returns a promise if any handler is still
 * running.
 * @param ticket Released before the caller learns the outcome. An inbox has answered already, so it passes
 * none.
 * @throws WebhookAggregateError if a handler or `transform` failed; the promise rejects with it.
 */
export function dispatch(
  event: DispatchedEvent,
  participants: Participants,
  ticket?: Releasable,
): Promise<void> | undefined {
  const run: Dispatch = { event, participants, ticket, errors: undefined, wait: undefined };
  const { forAction, forEvent, transform } = participants;
  const isTransformed = transform !== undefined && forAction.length + forEvent.length > 0;
  if (isTransformed) callTransform(run, transform);
  else callAll(run, event);
  if (run.wait?.isPending) return run.wait.toOutcome();
  const error = finish(run);
  if (error !== undefined) throw error;
  return undefined;
}

/** Runs `transform`. If it fails, the handlers of `on` do not run. */
function callTransform(run: Dispatch, transform: Handler): void {
  try {
    const result = transform(run.event);
    const then = readThen(result);
    if (then === undefined) callAll(run, result);
    else waitOf(run).addTransform(result, then);
  } catch (thrown) {
    failTransform(run, thrown);
  }
}

/** Adds the error, and calls the handlers of any event, which get the event without the changes of `transform`. */
function failTransform(run: Dispatch, thrown: unknown): void {
  addError(run, "TRANSFORM_FAILED", thrown);
  callEach(run, run.participants.forAny, run.event);
}

function callAll(run: Dispatch, transformed: unknown): void {
  const { forAction, forEvent, forAny } = run.participants;
  callEach(run, forAction, transformed);
  callEach(run, forEvent, transformed);
  callEach(run, forAny, run.event);
}

function callEach(run: Dispatch, handlers: readonly Handler[], event: unknown): void {
  for (const handler of handlers) call(run, handler, event);
}

/** Waits only if the result is thenable, so that a synchronous handler costs no promise. */
function call(run: Dispatch, handler: Handler, event: unknown): void {
  try {
    const result = handler(event);
    const then = readThen(result);
    if (then !== undefined) waitOf(run).addHandler(result, then);
  } catch (thrown) {
    failHandler(run, thrown);
  }
}

function failHandler(run: Dispatch, thrown: unknown): void {
  addError(run, "HANDLER_FAILED", thrown);
}

function addError(run: Dispatch, code: WebhookErrorCode, thrown: unknown): void {
  run.errors ??= new DeliveryErrors(run.event, run.participants);
  run.errors.addThrown(code, thrown);
}

/** Releases the ticket. Returns the error of the delivery, if anything failed. */
function finish({ ticket, errors }: Dispatch): WebhookAggregateError | undefined {
  ticket?.release();
  return errors?.toError();
}

// ---- Asynchronous handlers

function waitOf(run: Dispatch): Wait {
  return (run.wait ??= new Wait(run));
}

/**
 * Waits until every promise of a dispatch has settled, and finishes it then. The caller has one of two promises, which
 * `toOutcome` chooses: the one of the only asynchronous handler, or one of its own, which `#caller` settles.
 */
class Wait {
  /**
   * Cleared at the end. Engines may keep the callbacks of a settled promise, which refer to this object, until a later
   * garbage collection; the delivery must not stay in memory with them.
   */
  #run: Dispatch | undefined;
  /** Number of promises that have not settled. */
  #pending = 0;
  /** Callbacks that all asynchronous handlers share. */
  readonly #handled = this.#settleBy(ignore);
  readonly #handlerFailed = this.#settleBy(failHandler);
  /** Settles after the newest asynchronous handler and its callback. */
  #newest: Promise<unknown> | undefined;
  /** Settles the promise of the caller, unless that is `#newest`. */
  #caller: Caller | undefined;

  constructor(run: Dispatch) {
    this.#run = run;
  }

  get isPending(): boolean {
    return this.#pending > 0;
  }

  addHandler(result: unknown, then: Then): void {
    this.#newest = follow(result, then, this.#handled, this.#handlerFailed);
    this.#pending++;
  }

  /** Adds the promise of `transform`, after which the handlers are called. */
  addTransform(result: unknown, then: Then): void {
    void follow(result, then, this.#settleBy(callAll), this.#settleBy(failTransform));
    this.#pending++;
  }

  /**
   * Returns a promise of the outcome. Most deliveries have one asynchronous handler: the promise that follows
   * it is returned, and no other is created, which saves 0.02 of 0.3 µs. A promise of a subclass may do
   * anything, so it is not returned.
   */
  toOutcome(): Promise<void> {
    const newest = this.#newest;
    if (this.#pending === 1 && newest?.constructor === Promise) return newest as Promise<void>;
    return new Promise((resolve, reject) => {
      this.#caller = { resolve, reject };
    });
  }

  /** Creates the callback of a promise: it acts, and finishes the dispatch if no other promise is pending. */
  #settleBy(act: (run: Dispatch, value: unknown) => void): (value: unknown) => void {
    return (value) => {
      if (this.#run !== undefined) act(this.#run, value);
      this.#pending--;
      if (this.#pending === 0) this.#end();
    };
  }

  #end(): void {
    const run = this.#run;
    const caller = this.#caller;
    this.#run = this.#newest = this.#caller = undefined;
    const error = run && finish(run);
    if (caller === undefined) {
      // A callback of the caller's promise has called this, so that promise rejects with what is thrown here.
      if (error !== undefined) throw error;
    } else if (error === undefined) caller.resolve();
    else caller.reject(error);
  }
}

// ---- Types

/** Admission of a delivery, which is in flight until it is released. */
export interface Releasable {
  release(): void;
}

/**
 * Handles a verified event, releases the ticket and settles, in this order. {@link dispatch} is the default;
 * an inbox passes its own.
 */
export type Run = (
  event: DispatchedEvent,
  participants: Participants,
  ticket: Releasable,
) => Promise<void> | undefined;

/** Dispatch in progress. */
interface Dispatch {
  readonly event: DispatchedEvent;
  readonly participants: Participants;
  readonly ticket: Releasable | undefined;
  errors: DeliveryErrors | undefined;
  /** Set once a function has returned a promise. */
  wait: Wait | undefined;
}

/**
 * Functions of the caller's promise itself: closures over the run would make each delivery survive several
 * garbage collections.
 */
interface Caller {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}
