/** Puts the format of the option `mediaType` into the header `accept`. */
import { explain } from "../../base/explain.js";
import { cached } from "./route/cache.js";
import { invalidOption } from "./errors.js";
import { readOwn, type UnknownRecord } from "./values.js";
import type { HeaderRecord } from "./headers.js";

/**
 * Creates the function that rewrites the header `accept` of a request. It puts the format into each
 * media type that begins with `prefix`: `application/vnd.acme.v3+json` with `raw` becomes
 * `application/vnd.acme.v3.raw` (contract A.11).
 */
export function createAmender(prefix: string): AmendAccept {
  const base = prefix.replace(/\.$/, "");
  // The outer memory also has which formats are valid; `undefined` for the others.
  const rewriterOf = cached(32, (format) =>
    FORMAT.test(format)
      ? cached(4, (accept) => accept.replace(/[^,]+/g, (range) => amend(range, format, base)))
      : undefined,
  );
  return (headers, mediaType, route) => {
    const format = readOwn(mediaType, "format");
    if (format === undefined) return;
    const rewrite = typeof format === "string" ? rewriterOf(format) : undefined;
    if (rewrite === undefined) {
      const expected = explain(() => `a format such as "raw" or "text+json"`);
      throw invalidOption("mediaType.format", format, expected, route);
    }
    const accept = readOwn(headers, "accept");
    if (accept !== undefined) headers["accept"] = rewrite(accept);
  };
}

/**
 * Puts a format into a media type whose name begins with `base` and ends there, or continues with a dot
 * or a suffix. Returns any other media type unchanged.
 */
function amend(range: string, format: string, base: string): string {
  const [head = ""] = range.split(";", 1);
  const type = head.trim();
  if (!type.toLowerCase().startsWith(base.toLowerCase())) return range;
  const [rest = ""] = type.slice(base.length).split("+", 1);
  if (/^[^.]/.test(rest)) return range; // a longer name, such as `application/vnd.acmes`
  const kept = rest.split(".").filter((part) => VERSION.test(part));
  const amended = [type.slice(0, base.length), ...kept, format].join(".");
  return range.replace(type, () => amended); // a function, because a format may have `$&`
}

/** The characters of a media type's name (RFC 6838, section 4.2); others could end the name. */
const FORMAT = /^[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]*$/;

/** A part of a media type's name that is a version (`v3`) or a preview (`some-preview`). */
const VERSION = /^(?:v[0-9]+|.+-preview)$/i;

/** @throws EndpointError `INVALID_OPTION` for a format that cannot be part of a media type's name. */
export type AmendAccept = (headers: HeaderRecord, mediaType: UnknownRecord, route: string) => void;
