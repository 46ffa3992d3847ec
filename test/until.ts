/** Waiting for a check to pass. */
import { vi } from "vitest";
import { HANG_LIMIT } from "./limits.js";

/** Waits until a check throws no longer. One that hangs is told apart from one that has failed. */
export async function until(check: () => unknown): Promise<unknown> {
  const latest = { isRunning: false };
  const watched = async (): Promise<unknown> => {
    latest.isRunning = true;
    try {
      return await check();
    } finally {
      latest.isRunning = false;
    }
  };
  try {
    return await vi.waitFor(watched, { timeout: HANG_LIMIT, interval: 5 });
  } catch (error) {
    if (latest.isRunning)
      throw new Error("A check does not end; this is what one before it said.", { cause: error });
    throw error;
  }
}
