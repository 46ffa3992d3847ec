/**
 * Twilio signs a URL with its port or without, so both forms are tried. `readUrlPieces` makes the port a piece of its
 * own, the second one: `["https://a.example", ":8443", "/hook?b=1", …]`. `acceptAnyPort` relies on that, and tries
 * the same pieces without the port. A URL without a port is tried with the usual one, `:443` or `:80`.
 */
import { readPieces } from "./readers.js";
import type { Algorithm, Content, SchemeParts } from "./types.js";

/** Beginning of a URL, its port, and the rest. */
const URL_PARTS = /^(https?:\/\/(?:[^/?#@]*@)?(?:\[[^\]]*\]|[^/?#:]*))(:\d+)?(.*)/is;

/** Reads pieces that begin with a URL, and divides that at its port, which may be empty. */
export const readUrlPieces: NonNullable<SchemeParts["readContent"]> = (pieces = [], read, body) => {
  const url = String(read(pieces[1] ?? "")); // the first piece is the empty text before the URL
  const furtherPieces = readPieces(pieces.slice(2), read, body);
  const [, start = url, port = "", pathAndQuery = ""] = URL_PARTS.exec(url) ?? [];
  return furtherPieces && [start, port, pathAndQuery, ...furtherPieces];
};

/** Adapts an algorithm to the content of `readUrlPieces`, which may be signed with the port or without. */
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

/** Leaves the port out, or puts in the usual one of the URL's scheme. */
function swapPort([start = "", port, ...furtherPieces]: Content): Content {
  if (port !== "") return [start, "", ...furtherPieces];
  const isSecure = String(start).toLowerCase().startsWith("https:");
  return [start, isSecure ? ":443" : ":80", ...furtherPieces];
}
