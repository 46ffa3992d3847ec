/** The record of one attempt: which handlers run, which are done, and the errors of the others. */
import { follow, readThen, type Then } from "../receive/webhooks/dispatch/thenables.js";
import type { AttemptError, ClaimedDelivery } from "./store.js";

/** Notes how the handlers of a delivery end. Once the record is closed, handlers that end do not change it. */
export class AttemptRecord {
  readonly #attempt: number;
  readonly #clock: () => number;
  readonly #done: Set<string>;
  readonly #errors: AttemptError[] = [];
  /** Ids of the handlers that run. */
  readonly #running = new Set<string>();
  #report: AttemptReport | undefined;

  constructor({ attempt, done }: ClaimedDelivery, clock: () => number) {
    this.#attempt = attempt;
    this.#clock = clock;
    this.#done = new Set(done);
  }

  get isClosed(): boolean {
    return this.#report !== undefined;
  }

  /** True for a handler that has succeeded, in this attempt or in an earlier one. */
  isDone(id: string): boolean {
    return this.#done.has(id);
  }

  /** Calls a handler, and notes how it ends. Its result and its error pass through, for `transform` and `onError`. */
  track(id: string, kind: HandlerKind, call: () => unknown): unknown {
    this.#running.add(id);
    try {
      const result = call();
      const then = readThen(result);
      if (then !== undefined) return this.#trackPromise(id, kind, result, then);
      this.#noteSuccess(id, kind);
      return result;
    } catch (thrown) {
      this.#noteFailure(id, thrown);
      throw thrown;
    }
  }

  /** @param then the method `then` of the result, which was read once. */
  #trackPromise(id: string, kind: HandlerKind, result: unknown, then: Then): Promise<unknown> {
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
    if (kind === "handler" && !this.isClosed) this.#done.add(id);
  }

  #noteFailure(id: string, thrown: unknown): void {
    this.#running.delete(id);
    this.#addError(id, thrown);
  }

  /** Notes an error of the attempt as a whole. */
  fail(thrown: unknown): void {
    this.#addError("", thrown);
  }

  /**
   * Notes why the attempt ends early, as an error of each handler that runs. If there is no error then, it becomes that
   * of the attempt itself.
   */
  abort(reason: Error): void {
    for (const id of this.#running) this.#addError(id, reason);
    if (this.#errors.length === 0) this.fail(reason);
  }

  #addError(handler: string, thrown: unknown): void {
    if (this.isClosed) return;
    const error = describeThrown(thrown);
    this.#errors.push({ attempt: this.#attempt, at: this.#clock(), handler, ...error });
  }

  /** Ends the record. Returns the same report each time. */
  close(): AttemptReport {
    this.#report ??= { done: [...this.#done], errors: this.#errors };
    return this.#report;
  }
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

export type HandlerKind = "handler" | "transform";
