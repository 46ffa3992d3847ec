import type { WebhookErrorCode } from "../webhook-error.js";
import type { SafeLog } from "../log.js";
import { Failures } from "./failures.js";
import type { FailureHandler } from "./failures.js";
import type { Work } from "./intake.js";
import { follow, toPromise } from "./thenable.js";

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
export function dispatch(event: DispatchedEvent, participants: Participants): Work {
  const run: Run = { event, participants, promises: [], failures: undefined };
  const { forAction, forEvent, transform } = participants;
  const isTransformed = transform !== undefined && forAction.length + forEvent.length > 0;
  if (isTransformed) return dispatchTransformed(run, transform);
  startAll(run, event);
  return conclude(run);
}

/** A dispatch under way. Plain, and worked on by functions: private members cost at each use. */
interface Run {
  readonly event: DispatchedEvent;
  readonly participants: Participants;
  /** Of the handlers that are not done on return. */
  readonly promises: Promise<unknown>[];
  failures: Failures | undefined;
}

/** Handlers registered with `on` get what comes of it; when it fails they do not run. */
function dispatchTransformed(run: Run, transform: Handler): Work {
  let promise: Promise<unknown> | undefined;
  try {
    const result = transform(run.event);
    promise = toPromise(result);
    if (promise === undefined) startAll(run, result);
  } catch (thrown) {
    failTransform(run, thrown);
  }
  return promise === undefined ? conclude(run) : awaitTransform(run, promise);
}

function awaitTransform(run: Run, promise: Promise<unknown>): Promise<void> {
  const started = (transformed: unknown): Work => {
    startAll(run, transformed);
    return conclude(run);
  };
  const failed = (thrown: unknown): Work => {
    failTransform(run, thrown);
    return conclude(run);
  };
  return follow(promise, started, failed);
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
    const promise = toPromise(handler(event));
    if (promise !== undefined) run.promises.push(promise);
  } catch (thrown) {
    fail(run, "HANDLER_FAILED", thrown);
  }
}

function fail(run: Run, code: WebhookErrorCode, thrown: unknown): void {
  run.failures ??= new Failures(run.event, run.participants);
  run.failures.addThrown(code, thrown);
}

/** Called when all handlers have been started. */
function conclude(run: Run): Work {
  const [first] = run.promises;
  if (first !== undefined) return run.promises.length === 1 ? awaitOne(run, first) : awaitAll(run);
  end(run);
  return undefined;
}

/** What most deliveries wait for: the promise that following it gives is all they need. */
function awaitOne(run: Run, promise: Promise<unknown>): Promise<void> {
  const done = (): void => end(run);
  const failed = (thrown: unknown): void => {
    fail(run, "HANDLER_FAILED", thrown);
    end(run);
  };
  return follow(promise, done, failed);
}

function awaitAll(run: Run): Promise<void> {
  return new Promise((resolve, reject) => {
    let pending = run.promises.length;
    // One for all handlers: which of them it is does not matter.
    const done = (): void => {
      pending--;
      if (pending > 0) return;
      try {
        end(run);
        resolve();
      } catch (error) {
        reject(error);
      }
    };
    const failed = (thrown: unknown): void => {
      fail(run, "HANDLER_FAILED", thrown);
      done();
    };
    for (const promise of run.promises) void follow(promise, done, failed);
  });
}

/** @throws WebhookAggregateError when anything failed. */
function end(run: Run): void {
  run.participants.onEnd();
  if (run.failures !== undefined) throw run.failures.toError();
}
