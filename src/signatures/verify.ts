import { readContent, type SignatureKey, type SignatureScheme } from "./scheme.js";

/** Why a delivery is refused; codes of `WebhookError`. */
export type SignatureRefusal =
  "SIGNATURE_MISSING" | "SIGNATURE_MALFORMED" | "SIGNATURE_MISMATCH" | "TIMESTAMP_OUT_OF_TOLERANCE";

/** Headers as a platform has them; the names of a record may be in any case. */
export type DeliveryHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyContext {
  /** Needed where the scheme signs it: the URL as the service knows it, with its query. */
  readonly url?: string | undefined;
  /** Needed where the scheme signs it. */
  readonly method?: string | undefined;
  /** Milliseconds since 1970. Default: `Date.now()`. */
  readonly now?: number | undefined;
}

const MAX_HEADER_LENGTH = 4096;
const MAX_SIGNATURES = 16;

/** At most 15 digits, which a number represents exactly. */
const TIMESTAMP = /^\d{1,15}$/;

/**
 * Tells why a delivery is not to be trusted; `undefined` when it is signed with one of the keys.
 * All keys and all signatures of the right version are tried; anything unknown in the header is
 * ignored. The timestamp is judged last, so that only a sender who knows a secret learns about it.
 * @throws TypeError without the `url` or `method` that the scheme signs.
 */
export function findRefusal(
  scheme: SignatureScheme,
  keys: readonly SignatureKey[],
  body: string | Uint8Array,
  headers: DeliveryHeaders,
  context: VerifyContext = {},
): SignatureRefusal | undefined {
  const { tolerance, timestampPath } = scheme;
  const header = (name: string | undefined) => name && readHeader(headers, name);
  const text = header(scheme.header);
  if (!text) return "SIGNATURE_MISSING";
  const { signatures, timestamps } = parseHeader(scheme, text);
  const timestamp = timestamps[0] ?? header(scheme.timestampHeader);
  const id = header(scheme.idHeader);
  const { url, method } = context;
  const content = readContent(scheme, { body, timestamp, id, url, method, header });
  const isMalformed =
    !content ||
    !signatures.length ||
    signatures.length > MAX_SIGNATURES ||
    timestamps.length > 1 ||
    (timestamp && !TIMESTAMP.test(timestamp));
  if (isMalformed) return "SIGNATURE_MALFORMED";
  if (!scheme.use.matches(keys, content, signatures, scheme.encoding)) return "SIGNATURE_MISMATCH";
  if (tolerance === undefined) return undefined;
  const time = timestampPath ? scheme.readTimestamp?.(body, timestampPath) : timestamp;
  const age = (context.now ?? Date.now()) - Number(time) * scheme.timestampUnit;
  // False for NaN, so a timestamp that is not a number is out of tolerance.
  return Math.abs(age) <= tolerance ? undefined : "TIMESTAMP_OUT_OF_TOLERANCE";
}

/** Whether a delivery is signed with one of the keys, as {@link findRefusal} tells. */
export function verifyPayload(...parameters: Parameters<typeof findRefusal>): boolean {
  return !findRefusal(...parameters);
}

/** Reads the items of the header that the scheme knows. */
function parseHeader({ item, separator }: SignatureScheme, text: string) {
  const signatures: string[] = [];
  const timestamps: string[] = [];
  if (text.length > MAX_HEADER_LENGTH) return { signatures, timestamps };
  for (const part of separator ? text.split(separator) : [text]) {
    const found = item.exec(part)?.groups;
    if (found?.["signature"]) signatures.push(found["signature"]);
    if (found?.["timestamp"]) timestamps.push(found["timestamp"]);
  }
  return { signatures, timestamps };
}

/** A header that was sent several times is read as a list, as a proxy would have joined it. */
function readHeader(headers: DeliveryHeaders, name: string): string | undefined {
  if (typeof headers.get === "function") return headers.get(name) ?? undefined;
  const record = headers as Exclude<DeliveryHeaders, { get: unknown }>; // one may be named `get`
  const spelled = Object.hasOwn(record, name)
    ? name
    : Object.keys(record).find((key) => key.toLowerCase() === name);
  return spelled && record[spelled]?.toString();
}
