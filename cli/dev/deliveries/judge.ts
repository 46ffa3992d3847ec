/** Judges a delivery by what the middleware did with it: its outcome, and why it was refused or failed. */
import { isText, quote } from "../../../src/base/expect.js";
import { isRecord } from "../../../src/base/values.js";
import { URLENCODED } from "../../../src/http/media-types.js";
import type { InspectedHandler, InspectorOutcome } from "../../../src/inspector/types.js";
import { parseJson } from "../../../src/inspector/summary.js";
import { explainRefusal } from "../../../src/receive/signatures/explain/explain-refusal.js";
import type { SignatureScheme } from "../../../src/receive/signatures/types.js";
import type { Answer } from "../../../src/receive/webhooks/webhook-error.js";
import { toErrorDetails, plainMessageOf } from "../../io/errors.js";
import { type DeliveryFacts, type RawDelivery, toRecord } from "./delivery.js";
import type { MiddlewareResult } from "../run-middleware.js";
import type { ForwardResult } from "./forward.js";

/** Judges a delivery, for its first report. */
export function judgeDelivery(
  delivery: RawDelivery,
  arrival: ArrivalFacts,
  { answer, error, isLate, handlers }: MiddlewareResult,
  settings: JudgeSettings,
): Report {
  const failures = readFailures(error);
  const isFailed = failures !== undefined;
  const isRefused = !isFailed && (error !== undefined || !isSuccess(answer.status));
  const findings = isRefused ? findReasons(delivery, arrival, { answer, error }, settings) : [];
  const code = readCode(error) ?? readAnswerCode(answer);
  const { forwarded } = arrival;
  const isUndelivered = forwarded !== undefined && !isSuccess(forwarded.status ?? 0);
  return {
    ...arrival,
    outcome: chooseOutcome({
      isLate,
      isRefused,
      isFailed: isFailed || isUndelivered,
      isStored: settings.isInbox,
    }),
    isVerified: !isRefused,
    reason: isRefused || isFailed ? (findings[0]?.code ?? code) : undefined,
    findings,
    errors: failures?.map(plainMessageOf) ?? [],
    handlers: handlers.length > 0 ? handlers : (failures?.map(nameFailure) ?? []),
    answered: (forwarded?.answer ?? answer).body,
    status: forwarded?.answer.status ?? (isFailed ? 500 : answer.status),
    stored: undefined,
    deviations: isRefused ? [] : arrival.deviations,
  };
}

function chooseOutcome(
  is: Readonly<Record<"isLate" | "isRefused" | "isFailed" | "isStored", boolean>>,
): InspectorOutcome {
  if (is.isLate) return "running";
  if (is.isRefused) return "refused";
  if (is.isFailed) return "failed";
  return is.isStored ? "waiting" : "done";
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

// ---- Reasons of a refusal

function findReasons(
  delivery: RawDelivery,
  { receivedAt }: ArrivalFacts,
  { answer, error }: Pick<MiddlewareResult, "answer" | "error">,
  settings: JudgeSettings,
): readonly Explanation[] {
  const ofAnswer = error === undefined ? explainAnswer(answer, delivery) : undefined;
  const ofSignature = explainSignature(delivery, receivedAt, settings);
  // A form is refused before its signature is looked at, and may well be signed.
  const isAnswerFirst =
    ofSignature.length === 0 || URLENCODED.test(toRecord(delivery.headers)["content-type"] ?? "");
  return ofAnswer && isAnswerFirst ? [ofAnswer] : ofSignature;
}

function explainSignature(
  { body, headers, url, method }: RawDelivery,
  now: number,
  { scheme, secrets, otherSecrets }: JudgeSettings,
): readonly Explanation[] {
  try {
    return explainRefusal({
      scheme,
      secrets,
      otherSecrets,
      body,
      headers: toRecord(headers),
      url,
      method,
      now,
    });
  } catch {
    return []; // an invalid secret, which the command reports
  }
}

/** Explains a refusal by the middleware in the words of its answer; `undefined` for another answer. */
function explainAnswer(answer: Answer, { headers }: RawDelivery): Explanation | undefined {
  const body = parseJson(new TextEncoder().encode(answer.body));
  const code = readCode(body);
  if (code === undefined || !isRecord(body) || !isText(body["error"])) return undefined;
  const type = toRecord(headers)["content-type"];
  const expected = answer.headers["accept"] ?? "application/json";
  const isType = code === "UNSUPPORTED_MEDIA_TYPE";
  const got = type === undefined ? "no content-type" : quote(type);
  const choice = `Choose ${expected} as the content type in the settings of the webhook`;
  const reason = URLENCODED.test(type ?? "") ? "; GitHub's default is a form." : ".";
  return {
    code,
    message: isType ? `${body["error"]} It came with ${got}.` : body["error"],
    advice: isType ? choice + reason : "",
  };
}

function readCode(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** Reads the code in the answer of the middleware, which refuses some requests by itself. */
function readAnswerCode({ body }: Answer): string | undefined {
  return readCode(parseJson(new TextEncoder().encode(body)));
}

// ---- Types

export interface JudgeSettings {
  readonly scheme: SignatureScheme;
  /** The known secrets that verify deliveries. */
  readonly secrets: readonly string[];
  readonly otherSecrets: Readonly<Record<string, string>>;
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

/** Cause of a refusal: that of a signature, or what the answer says. */
export type Explanation = Readonly<Record<"code" | "message" | "advice", string>>;

interface StoredReport {
  /** Number of the attempt that has ended. */
  readonly attempt: number;
  /** True for a delivery that the inbox already had: it is not handled again. */
  readonly isDuplicate: boolean;
}
