/**
 * The answer to a challenge may hold the HMAC of a text that any client can choose, under the key that
 * deliveries are signed with. Such an answer must never be the signature of a delivery. So the text has
 * an alphabet and a length, and the signed text of a delivery always holds a character outside of it.
 */
import type { AlgorithmName, SignaturePlan } from "../../../catalog/signatures.js";
import { isAtName, isHeader } from "./signed-content.js";

/** The characters that a challenge may hold: no brace, no percent sign, no separator but `.` and `/`. */
const ALPHABET = "\\w.~+/=-";

/** Text that is signed for a challenge. */
export const CHALLENGE_TEXT = /* @__PURE__ */ new RegExp(`^[${ALPHABET}]{1,256}$`);

/** A character that no challenge holds. */
const FOREIGN = /* @__PURE__ */ new RegExp(`[^${ALPHABET}]`);

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
  // A JSON object has a brace, which a form may write as `%7B`: neither `{` nor `%` is in the alphabet.
  if (hasJson && isBodySigned(content)) return undefined;
  // Text of the scheme itself, such as the `:` of `v0:{timestamp}:{body}`, is signed with every delivery.
  if (hasForeignText(content)) return undefined;
  return (
    "which could sign a delivery for anyone who asks; " +
    "expected none, because a delivery can be signed over letters and digits alone."
  );
}

/** True if the body is signed as it is. A plan with headers alone does not name it: it follows them. */
function isBodySigned(content: SignaturePlan["content"] = []): boolean {
  const names = content.filter(isAtName);
  return names.includes("{body}") || names.every(isHeader);
}

/** True if the scheme's own text, which no sender can leave out, has a character outside the alphabet. */
function hasForeignText(content: SignaturePlan["content"] = []): boolean {
  return content.some((piece, index) => !isAtName(piece, index) && FOREIGN.test(piece));
}
