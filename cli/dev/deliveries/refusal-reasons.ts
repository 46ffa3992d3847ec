/** Why a delivery was refused, in words: by its signature, or by what the middleware answered. */
import { isText, quote } from "../../../src/base/expect.js";
import { isRecord } from "../../../src/base/values.js";
import { URLENCODED } from "../../../src/http/media-types.js";
import { parseJson } from "../../../src/inspector/sources/payload.js";
import { explainRefusal } from "../../../src/receive/signatures/explain/explain-refusal.js";
import type { SignatureScheme } from "../../../src/receive/signatures/types.js";
import type { Answer } from "../../../src/receive/webhooks/http-answer.js";
import type { MiddlewareResult } from "../run-middleware.js";
import { type RawDelivery, toRecord } from "./delivery.js";

/** Explains a refusal: the likely fault first. Empty if neither the signature nor the answer tells. */
export function findReasons(
  delivery: RawDelivery,
  receivedAt: number,
  { answer, error }: Pick<MiddlewareResult, "answer" | "error">,
  settings: SignatureSettings,
): readonly Explanation[] {
  const ofSignature = explainSignature(delivery, receivedAt, settings);
  const ofAnswer = error === undefined ? explainAnswer(answer, delivery) : undefined;
  if (ofAnswer === undefined) return ofSignature;
  // A form is refused before its signature is looked at, and may well be signed.
  const isForm = URLENCODED.test(readContentType(delivery) ?? "");
  return isForm || ofSignature.length === 0 ? [ofAnswer] : ofSignature;
}

function explainSignature(
  { body, headers, url, method }: RawDelivery,
  now: number,
  { scheme, secrets, otherSecrets }: SignatureSettings,
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
function explainAnswer(answer: Answer, delivery: RawDelivery): Explanation | undefined {
  const body = parseAnswer(answer);
  const code = readCode(body);
  if (code === undefined || !isRecord(body) || !isText(body["error"])) return undefined;
  const message = body["error"];
  if (code !== "UNSUPPORTED_MEDIA_TYPE") return { code, message, advice: "" };
  const type = readContentType(delivery);
  const got = type === undefined ? "no content-type" : quote(type);
  const expected = answer.headers["accept"] ?? "application/json";
  const choice = `Choose ${expected} as the content type in the settings of the webhook`;
  const reason = URLENCODED.test(type ?? "") ? "; GitHub's default is a form." : ".";
  return { code, message: `${message} It came with ${got}.`, advice: choice + reason };
}

function readContentType({ headers }: RawDelivery): string | undefined {
  return toRecord(headers)["content-type"];
}

function parseAnswer({ body }: Answer): unknown {
  return parseJson(new TextEncoder().encode(body));
}

// ---- Codes of faults

/** Reads the code of an error, or that of the answer: the middleware refuses some requests by itself. */
export function readFaultCode({
  answer,
  error,
}: Pick<MiddlewareResult, "answer" | "error">): string | undefined {
  return readCode(error) ?? readCode(parseAnswer(answer));
}

export function readCode(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

// ---- Types

/** Signatures that the receiver accepts, and other secrets that may have been meant. */
export interface SignatureSettings {
  readonly scheme: SignatureScheme;
  /** The known secrets that verify deliveries. */
  readonly secrets: readonly string[];
  readonly otherSecrets: Readonly<Record<string, string>>;
}

/** Cause of a refusal: that of a signature, or what the answer says. */
export type Explanation = Readonly<Record<"code" | "message" | "advice", string>>;
