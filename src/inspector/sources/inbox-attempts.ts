/**
 * Attempts at a delivery of an inbox, put together from what a store keeps: each error with the number of its attempt,
 * the handlers that succeeded without one, and how many attempts there were. A replay counts from 1 again.
 */
import type { InspectedAttempt } from "../types.js";

/** Lists the attempts that the store knows of: those that failed, and the one that succeeded. */
export function listAttempts(delivery: AttemptedDelivery): readonly InspectedAttempt[] {
  const failed = groupByAttempt(delivery.errors).map(toFailedAttempt);
  const succeeded = delivery.done.map((id) => ({ id }));
  if (hasSucceededSinceErrors(delivery)) {
    const { attempts, finishedAt } = delivery;
    return [...failed, { attempt: attempts, at: finishedAt, handlers: succeeded }];
  }
  const last = failed.at(-1);
  const isOver = delivery.state === "done" || delivery.state === "dead";
  if (!isOver || last === undefined) return failed;
  // Some of its handlers failed, and others may have succeeded in it.
  return [...failed.slice(0, -1), { ...last, handlers: [...last.handlers, ...succeeded] }];
}

/** Tells whether an attempt came after the last error, and ended the delivery. */
function hasSucceededSinceErrors({ state, attempts, errors }: AttemptedDelivery): boolean {
  if (state !== "done") return false;
  const lastError = errors.at(-1);
  if (lastError === undefined || attempts > lastError.attempt) return true;
  return attempts === 1; // the only attempt since a replay: all errors are older
}

/** Groups errors that follow each other. Attempts are counted from 1 again after a replay. */
function groupByAttempt(errors: readonly KeptError[]): readonly FailedAttempt[] {
  const groups: FailedAttempt[] = [];
  for (const error of errors) {
    const { attempt, at } = error;
    const last = groups.at(-1);
    if (last?.attempt === attempt) last.errors.push(error);
    else groups.push({ attempt, at, errors: [error] });
  }
  return groups;
}

/** An error without the name of a handler is that of the whole attempt. */
function toFailedAttempt({ attempt, at, errors }: FailedAttempt): InspectedAttempt {
  const failures = errors.map(({ handler, message, stack }) => ({
    id: handler,
    error: { message, stack },
  }));
  const whole = failures.findLast(({ id }) => id === "");
  const handlers = failures.filter(({ id }) => id !== "");
  return { attempt, at, handlers, ...(whole && { error: whole.error }) };
}

// ---- Types

/** Members of a delivery that tell of its attempts. */
export interface AttemptedDelivery {
  readonly state: "waiting" | "running" | "done" | "dead";
  /** Number of attempts since the delivery arrived or was replayed. */
  readonly attempts: number;
  readonly finishedAt: number | undefined;
  /** Ids of the handlers that have succeeded. */
  readonly done: readonly string[];
  /** Errors of all attempts, the oldest first. */
  readonly errors: readonly KeptError[];
}

interface KeptError {
  readonly attempt: number;
  readonly at: number;
  /** Empty for an error of the attempt as a whole. */
  readonly handler: string;
  readonly message: string;
  readonly stack?: string | undefined;
}

interface FailedAttempt {
  readonly attempt: number;
  readonly at: number;
  readonly errors: KeptError[];
}
