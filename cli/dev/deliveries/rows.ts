/** The row of the page about a delivery: when it arrives, after an attempt, and as an inbox has it. */
import type { NewDelivery } from "../../../src/inspector/sources/memory-source.js";
import type { InspectedAttempt, InspectedDelivery } from "../../../src/inspector/types.js";
import type { WebhookParts } from "../../../src/receive/webhooks/service.js";
import type { DeliveryFacts, RawDelivery } from "./delivery.js";
import { describeTarget, type ForwardResult } from "./forward.js";
import { isSuccess, type Report } from "./judge.js";

/** The row of a delivery that has arrived. */
export function rowOfArrival(
  { body, headers, url }: RawDelivery,
  { id, event, action, payload }: DeliveryFacts,
  parts: WebhookParts,
  state: RowState,
): NewDelivery {
  // The page itself parses JSON, and no other format.
  const shown = parts.body === undefined ? undefined : payload;
  return { id, event, action, body, headers, url, payload: shown, ...state };
}

/**
 * Changes of a row after an attempt.
 * @param history Attempts that the row has. Of the same attempt, which may have been shown as running, it has no more.
 */
export function rowAfterAttempt(
  report: Report,
  attempt: number,
  history: readonly InspectedAttempt[] = [],
): Partial<NewDelivery> {
  const { outcome, findings, status, answered, duration, forwarded } = report;
  return {
    outcome,
    status,
    answer: { status, body: answered.trim().slice(0, MAX_ANSWER) },
    duration,
    history: [
      ...history.filter((step) => step.attempt !== attempt),
      describeAttempt(report, attempt),
    ],
    findings: findings.map(({ code, message, advice }) => ({ code, text: message, hint: advice })),
    note: forwarded === undefined ? undefined : describeTarget(forwarded),
  };
}

/** Characters of an answer that the page shows. */
const MAX_ANSWER = 2_000;

function describeAttempt(report: Report, attempt: number): InspectedAttempt {
  const { receivedAt, duration, handlers, findings } = report;
  // Findings say more than the message, and are shown beside it.
  const message = findings.length > 0 ? undefined : describeFailure(report);
  return {
    attempt,
    at: receivedAt,
    duration,
    error: message === undefined ? undefined : { message },
    handlers: [...handlers],
  };
}

/** Why an attempt failed as a whole; `undefined` if only its handlers did, or nothing. */
function describeFailure({ outcome, reason, forwarded }: Report): string | undefined {
  if (forwarded !== undefined && !isDelivered(forwarded)) return describeTarget(forwarded);
  return outcome === "refused" ? reason : undefined;
}

function isDelivered({ status = 0 }: ForwardResult): boolean {
  return isSuccess(status);
}

/** Changes of a row after those of the delivery in the inbox. */
export function rowOfStored(
  { outcome, attempts, history, note }: InspectedDelivery,
  isDuplicate: boolean,
  duration: number,
): Partial<NewDelivery> {
  const isOver = outcome === "done" || outcome === "dead";
  return {
    outcome,
    attempts,
    history,
    ...(isOver && { duration }),
    note: isDuplicate ? "The inbox had this delivery before, and does not handle it again." : note,
  };
}

/** The state in which a delivery gets its row. */
export type RowState = Pick<InspectedDelivery, "receivedAt" | "outcome" | "attempts" | "note">;
