import type { SignatureKey, SignatureScheme } from "./scheme.js";

/** Why a delivery is refused; codes of `WebhookError`. */
export type SignatureRefusal = (typeof REFUSALS)[number];

/** Why a delivery is refused for its headers alone. */
export type SignatureFlaw = "SIGNATURE_MISSING" | "SIGNATURE_MALFORMED";

/** Headers as a platform has them; the names of a record may be in any case. */
export type DeliveryHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** What some services sign and no header holds. */
export interface DeliveryContext {
  /** The URL as the service knows it, with its query. */
  readonly url?: string | undefined;
  readonly method?: string | undefined;
}

export interface VerifyContext extends DeliveryContext {
  /** Milliseconds since 1970. Default: `Date.now()`. */
  readonly now?: number | undefined;
  /** In milliseconds. Default: the scheme's. */
  readonly tolerance?: number | undefined;
}

const REFUSALS = [
  "SIGNATURE_MISSING",
  "SIGNATURE_MALFORMED",
  "SIGNATURE_MISMATCH",
  "TIMESTAMP_OUT_OF_TOLERANCE",
] as const;

// Indexes of REFUSALS. Who asks only whether a delivery is authentic has no texts in the bundle.
const MISSING = 0;
const MALFORMED = 1;
const MISMATCH = 2;
const OUT_OF_TOLERANCE = 3;
export const AUTHENTIC = 4;

const MAX_HEADER_LENGTH = 4096;
const MAX_SIGNATURES = 16;

/** At most 15 digits, which a number represents exactly. */
const TIMESTAMP = /^\d{1,15}$/;

/** The placeholder that `readTimestamp` reads; no header has such a name. */
const TIMESTAMP_NAME = "{timestamp}";

/**
 * Tells why a delivery is not to be trusted; `undefined` when it is signed with one of the keys.
 * @throws TypeError without the `url` or `method` that the scheme signs.
 */
export function findRefusal(...parameters: Parameters<typeof judge>): SignatureRefusal | undefined {
  return REFUSALS[judge(...parameters)];
}

/**
 * Judges a delivery: returns `AUTHENTIC` when it is signed with one of the keys. All keys and all
 * signatures of the right version are tried; anything unknown in the header is ignored. The
 * timestamp is judged last, so that only a sender who knows a secret learns about it.
 */
export function judge(
  scheme: SignatureScheme,
  keys: readonly SignatureKey[],
  body: string | Uint8Array,
  headers: DeliveryHeaders,
  { now = Date.now(), tolerance = scheme.tolerance, ...context }: VerifyContext = {},
): number {
  const { readTimestamp, timestampUnit = 1000 } = scheme;
  const text = readHeader(headers, scheme.header);
  if (!text) return MISSING;
  const readTime = () => TIMESTAMP.exec(readTimestamp?.(scheme, delivery) ?? "")?.[0];
  const header = (name: string) =>
    name === TIMESTAMP_NAME ? readTime() : readHeader(headers, name);
  const delivery = { ...context, body, text, header };
  const signatures = readSignatures(scheme, text);
  const content = scheme.readContent(scheme, delivery);
  if (!signatures || !content) return MALFORMED;
  if (!scheme.use.matches(keys, content, signatures, scheme.encoding)) return MISMATCH;
  // False for NaN, so a timestamp that is missing is out of tolerance.
  const isInTime = Math.abs(now - Number(readTime()) * timestampUnit) <= Number(tolerance);
  return !readTimestamp || isInTime ? AUTHENTIC : OUT_OF_TOLERANCE;
}

/** What a request's headers alone tell of a refusal. */
export function findFlaw(
  scheme: SignatureScheme,
  headers: DeliveryHeaders,
): SignatureFlaw | undefined {
  const text = readHeader(headers, scheme.header);
  if (!text) return "SIGNATURE_MISSING";
  return readSignatures(scheme, text) ? undefined : "SIGNATURE_MALFORMED";
}

/** The well-formed signatures in a header; `undefined` when there are none or too many. */
function readSignatures({ item }: SignatureScheme, text: string): readonly string[] | undefined {
  const found = text.length > MAX_HEADER_LENGTH ? null : text.match(item);
  return found && found.length <= MAX_SIGNATURES ? found : undefined;
}

/** A header that was sent several times is read as a list, as a proxy would have joined it. */
export function readHeader(headers: DeliveryHeaders, name: string): string | undefined {
  if (typeof headers.get === "function") return headers.get(name) ?? undefined;
  const record = headers as Exclude<DeliveryHeaders, { get: unknown }>; // one may be named `get`
  const spelled = Object.hasOwn(record, name)
    ? name
    : Object.keys(record).find((key) => key.toLowerCase() === name);
  return spelled && record[spelled]?.toString();
}
