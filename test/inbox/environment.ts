/** A clock and timers that stand still until a test lets time pass. */
import type { Environment } from "../../src/inbox/environment.js";

interface Timer {
  readonly due: number;
  readonly callback: () => void;
}

export interface TestEnvironment extends Environment {
  /** Lets time pass: timers fire in their order, and what they cause is waited for. */
  elapse(milliseconds: number): Promise<void>;
  /** Time passes, and no timer has fired yet: the thread was blocked, or the process stopped. */
  stall(milliseconds: number): void;
  /** Timers that have neither fired nor been cancelled. */
  countTimers(): number;
  /** Sets the wall clock on, or back. No time passes. */
  step(milliseconds: number): void;
}

export function createEnvironment(): TestEnvironment {
  let now = Date.UTC(2026, 0, 1);
  let set = 0;
  const timers = new Set<Timer>();
  const findNext = (until: number): Timer | undefined =>
    [...timers].filter(({ due }) => due <= until).toSorted((a, b) => a.due - b.due)[0];
  return {
    clock: () => now + set,
    leaseClock: () => now,
    random: () => 1,
    defer: (callback) => void setImmediate(callback),
    setTimer: (callback, delay) => {
      const timer = { due: now + delay, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    countTimers: () => timers.size,
    stall(milliseconds) {
      now += milliseconds;
    },
    step(milliseconds) {
      set += milliseconds;
    },
    async elapse(milliseconds) {
      await settle();
      const until = now + milliseconds;
      for (let next = findNext(until); next !== undefined; next = findNext(until)) {
        timers.delete(next);
        now = Math.max(now, next.due); // a timer that is late does not set the clock back
        next.callback();
        await settle();
      }
      now = until;
      await settle();
    },
  };
}

/** Until the inbox has done what it can without time passing: each turn defers a few times. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 12; turn++) await new Promise((resolve) => setImmediate(resolve));
}
