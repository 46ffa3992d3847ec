/** Waiting for a check to pass. */
import { vi } from "vitest";

/** Waits until a check throws no longer. The limit only ends a test that hangs, before its own limit does. */
export const until = (check: () => unknown): Promise<unknown> =>
  vi.waitFor(check, { timeout: 200_000, interval: 5 });
