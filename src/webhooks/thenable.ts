type Settle = (value: unknown) => void;

/** The callable `then` of a thenable. */
type Then = (onFulfilled: Settle, onRejected: Settle) => unknown;

/** By a call, which a bundler may drop where nobody uses it, as it may drop no mere look. */
const nativeThen = /* @__PURE__ */ readNativeThen();

function readNativeThen(): Promise<unknown>["then"] {
  // eslint-disable-next-line @typescript-eslint/unbound-method -- only ever called with a receiver
  return Promise.prototype.then;
}

/**
 * A promise of what a value settles with, when it is a thenable; a native promise is its own. `then`
 * is read once: a second look may differ. Throws what a hostile value throws when it is looked at.
 */
export function toPromise(value: unknown): Promise<unknown> | undefined {
  if (!isObject(value)) return undefined;
  const { then, constructor } = value as { then?: unknown; constructor?: unknown }; // any object may be asked
  if (typeof then !== "function") return undefined;
  return then === nativeThen && constructor === Promise
    ? (value as Promise<unknown>) // as far as can be seen; `follow` finds out
    : adopt(value, then as Then); // its parameters are its own matter
}

/**
 * Calls exactly one of the two once a promise settles, in a later tick, or `rejected` at once when
 * it turns out to be none. Returns a promise of what that gives, for whoever waits for it.
 */
export function follow<Result>(
  promise: Promise<unknown>,
  fulfilled: (value: unknown) => Result | PromiseLike<Result>,
  rejected: (thrown: unknown) => Result | PromiseLike<Result>,
): Promise<Result> {
  try {
    return nativeThen.call(promise, fulfilled, rejected) as Promise<Result>; // its type has forgotten them
  } catch (thrown) {
    return Promise.resolve(rejected(thrown));
  }
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
