/** Headers of a delivery in a message of a relay: the members that were headers of the service's request. */

/**
 * Reads the headers of a message that has them as its members, beside the body. Those of the body and of the
 * sender describe the message itself, not the request of the service, and are left out.
 */
export function readMemberHeaders(message: Members): PlainHeaders {
  return pickHeaders(message, (name, value) => !isOfMessage(name) && isHeaderValue(value));
}

/** Longest header in a message of this package's own relay, in characters. Some servers accept as many. */
const MAX_SENT_LENGTH = 64 * 1024;

/**
 * Reads the headers of a message of this package's own relay (contract D.7). It has the exact body, so that
 * headers of the body and of the sender are kept.
 * @param signature header of the signature, which is kept even if connections use it, too.
 */
export function readSentHeaders(sent: Members, signature: string): PlainHeaders {
  return pickHeaders(
    sent,
    (name, value) =>
      (name === signature || !isOfHop(name)) &&
      (value === "" || isHeaderValue(value, MAX_SENT_LENGTH)),
  );
}

// ---- Names that are left out

/** Headers of a connection, of proxies, and credentials: left out of every message. */
const NEVER_KEPT: ReadonlySet<string> = new Set([
  "host",
  "connection",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "expect",
  "authorization",
  "cookie",
  "forwarded",
  "via",
  "x-real-ip",
]);

function isNeverKept(name: string): boolean {
  return NEVER_KEPT.has(name) || name.startsWith("proxy-") || name.startsWith("x-forwarded-");
}

/** True for a header of the message's own request, such as `content-type`, and for those that are never kept. */
function isOfMessage(name: string): boolean {
  if (name.startsWith("accept") || name.startsWith("content-")) return true;
  return name === "user-agent" || isNeverKept(name);
}

const OF_HOP_ALONE: ReadonlySet<string> = new Set([
  "accept-encoding",
  "content-length",
  "cookie2",
  "x-forwarded",
]);

/** True for a header that each server on the way writes anew, and for those that are never kept. */
function isOfHop(name: string): boolean {
  return OF_HOP_ALONE.has(name) || isNeverKept(name);
}

// ---- Headers in an object

const LOWERCASE_NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;

/** Picks the members that may be headers, by name and value, into an object without a prototype. */
function pickHeaders(
  members: Members,
  isKept: (name: string, value: string) => boolean,
): PlainHeaders {
  const entries = Object.entries(members).filter(
    (entry): entry is [string, string] =>
      LOWERCASE_NAME.test(entry[0]) && typeof entry[1] === "string" && isKept(entry[0], entry[1]),
  );
  return Object.assign(Object.create(null) as Record<string, string>, Object.fromEntries(entries));
}

/** Half of Node's limit for all headers of a request together. */
const MAX_HEADER_LENGTH = 8 * 1024;

/**
 * Matches a header's value, one character for each byte, as HTTP libraries decode it (RFC 9110, section
 * 5.5). White space around it is not part of a value.
 */
const HEADER_VALUE = /^[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?$/;

/** True for a value that can be forwarded as a header, byte for byte. */
export function isHeaderValue(value: unknown, maxLength = MAX_HEADER_LENGTH): value is string {
  return typeof value === "string" && value.length <= maxLength && HEADER_VALUE.test(value);
}

// ---- Types

/** Members of a message, or of its `headers`. */
type Members = Readonly<Record<string, unknown>>;

/** Values by lowercase names. */
export type PlainHeaders = Readonly<Record<string, string>>;
