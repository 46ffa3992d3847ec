import { readHeader, type DeliveryContext, type DeliveryHeaders } from "./delivery-fields.js";
import { unexpected } from "./arguments.js";
import type { SignatureKey, SignatureScheme } from "./scheme.js";

/** Why a delivery is refused; codes of `WebhookError`. */
export type SignatureRefusal = (typeof REFUSALS)[number];

/** Why a delivery is refused before its body is read. */
export type SignatureFlaw = "SIGNATURE_MISSING" | "SIGNATURE_MALFORMED";

export interface VerifyContext extends DeliveryContext {
  /** Milliseconds since 1970. Default: `Date.now()`. */
  readonly now?: number | undefined;
  /** In milliseconds. Default: the scheme's. */
  readonly tolerance?: number | undefined;
}

/**
 * The tolerance that is in force, in milliseconds.
 * @param tolerance as an option has it, in seconds. Default: the scheme's.
 * @throws TypeError for anything else, and where the scheme has no timestamp.
 */
export function readTolerance(
  tolerance: unknown,
  scheme: { readonly tolerance?: number | undefined },
): number | undefined {
  if (tolerance === undefined) return scheme.tolerance;
  if (scheme.tolerance === undefined) {
    throw unexpected(tolerance, "`tolerance`", "none, as the service signs no timestamp");
  }
  if (typeof tolerance === "number" && tolerance >= 0) return tolerance * 1000;
  throw unexpected(tolerance, "`tolerance`", "a number of seconds, zero or more");
}

const REFUSALS = [
  "SIGNATURE_MISSING",
  "SIGNATURE_MALFORMED",
  "SIGNATURE_MISMATCH",
  "TIMESTAMP_OUT_OF_TOLERANCE",
] as const;

/** What `judge` returns for a delivery that is not refused: the index after the last refusal. */
export const AUTHENTIC = 4;

/**
 * Tells why a delivery is not to be trusted; `undefined` when it is signed with one of the keys.
 * @throws TypeError without the `url` or `method` that the scheme signs.
 */
export function findRefusal(...parameters: Parameters<typeof judge>): SignatureRefusal | undefined {
  return REFUSALS[judge(...parameters)];
}

/**
 * Returns `AUTHENTIC` for a delivery that is signed with one of the keys, otherwise an index of
 * `REFUSALS`. It is a number so that a bundle with `verify` alone does not contain the codes. All
 * keys and all signatures of the right version are tried; anything unknown in the header is ignored.
 * The timestamp is checked last, so that only a sender who knows a secret learns that it is wrong.
 */
export function judge(
  scheme: SignatureScheme,
  keys: readonly SignatureKey[],
  body: string | Uint8Array,
  headers: DeliveryHeaders,
  context: VerifyContext = {},
): number {
  const { timestamp, unit = 1000 } = scheme;
  const read = (name: string) => scheme.read(name, headers, body, context, scheme);
  const text = readHeader(scheme.header, headers);
  if (!text) return 0; // SIGNATURE_MISSING
  const signatures = readSignatures(scheme, text);
  const content = scheme.readContent(scheme.content, read, body);
  if (!signatures || !content) return 1; // SIGNATURE_MALFORMED
  if (!scheme.use.matches(keys, content, signatures, scheme.encoding)) return 2; // SIGNATURE_MISMATCH
  if (!timestamp) return AUTHENTIC;
  const time = read(timestamp) as string; // bytes, or nothing, are no digits either
  const age = (context.now ?? Date.now()) - Number(time) * unit;
  const isNear = Math.abs(age) <= Number(context.tolerance ?? scheme.tolerance);
  // `Number` takes `+1`, `1e9` and `0x1`, too.
  if (isNear && !/\D/.test(time)) return AUTHENTIC;
  return 3; // TIMESTAMP_OUT_OF_TOLERANCE
}

/** Why a delivery is refused before its body is read; `undefined` if nothing is wrong so far. */
export function findFlaw(
  scheme: SignatureScheme,
  headers: DeliveryHeaders,
): SignatureFlaw | undefined {
  const text = readHeader(scheme.header, headers);
  if (!text) return "SIGNATURE_MISSING";
  return readSignatures(scheme, text) ? undefined : "SIGNATURE_MALFORMED";
}

/**
 * The well-formed signatures in a header; `undefined` when there are none or more than 16, or when
 * the header is longer than 4 KiB.
 */
function readSignatures({ item }: SignatureScheme, text: string): readonly string[] | undefined {
  const found = text.length > 4096 ? null : text.match(item);
  return found && found.length <= 16 ? found : undefined;
}
