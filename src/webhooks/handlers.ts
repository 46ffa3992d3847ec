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

const NONE: readonly never[] = /* @__PURE__ */ Object.freeze([]);

/** The lists of one event: of its actions, and under `undefined` of the event itself. */
type Family<Handler> = Map<string | undefined, HandlerList<Handler>>;

/**
 * Handlers by event and action; a name without handlers takes no memory. Kept apart, the two parts
 * of a name need not be joined for each delivery, and it shows whether anyone listens to an event.
 */
export class HandlerRegistry<Handler> {
  readonly #families = new Map<string, Family<Handler>>();

  /** Whether there is a handler for an event or any of its actions. */
  has(event: string): boolean {
    return this.#families.has(event) || event.includes(".");
  }

  /** The handlers of this moment for an event itself, or for one of its actions. */
  get(event: string, action?: string): readonly Handler[] {
    const family = this.#families.get(event);
    if (family !== undefined) return family.get(action)?.handlers ?? NONE;
    return event.includes(".") ? this.#getDotted(event, action) : NONE;
  }

  /** @param name an event, or an event and its action with a dot between them. */
  add(name: string, handler: Handler): Unregister {
    const [event, action] = split(name);
    const list = this.#obtain(event, action);
    const remove = list.add(handler);
    return () => {
      remove();
      this.#discard(event, action, list);
    };
  }

  removeNewest(name: string, handler: Handler): void {
    const [event, action] = split(name);
    const list = this.#families.get(event)?.get(action);
    if (list === undefined) return;
    list.removeNewest(handler);
    this.#discard(event, action, list);
  }

  /** The name of an event has no dot, yet nothing keeps a caller from receiving one that has. */
  #getDotted(name: string, suffix: string | undefined): readonly Handler[] {
    const [event, action] = split(suffix === undefined ? name : `${name}.${suffix}`);
    return this.#families.get(event)?.get(action)?.handlers ?? NONE;
  }

  #obtain(event: string, action: string | undefined): HandlerList<Handler> {
    const family = obtain(this.#families, event, () => new Map() as Family<Handler>);
    return obtain(family, action, () => new HandlerList<Handler>());
  }

  /** Compares, because a name may have got a new list since this one was discarded. */
  #discard(event: string, action: string | undefined, list: HandlerList<Handler>): void {
    const family = this.#families.get(event);
    if (!list.isEmpty || family?.get(action) !== list) return;
    family.delete(action);
    if (family.size === 0) this.#families.delete(event);
  }
}

function split(name: string): [event: string, action: string | undefined] {
  const dot = name.indexOf(".");
  return dot < 0 ? [name, undefined] : [name.slice(0, dot), name.slice(dot + 1)];
}

function obtain<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const found = map.get(key);
  if (found !== undefined) return found;
  const created = create();
  map.set(key, created);
  return created;
}
