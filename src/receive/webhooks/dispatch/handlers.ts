/** Handlers of a toolkit: adds and removes them with their options, and gathers those of an event. */
import { readPath } from "../../../base/values.js";
import {
  expectFunction,
  expectSignal,
  expectText,
  readOptions,
  unexpected,
} from "../../../base/expect.js";
import type { OptionNames } from "../../../base/nearest.js";
import { HandlerList, HandlerRegistry, NO_HANDLERS } from "./handler-registry.js";
import { ignore } from "./thenables.js";
import { describeUnknownName, expectEventName, expectListenerName } from "../event-names.js";
import type { Service } from "../service.js";
import type {
  DispatchedEvent,
  ErrorListener,
  ErrorListeners,
  Handler,
  HandlerOptions,
  Participants,
  SafeLog,
  Unregister,
} from "../types.js";

const HANDLER_OPTIONS: OptionNames<HandlerOptions> = { id: true, once: true, signal: true };

export class Handlers implements ErrorListeners {
  readonly log: SafeLog;
  readonly #service: HandledService;
  readonly #transform: Handler | undefined;
  readonly #named: HandlerRegistry<Handler>;
  readonly #any = new HandlerList<Handler>();
  readonly #errors = new HandlerList<ErrorListener>();
  /** Ids of the handlers that have one, for an inbox. */
  readonly #ids = new WeakMap<Handler, string>();
  /** The handler that was passed, for each function that is registered in its place. */
  readonly #originals = new WeakMap<Handler, Handler>();

  /** @param transform Runs before the handlers of `on`. */
  constructor(service: HandledService, log: SafeLog, transform: Handler | undefined) {
    const { parts, split } = service;
    this.#service = service;
    this.log = log;
    this.#transform = transform;
    this.#named = parts.matchName?.createRegistry(split) ?? new HandlerRegistry(split);
  }

  get forErrors(): readonly ErrorListener[] {
    return this.#errors.handlers;
  }

  on(eventName: unknown, handler: unknown, options: HandlerOptions | undefined): Unregister {
    const names = readNames(eventName, expectEventName);
    return this.#add(expectHandler(handler), options, (registered) => {
      const removals = names.map((name) => this.#register(name, registered));
      return () => {
        for (const remove of removals) remove();
      };
    });
  }

  onAny(handler: unknown, options: HandlerOptions | undefined): Unregister {
    return this.#add(expectHandler(handler), options, (registered) => this.#any.add(registered));
  }

  onError(handler: unknown): Unregister {
    return this.#errors.add(expectHandler(handler));
  }

  removeListener(eventName: unknown, handler: unknown): void {
    const names = readNames(eventName, expectListenerName);
    const expected = expectHandler(handler);
    const isExpected = (registered: unknown): boolean =>
      registered === expected || this.#originals.get(registered as Handler) === expected; // all are handlers
    for (const name of names) this.#findList(name)?.removeNewest(isExpected);
  }

  /** True if any handler would get an event of this name, or its errors. */
  has(event: string): boolean {
    if (this.#named.has(event)) return true;
    return this.#any.handlers.length + this.forErrors.length > 0;
  }

  gather({ name, payload }: DispatchedEvent): Participants {
    const action = readPath(payload, this.#service.actionKeys);
    return {
      forAction: typeof action === "string" ? this.#named.get(name, action) : NO_HANDLERS,
      forEvent: this.#named.get(name),
      forAny: this.#any.handlers,
      forErrors: this.forErrors,
      transform: this.#transform,
      log: this.log,
    };
  }

  /** Returns the id that a handler was registered with. */
  readId(registered: Handler): string | undefined {
    return this.#ids.get(this.#originals.get(registered) ?? registered);
  }

  /**
   * Adds a handler with its options (contract B.17). The id belongs to the handler, for all of its names.
   * @param add Gets the handler, or the function that is registered in its place.
   */
  #add(
    handler: Handler,
    options: HandlerOptions | undefined,
    add: (registered: Handler) => Unregister,
  ): Unregister {
    if (options === undefined) return add(handler);
    const {
      id,
      once = false,
      signal,
    } = readOptions(options, "The options of the handler", "an object", HANDLER_OPTIONS);
    expectSignal(signal);
    if (typeof once !== "boolean") throw unexpected(once, "`once`", "a boolean");
    if (id !== undefined) this.#ids.set(handler, expectText(id, "The `id` of the handler"));
    if (signal === undefined && !once) return add(handler);
    return this.#addLimited(handler, once, signal, add);
  }

  /** Adds a handler that is never called after its end, even by a delivery that waits for `transform`. */
  #addLimited(
    handler: Handler,
    once: boolean,
    signal: AbortSignal | undefined,
    add: (registered: Handler) => Unregister,
  ): Unregister {
    if (signal?.aborted) return ignore;
    let hasEnded = false;
    const limited: Handler = (event) => {
      if (hasEnded) return undefined;
      if (once) end();
      return handler(event);
    };
    this.#originals.set(limited, handler);
    const remove = add(limited);
    const end = (): void => {
      hasEnded = true;
      remove();
      signal?.removeEventListener("abort", end);
    };
    signal?.addEventListener("abort", end);
    return end;
  }

  /** Adds a handler under one name, and warns once of a name that is not known. */
  #register(name: string, handler: Handler): Unregister {
    const list = this.#named.findOrCreate(name);
    if (list.isNew && this.#service.findKnown(name) === undefined) {
      this.log.warn(describeUnknownName(name, this.#service.catalog.eventNames));
    }
    return list.add(handler);
  }

  /** Finds the list of a name, of `*` for any event, or of `error`. */
  #findList(name: string): Pick<HandlerList<Handler>, "removeNewest"> | undefined {
    if (name === "*") return this.#any;
    return name === "error" ? this.#errors : this.#named.find(name);
  }
}

function expectHandler(handler: unknown): Handler {
  return expectFunction(handler, "The handler");
}

/** Copies one name or several, because the caller's array may change while it is read. */
function readNames(names: unknown, expect: (name: unknown) => string): readonly string[] {
  if (!Array.isArray(names)) return [expect(names)];
  if (names.length === 0) throw new TypeError("The array of event names is empty; expected names.");
  return Array.from<unknown, string>(names, (name) => expect(name));
}

// ---- Types

/** The parts of the service that its handlers need. */
type HandledService = Pick<Service, "catalog" | "parts" | "split" | "findKnown" | "actionKeys">;
