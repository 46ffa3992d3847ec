/** The clocks, random numbers and timers of an inbox, and those of the platform. */

const clock = /* @__PURE__ */ createClock(Date.now, () => performance.now());

export const PLATFORM: Environment = {
  clock,
  leaseClock: () => readMachineClock() ?? clock(),
  random: Math.random,
  setTimer: (callback, delay) => {
    const timer = setTimeout(callback, delay);
    return () => clearTimeout(timer);
  },
  defer: (callback) => void setImmediate(callback),
};

/**
 * Creates a clock that follows the wall clock but never goes back. Setting the wall clock back would
 * otherwise delay retries and lengthen leases.
 * @param elapsed milliseconds of a clock that cannot be set.
 */
export function createClock(wall: () => number, elapsed: () => number): () => number {
  let last = -Infinity;
  let lastElapsed = elapsed();
  return () => {
    const nowElapsed = elapsed();
    last = Math.max(wall(), Math.floor(last + nowElapsed - lastElapsed));
    lastElapsed = nowElapsed;
    return last;
  };
}

/**
 * Reads the clock of the machine, which begins when the machine starts and is never set: a step of the wall
 * clock would end the leases of all processes at once. Containers share it with their host. `undefined` on Bun
 * and Deno, whose `hrtime` begins with the process.
 */
function readMachineClock(): number | undefined {
  if ("bun" in process.versions || "deno" in process.versions) return undefined;
  return Number(process.hrtime.bigint() / 1_000_000n);
}

/** Clock, random numbers and timers. Tests pass their own. */
export interface Environment {
  /** Milliseconds since 1970. It never goes back while the process runs. */
  readonly clock: () => number;
  /** Milliseconds by which leases are measured: see `StoreSettings.leaseClock`. */
  readonly leaseClock: () => number;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** Calls back once, after so many milliseconds. Returns a function that cancels it. */
  readonly setTimer: (callback: () => void, delay: number) => () => void;
  /** Calls back once the platform has handled its pending input. */
  readonly defer: (callback: () => void) => void;
}
