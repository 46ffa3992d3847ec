/** One attempt at a delivery: runs its handlers until they are done, its time is up or its claim is lost. */
import { dispatch } from "../receive/webhooks/dispatch/dispatch.js";
import type { DispatchedEvent, Handler, Participants } from "../receive/webhooks/types.js";
import type { HandlerAccess } from "../receive/webhooks/receiver.js";
import { AttemptRecord, type AttemptReport, type HandlerKind } from "./attempt-record.js";
import type { InboxSettings } from "./options.js";
import type { ClaimedDelivery } from "./store.js";

/**
 * Runs the handlers of a delivery that have not succeeded yet, in the order of `receive`. Aborts their
 * signal at the deadline, and when the claim is lost. No handler begins once the lease is over
 * (contract G.7).
 */
export class Attempt {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly #claimed: ClaimedDelivery;
  readonly #handlers: HandlerAccess;
  readonly #lease: Lease;
  readonly #record: AttemptRecord;
  readonly #controller = new AbortController();
  readonly #cancelTimer: () => void;
  /** Resolves the promise of {@link run}. */
  #resolve: ((report: AttemptReport) => void) | undefined;

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
    const { timeout, environment, handlers } = settings;
    this.startedAt = environment.clock();
    this.#claimed = claimed;
    this.#handlers = handlers;
    this.#lease = new Lease(expiresAt, environment.leaseClock, renew);
    this.#record = new AttemptRecord(claimed, environment.clock);
    this.#cancelTimer = environment.setTimer(() => {
      this.abort(new Error(`The attempt has taken longer than ${timeout} ms.`));
    }, timeout);
  }

  /** Starts the handlers; called once. Resolves when the attempt has ended, and never rejects. */
  run(): Promise<AttemptReport> {
    return new Promise((resolve) => {
      this.#resolve = resolve;
      this.#parse();
    });
  }

  /** Milliseconds of the lease that are left; negative when it is over. */
  get timeLeft(): number {
    return this.#lease.timeLeft;
  }

  /** Notes that the lease was renewed. */
  extend(expiresAt: number): void {
    this.#lease.extend(expiresAt);
  }

  /** Ends the attempt now, and aborts the signal of running handlers. */
  abort(reason: Error): AttemptReport {
    if (this.#record.isClosed) return this.#record.close();
    this.#record.abort(reason);
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
    this.#record.fail(thrown);
    this.#finish();
  };

  /** Ignores the error of `dispatch`: the record has that of each handler. */
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

  /** Leaves out the handlers that have succeeded in an earlier attempt, and tracks the others. */
  #trackHandlers(participants: Participants): Participants {
    const usedIds = new Set<string>();
    const pick = (handlers: readonly Handler[], kind: string): readonly Handler[] =>
      handlers.flatMap((handler, index) => {
        const name = this.#handlers.readId(handler) ?? `${kind}/${index + 1}`;
        const id = createUniqueId(usedIds, name);
        return this.#record.isDone(id) ? [] : [this.#track(id, handler, "handler")];
      });
    const { transform } = participants;
    return {
      ...participants,
      forAction: pick(participants.forAction, "action"),
      forEvent: pick(participants.forEvent, "event"),
      forAny: pick(participants.forAny, "any"),
      transform: transform && this.#track("transform", transform, "transform"),
    };
  }

  #track(id: string, handler: Handler, kind: HandlerKind): Handler {
    return (event) => this.#record.track(id, kind, () => this.#call(handler, event));
  }

  /**
   * Calls a handler while the lease lasts, or once it is renewed: an earlier handler may have blocked the thread for so
   * long that another worker has the delivery.
   */
  #call(handler: Handler, event: unknown): unknown {
    if (this.#record.isClosed) return Promise.reject(createOverError());
    return this.timeLeft > 0 ? handler(event) : this.#lease.renewed().then(() => handler(event));
  }

  /** Closes the record, and refuses the handlers that still wait. A second call changes nothing. */
  #finish(): AttemptReport {
    this.#cancelTimer();
    const report = this.#record.close();
    this.#lease.refuseWaiting(createOverError());
    this.#resolve?.(report);
    return report;
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

/** Time for which an attempt has its delivery, and the handlers that wait for more of it. */
class Lease {
  #expiresAt: number;
  readonly #clock: () => number;
  readonly #renew: () => void;
  readonly #waiting: WaitingHandler[] = [];

  /** @param renew asks for a renewal. */
  constructor(expiresAt: number, clock: () => number, renew: () => void) {
    this.#expiresAt = expiresAt;
    this.#clock = clock;
    this.#renew = renew;
  }

  get timeLeft(): number {
    return this.#expiresAt - this.#clock();
  }

  /** Asks for a renewal, and resolves with it. Rejects if the attempt ends first. */
  renewed(): Promise<void> {
    return new Promise((begin, refuse) => {
      this.#waiting.push({ begin, refuse });
      this.#renew();
    });
  }

  /** Notes a renewal. The lease may be over again: the process may have stood still since. */
  extend(expiresAt: number): void {
    this.#expiresAt = expiresAt;
    if (this.timeLeft > 0) for (const { begin } of this.#waiting.splice(0)) begin();
    else if (this.#waiting.length > 0) this.#renew();
  }

  refuseWaiting(reason: Error): void {
    for (const { refuse } of this.#waiting.splice(0)) refuse(reason);
  }
}

/** Handler that waits for the lease. One of the two functions is called, once. */
interface WaitingHandler {
  readonly begin: () => void;
  readonly refuse: (reason: Error) => void;
}
