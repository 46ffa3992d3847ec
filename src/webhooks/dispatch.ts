import { Failures, type FailureListeners } from "./failures.js";
import type { Ticket } from "./admission.js";
import { follow, ignore, readThen, type Then } from "./thenable.js";
import type { WebhookErrorCode } from "./webhook-error.js";

/** What `on` and `onAny` register, and `transform`, as they are called. */
export type Handler = (event: unknown) => unknown;

/** The event as handlers get it when no `transform` runs before them. */
export interface DispatchedEvent {
  readonly id: string;
  readonly name: string;
  readonly payload: object;
}

/** Everyone who takes part in a dispatch, as they stand when it begins. */
export interface Participants extends FailureListeners {
  readonly forAction: readonly Handler[];
  readonly forEvent: readonly Handler[];
  readonly forAny: readonly Handler[];
  readonly transform: Handler | undefined;
}

/**
 * Handles a verified event. It releases the ticket at the end, and then settles. An inbox passes in
 * one of its own.
 */
export type Run = (
  event: DispatchedEvent,
  participants: Participants,
  ticket: Ticket,
) => Promise<void> | undefined;

/**
 * Runs every handler of an event (contract B.4): `<name>.<action>`, `<name>`, then any. All start
 * in the same tick, which is this one unless `transform` is asynchronous. Returns nothing when all
 * is done on return, else a promise. The ticket is released before the outcome is known to the
 * caller; an inbox, which has answered already, has none.
 * @throws WebhookAggregateError when a handler or `transform` failed; the promise rejects with it.
 */
export function dispatch(
  event: DispatchedEvent,
  participants: Participants,
  ticket?: Ticket,
): Promise<void> | undefined {
  const run: Dispatch = {
    event,
    participants,
    ticket,
    pending: 0,
    failures: undefined,
    settlement: undefined,
    followed: undefined,
    resolve: ignore,
    reject: raise,
  };
  const { forAction, forEvent, transform } = participants;
  const isTransformed = transform !== undefined && forAction.length + forEvent.length > 0;
  if (isTransformed) startTransform(run, transform);
  else startAll(run, event);
  if (run.pending > 0) return awaitOutcome(run);
  ticket?.release();
  if (run.failures !== undefined) throw run.failures.toError();
  return undefined;
}

/**
 * A dispatch that is under way. It is a plain object, because private members are slower to read.
 *
 * The callbacks on a handler's promise refer to the run, and engines may keep the callbacks of a
 * settled promise until a later garbage collection. So a finished run clears its references to the
 * delivery. `resolve` and `reject` are those of the promise itself: closures over the run would make
 * each delivery survive several collections.
 */
interface Dispatch {
  event: DispatchedEvent;
  participants: Participants;
  readonly ticket: Ticket | undefined;
  /** How many handlers have not settled. */
  pending: number;
  failures: Failures | undefined;
  settlement: Settlement | undefined;
  /** Settles once the newest asynchronous handler has been dealt with. */
  followed: Promise<unknown> | undefined;
  /** Settle the promise of the outcome. Until there is one, to reject is to throw. */
  resolve: () => void;
  reject: (error: unknown) => void;
}

function raise(error: unknown): never {
  throw error;
}

/** What the promise of a handler calls. */
interface Settlement {
  readonly done: () => void;
  readonly failed: (thrown: unknown) => void;
}

/** Handlers registered with `on` get the result; when it fails, they do not run. */
function startTransform(run: Dispatch, transform: Handler): void {
  try {
    const result = transform(run.event);
    const then = readThen(result);
    if (then === undefined) startAll(run, result);
    else awaitTransform(run, result, then);
  } catch (thrown) {
    failTransform(run, thrown);
  }
}

function awaitTransform(run: Dispatch, result: unknown, then: Then): void {
  const started = (transformed: unknown): void => {
    startAll(run, transformed);
    settle(run);
  };
  const failed = (thrown: unknown): void => {
    failTransform(run, thrown);
    settle(run);
  };
  void follow(result, then, started, failed);
  run.pending++;
}

function failTransform(run: Dispatch, thrown: unknown): void {
  fail(run, "TRANSFORM_FAILED", thrown);
  start(run, run.participants.forAny, run.event);
}

function startAll(run: Dispatch, transformed: unknown): void {
  const { forAction, forEvent, forAny } = run.participants;
  start(run, forAction, transformed);
  start(run, forEvent, transformed);
  start(run, forAny, run.event);
}

function start(run: Dispatch, handlers: readonly Handler[], event: unknown): void {
  // By index: iterating costs more here, before calls that may throw.
  for (let index = 0; index < handlers.length; index++) {
    const handler = handlers[index];
    if (handler !== undefined) call(run, handler, event);
  }
}

/** Only a thenable is waited for: the common synchronous handler costs no promise. */
function call(run: Dispatch, handler: Handler, event: unknown): void {
  try {
    const result = handler(event);
    const then = readThen(result);
    if (then !== undefined) awaitHandler(run, result, then);
  } catch (thrown) {
    fail(run, "HANDLER_FAILED", thrown);
  }
}

function awaitHandler(run: Dispatch, result: unknown, then: Then): void {
  run.settlement ??= createSettlement(run);
  run.followed = follow(result, then, run.settlement.done, run.settlement.failed);
  run.pending++;
}

/** One for all handlers: it does not matter which of them settles. */
function createSettlement(run: Dispatch): Settlement {
  const done = (): void => settle(run);
  const failed = (thrown: unknown): void => {
    fail(run, "HANDLER_FAILED", thrown);
    settle(run);
  };
  return { done, failed };
}

function settle(run: Dispatch): void {
  run.pending--;
  if (run.pending === 0) finish(run);
}

function fail(run: Dispatch, code: WebhookErrorCode, thrown: unknown): void {
  run.failures ??= new Failures(run.event, run.participants);
  run.failures.addThrown(code, thrown);
}

/**
 * Most deliveries have one asynchronous handler. The promise that follows it settles with the
 * outcome, so no other is made. One of a subclass of Promise is not handed out: it may do anything.
 */
function awaitOutcome(run: Dispatch): Promise<void> {
  const { followed } = run;
  if (run.pending === 1 && followed?.constructor === Promise) return followed as Promise<void>;
  return new Promise((resolve, reject) => {
    run.resolve = resolve;
    run.reject = reject;
  });
}

function finish(run: Dispatch): void {
  const { failures, resolve, reject } = run;
  // Nobody reads what is cleared here: the run is done.
  run.event = run.participants = NOTHING;
  run.failures = run.settlement = run.followed = undefined;
  run.resolve = run.reject = ignore;
  run.ticket?.release();
  if (failures === undefined) resolve();
  else reject(failures.toError());
}

/** Replaces what a run held of its delivery. */
const NOTHING = {} as never;
