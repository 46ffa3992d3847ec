/** Reads raw payloads, secrets as each scheme writes them, and the signed text: headers, placeholders and the body. */
import { decodeBase64, decodeHex, sha256, viewBytes } from "#platform";
import { unexpected } from "../../base/expect.js";
import { followPath } from "../../base/values.js";
import type {
  Algorithm,
  Content,
  DeliveryContext,
  DeliveryHeaders,
  DeliveryParts,
  RawPayload,
  SchemeParts,
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

// ---- Secrets

/** Reads a secret that is the key itself: bytes, or text that is used as UTF-8. */
export function readTextSecret(secret: unknown): string | Uint8Array {
  return expectData(secret, "The secret");
}

/** Reads a secret whose text has a prefix before the key. */
export function readPrefixedSecret(secret: unknown, prefix = ""): string | Uint8Array {
  const data = expectData(secret, "The secret");
  return typeof data === "string" ? withoutPrefix(data, prefix) : data;
}

/** Reads a secret of bytes, or base64 of them. */
export function readBase64Secret(secret: unknown, prefix?: string): Uint8Array {
  return decodeSecret(secret, prefix, decodeBase64);
}

/** Reads a secret of bytes, or hexadecimal digits. */
export function readHexSecret(secret: unknown, prefix?: string): Uint8Array {
  return decodeSecret(secret, prefix, decodeHex);
}

/** Reads an asymmetric key: text in PEM, bytes, or base64 of them. */
export function readBase64Key(secret: unknown, prefix?: string): string | Uint8Array {
  return isPem(secret) ? secret : readBase64Secret(secret, prefix);
}

/** Reads an asymmetric key: text in PEM, bytes, or hexadecimal digits. */
export function readHexKey(secret: unknown, prefix?: string): string | Uint8Array {
  return isPem(secret) ? secret : readHexSecret(secret, prefix);
}

function isPem(secret: unknown): secret is string {
  return typeof secret === "string" && secret.includes("-----BEGIN");
}

function decodeSecret(
  secret: unknown,
  prefix = "",
  decode: (text: string) => Uint8Array | undefined,
): Uint8Array {
  const bytes =
    typeof secret === "string" ? decode(withoutPrefix(secret, prefix)) : viewBytes(secret);
  if (bytes?.length) return bytes;
  throw new TypeError(`The secret is of type ${typeof secret}; expected encoded bytes.`);
}

function withoutPrefix(text: string, prefix: string): string {
  return text.startsWith(prefix) ? text.slice(prefix.length) : text;
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

/** Reads texts and headers, and the body after them, or the body alone. No bytes are copied. */
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

// ---- Any port: Twilio signs a URL with its port or without, so both forms are tried

/** Beginning of a URL, its port, and the rest. */
const URL_PARTS = /^(https?:\/\/(?:[^/?#@]*@)?(?:\[[^\]]*\]|[^/?#:]*))(:\d+)?(.*)/is;

/** Reads pieces that begin with a URL. Its port becomes a piece of its own, the second one. */
export const readUrlPieces: NonNullable<SchemeParts["readContent"]> = (pieces = [], read, body) => {
  const url = String(read(pieces[1] ?? ""));
  const furtherPieces = readPieces(pieces.slice(2), read, body);
  const [, start = url, port = "", pathAndQuery = ""] = URL_PARTS.exec(url) ?? [];
  return furtherPieces && [start, port, pathAndQuery, ...furtherPieces];
};

/** Adapts an algorithm to content whose second piece is a port, so that it may be signed without it. */
export function acceptAnyPort<Key>(use: Algorithm<Key>): Algorithm<Key> {
  return {
    ...use,
    matches: (keys, content, signatures, encoding) => {
      const forms = [content, swapPort(content)];
      // Both are compared, so that the time does not tell which one was signed.
      return forms.map((form) => use.matches(keys, form, signatures, encoding)).includes(true);
    },
  };
}

function swapPort([start = "", port, ...furtherPieces]: Content): Content {
  if (port !== "") return [start, "", ...furtherPieces];
  return [
    start,
    String(start).toLowerCase().startsWith("https:") ? ":443" : ":80",
    ...furtherPieces,
  ];
}
