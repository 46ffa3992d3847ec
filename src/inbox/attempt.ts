import { dispatch } from "../webhooks/dispatch.js";
import type { DispatchedEvent, Handler, Participants } from "../webhooks/types.js";
import { Admission, type HandlerAccess } from "../webhooks/receiver.js";
import { follow, ignore, readThen } from "../webhooks/shortcuts.js";
import type { Environment } from "./environment.js";
import type { AttemptError, ClaimedDelivery } from "./store.js";

/** One attempt to handle a delivery, while it is under way. */
export interface Attempt {
  /** When its lease ends. */
  readonly expiresAt: number;
  /** Never rejects. */
  readonly ended: Promise<AttemptReport>;
  /** Ends the attempt now, and aborts the signal of running handlers. */
  abort(reason: Error): AttemptReport;
}

/** The result of an attempt. */
export interface AttemptReport {
  /** The ids of all handlers that have succeeded, those of earlier attempts among them. */
  readonly done: readonly string[];
  /** Empty when the delivery is done. */
  readonly errors: readonly AttemptError[];
}

export interface AttemptSettings {
  readonly handlers: HandlerAccess;
  readonly timeout: number;
}

/**
 * Runs the handlers of a delivery that have not succeeded yet, as `receive` would run all. Its signal is
 * aborted at its deadline, which is before the end of the lease, and no handler begins after that end
 * (contract G.7).
 */
export function startAttempt(
  claimed: ClaimedDelivery,
  expiresAt: number,
  settings: AttemptSettings,
  environment: Environment,
): Attempt {
  return new RunningAttempt(claimed, expiresAt, settings, environment);
}

class RunningAttempt implements Attempt {
  readonly expiresAt: number;
  readonly ended: Promise<AttemptReport>;
  readonly #claimed: ClaimedDelivery;
  readonly #now: () => number;
  readonly #controller = new AbortController();
  readonly #done: Set<string>;
  readonly #errors: AttemptError[] = [];
  /** The ids of the handlers that run. */
  readonly #running = new Set<string>();
  readonly #cancelTimer: () => void;
  #report: AttemptReport | undefined;
  #end: (report: AttemptReport) => void = ignore;

  constructor(
    claimed: ClaimedDelivery,
    expiresAt: number,
    settings: AttemptSettings,
    environment: Environment,
  ) {
    this.expiresAt = expiresAt;
    this.#claimed = claimed;
    this.#now = environment.clock;
    this.#done = new Set(claimed.done);
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    const timeout = Math.min(settings.timeout, expiresAt - environment.clock());
    this.#cancelTimer = environment.setTimer(() => {
      this.abort(new Error(`The attempt has taken longer than ${timeout} ms.`));
    }, timeout);
    this.#run(settings.handlers);
  }

  abort(reason: Error): AttemptReport {
    if (this.#report !== undefined) return this.#report;
    for (const id of this.#running) this.#addError(id, reason);
    if (this.#errors.length === 0) this.#addError("", reason);
    const report = this.#finish();
    this.#controller.abort(reason); // afterwards: what handlers throw now changes nothing
    return report;
  }

  #run(access: HandlerAccess): void {
    const { id, name, body, attempt } = this.#claimed;
    try {
      const payload = access.parse(body);
      if (payload === undefined) throw new Error("The stored body cannot be parsed.");
      const event = { id, name, payload };
      const participants = this.#track(access.gather(event), access);
      const context = { ...event, attempt, signal: this.#controller.signal };
      this.#dispatch(context, participants);
    } catch (thrown) {
      this.#addError("", thrown);
      this.#finish();
    }
  }

  /** Ignores what `dispatch` rejects with: each handler has noted its own failure. */
  #dispatch(event: DispatchedEvent, participants: Participants): void {
    const finish = (): void => void this.#finish();
    // A ticket of its own: the one of the request was released with the answer.
    const ticket = new Admission().enter();
    try {
      if (ticket === undefined) throw new Error("A new admission is open.");
      const pending = dispatch(event, participants, ticket);
      if (pending === undefined) finish();
      else pending.then(finish, finish);
    } catch {
      finish();
    }
  }

  #track(participants: Participants, access: HandlerAccess): Participants {
    const taken = new Set<string>();
    const pick = (handlers: readonly Handler[], kind: string): readonly Handler[] =>
      handlers.flatMap((handler, index) => {
        const id = findFree(taken, access.readId(handler) ?? `${kind}/${index + 1}`);
        return this.#done.has(id) ? [] : [this.#note(id, handler, true)];
      });
    const { transform } = participants;
    return {
      ...participants,
      forAction: pick(participants.forAction, "action"),
      forEvent: pick(participants.forEvent, "event"),
      forAny: pick(participants.forAny, "any"),
      transform: transform && this.#note("transform", transform, false),
    };
  }

  /** A handler that notes how it ended. What it throws is thrown on, for `onError`. */
  #note(id: string, handler: Handler, isCounted: boolean): Handler {
    const fail = (thrown: unknown): void => {
      this.#running.delete(id);
      this.#addError(id, thrown);
    };
    const succeed = (): void => {
      this.#running.delete(id);
      if (isCounted && this.#report === undefined) this.#done.add(id);
    };
    return (event) => {
      this.#running.add(id);
      try {
        this.#expectLease();
        const result = handler(event);
        const then = readThen(result);
        if (then === undefined) {
          succeed();
          return result; // of `transform`, it is the event
        }
        return new Promise((resolve, reject) => {
          const fulfilled = (value: unknown): void => {
            succeed();
            resolve(value);
          };
          const rejected = (thrown: unknown): void => {
            fail(thrown);
            reject(thrown); // passed on as it is
          };
          void follow(result, then, fulfilled, rejected);
        });
      } catch (thrown) {
        fail(thrown);
        throw thrown;
      }
    };
  }

  /** A handler before this one may have blocked the thread for too long. */
  #expectLease(): void {
    if (this.#now() < this.expiresAt) return;
    const reason = new Error("The lease of the attempt was over before the handler began.");
    this.abort(reason);
    throw reason;
  }

  #addError(handler: string, thrown: unknown): void {
    if (this.#report !== undefined) return;
    const { attempt } = this.#claimed;
    this.#errors.push({ attempt, at: this.#now(), handler, ...describe(thrown) });
  }

  #finish(): AttemptReport {
    if (this.#report !== undefined) return this.#report;
    this.#cancelTimer();
    this.#report = { done: [...this.#done], errors: [...this.#errors] };
    this.#end(this.#report);
    return this.#report;
  }
}

/** Two handlers of a delivery may have one name. */
function findFree(taken: Set<string>, wanted: string): string {
  let id = wanted;
  for (let count = 2; taken.has(id); count++) id = `${wanted}#${count}`;
  taken.add(id);
  return id;
}

const MAX_MESSAGE_LENGTH = 2_000;
const MAX_STACK_LENGTH = 8_000;

/** What is kept of whatever was thrown. Reading it may throw in turn. */
function describe(thrown: unknown): { readonly message: string; readonly stack?: string } {
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
