/** Calls of functions that an inbox gets as options. Their errors are logged, and change nothing else. */
import type { SafeLog } from "../receive/webhooks/types.js";
import type { InboxFact } from "./types.js";

/**
 * Joins observers to one function, which passes each fact (see `InboxFact`) to all of them. If one of them throws or
 * rejects, its error is logged, and the others still get the fact.
 */
export function joinObservers(
  observers: readonly (((fact: InboxFact) => unknown) | undefined)[],
  log: SafeLog,
): (fact: InboxFact) => void {
  return (fact) => {
    for (const observe of observers) {
      if (observe !== undefined) void callSafely(() => observe(fact), "observe", log);
    }
  };
}

/** Calls a function of the user. Logs its error, and never rejects. */
export async function callSafely(call: () => unknown, name: string, log: SafeLog): Promise<void> {
  try {
    await call();
  } catch (error) {
    log.error(`\`${name}\` of the inbox failed.`, error);
  }
}
