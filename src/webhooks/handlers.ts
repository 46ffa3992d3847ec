import type { Unregister } from "./types.js";

/** One call of `on`, `onAny` or `onError`, chained to the others of the same handler. */
interface Registration<Handler> {
  readonly handler: Handler;
  older: Registration<Handler> | undefined;
  newer: Registration<Handler> | undefined;
}

/**
 * Handlers in the order of their registration. Adding and removing cost the same however many there
 * are, and a dispatch costs no copy unless something changed since the last one.
 */
export class HandlerList<Handler> {
  readonly #registrations = new Set<Registration<Handler>>();
  readonly #newest = new Map<Handler, Registration<Handler>>();
  #snapshot: readonly Handler[] | undefined;

  get isEmpty(): boolean {
    return this.#registrations.size === 0;
  }

  /** The handlers of this moment; later changes do not show in it. */
  get handlers(): readonly Handler[] {
    this.#snapshot ??= Array.from(this.#registrations, ({ handler }) => handler);
    return this.#snapshot;
  }

  add(handler: Handler): Unregister {
    const older = this.#newest.get(handler);
    const registration: Registration<Handler> = { handler, older, newer: undefined };
    if (older !== undefined) older.newer = registration;
    this.#newest.set(handler, registration);
    this.#registrations.add(registration);
    this.#snapshot = undefined;
    return () => this.#remove(registration);
  }

  /** Removes the most recent registration of a handler, if there is one. */
  removeNewest(handler: Handler): void {
    const registration = this.#newest.get(handler);
    if (registration !== undefined) this.#remove(registration);
  }

  #remove(registration: Registration<Handler>): void {
    if (!this.#registrations.delete(registration)) return;
    this.#snapshot = undefined;
    this.#unchain(registration);
  }

  #unchain(registration: Registration<Handler>): void {
    const { handler, older, newer } = registration;
    if (older !== undefined) older.newer = newer;
    if (newer !== undefined) newer.older = older;
    else if (older !== undefined) this.#newest.set(handler, older);
    else this.#newest.delete(handler);
    // A caller may keep the function that unregisters: it must not keep the chain alive.
    registration.older = registration.newer = undefined;
  }
}

const NONE: readonly never[] = Object.freeze([]);

/** Handlers by event name; a name without handlers takes no memory. */
export class HandlerRegistry<Handler> {
  readonly #lists = new Map<string, HandlerList<Handler>>();

  /** The handlers of this moment for a name. */
  get(name: string): readonly Handler[] {
    return this.#lists.get(name)?.handlers ?? NONE;
  }

  add(name: string, handler: Handler): Unregister {
    const list = this.#lists.get(name) ?? this.#createList(name);
    const remove = list.add(handler);
    return () => {
      remove();
      this.#discard(name, list);
    };
  }

  removeNewest(name: string, handler: Handler): void {
    const list = this.#lists.get(name);
    if (list === undefined) return;
    list.removeNewest(handler);
    this.#discard(name, list);
  }

  #createList(name: string): HandlerList<Handler> {
    const list = new HandlerList<Handler>();
    this.#lists.set(name, list);
    return list;
  }

  /** Compares, because a name may have got a new list since this one was discarded. */
  #discard(name: string, list: HandlerList<Handler>): void {
    if (list.isEmpty && this.#lists.get(name) === list) this.#lists.delete(name);
  }
}
