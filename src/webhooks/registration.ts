import { expectSignal, expectText, readOptions, unexpected } from "../messages/expect.js";
import { ignore } from "./shortcuts.js";
import type { Handler, HandlerOptions, Unregister } from "./types.js";

/** Registrations of handlers that end by themselves, and the ids of handlers (contract B.17). */
export class Registrations {
  /** Names of handlers that have one, for an inbox. */
  readonly #ids = new WeakMap<Handler, string>();
  /** The handler that was passed, for each function that is registered in its place. */
  readonly #passed = new WeakMap<Handler, Handler>();

  /**
   * Adds a handler until its options say otherwise. A handler has one id, whatever it is registered for.
   * @param add gets the handler, or the function that stands for it.
   */
  add(
    handler: Handler,
    options: HandlerOptions | undefined,
    add: (handler: Handler) => Unregister,
  ): Unregister {
    if (options === undefined) return add(handler);
    const {
      id,
      once = false,
      signal,
    } = readOptions(options, "The options of the handler", "an object");
    expectSignal(signal);
    if (typeof once !== "boolean") throw unexpected(once, "`once`", "a boolean");
    if (id !== undefined) this.#ids.set(handler, expectText(id, "The `id` of the handler"));
    if (signal === undefined && !once) return add(handler);
    return this.#addLimited(handler, once, signal, add);
  }

  /** Once it is over, the handler is not called again, even by a delivery that waits for `transform`. */
  #addLimited(
    handler: Handler,
    once: boolean,
    signal: AbortSignal | undefined,
    add: (handler: Handler) => Unregister,
  ): Unregister {
    if (signal?.aborted) return ignore;
    let isOver = false;
    const limited: Handler = (event) => {
      if (isOver) return undefined;
      if (once) end();
      return handler(event);
    };
    this.#passed.set(limited, handler);
    const remove = add(limited);
    const end = (): void => {
      isOver = true;
      remove();
      signal?.removeEventListener("abort", end);
    };
    signal?.addEventListener("abort", end);
    return end;
  }

  /** Tells whether a registered function is a handler, or stands for it. */
  isFor(registered: unknown, handler: Handler): boolean {
    // A map may be asked for any key; a removed handler has left a gap.
    return registered === handler || this.#passed.get(registered as Handler) === handler;
  }

  /** Returns the id that a handler was registered with. */
  readId(registered: Handler): string | undefined {
    return this.#ids.get(this.#passed.get(registered) ?? registered);
  }
}
