/** Facts about an inbox as they happen, for metrics, traces and alarms, and the calls of those who observe them. */
import type { SafeLog } from "../../receive/webhooks/types.js";
import type { ArrivalResult, AttemptError, Via } from "../store.js";

/**
 * Something that has just happened in this process. Another process reports the deliveries that it handles.
 * - `arrival`: a delivery was stored, or dropped as a duplicate.
 * - `attempt`: an attempt is over. `released`: the process shuts down, and the attempt does not count.
 * - `takeover`: the worker that handled a delivery has stopped, and its lease is over.
 * - `unavailable`: a delivery was answered with 503, because the store could not take it.
 */
export type InboxFact =
  | {
      readonly kind: "arrival";
      readonly id: string;
      readonly name: string;
      readonly result: ArrivalResult;
      readonly via: Via | undefined;
    }
  | {
      readonly kind: "attempt";
      readonly id: string;
      readonly name: string;
      /** The `key` of the delivery in the store. */
      readonly key: string;
      /** Counted from 1. */
      readonly attempt: number;
      readonly outcome: "done" | "failed" | "dead" | "released";
      /** Milliseconds since 1970. */
      readonly startedAt: number;
      readonly endedAt: number;
      readonly via: Via | undefined;
      readonly errors: readonly AttemptError[];
    }
  | {
      readonly kind: "takeover";
      readonly id: string;
      readonly name: string;
      readonly losses: number;
      readonly isDead: boolean;
    }
  | { readonly kind: "unavailable" };

/**
 * Joins observers to one function, which passes each fact to all of them. If one of them
 * throws or rejects, its error is logged, and the others still get the fact.
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
