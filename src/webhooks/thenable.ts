type Settle = (value: unknown) => void;

/** The callable `then` of a thenable. */
export type Then = (onFulfilled: Settle, onRejected: Settle) => unknown;

/** By a call, which a bundler may drop where nobody uses it, as it may drop no mere look. */
const nativeThen = /* @__PURE__ */ readNativeThen();

function readNativeThen(): Promise<unknown>["then"] {
  // eslint-disable-next-line @typescript-eslint/unbound-method -- only ever called with a receiver
  return Promise.prototype.then;
}

/**
 * The `then` of a value, when it has one to call. Read once: a second look may differ.
 * Throws what a hostile value throws when it is looked at.
 */
export function readThen(value: unknown): Then | undefined {
  if (!isObject(value)) return undefined;
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
 * A promise of whatever a foreign thenable settles with: it may settle twice, throw, return a
 * promise of its own that rejects, or be a promise behind another `then`. Nobody else would handle
 * the rejection of either.
 */
function adopt(value: unknown, then: Then): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const returned = then.call(value, resolve, reject);
    watch(value, ignore);
    watch(returned, reject);
  });
}

/** Handles the rejection of a promise, which may be of another realm; anything else has none. */
export function watch(value: unknown, rejected: Settle): void {
  if (!isObject(value)) return;
  try {
    void nativeThen.call(value as Promise<unknown>, undefined, rejected); // it looks for itself
  } catch {
    // No promise, or one whose class does not let it be followed.
  }
}

export function isObject(value: unknown): value is object {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

/** What is done where nothing is to be done. */
export function ignore(): void {}
