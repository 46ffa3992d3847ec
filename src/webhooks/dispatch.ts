import type { WebhookErrorCode } from "../webhook-error.js";
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
  /** Called once, when every handler is done, before anybody is told how it went. */
  readonly onEnd: () => void;
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
  const run: Run = {
    event,
    participants,
    pending: 0,
    failures: undefined,
    settlement: undefined,
    finish: undefined,
  };
  const { forAction, forEvent, transform } = participants;
  const isTransformed = transform !== undefined && forAction.length + forEvent.length > 0;
  if (isTransformed) startTransform(run, transform);
  else startAll(run, event);
  return readOutcome(run);
}

/** A dispatch under way. Plain, and worked on by functions: private members cost at each use. */
interface Run {
  readonly event: DispatchedEvent;
  readonly participants: Participants;
  /** How many handlers have not settled. */
  pending: number;
  failures: Failures | undefined;
  settlement: Settlement | undefined;
  /** Settles the promise, when there is one. */
  finish: (() => void) | undefined;
}

/** What the promise of a handler calls. */
interface Settlement {
  readonly done: () => void;
  readonly failed: (thrown: unknown) => void;
}

/** Handlers registered with `on` get what comes of it; when it fails they do not run. */
function startTransform(run: Run, transform: Handler): void {
  try {
    const result = transform(run.event);
    const then = readThen(result);
    if (then === undefined) startAll(run, result);
    else awaitTransform(run, result, then);
  } catch (thrown) {
    failTransform(run, thrown);
  }
}

function awaitTransform(run: Run, result: unknown, then: Then): void {
  const started = (transformed: unknown): void => {
    startAll(run, transformed);
    settle(run);
  };
  const failed = (thrown: unknown): void => {
    failTransform(run, thrown);
    settle(run);
  };
  follow(result, then, started, failed);
  run.pending++;
}

function failTransform(run: Run, thrown: unknown): void {
  fail(run, "TRANSFORM_FAILED", thrown);
  start(run, run.participants.forAny, run.event);
}

function startAll(run: Run, transformed: unknown): void {
  const { forAction, forEvent, forAny } = run.participants;
  start(run, forAction, transformed);
  start(run, forEvent, transformed);
  start(run, forAny, run.event);
}

function start(run: Run, handlers: readonly Handler[], event: unknown): void {
  // By index: iterating costs more here, before calls that may throw.
  for (let index = 0; index < handlers.length; index++) {
    const handler = handlers[index];
    if (handler !== undefined) call(run, handler, event);
  }
}

/** Only a thenable is waited for: the common synchronous handler costs no promise. */
function call(run: Run, handler: Handler, event: unknown): void {
  try {
    const result = handler(event);
    const then = readThen(result);
    if (then !== undefined) awaitHandler(run, result, then);
  } catch (thrown) {
    fail(run, "HANDLER_FAILED", thrown);
  }
}

function awaitHandler(run: Run, result: unknown, then: Then): void {
  run.settlement ??= createSettlement(run);
  follow(result, then, run.settlement.done, run.settlement.failed);
  run.pending++;
}

/** One for all handlers: which of them it is does not matter. */
function createSettlement(run: Run): Settlement {
  const done = (): void => settle(run);
  const failed = (thrown: unknown): void => {
    fail(run, "HANDLER_FAILED", thrown);
    settle(run);
  };
  return { done, failed };
}

function settle(run: Run): void {
  run.pending--;
  if (run.pending === 0) run.finish?.();
}

function fail(run: Run, code: WebhookErrorCode, thrown: unknown): void {
  run.failures ??= new Failures(run.event, run.participants);
  run.failures.addThrown(code, thrown);
}

function readOutcome(run: Run): Promise<void> | undefined {
  if (run.pending > 0) return awaitOutcome(run);
  run.participants.onEnd();
  if (run.failures !== undefined) throw run.failures.toError();
  return undefined;
}

function awaitOutcome(run: Run): Promise<void> {
  return new Promise((resolve, reject) => {
    run.finish = () => {
      run.participants.onEnd();
      if (run.failures === undefined) resolve();
      else reject(run.failures.toError());
    };
  });
}
