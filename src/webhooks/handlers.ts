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
  readonly #onEmpty: (() => void) | undefined;
  #snapshot: readonly Handler[] | undefined;

  /** @param onEmpty called when the last handler is gone. */
  constructor(onEmpty?: () => void) {
    this.#onEmpty = onEmpty;
  }

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
    if (this.isEmpty) this.#onEmpty?.();
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

export const NO_HANDLERS: readonly never[] = [];

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
    // The name of an event has no dot, yet nothing keeps a caller from receiving one that has.
    if (family === undefined && event.includes(".")) return this.get(...split(event, action));
    return family?.get(action)?.handlers ?? NO_HANDLERS;
  }

  /** @param name an event, or an event and its action with a dot between them. */
  add(name: string, handler: Handler): Unregister {
    const [event, action] = split(name);
    const family = obtain(this.#families, event, () => new Map() as Family<Handler>);
    const createList = () =>
      new HandlerList<Handler>(() => {
        family.delete(action);
        if (family.size === 0) this.#families.delete(event);
      });
    return obtain(family, action, createList).add(handler);
  }

  removeNewest(name: string, handler: Handler): void {
    const [event, action] = split(name);
    this.#families.get(event)?.get(action)?.removeNewest(handler);
  }
}

/** At the first dot, after an action was put behind another. */
function split(name: string, suffix?: string): [event: string, action: string | undefined] {
  const whole = suffix === undefined ? name : `${name}.${suffix}`;
  const dot = whole.indexOf(".");
  return dot < 0 ? [whole, undefined] : [whole.slice(0, dot), whole.slice(dot + 1)];
}

function obtain<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const found = map.get(key);
  if (found !== undefined) return found;
  const created = create();
  map.set(key, created);
  return created;
}
