/** Signs and verifies deliveries by the plan of their scheme. */
import type { SignaturePlan } from "../catalog/signatures.js";
import { copyOwn, expectText, unexpected } from "../messages/expect.js";
import { readHeader } from "./content.js";
import { isOfBody } from "./plan/plan.js";
import { expectData } from "./raw-data.js";
import type {
  DeliveryHeaders,
  RawPayload,
  SchemeParts,
  SignatureKey,
  SignatureMatch,
  SignatureRefusal,
  SignatureScheme,
  SignContext,
  TextParts,
  TextScheme,
  VerifyContext,
} from "./types.js";

/**
 * Adds to a plan the code that carries it out. The result has no prototype, so that no inherited property
 * replaces a key that the plan leaves out.
 */
export function bindScheme<Parts extends TextParts>(
  plan: SignaturePlan,
  parts: Parts,
): SignaturePlan & Parts {
  return copyOwn({ ...plan, ...parts });
}

/** True for a scheme that signs more than the body, or has several values in its header. */
export function isHeaderScheme(scheme: TextScheme): scheme is SignatureScheme {
  return !isOfBody(scheme);
}

/**
 * Makes a secret ready for use.
 * @throws TypeError for a secret that cannot be one of the scheme; the message does not hold it.
 */
export function createSignatureKey(scheme: TextScheme, secret: unknown): SignatureKey {
  // Opaque: only the algorithm looks into it.
  return scheme.use.createKey(scheme.readSecret(secret, scheme.secretPrefix)) as SignatureKey;
}

// ---- Verifying

/** Refusals, in the order in which they are found. */
export const REFUSALS = [
  "SIGNATURE_MISSING",
  "SIGNATURE_MALFORMED",
  "SIGNATURE_MISMATCH",
  "TIMESTAMP_OUT_OF_TOLERANCE",
] as const satisfies readonly SignatureRefusal[];

/** Returned by `judge` for an authentic delivery: the index after the last refusal. */
export const AUTHENTIC = 4;

/**
 * Finds the well-formed signatures in the text of a header; a number is an index of `REFUSALS`. There
 * are none in more than 4,096 characters, and more than 16 do not count.
 */
export function matchSignature(plan: SignaturePlan, text: string | undefined): SignatureMatch {
  if (!text) return 0; // SIGNATURE_MISSING
  const found = text.length > 4096 ? null : text.match(plan.item);
  return found && found.length <= 16 ? found : 1; // SIGNATURE_MALFORMED
}

/** Returns the fault of a header before the body is read; `undefined` for a well-formed signature. */
export function findHeaderFault(match: SignatureMatch): SignatureRefusal | undefined {
  return match === 0 || match === 1 ? REFUSALS[match] : undefined;
}

/**
 * Tells why a delivery is refused; `undefined` if it is signed with one of the keys.
 * @throws TypeError without the `url` or `method` that the scheme signs.
 */
export function findRefusal(
  scheme: SignatureScheme,
  keys: readonly SignatureKey[],
  body: string | Uint8Array,
  headers: DeliveryHeaders,
  context?: VerifyContext,
): SignatureRefusal | undefined {
  const match = matchSignature(scheme, readHeader(scheme.header, headers));
  return REFUSALS[judge(scheme, keys, body, match, headers, context)];
}

/**
 * Returns `AUTHENTIC` for a delivery that is signed with one of the keys, otherwise an index of
 * `REFUSALS`. It is a number so that a bundle with `verify` alone does not contain the codes. All
 * keys and all signatures of the right version are tried; unknown items of the header are ignored.
 * The timestamp is checked last, so that only a sender who knows a secret learns that it is wrong.
 */
export function judge(
  scheme: SignatureScheme,
  keys: readonly SignatureKey[],
  body: string | Uint8Array,
  match: SignatureMatch,
  headers: DeliveryHeaders,
  context: VerifyContext = {},
): number {
  const read = (name: string) => scheme.read(name, headers, body, context, scheme);
  if (!match) return 0; // SIGNATURE_MISSING
  const content = scheme.readContent(scheme.content, read, body);
  if (match === 1 || !content) return 1; // SIGNATURE_MALFORMED
  if (!scheme.use.matches(keys, content, match, scheme.encoding)) return 2; // SIGNATURE_MISMATCH
  if (!scheme.timestamp) return AUTHENTIC;
  const time = read(scheme.timestamp) as string; // bytes, or nothing, are no digits either
  const age = (context.now ?? Date.now()) - Number(time) * (scheme.unit ?? 1000);
  const isNear = Math.abs(age) <= Number(context.tolerance ?? scheme.tolerance);
  // `Number` also accepts `+1`, `1e9` and `0x1`.
  return isNear && !/\D/.test(time) ? AUTHENTIC : 3; // TIMESTAMP_OUT_OF_TOLERANCE
}

/**
 * Tolerance in force, in milliseconds.
 * @param tolerance as an option has it, in seconds. Default: the scheme's.
 * @throws TypeError for anything else, and for a scheme without a timestamp.
 */
export function readTolerance(tolerance: unknown, scheme: SignaturePlan): number | undefined {
  if (tolerance === undefined) return scheme.tolerance;
  if (scheme.tolerance === undefined) {
    throw unexpected(tolerance, "`tolerance`", "none, as the service signs no timestamp");
  }
  if (typeof tolerance === "number" && tolerance >= 0) return tolerance * 1000;
  throw unexpected(tolerance, "`tolerance`", "a number of seconds, zero or more");
}

// ---- Signing

/**
 * Signs a delivery: returns the headers to send with it. It signs with all of the keys if the
 * header holds several signatures, as while a secret is replaced; otherwise with the first one.
 * @throws TypeError if something is missing that the scheme signs.
 */
export function signPayload(
  scheme: SignatureScheme,
  keys: readonly SignatureKey[],
  body: string | Uint8Array,
  { id, timestamp: time = Date.now(), headers = {}, ...context }: SignContext = {},
): Record<string, string> {
  const { use, encoding, separator, prefix, start, unit = 1000 } = scheme;
  const timestamp = writeTimestamp(time, unit);
  const sent: Record<string, string> = {};
  if (scheme.timestamp?.startsWith("{") === false) sent[scheme.timestamp] = timestamp;
  if (scheme.id !== undefined && id) sent[scheme.id] = id;
  const all = { ...headers, ...sent };
  const read = (name: string) =>
    name === "{timestamp}" ? timestamp : scheme.read(name, all, body, context, scheme);
  const content = scheme.readContent(scheme.content, read, body);
  if (content === undefined) {
    throw new TypeError(
      "A part of the delivery is undefined; expected its `id` and signed headers.",
    );
  }
  const signing = separator === undefined ? keys.slice(0, 1) : keys;
  const signatures = signing.map((key) => use.sign(key, content, encoding));
  const joined = prefix + signatures.join(`${separator ?? ""}${prefix}`);
  const before = start?.replace("{timestamp}", timestamp) ?? "";
  return { [scheme.header]: before + joined, ...sent };
}

function writeTimestamp(time: number, unit: number): string {
  const whole = Math.floor(time / unit);
  // False for text and a `Date`, of which a number could be made.
  if (Number.isFinite(time) && Number.isSafeInteger(whole) && whole >= 0) return String(whole);
  throw new TypeError(`The timestamp is ${time}; expected milliseconds since 1970.`);
}

/*
 * ---- Signatures of the body alone, as most services send them: each is one string. `judgeText` saves 8 % of a
 * bundle with `verify` alone.
 */

/** Judges as `judge` does, for a scheme that reads nothing but the body. */
export function judgeText(
  { use, encoding }: TextScheme,
  keys: readonly SignatureKey[],
  body: string | Uint8Array,
  match: SignatureMatch,
): number {
  if (match === 0 || match === 1) return match;
  return use.matches(keys, [body], match, encoding) ? AUTHENTIC : 2;
}

/** @throws TypeError for a payload or a signature of the wrong type. */
export function verifyText(
  scheme: TextScheme,
  keys: readonly SignatureKey[],
  payload: unknown,
  signature: unknown,
): boolean {
  const data = expectData(payload, "The payload");
  const match = matchSignature(scheme, expectText(signature, "The signature"));
  return judgeText(scheme, keys, data, match) === AUTHENTIC;
}

/** @throws TypeError for a payload that is not raw. */
export function signText(
  { use, prefix, encoding }: TextScheme,
  key: SignatureKey,
  payload: unknown,
): string {
  return prefix + use.sign(key, [expectData(payload, "The payload")], encoding);
}

// ---- `sign` and `verify` as functions, for one plan

type Secret = string | Uint8Array;

/** Binds a `sign` that returns the headers to send with a payload. */
export function bindSign(
  plan: SignaturePlan,
  parts: SchemeParts,
): (secret: Secret, payload: Secret, context?: SignContext) => Record<string, string> {
  const scheme = { ...plan, ...parts };
  return (secret, payload, context) =>
    signPayload(scheme, [createSignatureKey(scheme, secret)], payload, context);
}

export function bindVerify(
  plan: SignaturePlan,
  parts: SchemeParts,
): (secret: Secret, payload: Secret, headers: DeliveryHeaders, context?: VerifyContext) => boolean {
  const scheme = { ...plan, ...parts };
  return (secret, payload, headers, context) =>
    judge(
      scheme,
      [createSignatureKey(scheme, secret)],
      payload,
      matchSignature(scheme, readHeader(scheme.header, headers)),
      headers,
      context,
    ) === AUTHENTIC;
}

/** Binds a `sign` that returns the text of the header, for a scheme of the body alone. */
export function bindTextSign(
  plan: SignaturePlan,
  parts: TextParts,
): (secret: Secret, payload: RawPayload) => string {
  const scheme = { ...plan, ...parts };
  return (secret, payload) => signText(scheme, createSignatureKey(scheme, secret), payload);
}

export function bindTextVerify(
  plan: SignaturePlan,
  parts: TextParts,
): (secret: Secret, payload: RawPayload, signature: string) => boolean {
  const scheme = { ...plan, ...parts };
  return (secret, payload, signature) =>
    verifyText(scheme, [createSignatureKey(scheme, secret)], payload, signature);
}
