type Settle = (value: unknown) => void;

/** The callable `then` of a thenable. */
export type Then = (onFulfilled: Settle, onRejected: Settle) => unknown;

// eslint-disable-next-line @typescript-eslint/unbound-method -- only ever called with a receiver
const nativeThen = Promise.prototype.then;

/**
 * The `then` of a value, when it has one to call. Read once: a second look may differ.
 * Throws what a hostile value throws when it is looked at.
 */
export function readThen(value: unknown): Then | undefined {
  if ((typeof value !== "object" || value === null) && typeof value !== "function")
    return undefined;
  const then = (value as { then?: unknown }).then; // an object or a function has properties to read
  return typeof then === "function" ? (then as Then) : undefined; // its parameters are its own matter
}

/**
 * Calls exactly one of the two once the value settles, in a later tick, and neither when it never
 * does. Neither may throw.
 */
export function follow(value: unknown, then: Then, fulfilled: Settle, rejected: Settle): void {
  // A native promise as it is: the engine knows this call and makes it cheap.
  if (then === nativeThen) void nativeThen.call(value, fulfilled, rejected);
  else void nativeThen.call(adopt(value, then), fulfilled, rejected);
}

/**
 * A promise of whatever a foreign thenable settles with: it may settle twice, throw, or return a
 * promise of its own that rejects, which nobody else would handle.
 */
function adopt(value: unknown, then: Then): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const returned = then.call(value, resolve, reject);
    if (returned instanceof Promise) void nativeThen.call(returned, undefined, reject);
  });
}
