type Settle = (value: unknown) => void;

/** The callable `then` of a thenable. */
export type Then = (onFulfilled: Settle, onRejected: Settle) => unknown;

/** A function call with `@__PURE__` can be tree-shaken; a property read cannot. */
const nativeThen = /* @__PURE__ */ readNativeThen();

function readNativeThen(): Promise<unknown>["then"] {
  // eslint-disable-next-line @typescript-eslint/unbound-method -- only ever called with a receiver
  return Promise.prototype.then;
}

/**
 * The `then` of a value, if it has one that can be called. It is read once: a second read may
 * differ. Throws what a hostile value throws when its property is read.
 */
export function readThen(value: unknown): Then | undefined {
  if (!isObject(value)) return undefined;
  const then = (value as { then?: unknown }).then; // an object or a function has properties to read
  return typeof then === "function" ? (then as Then) : undefined; // it takes what it likes
}

/**
 * Calls exactly one of the two functions once the value settles, in a later tick; neither when it
 * never settles. Returns what `then` returns: a promise of what the function returns or throws.
 */
export function follow(
  value: unknown,
  then: Then,
  fulfilled: Settle,
  rejected: Settle,
): Promise<unknown> {
  // A native promise is used as it is: engines optimise this call.
  const promise = then === nativeThen ? (value as Promise<unknown>) : adopt(value, then);
  return nativeThen.call(promise, fulfilled, rejected);
}

/**
 * A promise of whatever a foreign thenable settles with. A thenable may settle twice, throw,
 * return a promise that rejects, or be a promise behind another `then`: nobody else would handle
 * the rejection of either.
 */
function adopt(value: unknown, then: Then): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const returned = then.call(value, resolve, reject);
    watch(value, ignore);
    watch(returned, reject);
  });
}

/** Handles the rejection of a promise, which may be of another realm; ignores any other value. */
export function watch(value: unknown, rejected: Settle): void {
  if (!isObject(value)) return;
  try {
    if (value instanceof Error) return; // by far the most common; the exception below costs much
    void nativeThen.call(value as Promise<unknown>, undefined, rejected); // it checks for itself
  } catch {
    // Not a promise, or one whose class cannot be followed.
  }
}

export function isObject(value: unknown): value is object {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

export function ignore(): void {}
