import { memoize } from "./memoize.js";
import { detach } from "./detach.js";
import type { HeaderRecord } from "./headers.js";
import { invalidOption } from "./mistakes.js";
import { readOwn } from "./plain-object.js";

/** What a media type's name may be made of (RFC 6838, section 4.2), so that it cannot end it. */
const formatPattern = /^[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]*$/;

/** The parts before a format: a version or a preview, as in `v3` and `v3.some-preview`. */
const versionPattern = /^(?:v[0-9]+|.+-preview)$/i;

/** Puts a format into the `accept` of a request's own headers, if there is one. */
export type AmendAccept = (headers: HeaderRecord, format: unknown, route: string) => void;

/**
 * Creates what puts a format into every media type of `accept` that begins with a prefix:
 * `application/vnd.acme.v3+json` with `raw` becomes `application/vnd.acme.v3.raw`. What was made is
 * remembered; most callers have one of each. It throws an EndpointError `INVALID_OPTION` for
 * what cannot be part of a media type's name.
 */
export function createAmender(prefix: string): AmendAccept {
  const amenders = memoize(32, (format) => {
    if (!formatPattern.test(format)) return undefined;
    const own = detach(format);
    return memoize(4, (accept) => detach(applyFormat(accept, own, prefix)));
  });
  return (headers, format, route) => {
    const amend = typeof format === "string" ? amenders(format) : undefined;
    if (amend === undefined) {
      const expected = `the end of a media type's name, such as "raw" or "text+json"`;
      throw invalidOption("mediaType.format", format, expected, route);
    }
    const accept = readOwn(headers, "accept");
    if (accept !== undefined) headers["accept"] = amend(accept) ?? "";
  };
}

function applyFormat(accept: string, format: string, prefix: string): string {
  const ranges = accept.split(",").map((range) => applyToRange(range, format, prefix));
  return ranges.join(",");
}

function applyToRange(range: string, format: string, prefix: string): string {
  const [head = ""] = range.split(";", 1);
  const type = head.trim();
  if (!hasPrefix(type, prefix)) return range;
  const [name = ""] = type.slice(prefix.length).split("+", 1);
  const kept = name.split(".").filter((part) => versionPattern.test(part));
  const base = type.slice(0, prefix.replace(/\.$/, "").length);
  return range.replace(type, () => [base, ...kept, format].join("."));
}

/** Whether a type begins with a prefix that ends where a part of its name ends. */
function hasPrefix(type: string, prefix: string): boolean {
  if (!type.toLowerCase().startsWith(prefix.toLowerCase())) return false;
  return prefix.endsWith(".") || [".", "+", ""].includes(type.charAt(prefix.length));
}
