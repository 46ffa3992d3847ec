/** What a character may be left as, by its code: nothing, reserved, or unreserved (RFC 3986, 2.2 and 2.3). */
const RESERVED = 1;
const UNRESERVED = 2;
const PERCENT = 0x25;
const SLASH = 0x2f;

const classes = new Uint8Array(128);
for (const character of ":/?#[]@!$&'()*+,;=") classes[character.charCodeAt(0)] = RESERVED;
for (const character of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~") {
  classes[character.charCodeAt(0)] = UNRESERVED;
}

/** What `encodeURIComponent` leaves although it is reserved. */
const leftOver = /[!'()*]/g;

/** Whether a text stays as it is wherever it is put: unreserved characters only. */
export function isUnreserved(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    if (!isUnreservedCode(text.charCodeAt(index))) return false;
  }
  return true;
}

/**
 * Encodes all but unreserved characters: the set "U" of RFC 6570, section 3.2.1.
 * @throws URIError for a lone surrogate.
 */
export function encodeUnreserved(text: string): string {
  return isUnreserved(text) ? text : encodeAll(text);
}

/**
 * Encodes all but unreserved and reserved characters and what is percent-encoded already: the
 * set "U+R" of RFC 6570, section 3.2.1.
 * @throws URIError for a lone surrogate.
 */
export function encodeReserved(text: string): string {
  let encoded = "";
  let done = 0;
  let index = 0;
  while (index < text.length) {
    const length = allowedAt(text, index);
    if (length > 0) {
      index += length;
      continue;
    }
    const end = endOfForbidden(text, index);
    encoded += text.slice(done, index) + encodeURIComponent(text.slice(index, end));
    done = index = end;
  }
  return done === 0 ? text : encoded + text.slice(done);
}

/** Encodes each segment of a path on its own and keeps the slashes between them. */
export function encodeSegments(text: string): string {
  return isPlainPath(text, 0, text.length) ? text : text.split("/").map(encodeUnreserved).join("/");
}

/** Whether a piece of a text has only unreserved characters and slashes. */
export function isPlainPath(text: string, start: number, end: number): boolean {
  for (let index = start; index < end; index++) {
    const code = text.charCodeAt(index);
    if (code !== SLASH && !isUnreservedCode(code)) return false;
  }
  return true;
}

/** Whether `%` and two hexadecimal digits stand at a position. */
export function isTripletAt(text: string, index: number): boolean {
  return (
    text.charCodeAt(index) === PERCENT &&
    isHexDigit(text.charCodeAt(index + 1)) &&
    isHexDigit(text.charCodeAt(index + 2))
  );
}

/** How many characters may stand as they are at a position: none, one, or a whole triplet. */
function allowedAt(text: string, index: number): 0 | 1 | 3 {
  if (classOf(text.charCodeAt(index)) !== 0) return 1;
  return isTripletAt(text, index) ? 3 : 0;
}

/** One run at a time, so that a surrogate pair is never taken apart. */
function endOfForbidden(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && allowedAt(text, end) === 0) end++;
  return end;
}

function encodeAll(text: string): string {
  const encoded = encodeURIComponent(text);
  return encoded.search(leftOver) < 0 ? encoded : encoded.replace(leftOver, encodeCharacter);
}

function encodeCharacter(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

export function isUnreservedCode(code: number): boolean {
  return classOf(code) === UNRESERVED;
}

/** Letters, digits and the underscore; `NaN` is none. */
export function isWordCode(code: number): boolean {
  return classOf(code) === UNRESERVED && code !== 0x2d && code !== 0x2e && code !== 0x7e;
}

function classOf(code: number): number {
  return classes[code] ?? 0;
}

function isHexDigit(code: number): boolean {
  return (code >= 48 && code <= 57) || ((code | 32) >= 97 && (code | 32) <= 102);
}
