/** Twilio signs a URL with its port or without, whichever URL it was told: both forms are tried. */
import type { Algorithm } from "./algorithms.js";
import { readPieces } from "./content.js";
import type { Content } from "./plan/description.js";
import type { SchemeParts } from "./scheme.js";

/** The beginning of a URL, its port, and the rest. */
const URL_PARTS = /^(https?:\/\/(?:[^/?#@]*@)?(?:\[[^\]]*\]|[^/?#:]*))(:\d+)?(.*)$/is;

/** Reads what is signed after a URL. The port of the URL is a piece of its own, the second one. */
export const readUrlPieces: SchemeParts["readContent"] = (pieces = [], read, body) => {
  const url = String(read(pieces[1] ?? ""));
  const others = readPieces(pieces.slice(2), read, body);
  const [, start = url, port = "", rest = ""] = URL_PARTS.exec(url) ?? [];
  return others && [start, port, rest, ...others];
};

/** Adapts an algorithm to content whose second piece is a port: it may be signed without, too. */
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

function swapPort([start = "", port, ...rest]: Content): Content {
  if (port !== "") return [start, "", ...rest];
  return [start, String(start).toLowerCase().startsWith("https:") ? ":443" : ":80", ...rest];
}
