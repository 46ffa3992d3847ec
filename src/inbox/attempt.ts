/** One attempt at a delivery: runs its handlers until they are done, its time is up or its claim is lost. */
import { dispatch } from "../receive/webhooks/dispatch/dispatch.js";
import { follow, readThen, type Then } from "../receive/webhooks/dispatch/thenables.js";
import type { DispatchedEvent, Handler, Participants } from "../receive/webhooks/types.js";
import type { HandlerAccess } from "../receive/webhooks/receiver.js";
import type { Environment, InboxSettings } from "./options.js";
import type { AttemptError, ClaimedDelivery } from "./store.js";

/**
 * Runs the handlers of a delivery that have not succeeded yet, in the order of `receive`. Aborts their
 * signal at the deadline, and when the claim is lost. No handler begins once the lease is over
 * (contract G.7).
 */
export class Attempt {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  #state: AttemptState = { kind: "created" };
  #expiresAt: number;
  readonly #claimed: ClaimedDelivery;
  readonly #handlers: HandlerAccess;
  readonly #environment: Environment;
  readonly #renew: () => void;
  readonly #controller = new AbortController();
  readonly #done: Set<string>;
  readonly #errors: AttemptError[] = [];
  /** Ids of the handlers that run. */
  readonly #running = new Set<string>();
  readonly #cancelTimer: () => void;
  /** Handlers that may not begin before the lease is renewed. */
  readonly #waiting: WaitingHandler[] = [];

  /**
   * @param expiresAt end of its lease.
   * @param renew asks for a renewal of its lease.
   */
  constructor(
    claimed: ClaimedDelivery,
    expiresAt: number,
    settings: InboxSettings,
    renew: () => void,
  ) {
    const { timeout, environment } = settings;
    this.#expiresAt = expiresAt;
    this.#claimed = claimed;
    this.#environment = environment;
    this.startedAt = environment.clock();
    this.#renew = renew;
    this.#done = new Set(claimed.done);
    this.#handlers = settings.handlers;
    this.#cancelTimer = environment.setTimer(() => {
      this.abort(new Error(`The attempt has taken longer than ${timeout} ms.`));
    }, timeout);
  }

  /** Starts the handlers; called once. Resolves when the attempt has ended, and never rejects. */
  run(): Promise<AttemptReport> {
    return new Promise((resolve) => {
      this.#state = { kind: "running", resolve };
      this.#parse();
    });
  }

  /** Milliseconds of the lease that are left; negative when it is over. */
  get timeLeft(): number {
    return this.#expiresAt - this.#environment.leaseClock();
  }

  /** Notes that the lease was renewed. It may be over again: the process may have stood still since. */
  extend(expiresAt: number): void {
    this.#expiresAt = expiresAt;
    if (this.timeLeft > 0) for (const { begin } of this.#waiting.splice(0)) begin();
    else if (this.#waiting.length > 0) this.#renew();
  }

  /** Ends the attempt now, and aborts the signal of running handlers. */
  abort(reason: Error): AttemptReport {
    if (this.#state.kind === "ended") return this.#state.report;
    for (const id of this.#running) this.#addError(id, reason);
    if (this.#errors.length === 0) this.#addError("", reason);
    const report = this.#finish();
    this.#controller.abort(reason); // last: errors that it causes do not change the report
    return report;
  }

  /** Parses the stored body, and begins with the event. */
  #parse(): void {
    const { id, name, body } = this.#claimed;
    try {
      const payload = this.#handlers.parse(body);
      if (payload === undefined) throw new Error("The stored body cannot be parsed.");
      const event = { id, name, payload };
      const converting = this.#handlers.convert?.(event, body);
      if (converting) converting.then((converted) => this.#begin(converted), this.#fail);
      else this.#begin(event);
    } catch (thrown) {
      this.#fail(thrown);
    }
  }

  /** Runs the handlers of an event. */
  #begin(event: DispatchedEvent): void {
    try {
      const participants = this.#trackHandlers(this.#handlers.gather(event));
      const { attempt, via } = this.#claimed;
      const { signal } = this.#controller;
      const equipped = this.#handlers.equip?.(event, signal) ?? event;
      const context = { ...equipped, attempt, signal, ...(via && { via }) };
      this.#dispatch(context, participants);
    } catch (thrown) {
      this.#fail(thrown);
    }
  }

  /** Ends the attempt before its handlers run. */
  readonly #fail = (thrown: unknown): void => {
    this.#addError("", thrown);
    this.#finish();
  };

  /** Ignores the error of `dispatch`: each handler has noted its own. */
  #dispatch(event: DispatchedEvent, participants: Participants): void {
    const finish = (): void => void this.#finish();
    try {
      const pending = dispatch(event, participants);
      if (pending === undefined) finish();
      else pending.then(finish, finish);
    } catch {
      finish();
    }
  }

  /** Leaves out the handlers that have succeeded in an earlier attempt, and watches the others. */
  #trackHandlers(participants: Participants): Participants {
    const usedIds = new Set<string>();
    const pick = (handlers: readonly Handler[], kind: string): readonly Handler[] =>
      handlers.flatMap((handler, index) => {
        const name = this.#handlers.readId(handler) ?? `${kind}/${index + 1}`;
        const id = createUniqueId(usedIds, name);
        return this.#done.has(id) ? [] : [this.#watch(id, handler, "handler")];
      });
    const { transform } = participants;
    return {
      ...participants,
      forAction: pick(participants.forAction, "action"),
      forEvent: pick(participants.forEvent, "event"),
      forAny: pick(participants.forAny, "any"),
      transform: transform && this.#watch("transform", transform, "transform"),
    };
  }

  /** Wraps a handler so that its end is noted. Its result and its error pass through, for `transform` and `onError`. */
  #watch(id: string, handler: Handler, kind: HandlerKind): Handler {
    return (event) => {
      this.#running.add(id);
      try {
        const mayBegin = !this.#hasEnded() && this.timeLeft > 0;
        const result = mayBegin ? handler(event) : this.#whenLeased().then(() => handler(event));
        const then = readThen(result);
        if (then !== undefined) return this.#watchPromise(id, kind, result, then);
        this.#noteSuccess(id, kind);
        return result;
      } catch (thrown) {
        this.#noteFailure(id, thrown);
        throw thrown;
      }
    };
  }

  /** @param then the method `then` of the result, which was read once. */
  #watchPromise(id: string, kind: HandlerKind, result: unknown, then: Then): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const fulfilled = (value: unknown): void => {
        this.#noteSuccess(id, kind);
        resolve(value);
      };
      const rejected = (thrown: unknown): void => {
        this.#noteFailure(id, thrown);
        reject(thrown); // unchanged
      };
      void follow(result, then, fulfilled, rejected);
    });
  }

  /** A transform is never done for good: the handlers of the next attempt need its event again. */
  #noteSuccess(id: string, kind: HandlerKind): void {
    this.#running.delete(id);
    if (kind === "handler" && !this.#hasEnded()) this.#done.add(id);
  }

  #noteFailure(id: string, thrown: unknown): void {
    this.#running.delete(id);
    this.#addError(id, thrown);
  }

  /**
   * Resolves when the lease is renewed, and rejects if the attempt ends first. An earlier handler may have
   * blocked the thread for so long that another worker has the delivery.
   */
  #whenLeased(): Promise<void> {
    if (this.#hasEnded()) return Promise.reject(createOverError());
    return new Promise((begin, refuse) => {
      this.#waiting.push({ begin, refuse });
      this.#renew();
    });
  }

  #addError(handler: string, thrown: unknown): void {
    if (this.#hasEnded()) return;
    const { attempt } = this.#claimed;
    this.#errors.push({
      attempt,
      at: this.#environment.clock(),
      handler,
      ...describeThrown(thrown),
    });
  }

  /** Notes the end of the attempt, and refuses the handlers that still wait. A second call changes nothing. */
  #finish(): AttemptReport {
    this.#cancelTimer();
    const report = { done: [...this.#done], errors: this.#errors };
    const stateBefore = this.#state;
    this.#state = { kind: "ended", report };
    for (const { refuse } of this.#waiting.splice(0)) refuse(createOverError());
    if (stateBefore.kind === "running") stateBefore.resolve(report);
    return report;
  }

  #hasEnded(): boolean {
    return this.#state.kind === "ended";
  }
}

function createOverError(): Error {
  return new Error("The attempt was over before the handler began.");
}

/** Numbers the ids of handlers with the same name. */
function createUniqueId(usedIds: Set<string>, name: string): string {
  let id = name;
  for (let count = 2; usedIds.has(id); count++) id = `${name}#${count}`;
  usedIds.add(id);
  return id;
}

const MAX_MESSAGE_LENGTH = 2_000;
const MAX_STACK_LENGTH = 8_000;

/** Describes a thrown value within the limits of a store. Reading its properties may throw, too. */
function describeThrown(thrown: unknown): { readonly message: string; readonly stack?: string } {
  try {
    if (!(thrown instanceof Error)) return { message: cut(String(thrown), MAX_MESSAGE_LENGTH) };
    const message = cut(thrown.message || thrown.name, MAX_MESSAGE_LENGTH);
    const { stack } = thrown;
    return typeof stack === "string"
      ? { message, stack: cut(stack, MAX_STACK_LENGTH) }
      : { message };
  } catch {
    return { message: "A value that cannot be shown was thrown." };
  }
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}...` : text;
}

// ---- Types

/** Result of an attempt. */
export interface AttemptReport {
  /** Ids of all handlers that have succeeded, including those of earlier attempts. */
  readonly done: readonly string[];
  /** Empty when the delivery is done. */
  readonly errors: readonly AttemptError[];
}

type HandlerKind = "handler" | "transform";

/** Handler that waits for the lease. One of the two functions is called, once. */
interface WaitingHandler {
  readonly begin: () => void;
  /** Called when the attempt ends first. */
  readonly refuse: (reason: Error) => void;
}

type AttemptState =
  | { readonly kind: "created" }
  | { readonly kind: "running"; readonly resolve: (report: AttemptReport) => void }
  | { readonly kind: "ended"; readonly report: AttemptReport };
