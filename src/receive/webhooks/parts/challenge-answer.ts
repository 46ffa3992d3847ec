/** Writes the answer that a service expects to its challenge, with values that came with the challenge. */
import { toAsciiJson } from "../../../base/expect.js";
import type { SignatureEncoding } from "../../../catalog/signatures.js";
import type { Challenge } from "../../../catalog/webhooks.js";
import {
  ANSWER_PLACEHOLDER,
  CHALLENGE_TEXT,
  listHashedNames,
} from "../../signatures/plan/challenge-text.js";
import type { ChallengeAnswer } from "../types.js";

/** Finds the values that are hashed for an answer. */
export function planAnswer(answer: Challenge["answer"]): AnswerPlan {
  return { answer, hashed: listTexts(answer).flatMap(listHashedNames) };
}

/**
 * Writes an answer. Returns `undefined` if a value to be hashed could be a delivery, or a part of one: its HMAC could then
 * be the signature of one.
 */
export function writeAnswer(
  { answer, hashed }: AnswerPlan,
  readValue: ReadValue,
  sign: SignText,
): ChallengeAnswer | undefined {
  const isSafe = hashed.every((name) => CHALLENGE_TEXT.test(toScalarText(readValue(name))));
  return isSafe ? fillAnswer(answer, readValue, sign) : undefined;
}

/** Statuses of answers without content, which a web-standard response refuses (Fetch, "null body status"). */
const WITHOUT_CONTENT: ReadonlySet<number> = new Set([204, 205, 304]);

function fillAnswer(
  { status = 200, headers = {}, json, text = "" }: Challenge["answer"],
  readValue: ReadValue,
  sign: SignText,
): ChallengeAnswer {
  const fill = (template: string): string =>
    template.replace(ANSWER_PLACEHOLDER, (_, hash: string | undefined, name: string) => {
      const value = toScalarText(readValue(name));
      return hash === undefined ? value : sign(value, hash === "hmac:" ? "hex" : "base64");
    });
  const content = json === undefined ? fill(text) : toAsciiJson(fillAll(json, fill) as object);
  const body = WITHOUT_CONTENT.has(status) ? "" : content;
  const type = json === undefined ? "text/plain; charset=utf-8" : "application/json";
  const answerHeaders = Object.entries(headers).map(([name, value]) => [
    name.toLowerCase(),
    fill(value).replace(/[^\t -~]/g, ""), // the value may come from a payload
  ]);
  return {
    status,
    headers: {
      // An answer without content, such as 204, has neither (RFC 9110, section 8.6).
      ...(body !== "" && {
        "content-type": type,
        "content-length": String(new TextEncoder().encode(body).length),
      }),
      "x-content-type-options": "nosniff",
      ...(Object.fromEntries(answerHeaders) as Record<string, string>),
    },
    body,
  };
}

/** Lists all texts in a value, at any depth. */
function listTexts(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(listTexts);
}

/** Fills the placeholders of all texts in a value. */
function fillAll(value: unknown, fill: (text: string) => string): unknown {
  if (typeof value === "string") return fill(value);
  if (Array.isArray(value)) return value.map((one) => fillAll(one, fill));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fillAll(one, fill)]));
}

/** Returns the text of a scalar value; the empty string for anything else. */
export function toScalarText(value: unknown): string {
  const isScalar =
    typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  return isScalar ? String(value) : "";
}

// ---- Types

/** Answer as the service describes it, with placeholders. */
export interface AnswerPlan {
  readonly answer: Challenge["answer"];
  /** The names of the values whose HMAC is in the answer. */
  readonly hashed: readonly string[];
}

/** Reads a value by a name that stands in the challenge: of a header, a parameter or a path into the payload. */
export type ReadValue = (name: string) => unknown;

/** Computes the HMAC of a value with the secret of the service. */
type SignText = (value: string, encoding: SignatureEncoding) => string;
