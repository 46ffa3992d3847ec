import type { Unregister } from "./types.js";

/**
 * Handlers in the order of their registration. A registration is a handler and an id, at the same
 * index of two arrays: 16 bytes. A removed one leaves a gap until half of them are gaps, so that
 * removing costs the same however many there are.
 */
export class HandlerList<Handler> {
  #handlers: (Handler | undefined)[] = [];
  /** Ascending. */
  #ids: number[] = [];
  #nextId = 0;
  #gaps = 0;
  /** Whether a dispatch may be reading the array of handlers: it is copied before it changes. */
  #isLent = false;
  readonly #onEmpty: (() => void) | undefined;

  /** @param onEmpty called when the last handler is removed. */
  constructor(onEmpty?: () => void) {
    this.#onEmpty = onEmpty;
  }

  get isEmpty(): boolean {
    return this.#ids.length === 0;
  }

  /** The handlers of this moment; later changes do not show in it. */
  get handlers(): readonly Handler[] {
    if (this.#gaps > 0) this.#closeGaps();
    this.#isLent = true;
    return this.#handlers as readonly Handler[]; // no gaps are left
  }

  add(handler: Handler): Unregister {
    const id = this.#nextId++;
    this.#own();
    this.#handlers.push(handler);
    this.#ids.push(id);
    return () => this.#removeAt(findIndex(this.#ids, id));
  }

  /** Removes the most recent registration of a handler, if there is one. */
  removeNewest(handler: Handler): void {
    this.#removeAt(this.#handlers.lastIndexOf(handler));
  }

  #removeAt(index: number): void {
    if (this.#handlers[index] === undefined) return;
    this.#own();
    this.#handlers[index] = undefined;
    this.#gaps++;
    if (this.#gaps * 2 > this.#ids.length) this.#closeGaps();
    if (this.isEmpty) this.#onEmpty?.();
  }

  #closeGaps(): void {
    this.#ids = this.#ids.filter((_, index) => this.#handlers[index] !== undefined);
    this.#handlers = this.#handlers.filter((handler) => handler !== undefined);
    this.#gaps = 0;
    this.#isLent = false;
  }

  #own(): void {
    if (!this.#isLent) return;
    this.#handlers = this.#handlers.slice();
    this.#isLent = false;
  }
}

/** The index of a number in an ascending array, or -1. */
function findIndex(ascending: readonly number[], wanted: number): number {
  let [low, high] = [0, ascending.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = ascending[middle] ?? wanted; // never absent between the two ends
    if (found === wanted) return middle;
    if (found < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

export const NO_HANDLERS: readonly never[] = [];

/** The lists of one event: by action, and under `undefined` that of the event itself. */
type EventLists<Handler> = Map<string | undefined, HandlerList<Handler>>;

/**
 * Handlers by event and action; a name without handlers takes no memory. The two parts of a name
 * are kept apart, so that a delivery need not join them, and it shows whether an event is heard.
 */
export class HandlerRegistry<Handler> {
  readonly #events = new Map<string, EventLists<Handler>>();

  /** Whether there is a handler for an event or any of its actions. */
  has(event: string): boolean {
    return this.#events.has(event);
  }

  /** The handlers of this moment for an event itself, or for one of its actions. */
  get(event: string, action?: string): readonly Handler[] {
    return this.#events.get(event)?.get(action)?.handlers ?? NO_HANDLERS;
  }

  /** @param name an event, or an event and its action with a dot between them. */
  add(name: string, handler: Handler): Unregister {
    const [event, action] = split(name);
    const list = this.#events.get(event)?.get(action) ?? this.#createList(event, action);
    return list.add(handler);
  }

  removeNewest(name: string, handler: Handler): void {
    const [event, action] = split(name);
    this.#events.get(event)?.get(action)?.removeNewest(handler);
  }

  #createList(event: string, action: string | undefined): HandlerList<Handler> {
    const lists = this.#events.get(event) ?? (new Map() as EventLists<Handler>); // nothing to infer from
    const list = new HandlerList<Handler>(() => {
      lists.delete(action);
      if (lists.size === 0) this.#events.delete(event);
    });
    this.#events.set(event, lists.set(action, list));
    return list;
  }
}

/** At the first dot. */
function split(name: string): [event: string, action: string | undefined] {
  const dot = name.indexOf(".");
  return dot < 0 ? [name, undefined] : [name.slice(0, dot), name.slice(dot + 1)];
}
