/** Fake timers for tests that use sockets. */
import { onTestFinished, vi } from "vitest";

/** As often as the event loop turns until what was written to a socket of this process is read. */
const TURNS = 50;

/**
 * Time that passes only when told, beside real sockets: timers are the test's, and the event loop runs on.
 * Ends with the test.
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
