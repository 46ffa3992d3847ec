/**
 * The answer to a challenge may hold the HMAC of a text that any client can choose, under the key that
 * deliveries are signed with. Such an answer must never be the signature of a delivery. So the text has
 * an alphabet and a length, and the signed text of a delivery always holds a character outside of it.
 */
import type { AlgorithmName, SignaturePlan } from "../../../catalog/signatures.js";
import { isAtName, isHeader } from "./plan.js";

/** Text that is signed for a challenge: no brace, no percent sign, no separator but `.` and `/`. */
export const CHALLENGE_TEXT = /^[\w.~+/=-]{1,256}$/;

/** Matches the placeholders in the texts of an answer: `{name}`, `{hmac:name}`, `{hmac-base64:name}`. */
export const ANSWER_PLACEHOLDER = /\{(hmac(?:-base64)?:)?([^{}]+)\}/g;

/** Lists the names of the values whose HMAC a text of an answer holds. */
export function listHashedNames(text: string): readonly string[] {
  return [...text.matchAll(ANSWER_PLACEHOLDER)].flatMap(([, hash, name = ""]) =>
    hash === undefined ? [] : [name],
  );
}

/**
 * Tells why the HMAC of a {@link CHALLENGE_TEXT} could be the signature of a delivery, as the end of a
 * sentence about the answer; `undefined` if it never is (contract C.23).
 * @param hasJson true if every body that is accepted holds a JSON object, by itself or in a form field.
 */
export function findSigningRisk(
  algorithm: AlgorithmName,
  content: SignaturePlan["content"],
  hasJson: boolean,
): string | undefined {
  // A key of another algorithm cannot make an HMAC-SHA256 on every platform.
  if (algorithm !== "hmac-sha256") {
    return `beside a signature by \`${algorithm}\`; expected \`hmac-sha256\`, whose key makes it.`;
  }
  // An object has a brace, which a form may write as `%7B`.
  if ((hasJson && isBodySigned(content)) || hasForeignText(content)) return undefined;
  return (
    "which could sign a delivery for anyone who asks; " +
    "expected none, because a delivery can be signed over letters and digits alone."
  );
}

function isBodySigned(content: SignaturePlan["content"] = []): boolean {
  const names = content.filter(isAtName);
  return names.includes("{body}") || names.every(isHeader); // the body comes last
}

/** True if the scheme's own text, which no sender can leave out, has a character outside the alphabet. */
function hasForeignText(content: SignaturePlan["content"] = []): boolean {
  return content.some((piece, index) => !isAtName(piece, index) && /[^\w.~+/=-]/.test(piece));
}
