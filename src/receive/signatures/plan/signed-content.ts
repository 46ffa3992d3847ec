/**
 * The signed text: `"{id}.{timestamp}.{body}"` becomes the list of its pieces, in which texts and names take turns:
 *
 *     ["", "id", ".", "timestamp", ".", "body", ""]                      divided; names are at odd indexes
 *     ["", "webhook-id", ".", "webhook-timestamp", ".", "{body}", ""]    each name replaced by its source
 *     ["", "webhook-id", ".", "webhook-timestamp", "."]                  without the body, which comes last
 */
import type { SignatureDescription } from "../../../catalog/signatures.js";

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
 * Lists the pieces of the signed content: texts, and between them the sources of values. A source is the
 * name of a header, or a placeholder in braces.
 * @param time the source of the timestamp, if the scheme has one.
 * @returns `undefined` if the body alone is signed.
 */
export function planContent(
  description: SignatureDescription,
  time: string | undefined,
  readers: readonly string[],
): readonly string[] | undefined {
  const { content = BODY, id } = description;
  const pieces = content.split(/\{([^{}]+)\}/);
  expectSafe(description, pieces.filter(isAtName), time, readers);
  const toSource = (name: string): string => {
    if (name === "id" && id !== undefined) return id.header.toLowerCase();
    if (name === "timestamp" && time !== undefined) return time;
    return readHeaderName(name)?.toLowerCase() ?? `{${name}}`;
  };
  return omitLastBody(
    pieces.map((piece, index) => (isAtName(piece, index) ? toSource(piece) : piece)),
  );
}

/** @throws TypeError for an unknown name, and for signed text that leaves out what must be signed. */
function expectSafe(
  { content = BODY, id, timestamp }: SignatureDescription,
  names: readonly string[],
  time: string | undefined,
  readers: readonly string[],
): void {
  const isTimeSent = time !== undefined && timestamp?.body === undefined;
  const namesOfDelivery = [...(id ? ["id"] : []), ...(isTimeSent ? ["timestamp"] : [])];
  expectKnown(names, ["body", ...namesOfDelivery, ...KNOWN_PLACEHOLDERS, ...readers]);
  // Otherwise a recorded delivery could be sent again with a new time, or with another body.
  if (isTimeSent && !names.includes("timestamp"))
    throw new TypeError("The scheme's timestamp is not signed; expected it in `content`.");
  if (!names.some((name) => [...BODY_PLACEHOLDERS, ...readers].includes(name)))
    throw new TypeError("The scheme's body is not signed; expected it in `content`.");
  if (content.lastIndexOf(ANY_PORT_URL) > 0)
    throw new TypeError(
      `The scheme's \`content\` is ${content}; expected \`${ANY_PORT_URL}\` at its beginning alone.`,
    );
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
function omitLastBody(pieces: readonly string[]): readonly string[] | undefined {
  const lead = pieces.slice(0, -2);
  const isBodyLast = pieces.at(-2) === BODY && pieces.at(-1) === "";
  if (!isBodyLast || !lead.filter(isAtName).every(isHeader)) return pieces;
  return lead.length === 1 && lead[0] === "" ? undefined : lead;
}

/** True if a piece is named after a header; the timestamp counts as one. */
export function isHeader(name: string): boolean {
  return !name.startsWith("{") || name === TIMESTAMP;
}
