/** Handlers by event and action: those of `issues` and of `issues.opened` are in lists of their own. */
import type { NameSplitter, Unregister } from "../types.js";

/**
 * Handlers in two levels of maps, so that one lookup shows whether an event has any. It is longer than necessary, for
 * speed: deliveries share one array until a handler comes or goes, and no name is joined for a delivery, which would
 * take 0.13 µs more where `receive` takes 0.2 µs (Node 20, one core).
 */
export class HandlerRegistry<Listener> {
  readonly #split: NameSplitter;
  readonly #events = new Map<string, ListsByAction<Listener>>();

  constructor(split: NameSplitter) {
    this.#split = split;
  }

  /** True if there is a handler for an event or any of its actions. */
  has(event: string): boolean {
    for (const { handlers } of this.#events.get(event)?.values() ?? []) {
      if (handlers.length > 0) return true;
    }
    return false;
  }

  /** Returns the current handlers of an event itself, or of one of its actions. */
  get(event: string, action?: string): readonly Listener[] {
    return this.#events.get(event)?.get(action)?.handlers ?? NO_HANDLERS;
  }

  /** Returns the list under a name, if there is one. */
  find(name: string): HandlerList<Listener> | undefined {
    const [event, action] = this.#split(name);
    return this.#events.get(event)?.get(action);
  }

  /**
   * Returns the list under a name, and creates it if there is none.
   * @param name An event, or an event with an action.
   */
  findOrCreate(name: string): HandlerList<Listener> {
    const [event, action] = this.#split(name);
    const lists: ListsByAction<Listener> = this.#events.get(event) ?? new Map();
    const list = lists.get(action) ?? new HandlerList<Listener>();
    this.#events.set(event, lists);
    lists.set(action, list);
    return list;
  }
}

export const NO_HANDLERS: readonly never[] = [];

/** Handlers in the order of their registration. */
export class HandlerList<Listener> {
  readonly #registered = new Map<number, Listener>();
  #lastId = 0;
  /** Copy for deliveries, which is never changed. `undefined` after each change, until a delivery needs it. */
  #handlers: readonly Listener[] | undefined;

  /** True if no handler was ever added. */
  get isNew(): boolean {
    return this.#lastId === 0;
  }

  /** The current handlers, in an array that later changes do not affect. */
  get handlers(): readonly Listener[] {
    return (this.#handlers ??= [...this.#registered.values()]);
  }

  add(handler: Listener): Unregister {
    const id = ++this.#lastId;
    this.#registered.set(id, handler);
    this.#handlers = undefined;
    return () => this.#remove(id);
  }

  /** Removes the most recent registration that matches, if there is one. */
  removeNewest(isMatch: (handler: unknown) => boolean): void {
    const newest = [...this.#registered].findLast(([, handler]) => isMatch(handler));
    if (newest !== undefined) this.#remove(newest[0]);
  }

  #remove(id: number): void {
    if (this.#registered.delete(id)) this.#handlers = undefined;
  }
}

// ---- Types

/** Lists of one event. The list of the event itself is under `undefined`. */
type ListsByAction<Listener> = Map<string | undefined, HandlerList<Listener>>;
