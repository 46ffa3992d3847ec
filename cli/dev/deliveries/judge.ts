/** Judges a delivery by what the middleware did with it: its outcome, its answer and its errors. */
import type { InspectedHandler, InspectorOutcome } from "../../../src/inspector/types.js";
import type { Answer } from "../../../src/receive/webhooks/http-answer.js";
import { toErrorDetails, plainMessageOf } from "../../io/errors.js";
import type { DeliveryFacts, RawDelivery } from "./delivery.js";
import type { MiddlewareResult } from "../run-middleware.js";
import type { ForwardResult } from "./forward.js";
import {
  type Explanation,
  findReasons,
  readCode,
  readFaultCode,
  type SignatureSettings,
} from "./refusal-reasons.js";

/** Judges a delivery, for its first report. */
export function judgeDelivery(
  delivery: RawDelivery,
  arrival: ArrivalFacts,
  result: MiddlewareResult,
  settings: JudgeSettings,
): Report {
  const { forwarded, receivedAt } = arrival;
  const verdict = reachVerdict(result, forwarded);
  const isRefused = verdict.kind === "refused";
  const isFailed = verdict.kind === "failed";
  const findings = isRefused ? findReasons(delivery, receivedAt, result, settings) : [];
  const failures = isFailed ? verdict.failures : [];
  const answer = chooseAnswer(verdict, result.answer);
  const { body: answered, status } = forwarded?.answer ?? answer;
  return {
    ...arrival,
    outcome: result.isLate ? "running" : outcomeOf(verdict, settings.isInbox),
    isVerified: !isRefused,
    reason: isRefused || isFailed ? (findings[0]?.code ?? readFaultCode(result)) : undefined,
    findings,
    errors: failures.map(plainMessageOf),
    handlers: result.handlers.length > 0 ? result.handlers : failures.map(nameFailure),
    answered,
    status,
    stored: undefined,
    deviations: isRefused ? [] : arrival.deviations,
  };
}

/** Tells what became of a delivery. The middleware comes first: it forwards only what it has accepted. */
function reachVerdict(
  { answer, error }: MiddlewareResult,
  forwarded: ForwardResult | undefined,
): Verdict {
  const failures = readFailures(error);
  if (failures !== undefined) return { kind: "failed", failures };
  if (error !== undefined || !isSuccess(answer.status)) return { kind: "refused" };
  const isDelivered = forwarded === undefined || isSuccess(forwarded.status ?? 0);
  return { kind: isDelivered ? "accepted" : "undelivered" };
}

function outcomeOf({ kind }: Verdict, isInbox: boolean): InspectorOutcome {
  if (kind === "refused") return "refused";
  if (kind === "failed" || kind === "undelivered") return "failed";
  return isInbox ? "waiting" : "done";
}

/** The answer of the middleware; a failure that it passes on is a 500 of the server around it. */
function chooseAnswer({ kind }: Verdict, answer: Answer): Answer {
  return kind === "failed" ? { ...answer, status: 500 } : answer;
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

// ---- Failures of handlers

/** Reads the errors of handlers; `undefined` if there is none, or something else failed. */
function readFailures(error: unknown): readonly unknown[] | undefined {
  if (!(error instanceof AggregateError)) return error === undefined ? undefined : [error];
  const code = readCode(error);
  const isOfHandlers = code === "HANDLER_FAILED" || code === "TRANSFORM_FAILED";
  // The platform types `errors` as `any[]`.
  return isOfHandlers ? (error.errors as readonly unknown[]) : undefined;
}

function nameFailure(thrown: unknown, index: number): InspectedHandler {
  return { id: `handler ${index + 1}`, error: toErrorDetails(thrown) };
}

// ---- Types

/** The end of a delivery, as far as its first report knows. */
type Verdict =
  /** Not accepted by the middleware. */
  | { readonly kind: "refused" }
  /** Accepted, and then failed: mostly with an error for each handler that did. */
  | { readonly kind: "failed"; readonly failures: readonly unknown[] }
  /** Accepted, and not taken by the target that it was forwarded to. */
  | { readonly kind: "undelivered" }
  | { readonly kind: "accepted" };

export interface JudgeSettings extends SignatureSettings {
  /** True if an inbox stores the delivery, and handles it later. */
  readonly isInbox: boolean;
}

/** Facts about a delivery that do not depend on what the middleware did with it. */
export type ArrivalFacts = DeliveryFacts &
  Pick<Report, "key" | "receivedAt" | "duration" | "forwarded" | "deviations">;

/** A delivery with its outcome. */
export interface Report extends DeliveryFacts {
  readonly key: string;
  readonly receivedAt: number;
  readonly outcome: InspectorOutcome;
  readonly isVerified: boolean;
  /** The code of the likely fault of a refused delivery, or of the error of a handler. */
  readonly reason: string | undefined;
  readonly findings: readonly Explanation[];
  /** Messages of handlers that failed. */
  readonly errors: readonly string[];
  /** Handlers that have ended, or those that failed where no more is known. */
  readonly handlers: readonly InspectedHandler[];
  readonly status: number;
  /** Body of the answer. */
  readonly answered: string;
  readonly duration: number;
  /** Set in later reports on a delivery in an inbox; `undefined` in the first one. */
  readonly stored: StoredReport | undefined;
  readonly forwarded: ForwardResult | undefined;
  /** Deviations of the payload from the schema, in words. */
  readonly deviations: readonly string[];
}

interface StoredReport {
  /** Number of the attempt that has ended. */
  readonly attempt: number;
  /** True for a delivery that the inbox already had: it is not handled again. */
  readonly isDuplicate: boolean;
}
