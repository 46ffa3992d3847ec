/** Causes of a refused signature, each with a stable code, a sentence, and advice. */

/** Cause of a refused signature, found or guessed. Its texts never hold a secret or a signature. */
export interface Finding {
  readonly code: FindingCode;
  /** Sentence about the delivery. */
  readonly message: string;
  /** Sentence about the remedy. */
  readonly advice: string;
}

const RAW = "Verify the raw bytes of the request, before anything parses or decodes them.";
const SECRET = "Set the secret exactly as the service shows it.";
const URL_ADVICE = "Pass the URL that is registered with the service, as it is written there.";

/** Advice by code. Codes are stable across releases. */
const ADVICE = {
  HEADER_MISSING: "Check that a proxy passes the header on, and that the service has a secret set.",
  HEADER_RENAMED: "Let the proxy keep the name, or describe the scheme with the name that arrives.",
  SIGNED_HEADER_MISSING: "Check that a proxy passes on all headers that the service signs.",
  SIGNATURE_UNREADABLE: "Compare the header with the `format` of the scheme.",
  SIGNATURE_ENCODING: "Set `encoding` of the scheme to what the service sends.",
  SIGNATURE_UPPER_CASE: "Send the digits in lower case, or change them before you verify.",
  SIGNATURE_FORMAT: "Set `format` of the scheme to what the service sends.",
  TIMESTAMP_OUT_OF_TOLERANCE:
    "Set the clock right; for a recorded delivery, verify with the time of its arrival.",
  TIMESTAMP_UNIT: "Set `timestamp.unit` of the scheme.",
  BODY_REWRITTEN: RAW,
  BODY_END: RAW,
  BODY_LINE_ENDS: "Compare the file or the proxy with what was sent: line ends were changed.",
  BODY_CHARSET: RAW,
  BODY_EMPTY:
    "Verify before another middleware reads the body, or let that one keep its raw bytes.",
  BODY_CHARACTERS_LOST: RAW,
  BODY_STRINGIFIED: RAW,
  SECRET_OTHER: "Set that secret, or add it to the list while it is replaced.",
  SECRET_END: SECRET,
  SECRET_QUOTED: "Remove the quotes around the secret.",
  SECRET_ENCODING: "Set `secret.encoding` and `secret.prefix` of the scheme, or decode the secret.",
  SECRET_MALFORMED: SECRET,
  ALGORITHM: "Set `algorithm` of the scheme, or choose it in the settings of the service.",
  URL_MISSING: URL_ADVICE,
  URL_SCHEME: URL_ADVICE,
  URL_HOST: URL_ADVICE,
  URL_PORT: URL_ADVICE,
  URL_SLASH: URL_ADVICE,
  URL_QUERY: URL_ADVICE,
  OTHER_SCHEME: "Use that preset for this service.",
  SEARCH_ENDED: "Try again with a smaller delivery.",
  UNKNOWN: "Compare the secret with the settings of the service, and send a new delivery.",
} as const;

export type FindingCode = keyof typeof ADVICE;

export function createFinding(code: FindingCode, message: string): Finding {
  return { code, message, advice: ADVICE[code] };
}

/** Changed body, secret or URL that may have been signed, and the finding if it was. */
export interface Variant<Value> {
  readonly value: Value;
  readonly finding: Finding;
}
