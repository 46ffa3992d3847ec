import type { Unregister } from "./types.js";

/** Handlers in the order of their registration. */
export class HandlerList<Handler> {
  #handlers: Handler[] = [];
  /** Of the handler at the same index. Left out until one is removed: each id is its index before. */
  #ids: number[] | undefined;
  #nextId = 0;
  /** Whether a dispatch may be reading the array of handlers: it is copied before it changes. */
  #isLent = false;

  get isEmpty(): boolean {
    return this.#handlers.length === 0;
  }

  /** The handlers of this moment; later changes do not show in it. */
  get handlers(): readonly Handler[] {
    this.#isLent = true;
    return this.#handlers;
  }

  add(handler: Handler): Unregister {
    const id = this.#nextId++;
    // An array that is made with its first element has room for that alone, one that grows for 17.
    if (this.#isLent || id === 0) this.#replace([...this.#handlers, handler]);
    else this.#handlers.push(handler);
    this.#ids?.push(id);
    return () => this.#removeAt(this.#ids === undefined ? id : this.#ids.indexOf(id));
  }

  /** Removes the most recent registration of a handler, if there is one. */
  removeNewest(handler: Handler): void {
    this.#removeAt(this.#handlers.lastIndexOf(handler));
  }

  #removeAt(index: number): void {
    if (index < 0) return;
    this.#ids ??= [...this.#handlers.keys()];
    this.#ids.splice(index, 1);
    this.#replace(this.#handlers.toSpliced(index, 1));
  }

  #replace(handlers: Handler[]): void {
    this.#handlers = handlers;
    this.#isLent = false;
  }
}

export const NO_HANDLERS: readonly never[] = [];

/** The lists of one event: by action, and under `undefined` that of the event itself. */
type EventLists<Handler> = Map<string | undefined, HandlerList<Handler>>;

/**
 * Handlers by event and action. The two parts of a name are kept apart, so that a delivery need not
 * join them, and it shows whether an event is heard.
 */
export class HandlerRegistry<Handler> {
  readonly #events = new Map<string, EventLists<Handler>>();

  /** Whether there is a handler for an event or any of its actions. */
  has(event: string): boolean {
    for (const list of this.#events.get(event)?.values() ?? []) if (!list.isEmpty) return true;
    return false;
  }

  /** The handlers of this moment for an event itself, or for one of its actions. */
  get(event: string, action?: string): readonly Handler[] {
    return this.#events.get(event)?.get(action)?.handlers ?? NO_HANDLERS;
  }

  /** @param name an event, or an event and its action with a dot between them. */
  add(name: string, handler: Handler): Unregister {
    const [event, action] = split(name);
    let lists = this.#events.get(event);
    if (lists === undefined)
      this.#events.set(event, (lists = new Map<string | undefined, HandlerList<Handler>>()));
    let list = lists.get(action);
    if (list === undefined) lists.set(action, (list = new HandlerList()));
    return list.add(handler);
  }

  removeNewest(name: string, handler: Handler): void {
    const [event, action] = split(name);
    this.#events.get(event)?.get(action)?.removeNewest(handler);
  }
}

/** At the first dot. */
function split(name: string): [event: string, action: string | undefined] {
  const dot = name.indexOf(".");
  return dot < 0 ? [name, undefined] : [name.slice(0, dot), name.slice(dot + 1)];
}
