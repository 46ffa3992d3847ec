/** Requests and deliveries in flight. `drain` admits no more of them, and waits until all are released. */
import { expectSignal, readOptions } from "../../base/expect.js";
import type { DrainOptions } from "./types.js";

/** Count of what is in flight. Once closed, it admits nothing more. */
export class Admission {
  #count = 0;
  /** Resolves when nothing is in flight; `undefined` while the admission is open. */
  #idle: Promise<void> | undefined;
  #resolveIdle: (() => void) | undefined;

  get isOpen(): boolean {
    return this.#idle === undefined;
  }

  /**
   * Admits a request or a delivery; returns `undefined` if closed.
   * @param requestTicket Ticket of the delivery's request. While it is held, the delivery is admitted even after
   * closing.
   */
  enter(requestTicket?: Ticket): Ticket | undefined {
    const isOfRequest = requestTicket instanceof Ticket && requestTicket.isHeld;
    if (!this.isOpen && !isOfRequest) return undefined;
    this.#count++;
    return new Ticket(this);
  }

  /** Called once by each ticket. */
  leave(): void {
    this.#count--;
    if (this.#count === 0) this.#resolveIdle?.();
  }

  /** Closes the admission. Returns the same promise each time, which resolves when nothing is in flight. */
  close(): Promise<void> {
    this.#idle ??= new Promise((resolve) => {
      if (this.#count === 0) resolve();
      else this.#resolveIdle = resolve;
    });
    return this.#idle;
  }
}

/** Counts one request or delivery as in flight, until it is released. */
export class Ticket {
  #admission: Admission | undefined;
  /** True while a secret is looked up. The delivery is not verified yet, so a request whose time is up then fails. */
  isLookingUp = false;

  constructor(admission: Admission) {
    this.#admission = admission;
  }

  get isHeld(): boolean {
    return this.#admission !== undefined;
  }

  /** Releasing it again does nothing. */
  release(): void {
    const admission = this.#admission;
    this.#admission = undefined;
    admission?.leave();
  }
}

/**
 * Reads the options of `drain` (contract B.27). A string counts as no options, because Node calls a listener of SIGTERM
 * with the name of that signal.
 * @throws TypeError for a misspelt option, and for a `signal` that is no `AbortSignal`.
 */
export function readDrainSignal(options: DrainOptions | string): DrainOptions["signal"] {
  if (typeof options === "string") return undefined;
  const { signal } = readOptions(options, "The options argument", "an object", { signal: true });
  expectSignal(signal);
  return signal;
}

/**
 * Settles as the promise does, or rejects with the signal's reason if the signal is aborted first. Leaves no
 * listener behind.
 */
export function orAborted(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort);
    void promise.then(resolve, reject).then(() => signal.removeEventListener("abort", abort));
  });
}
