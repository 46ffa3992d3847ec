/** What `encodeURIComponent` leaves although it is reserved. */
const leftOver = /[!'()*]/g;

/**
 * Whether a text stays as it is wherever it is put: unreserved characters only (RFC 3986, section 2.3).
 * By comparisons, as nearly all texts are short.
 */
export function isUnreserved(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    if (!isUnreservedCode(text.charCodeAt(index))) return false;
  }
  return true;
}

function isUnreservedCode(code: number): boolean {
  const letter = code | 0x20;
  return (
    (letter >= 0x61 && letter <= 0x7a) || // a to z, in any case
    (code >= 0x2d && code <= 0x39 && code !== 0x2f) || // - . and digits
    code === 0x5f || // _
    code === 0x7e // ~
  );
}

/** Whether a text has only unreserved characters and slashes. */
export function isPlainPath(text: string): boolean {
  return /^[\w./~-]*$/.test(text);
}

/**
 * Encodes all but unreserved characters: the set "U" of RFC 6570, section 3.2.1.
 * @throws URIError for a lone surrogate.
 */
export function encodeUnreserved(text: string): string {
  if (isUnreserved(text)) return text;
  const encoded = encodeURIComponent(text);
  return encoded.search(leftOver) < 0 ? encoded : encoded.replace(leftOver, encodeCharacter);
}

/**
 * Encodes all but unreserved and reserved characters and what is percent-encoded already: the
 * set "U+R" of RFC 6570, section 3.2.1.
 * @throws URIError for a lone surrogate.
 */
export function encodeReserved(text: string): string {
  // What `encodeURI` has encoded too much: brackets, and the percent signs of what was encoded.
  return encodeURI(text)
    .replaceAll("%5B", "[")
    .replaceAll("%5D", "]")
    .replace(/%25([0-9A-F]{2})/gi, "%$1");
}

/** Encodes each segment of a path on its own and keeps the slashes between them. */
export function encodeSegments(text: string): string {
  return isPlainPath(text) ? text : text.split("/").map(encodeUnreserved).join("/");
}

function encodeCharacter(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
