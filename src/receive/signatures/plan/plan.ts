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

/** A field name (RFC 9110, section 5.6.2). */
export const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/** Placeholders in `content` that the package has readers for, besides `{header:<name>}`. */
const KNOWN_PLACEHOLDERS = ["url", "method", "form", "decodedUrl", "anyPortUrl"];

/** Placeholders that are made of the body. Those of the caller may be, too. */
const BODY_PLACEHOLDERS = ["body", "form"];

const BODY = "{body}";
const HEADER_PREFIX = "header:";
/** A URL that may have been signed with its port or without. */
export const ANY_PORT_URL = "{anyPortUrl}";
/** Placeholder of a timestamp that has no header of its own. */
export const TIMESTAMP = "{timestamp}";

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

// ---- The header of the signature

/** The parts of a format. The examples are those of `t={timestamp},v1={signature}`. */
interface HeaderFormat {
  /** Text before a signature: `v1=`. */
  readonly prefix: string;
  /** Text between two items: `,`. Without it, the header is one signature. */
  readonly separator: string | undefined;
  /** The item of the timestamp: the text before it, `t=`, and all before the signature, `t={timestamp},`. */
  readonly timestamp?: { readonly prefix: string; readonly start: string };
}

/** Matches a format: the text before the only placeholder, or the texts before each of the two. */
const FORMAT = /^([^{}]*)(?:\{timestamp\}([^{}]*))?\{signature\}$/;

function parseFormat({ format = "{signature}", separator }: SignatureDescription): HeaderFormat {
  const [, first, second] = FORMAT.exec(format) ?? [];
  if (first === undefined)
    throw wrong("format", format, "`{timestamp}` at most once, and one `{signature}` at its end");
  if (second === undefined) return { prefix: first, separator };
  // The second text ends the item of the timestamp, and begins that of the signature: `,v1=`.
  const divider = separator ?? /^\s*(\W)/.exec(second)?.[1];
  const prefix = second.slice(second.indexOf(divider ?? "") + 1).trim();
  if (!divider || !prefix || !first)
    throw wrong("format", format, "such as `t={timestamp},v1={signature}`");
  const start = `${first}${TIMESTAMP}${second.slice(0, second.length - prefix.length)}`;
  return { prefix, separator: divider, timestamp: { prefix: first, start } };
}

/**
 * Matches the items of a header that begin with the prefix: the whole header, or the text between
 * separators. A space around an item means nothing (RFC 9110, section 5.6.1).
 */
function createItemPattern(prefix: string, value: string, separator?: string): RegExp {
  if (separator === undefined)
    return new RegExp(prefix === "" ? `^${value}$` : `(?<=^${escape(prefix)})${value}$`);
  const divider = escape(separator);
  const [before, after] =
    separator === " " ? ["(?:^| )", "(?= |$)"] : [`(?:^|${divider}) ?`, `(?= ?(?:${divider}|$))`];
  return new RegExp(`(?<=${before}${escape(prefix)})${value}${after}`, "g");
}

function escape(text: string): string {
  return text.replace(/[^\w ,;=]/g, "\\$&");
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

// ---- The signed content

/**
 * Lists the pieces of the signed content: texts, and between them the sources of values. A source is the
 * name of a header, or a placeholder in braces: `["", "webhook-id", ".", "{body}", ""]`.
 * @returns `undefined` if the body alone is signed.
 */
function planContent(
  { content = BODY, id, timestamp }: SignatureDescription,
  time: string | undefined,
  readers: readonly string[],
): readonly string[] | undefined {
  const isTimeSent = time !== undefined && timestamp?.body === undefined;
  const parts = content.split(/\{([^{}]+)\}/); // texts and names take turns
  const names = parts.filter(isAtName);
  const namesOfDelivery = [...(id ? ["id"] : []), ...(isTimeSent ? ["timestamp"] : [])];
  expectKnown(names, ["body", ...namesOfDelivery, ...KNOWN_PLACEHOLDERS, ...readers]);
  // Otherwise a recorded delivery could be sent again with a new time, or with another body.
  if (isTimeSent && !names.includes("timestamp"))
    throw new TypeError("The scheme's timestamp is not signed; expected it in `content`.");
  if (!names.some((name) => [...BODY_PLACEHOLDERS, ...readers].includes(name)))
    throw new TypeError("The scheme's body is not signed; expected it in `content`.");
  if (content.lastIndexOf(ANY_PORT_URL) > 0)
    throw wrong("content", content, `\`${ANY_PORT_URL}\` at its beginning alone`);
  const toSource = (name: string): string => {
    if (name === "id" && id !== undefined) return id.header.toLowerCase();
    if (name === "timestamp" && time !== undefined) return time;
    return readHeaderName(name)?.toLowerCase() ?? `{${name}}`;
  };
  return shorten(parts.map((part, index) => (isAtName(part, index) ? toSource(part) : part)));
}

/** True for a name in a list where texts and names take turns, as in the `content` of a plan. */
export function isAtName(_part: string, index: number): boolean {
  return index % 2 === 1;
}

function expectKnown(names: readonly string[], known: readonly string[]): void {
  const unknown = names.find((name) => !known.includes(name) && !isHeaderPlaceholder(name));
  if (unknown === undefined) return;
  const list = [...known, "header:<name>"].map((name) => `\`{${name}}\``).join(", ");
  throw new TypeError(
    `The placeholder \`{${unknown}}\` in \`content\` is unknown; expected one of ${list}.`,
  );
}

function isHeaderPlaceholder(name: string): boolean {
  return HEADER_NAME.test(readHeaderName(name) ?? "");
}

/** Reads the name in `header:<name>`; `undefined` for another placeholder. */
function readHeaderName(placeholder: string): string | undefined {
  if (!placeholder.startsWith(HEADER_PREFIX)) return undefined;
  return placeholder.slice(HEADER_PREFIX.length);
}

/** Leaves out a body that comes last, after text and headers, as in nearly all schemes. */
function shorten(pieces: readonly string[]): readonly string[] | undefined {
  const lead = pieces.slice(0, -2);
  const isBodyLast = pieces.at(-2) === BODY && pieces.at(-1) === "";
  if (!isBodyLast || !lead.filter(isAtName).every(isHeader)) return pieces;
  return lead.length === 1 && lead[0] === "" ? undefined : lead;
}

/** True if a piece is named after a header; the timestamp counts as one. */
export function isHeader(name: string): boolean {
  return !name.startsWith("{") || name === TIMESTAMP;
}

/** True for a scheme of the body alone with one signature, which is a text by itself. */
export function isOfBody({ content, separator, tolerance }: SignaturePlan): boolean {
  return content === undefined && (separator ?? tolerance) === undefined;
}

function wrong(key: string, got: string, expected: string): TypeError {
  return new TypeError(`The scheme's \`${key}\` is ${got}; expected ${expected}.`);
}
