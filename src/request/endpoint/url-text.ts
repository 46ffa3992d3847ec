/** Text in a URL: encodes it, and adds it as a query. */

// ---- Encoding

/** The text of a value that needs no encoding in a URL; `undefined` for every other value. */
export function literalTextOf(value: unknown): string | undefined {
  if (typeof value === "string") return isUnreserved(value) ? value : undefined;
  return Number.isSafeInteger(value) ? String(value) : undefined;
}

/** Tells whether a text has only unreserved characters, which are never encoded (RFC 3986, section 2.3). */
function isUnreserved(text: string): boolean {
  // A loop is faster than a pattern for short texts, and nearly all are short.
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const lowercase = code | 0x20;
    const isLetter = lowercase >= 0x61 && lowercase <= 0x7a;
    const isDigitOrMark = code >= 0x2d && code <= 0x39 && code !== 0x2f; // - . and digits
    if (!isLetter && !isDigitOrMark && code !== 0x5f && code !== 0x7e) return false; // _ ~
  }
  return true;
}

/** Tells whether a text has only unreserved characters and slashes. */
export function isPlainPath(text: string): boolean {
  return /^[\w./~-]*$/.test(text);
}

/** Reserved characters that `encodeURIComponent` does not encode. */
const NOT_ENCODED = /[!'()*]/g;

/** Encodes everything but unreserved characters ("U" in RFC 6570, section 3.2.1). */
export function encodeUnreserved(text: string): string {
  if (isUnreserved(text)) return text;
  const encoded = encodeURIComponent(text);
  return encoded.replace(
    NOT_ENCODED,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * Encodes everything but unreserved characters, reserved ones, and percent-encoded text ("U+R" in
 * RFC 6570, section 3.2.1).
 */
export function encodeReserved(text: string): string {
  // `encodeURI` also encodes brackets, and the percent signs of encoded text.
  return encodeURI(text)
    .replaceAll("%5B", "[")
    .replaceAll("%5D", "]")
    .replace(/%25([0-9A-F]{2})/gi, "%$1");
}

/** Encodes each segment of a path, and keeps the slashes between them. */
export function encodeSegments(text: string): string {
  return isPlainPath(text) ? text : text.split("/").map(encodeUnreserved).join("/");
}

// ---- Queries

/** Adds parameters to a URL that has neither a query nor a fragment. */
export function beginQuery(url: string, query: string): string {
  return `${url}?${query}`;
}

/** Adds parameters to the query of a URL, before its fragment. The URL may have no query yet. */
export function appendQuery(url: string, query: string): string {
  const hash = url.indexOf("#");
  const address = hash < 0 ? url : url.slice(0, hash);
  const joiner = !address.includes("?") ? "?" : /[?&]$/.test(address) ? "" : "&";
  return address + joiner + query + url.slice(address.length);
}
