import { sha256 } from "#platform";
import {
  readHeader,
  readPath,
  type DeliveryContext,
  type DeliveryHeaders,
} from "./delivery-fields.js";
import type { SignedDelivery } from "./plan/description.js";
import type { SignatureScheme } from "./scheme.js";

/** Reads a placeholder if the scheme has a reader of that name, and otherwise a header. */
export function readPlaceholder(
  name: string,
  headers: DeliveryHeaders,
  body: string | Uint8Array,
  { url, method }: DeliveryContext,
  scheme: SignatureScheme,
): string | Uint8Array | undefined {
  const reader = scheme.placeholders?.[name];
  if (reader === undefined) return readHeader(name, headers);
  const header = (other: string) => readHeader(other, headers);
  return reader({ body, url, method, header }, scheme);
}

/** `{url}` and `{anyPortUrl}`. */
export function readUrl({ url }: SignedDelivery): string {
  return expectPassed(url, "url");
}

/** `{method}`, in capitals. */
export function readMethod({ method }: SignedDelivery): string {
  return expectPassed(method, "method").toUpperCase();
}

function expectPassed(value: string | undefined, name: string): string {
  if (value !== undefined) return value;
  throw new TypeError(
    `The delivery's \`${name}\` is undefined; expected a string, because the scheme signs it.`,
  );
}

/**
 * `{form}`: the body's form parameters, sorted, each name followed by its value (Twilio).
 * For other bodies, Twilio puts a digest into the query of the URL (`bodySHA256`) and signs only the
 * URL: the result is then empty, or `undefined` if the digest is not that of the body.
 */
export function readForm({ body, url = "" }: SignedDelivery): string | undefined {
  const digest = /[?&]bodySHA256=([^&#]*)/.exec(url)?.[1];
  // The URL is signed, so the digest is no secret that time could tell.
  if (digest !== undefined) return digest === sha256(body) ? "" : undefined;
  const values = new Map<string, Set<string>>();
  for (const [name, value] of new URLSearchParams(toText(body))) {
    values.set(name, (values.get(name) ?? new Set()).add(value));
  }
  const names = [...values.keys()].sort();
  return names.map((name) => joinValues(name, values.get(name) ?? new Set())).join("");
}

/** A value that is sent twice is signed once. */
function joinValues(name: string, values: ReadonlySet<string>): string {
  return [...values]
    .sort()
    .map((value) => name + value)
    .join("");
}

/** HubSpot decodes these before it signs; everything else is signed as written. */
const DECODED = /%(?:21|24|27|28|29|2A|2C|2F|3A|3B|3F|40)/gi;

/** `{decodedUrl}`: the URL with some characters percent-decoded (HubSpot). */
export function readDecodedUrl({ url }: SignedDelivery): string {
  const text = expectPassed(url, "url");
  return text.includes("%") ? text.replace(DECODED, decodeURIComponent) : text;
}

/** The timestamp that stands beside the signature; `undefined` when it is there twice. */
export function readListedTimestamp(
  { header }: SignedDelivery,
  scheme: SignatureScheme,
): string | undefined {
  const found = scheme.timestampItem && header(scheme.header)?.match(scheme.timestampItem);
  return found?.length === 1 ? found[0] : undefined;
}

/** The timestamp from a JSON body: whole units of a number, or its digits. */
export function readJsonTimestamp(
  { body }: SignedDelivery,
  { timestampPath = "" }: SignatureScheme,
): string | undefined {
  try {
    const value = readPath(JSON.parse(toText(body)), timestampPath.split("."));
    return String(typeof value === "number" ? Math.floor(value) : value);
  } catch {
    return undefined; // no JSON, so no timestamp either
  }
}

function toText(body: string | Uint8Array): string {
  return typeof body === "string" ? body : new TextDecoder().decode(body);
}
