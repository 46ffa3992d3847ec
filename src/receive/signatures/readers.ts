/** Reads raw payloads, and the signed text of a delivery: its headers, placeholders and body. */
import { sha256, viewBytes } from "#platform";
import { unexpected } from "../../base/expect.js";
import { followPath } from "../../base/values.js";
import type {
  Content,
  DeliveryContext,
  DeliveryHeaders,
  DeliveryParts,
  RawPayload,
  SignatureScheme,
} from "./types.js";

/**
 * Returns the bytes or the text of a payload or a secret.
 * @throws TypeError for anything else, for an empty one, and for text that is not well-formed Unicode.
 */
export function expectData(value: unknown, what: string): string | Uint8Array {
  const data = readRawPayload(value);
  if (data?.length && isHashable(data)) return data;
  throw unexpected(value, what, "non-empty text (well-formed Unicode) or bytes");
}

/** False for text with a lone surrogate, which has no UTF-8, so that different texts would be hashed alike. */
export function isHashable(data: string | Uint8Array): boolean {
  return typeof data === "object" || data.isWellFormed();
}

/** Returns the data to be hashed; `undefined` for a value that is not a raw body. */
export function readRawPayload(payload: RawPayload): string | Uint8Array;
export function readRawPayload(value: unknown): string | Uint8Array | undefined;
export function readRawPayload(value: unknown): string | Uint8Array | undefined {
  return typeof value === "string" ? value : viewBytes(value);
}

export function isRawPayload(value: unknown): value is RawPayload {
  return readRawPayload(value) !== undefined;
}

// ---- Signed text

/** Reads a header by its lowercase name. The values of a repeated one are joined by commas. */
export function readHeader(name: string, headers: DeliveryHeaders): string | undefined {
  if (typeof headers.get === "function") return headers.get(name) ?? undefined;
  const record = headers as Exclude<DeliveryHeaders, { get: unknown }>; // one may be named `get`
  const key = Object.hasOwn(record, name)
    ? name
    : Object.keys(record).find((candidate) => candidate.toLowerCase() === name);
  return key && record[key]?.toString();
}

type ReadPiece = (name: string) => string | Uint8Array | undefined;

/**
 * Reads texts and headers, and the body after them, or the body alone. No bytes are copied.
 * @param pieces texts, with the names of headers between them: `["", "webhook-id", ".", "webhook-timestamp", "."]`.
 */
export function readLead(
  pieces: readonly string[] | undefined,
  read: ReadPiece,
  body: string | Uint8Array,
): Content | undefined {
  if (pieces === undefined) return [body];
  const values = pieces.map((piece, index) => (index % 2 ? read(piece) : piece)); // they take turns
  return values.includes(undefined) ? undefined : [values.join(""), body];
}

/**
 * Reads pieces in any order, with any placeholders. Text between bytes is joined, because each piece is
 * hashed by a call of its own. The body is not joined, because a copy of it takes longer than a call.
 * @param pieces as for {@link readLead}, with placeholders: `["", "{method}", ":", "{body}", ""]`.
 */
export function readPieces(
  pieces: readonly string[] = [],
  read: ReadPiece,
  body: string | Uint8Array,
): Content | undefined {
  const readNamed = (name: string) => (name === "{body}" ? body : read(name));
  const content: (string | Uint8Array)[] = [];
  let text = "";
  for (const [index, piece] of pieces.entries()) {
    const value = index % 2 ? readNamed(piece) : piece; // texts and names take turns
    if (value === undefined) return undefined;
    if (typeof value === "string" && value !== body) text += value;
    else {
      content.push(text, value);
      text = "";
    }
  }
  content.push(text);
  return content;
}

// ---- Placeholders

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

/** Reads `{url}` and `{anyPortUrl}`. */
export function readUrl({ url }: DeliveryParts): string {
  return expectPassed(url, "url");
}

/** Reads `{method}`, in capitals. */
export function readMethod({ method }: DeliveryParts): string {
  return expectPassed(method, "method").toUpperCase();
}

function expectPassed(value: string | undefined, name: string): string {
  if (value !== undefined) return value;
  throw new TypeError(
    `The delivery's \`${name}\` is undefined; expected a string, because the scheme signs it.`,
  );
}

/**
 * Reads `{form}`: the body's form parameters, sorted, each name followed by its value (Twilio). For other
 * bodies, Twilio puts a digest into the query of the URL (`bodySHA256`) and signs only the URL. The result
 * is then empty, or `undefined` if the digest is not the body's.
 */
export function readForm({ body, url = "" }: DeliveryParts): string | undefined {
  const digest = /[?&]bodySHA256=([^&#]*)/.exec(url)?.[1];
  // The digest is not secret, so that the time of a comparison may depend on it.
  if (digest !== undefined) return digest === sha256(body) ? "" : undefined;
  // A value that is sent twice under one name is signed once.
  const valuesByName = new Map<string, Set<string>>();
  for (const [name, value] of new URLSearchParams(decodeBody(body))) {
    valuesByName.set(name, (valuesByName.get(name) ?? new Set()).add(value));
  }
  const names = [...valuesByName.keys()].sort();
  return names
    .flatMap((name) => [...(valuesByName.get(name) ?? [])].sort().map((value) => name + value))
    .join("");
}

/** Characters that HubSpot decodes before it signs; everything else is signed as written. */
const DECODED = /%(?:21|24|27|28|29|2A|2C|2F|3A|3B|3F|40)/gi;

/** Reads `{decodedUrl}`: the URL with some characters percent-decoded (HubSpot). */
export function readDecodedUrl({ url }: DeliveryParts): string {
  return expectPassed(url, "url").replace(DECODED, decodeURIComponent);
}

/** Reads the timestamp in the signature header; `undefined` if it is there twice. */
export function readListedTimestamp(
  { header }: DeliveryParts,
  scheme: SignatureScheme,
): string | undefined {
  const timestamps = scheme.timestampItem && header(scheme.header)?.match(scheme.timestampItem);
  return timestamps?.length === 1 ? timestamps[0] : undefined;
}

/** Reads the timestamp in a JSON body: whole units of a number, or its digits. */
export function readJsonTimestamp(
  { body }: DeliveryParts,
  { timestampPath = "" }: SignatureScheme,
): string | undefined {
  try {
    const value = followPath(JSON.parse(decodeBody(body)), timestampPath);
    return String(typeof value === "number" ? Math.floor(value) : value);
  } catch {
    return undefined; // no JSON, so no timestamp either
  }
}

function decodeBody(body: string | Uint8Array): string {
  return typeof body === "string" ? body : new TextDecoder().decode(body);
}
