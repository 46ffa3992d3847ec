/** What an inbox takes from its platform. Tests pass one of their own. */
export interface Environment {
  /** Milliseconds since 1970. It never goes back while the process runs. */
  readonly clock: () => number;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** Calls back once, after so many milliseconds. Returns what cancels it. */
  readonly setTimer: (callback: () => void, delay: number) => () => void;
  /** Calls back when the platform has handled the input that is there now. */
  readonly defer: (callback: () => void) => void;
}

export const PLATFORM: Environment = {
  clock: /* @__PURE__ */ createClock(Date.now, () => performance.now()),
  random: Math.random,
  setTimer: (callback, delay) => {
    const timer = setTimeout(callback, delay);
    return () => clearTimeout(timer);
  },
  defer: (callback) => void setImmediate(callback),
};

/**
 * A clock that goes forward with the wall clock, and on by itself when that is set back: what is due
 * would else be late, and a lease would last longer.
 * @param elapsed a time that cannot be set, in milliseconds.
 */
export function createClock(wall: () => number, elapsed: () => number): () => number {
  let last = -Infinity;
  let lastElapsed = 0;
  return () => {
    const nowElapsed = elapsed();
    last = Math.max(wall(), Math.floor(last + nowElapsed - lastElapsed));
    lastElapsed = nowElapsed;
    return last;
  };
}
