/**
 * Signs and verifies deliveries by a scheme: a plan, and the code that carries it out. `findRefusal` reads
 * as the steps of a verification.
 */
import type { SignaturePlan } from "../../catalog/signatures.js";
import { copyOwn, expectText, unexpected } from "../../base/expect.js";
import { expectData, readHeader, readLead } from "./readers.js";
import type {
  DeliveryHeaders,
  FormFault,
  RawPayload,
  SchemeParts,
  Secret,
  SignatureKey,
  SignatureRefusal,
  SignatureScheme,
  SignContext,
  TextParts,
  VerifyContext,
} from "./types.js";

/**
 * Adds to a plan the code that carries it out. A scheme of the body alone needs only the first two parts.
 * The result has no prototype, so that no inherited property replaces a key that the plan leaves out.
 */
export function bindScheme(
  plan: SignaturePlan,
  parts: TextParts & Partial<SchemeParts>,
): SignatureScheme {
  return copyOwn({ readContent: readLead, read: readHeader, ...plan, ...parts });
}

/**
 * Makes a secret ready for use.
 * @throws TypeError for a secret that cannot be one of the scheme; the message does not hold it.
 */
export function createSignatureKey(scheme: SignatureScheme, secret: unknown): SignatureKey {
  // Opaque: only the algorithm looks into it.
  return scheme.use.createKey(scheme.readSecret(secret, scheme.secretPrefix)) as SignatureKey;
}

// ---- Verifying

/**
 * Returns the fault of a delivery; `undefined` if it is signed with one of the keys. All keys and all
 * signatures of the right version are tried; unknown items of the header are ignored. The timestamp is
 * checked last, so that only a sender who knows a secret learns that it is wrong.
 * @param signature the text of the signature header, if it was read before.
 * @throws TypeError without the `url` or `method` that the scheme signs.
 */
export function findRefusal(
  scheme: SignatureScheme,
  keys: readonly SignatureKey[],
  body: string | Uint8Array,
  headers: DeliveryHeaders,
  context: VerifyContext = {},
  signature = readHeader(scheme.header, headers),
): SignatureRefusal | undefined {
  if (!signature) return "SIGNATURE_MISSING";
  const signatures = listSignatures(scheme, signature);
  const read = (name: string) => scheme.read(name, headers, body, context, scheme);
  const content = scheme.readContent(scheme.content, read, body);
  if (!signatures || !content) return "SIGNATURE_MALFORMED";
  if (!scheme.use.matches(keys, content, signatures, scheme.encoding)) return "SIGNATURE_MISMATCH";
  if (!scheme.timestamp) return undefined;
  const time = read(scheme.timestamp) as string; // bytes and `undefined` are refused below
  const age = (context.now ?? Date.now()) - Number(time) * (scheme.unit ?? 1000);
  const isNear = Math.abs(age) <= Number(context.tolerance ?? scheme.tolerance);
  // `Number` also accepts `+1`, `1e9` and `0x1`.
  return isNear && !/\D/.test(time) ? undefined : "TIMESTAMP_OUT_OF_TOLERANCE";
}

/** Returns the fault in the form of a signature header, which shows without any key. */
export function findFormFault(plan: SignaturePlan, text: string): FormFault | undefined {
  if (text === "") return "SIGNATURE_MISSING";
  return listSignatures(plan, text) ? undefined : "SIGNATURE_MALFORMED";
}

/**
 * Lists the well-formed signatures in the text of a header. Returns `undefined` if there is none, and for a
 * text of more than 4,096 characters or 16 signatures, because each one is compared with every key.
 */
function listSignatures(plan: SignaturePlan, text: string): readonly string[] | undefined {
  const signatures = text.length > 4096 ? null : text.match(plan.item);
  return signatures && signatures.length <= 16 ? signatures : undefined;
}

/**
 * Reads the option `tolerance`, which is in seconds. Returns milliseconds; by default, those of the scheme.
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
 * Signs a delivery, and returns the headers to send with it. Signs with all of the keys if the header may
 * hold several signatures, as while a secret is replaced; otherwise with the first one.
 * @throws TypeError if something is missing that the scheme signs.
 */
export function signPayload(
  scheme: SignatureScheme,
  keys: readonly SignatureKey[],
  body: string | Uint8Array,
  { id, timestamp: time = Date.now(), headers = {}, ...context }: SignContext = {},
): Record<string, string> {
  const timestamp = writeTimestamp(time, scheme.unit ?? 1000);
  const sent: Record<string, string> = {};
  if (scheme.timestamp?.startsWith("{") === false) sent[scheme.timestamp] = timestamp;
  if (scheme.id !== undefined && id) sent[scheme.id] = id;
  const signedHeaders = { ...headers, ...sent };
  const read = (name: string) =>
    name === "{timestamp}" ? timestamp : scheme.read(name, signedHeaders, body, context, scheme);
  const content = scheme.readContent(scheme.content, read, body);
  if (content === undefined) {
    throw new TypeError(
      "A part of the delivery is undefined; expected its `id` and signed headers.",
    );
  }
  const usedKeys = scheme.separator === undefined ? keys.slice(0, 1) : keys;
  const signatures = usedKeys.map((key) => scheme.use.sign(key, content, scheme.encoding));
  return { [scheme.header]: writeHeader(scheme, signatures, timestamp), ...sent };
}

/** Writes the header of signatures: `t=1700000000,v1=5257a8…`, or `sha256=5257a8…` for a single one. */
function writeHeader(
  { separator = "", prefix, start = "" }: SignaturePlan,
  signatures: readonly string[],
  timestamp: string,
): string {
  return start.replace("{timestamp}", timestamp) + prefix + signatures.join(separator + prefix);
}

function writeTimestamp(time: number, unit: number): string {
  const whole = Math.floor(time / unit);
  // Refuses text and a `Date`, which the division has converted.
  if (Number.isFinite(time) && Number.isSafeInteger(whole) && whole >= 0) return String(whole);
  throw new TypeError(`The timestamp is ${time}; expected milliseconds since 1970.`);
}

// ---- Signatures of the body alone: each is one text

/** @throws TypeError for a payload that is not raw. */
export function signText(
  { use, prefix, encoding }: SignatureScheme,
  key: SignatureKey,
  payload: unknown,
): string {
  return prefix + use.sign(key, [expectData(payload, "The payload")], encoding);
}

/** @throws TypeError for a payload or a signature of the wrong type. */
export function verifyText(
  scheme: SignatureScheme,
  keys: readonly SignatureKey[],
  payload: unknown,
  signature: unknown,
): boolean {
  const data = expectData(payload, "The payload");
  const text = expectText(signature, "The signature");
  return findRefusal(scheme, keys, data, {}, {}, text) === undefined;
}

// ---- `sign` and `verify` as functions, for one plan

/** Binds a `sign` that returns the headers to send with a payload. */
export function bindSign(
  plan: SignaturePlan,
  parts: SchemeParts,
): (secret: Secret, payload: string | Uint8Array, context?: SignContext) => Record<string, string> {
  const scheme = { ...plan, ...parts };
  return (secret, payload, context) =>
    signPayload(scheme, [createSignatureKey(scheme, secret)], payload, context);
}

/** Binds a `verify` that reads the headers of a delivery. */
export function bindVerify(
  plan: SignaturePlan,
  parts: SchemeParts,
): (
  secret: Secret,
  payload: string | Uint8Array,
  headers: DeliveryHeaders,
  context?: VerifyContext,
) => boolean {
  const scheme = { ...plan, ...parts };
  return (secret, payload, headers, context) => {
    const keys = [createSignatureKey(scheme, secret)];
    return findRefusal(scheme, keys, payload, headers, context) === undefined;
  };
}

/** Binds a `sign` that returns the text of the header, for a scheme of the body alone. */
export function bindTextSign(
  plan: SignaturePlan,
  parts: TextParts,
): (secret: Secret, payload: RawPayload) => string {
  const scheme = bindScheme(plan, parts);
  return (secret, payload) => signText(scheme, createSignatureKey(scheme, secret), payload);
}

/** Binds a `verify` that takes the text of the header, for a scheme of the body alone. */
export function bindTextVerify(
  plan: SignaturePlan,
  parts: TextParts,
): (secret: Secret, payload: RawPayload, signature: string) => boolean {
  const scheme = bindScheme(plan, parts);
  return (secret, payload, signature) =>
    verifyText(scheme, [createSignatureKey(scheme, secret)], payload, signature);
}
