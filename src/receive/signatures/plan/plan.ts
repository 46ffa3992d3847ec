/**
 * Turns the description of a scheme into a plan: texts that people write become what a program needs to
 * verify quickly. `format: "t={timestamp},v1={signature}"` becomes regular expressions that find the items of
 * the header; `content: "{timestamp}.{body}"` becomes the list of the pieces that are signed.
 */
import type {
  AlgorithmName,
  SignatureDescription,
  SignatureEncoding,
  SignaturePlan,
} from "../../../catalog/signatures.js";
import { createItemPattern, parseFormat } from "./header-format.js";
import { planContent, TIMESTAMP } from "./signed-content.js";

/** Well-formed signatures, as regular expressions. Signatures in DER vary in length. */
const SIGNATURES: Readonly<Record<AlgorithmName, Readonly<Record<SignatureEncoding, string>>>> = {
  "hmac-sha256": { hex: "[0-9a-f]{64}", base64: "[A-Za-z0-9+/]{43}=" },
  "hmac-sha1": { hex: "[0-9a-f]{40}", base64: "[A-Za-z0-9+/]{27}=" },
  "hmac-sha512": { hex: "[0-9a-f]{128}", base64: "[A-Za-z0-9+/]{86}==" },
  ed25519: { hex: "[0-9a-f]{128}", base64: "[A-Za-z0-9+/]{86}==" },
  "ecdsa-p256-sha256": {
    hex: "(?:[0-9a-f]{2}){8,72}",
    base64: "(?:[A-Za-z0-9+/]{4}){2,24}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?",
  },
  token: { hex: ".+", base64: ".+" },
};

export function isAlgorithmName(name: unknown): name is AlgorithmName {
  return typeof name === "string" && Object.hasOwn(SIGNATURES, name);
}

/**
 * Turns a description into a plan.
 * @param readers further placeholders in `content`, which code of the caller reads.
 * @throws TypeError for a description that contradicts itself.
 */
export function planSignature(
  description: SignatureDescription,
  readers: readonly string[] = [],
): SignaturePlan {
  const { algorithm, encoding = "hex", id, timestamp, secret } = description;
  const { prefix, separator, timestamp: timestampItem } = parseFormat(description);
  const isTimeInFormat = timestampItem !== undefined;
  const tolerance = planTolerance(description, isTimeInFormat);
  const time = findTimestamp(description, isTimeInFormat);
  const content = planContent(description, time, readers);
  return {
    header: description.header.toLowerCase(),
    encoding,
    item: createItemPattern(prefix, SIGNATURES[algorithm][encoding], separator),
    prefix,
    ...(separator !== undefined && { separator }),
    ...(isTimeInFormat && {
      start: timestampItem.start,
      timestampItem: createItemPattern(timestampItem.prefix, `[^\\s${separator}]+`, separator),
    }),
    ...(time !== undefined && { timestamp: time }),
    ...(timestamp?.body && { timestampPath: timestamp.body }),
    ...(timestamp?.unit === "milliseconds" && { unit: 1 }),
    ...(tolerance !== undefined && { tolerance: tolerance * 1000 }),
    ...(content && { content }),
    ...(id && { id: id.header.toLowerCase() }),
    ...(secret?.prefix && { secretPrefix: secret.prefix }),
  };
}

// ---- The timestamp

/** Finds the header of the timestamp, or the placeholder for one that is elsewhere. */
function findTimestamp(
  { timestamp = {} }: SignatureDescription,
  isInFormat: boolean,
): string | undefined {
  if (isInFormat || timestamp.body !== undefined) return TIMESTAMP;
  return timestamp.header?.toLowerCase();
}

function planTolerance(
  { tolerance, timestamp = {} }: SignatureDescription,
  isTimeInFormat: boolean,
): number | undefined {
  const { header, body } = timestamp;
  const isInHeaders = header !== undefined || isTimeInFormat;
  if (isInHeaders && body !== undefined)
    throw wrong("timestamp", "twice there", "either in headers or in the body");
  const isGiven = tolerance !== undefined && tolerance >= 0;
  if (isGiven === (isInHeaders || body !== undefined)) return tolerance;
  const expected = "a number of seconds with a timestamp, and none without";
  throw wrong("tolerance", String(tolerance), expected);
}

/** True for a scheme of the body alone with one signature, which is a text by itself. */
export function isOfBody({ content, separator, tolerance }: SignaturePlan): boolean {
  return content === undefined && (separator ?? tolerance) === undefined;
}

function wrong(key: string, got: string, expected: string): TypeError {
  return new TypeError(`The scheme's \`${key}\` is ${got}; expected ${expected}.`);
}
