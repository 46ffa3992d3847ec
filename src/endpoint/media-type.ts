import { EndpointError } from "../endpoint-error.js";
import { createBoundedCache } from "./bounded-cache.js";
import { detach } from "./detach.js";
import type { HeaderRecord } from "./headers.js";
import { show } from "./value-text.js";

/** What a media type's name may be made of (RFC 6838, section 4.2), so that it cannot end it. */
const formatPattern = /^[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]*$/;

/** The parts before a format: a version or a preview, as in `v3` and `v3.some-preview`. */
const versionPattern = /^(?:v[0-9]+|.+-preview)$/;

/** What a format made of an `accept` header; most callers have one of each. */
interface Amended {
  readonly accept: string;
  readonly prefix: string;
  readonly amended: string;
}

const amendments = createBoundedCache<Amended>(32);

/**
 * Puts a format into the `accept` of a request's own headers, if there is one.
 * @throws EndpointError `INVALID_OPTION` for what cannot be part of a media type's name.
 */
export function amendAccept(
  headers: HeaderRecord,
  format: unknown,
  prefix: string,
  route: string,
): void {
  const known = typeof format === "string" ? amendments.get(format) : undefined;
  if (known === undefined) checkFormat(format, route);
  if (!Object.hasOwn(headers, "accept")) return;
  const accept = headers["accept"] ?? "";
  headers["accept"] =
    known?.accept === accept && known.prefix === prefix
      ? known.amended
      : remember(accept, format as string, prefix);
}

function remember(accept: string, format: string, prefix: string): string {
  const amended = applyFormat(accept, format, prefix);
  amendments.set(detach(format), { accept: detach(accept), prefix, amended: detach(amended) });
  return amended;
}

/**
 * Puts a format into every media type of an `accept` header that begins with a prefix:
 * `application/vnd.acme.v3+json` with `raw` becomes `application/vnd.acme.v3.raw`.
 */
function applyFormat(accept: string, format: string, prefix: string): string {
  return accept
    .split(",")
    .map((range) => applyToRange(range, format, prefix))
    .join(",");
}

/** @throws EndpointError `INVALID_OPTION` for what cannot be part of a media type's name. */
function checkFormat(format: unknown, route: string): asserts format is string {
  if (typeof format === "string" && formatPattern.test(format)) return;
  const message = `The option "mediaType.format" of "${route}" is ${show(format)}; expected the end of a media type's name, such as "raw" or "text+json".`;
  throw new EndpointError("INVALID_OPTION", message, route, ["mediaType.format"]);
}

function applyToRange(range: string, format: string, prefix: string): string {
  const semicolon = range.indexOf(";");
  const end = semicolon < 0 ? range.length : semicolon;
  const type = range.slice(0, end).trim();
  if (!hasPrefix(type, prefix)) return range;
  const start = range.indexOf(type);
  const [name = ""] = type.slice(prefix.length).split("+", 1);
  const kept = name.split(".").filter((part) => versionPattern.test(part));
  const amended = [type.slice(0, prefix.replace(/\.$/, "").length), ...kept, format].join(".");
  return range.slice(0, start) + amended + range.slice(start + type.length);
}

/** Whether a type begins with a prefix that ends where a part of its name ends. */
function hasPrefix(type: string, prefix: string): boolean {
  if (!type.toLowerCase().startsWith(prefix.toLowerCase())) return false;
  return prefix.endsWith(".") || [".", "+", ""].includes(type.charAt(prefix.length));
}
