/** Matches the error of a catch-up that failed. */
import { expect } from "vitest";

export function expectFailure(message: string, cause?: unknown): Error {
  const error = { name: "InboxError", code: "CATCH_UP_FAILED", message };
  return expect.objectContaining(cause === undefined ? error : { ...error, cause }) as Error;
}
