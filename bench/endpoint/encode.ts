/** What `encodeURIComponent` leaves although it is reserved (RFC 3986, section 2.2). */
const leftOver = /[!'()*]/g;

/** Encodes a value as hand-written code would: most values have nothing to encode. */
export function encode(text: string): string {
  for (let index = 0; index < text.length; index += 1) {
    if (!isUnreserved(text.charCodeAt(index))) return encodeAll(text);
  }
  return text;
}

function encodeAll(text: string): string {
  return encodeURIComponent(text).replace(
    leftOver,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function isUnreserved(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 45 && code <= 57 && code !== 47) ||
    code === 95 ||
    code === 126
  );
}

/** Encodes each segment of a path on its own. */
export function encodeSegments(text: string): string {
  return text.includes("/") ? text.split("/").map(encode).join("/") : encode(text);
}
