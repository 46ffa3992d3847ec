/** Fake timers for tests that use sockets. */
import { onTestFinished, vi } from "vitest";

/** Turns of the event loop after which the bytes that were written to a socket of this process are read. */
const TURNS = 50;

/**
 * Replaces the timers by those of the test until its end: time passes only when the test says so. The event loop
 * runs on, so that real sockets work.
 */
export function fakeTime() {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"] });
  onTestFinished(() => void vi.useRealTimers());
  /** Lets everything that is under way arrive. No time passes. */
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    settle,
    /** Waits without a limit but that of the test. */
    until: async (isMet: () => boolean): Promise<void> => {
      while (!isMet()) await settle();
    },
    pass: async (milliseconds: number): Promise<void> => {
      await vi.advanceTimersByTimeAsync(milliseconds);
      await settle();
    },
  };
}
