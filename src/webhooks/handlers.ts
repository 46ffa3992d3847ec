import type { NameSplitter } from "./event-names.js";
import type { Unregister } from "./types.js";

/**
 * Handlers in the order of their registration. A removed one leaves a gap until half of them are
 * gaps, so that removing costs the same however many there are.
 */
export class HandlerList<Handler> {
  #handlers: (Handler | undefined)[] = [];
  /** The id of each handler. `undefined` until gaps are closed: until then, each id is the index. */
  #ids: number[] | undefined;
  #nextId = 0;
  #gaps = 0;
  /** Whether a dispatch may be reading the array of handlers: it is copied before it changes. */
  #isLent = false;

  /** Whether nothing was ever added. */
  get isNew(): boolean {
    return this.#nextId === 0;
  }

  /** The handlers of this moment; later changes do not show in it. */
  get handlers(): readonly Handler[] {
    if (this.#gaps > 0) this.#closeGaps();
    this.#isLent = true;
    return this.#handlers as readonly Handler[]; // no gaps are left
  }

  add(handler: Handler): Unregister {
    const id = this.#nextId++;
    // V8 gives an array that is created with one element room for one, and one that grows for 17.
    if (id === 0) this.#handlers = [handler];
    else this.#own().push(handler);
    this.#ids?.push(id);
    return () => this.#removeAt(this.#ids === undefined ? id : findIndex(this.#ids, id));
  }

  /** Removes the most recent registration of a handler, if there is one. */
  removeNewest(handler: Handler): void {
    this.#removeAt(this.#handlers.lastIndexOf(handler));
  }

  #removeAt(index: number): void {
    if (this.#handlers[index] === undefined) return;
    this.#own()[index] = undefined;
    this.#gaps++;
    if (this.#gaps * 2 > this.#handlers.length) this.#closeGaps();
  }

  #closeGaps(): void {
    const ids = this.#ids ?? [...this.#handlers.keys()];
    this.#ids = ids.filter((_, index) => this.#handlers[index] !== undefined);
    this.#handlers = this.#handlers.filter((handler) => handler !== undefined);
    this.#gaps = 0;
    this.#isLent = false;
  }

  #own(): (Handler | undefined)[] {
    if (this.#isLent) this.#handlers = this.#handlers.slice();
    this.#isLent = false;
    return this.#handlers;
  }
}

/** The index of a number in an ascending array, or -1. */
function findIndex(ascending: readonly number[], wanted: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? wanted) < wanted) low = middle + 1;
    else high = middle;
  }
  return ascending[low] === wanted ? low : -1;
}

export const NO_HANDLERS: readonly never[] = [];

/** The lists of one event: by action, and under `undefined` that of the event itself. */
type EventLists<Handler> = Map<string | undefined, HandlerList<Handler>>;

/**
 * Handlers by event and action. The two parts of a name are kept apart, so that a delivery need not
 * join them, and it shows whether an event is heard.
 */
export class HandlerRegistry<Handler> {
  readonly #split: NameSplitter;
  readonly #events = new Map<string, EventLists<Handler>>();

  constructor(split: NameSplitter) {
    this.#split = split;
  }

  /** Whether there is a handler for an event or any of its actions. */
  has(event: string): boolean {
    for (const { handlers } of this.#events.get(event)?.values() ?? []) {
      if (handlers.length > 0) return true;
    }
    return false;
  }

  /** The handlers of this moment for an event itself, or for one of its actions. */
  get(event: string, action?: string): readonly Handler[] {
    return this.#events.get(event)?.get(action)?.handlers ?? NO_HANDLERS;
  }

  /** The list under a name, if there is one. */
  find(name: string): HandlerList<Handler> | undefined {
    const [event, action] = this.#split(name);
    return this.#events.get(event)?.get(action);
  }

  /**
   * The list under a name, made if there is none.
   * @param name an event, or an event and its action, as the splitter divides it.
   */
  list(name: string): HandlerList<Handler> {
    const [event, action] = this.#split(name);
    let lists = this.#events.get(event);
    if (lists === undefined)
      this.#events.set(event, (lists = new Map<string | undefined, HandlerList<Handler>>()));
    let list = lists.get(action);
    if (list === undefined) lists.set(action, (list = new HandlerList()));
    return list;
  }
}
