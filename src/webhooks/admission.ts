/** What a toolkit has in flight, and how it ends. */
import { ignore } from "./thenable.js";

/** Counts what is in flight. Once closed, it admits nothing new and tells when everything is done. */
export class Admission {
  #isOpen = true;
  #count = 0;
  #idle: Promise<void> | undefined;
  #becomeIdle = ignore;

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /**
   * Admits a request or a delivery; returns `undefined` when closed.
   * @param holder the ticket of the request that brought a delivery. While it is held, the delivery
   * is admitted even after closing.
   */
  enter(holder?: Ticket): Ticket | undefined {
    if (!this.#isOpen && !(holder instanceof Ticket && holder.isHeld)) return undefined;
    this.#count++;
    return new Ticket(this);
  }

  /** Called by a ticket that is released. */
  leave(): void {
    this.#count--;
    if (this.#count === 0) this.#becomeIdle();
  }

  /** Resolves when nothing is in flight. It returns the same promise each time. */
  close(): Promise<void> {
    this.#isOpen = false;
    this.#idle ??= new Promise((resolve) => {
      if (this.#count === 0) resolve();
      else this.#becomeIdle = resolve;
    });
    return this.#idle;
  }
}

/** The admission of one request or delivery; to be released when that is done. */
export class Ticket {
  #admission: Admission | undefined;

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
 * Rejects with the reason of the signal if it is aborted first; otherwise settles as the promise does.
 * Leaves no listener behind.
 */
export function orAborted(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort);
    void promise.then(resolve, reject).then(() => signal.removeEventListener("abort", abort));
  });
}
