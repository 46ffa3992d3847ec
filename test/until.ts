/** Waiting for a check to pass. */
import { vi } from "vitest";
import { HANG_LIMIT } from "./limits.js";

/** Waits until a check throws no longer. */
export const until = (check: () => unknown): Promise<unknown> =>
  vi.waitFor(check, { timeout: HANG_LIMIT, interval: 5 });
