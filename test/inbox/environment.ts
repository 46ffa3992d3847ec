/** A clock and timers that stand still until a test lets time pass. */
import type { Environment } from "../../src/inbox/environment.js";

export function createEnvironment(): TestEnvironment {
  let now = Date.UTC(2026, 0, 1);
  let wallOffset = 0;
  const timers = new Set<Timer>();
  const findNext = (until: number): Timer | undefined =>
    [...timers].filter(({ due }) => due <= until).toSorted((a, b) => a.due - b.due)[0];
  return {
    clock: () => now + wallOffset,
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
      wallOffset += milliseconds;
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

/** Resolves when the inbox has done what it can without time passing: it defers its work a few times. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 12; turn++) await new Promise((resolve) => setImmediate(resolve));
}

export interface TestEnvironment extends Environment {
  /** Lets time pass: timers fire in order, and what each causes is waited for. */
  elapse(milliseconds: number): Promise<void>;
  /** Lets time pass in which no timer fires: the thread was blocked, or the process stopped. */
  stall(milliseconds: number): void;
  /** Counts timers that have neither fired nor been cancelled. */
  countTimers(): number;
  /** Moves the wall clock on, or back. No time passes. */
  step(milliseconds: number): void;
}

interface Timer {
  readonly due: number;
  readonly callback: () => void;
}
