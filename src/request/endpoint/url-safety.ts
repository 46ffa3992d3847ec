/** Checks base addresses, and that no value changes the host or the path of a URL. */
import { explain } from "../../base/explain.js";
import { cached } from "./route/cache.js";
import { createError, invalidOption, type EndpointError } from "./errors.js";

// ---- Addresses: scheme, host and base path

/**
 * An HTTP URL without query, fragment and placeholders, and without characters that URL parsers
 * strip, replace, or read as a slash: they would make a URL mean something else.
 */
const WEB_ADDRESS = /^https?:\/\/(?!\/)[^?#{}\\\u0000-\u0020\u007f]+$/i;

/** Scheme and authority, up to a path, a query, a fragment, or a placeholder. */
const WEB_ORIGIN = /^https?:\/\/[^/?#{]*/i;

/** `//host`, or another scheme (RFC 3986, section 3.1). */
const OTHER_ORIGIN = /^(?:\/\/|[a-z][a-z0-9+.-]*:)/i;

/** A placeholder that could become a part of the host before it. */
const CONTINUES_HOST = /^\{(?![/?#])/;

/** The scheme and authority that a URL template begins with; the empty string for a path. */
export function readOrigin(url: string, route: string): string {
  const origin = WEB_ORIGIN.exec(url)?.[0] ?? "";
  if (origin === "") {
    if (!OTHER_ORIGIN.test(url)) return "";
    const detail = explain(() => "is not a path; expected one, or an http: or https: URL");
    throw invalidUrl(detail, route);
  }
  if (isWebAddress(origin) && !CONTINUES_HOST.test(url.slice(origin.length))) return origin;
  const detail = explain(() => "has no valid host; expected one without placeholders");
  throw invalidUrl(detail, route);
}

/** Checks a base address and removes its trailing slashes, so that exactly one joins it to a path. */
export function readBaseUrl(baseUrl: unknown, route: string): string {
  const address = typeof baseUrl === "string" ? trimAddress(baseUrl) : undefined;
  if (address !== undefined) return address;
  const expected = explain(
    () =>
      'an http: or https: URL without query, fragment and placeholders, or in a browser a path such as "/api"',
  );
  throw invalidOption("baseUrl", baseUrl, expected, route);
}

const trimAddress = /* @__PURE__ */ cached(64, (text) => {
  const address = /^\/(?!\/)/.test(text) ? addPageOrigin(text) : text;
  if (!isWebAddress(address)) return undefined;
  // A loop, because a pattern that ends in `/+$` takes quadratic time.
  let end = address.length;
  while (address.endsWith("/", end)) end--;
  return address.slice(0, end);
});

/** A path begins at the server of the page, which often is a proxy for the API. */
function addPageOrigin(path: string): string {
  const { location } = globalThis as { readonly location?: { readonly origin: string } };
  return (location?.origin ?? "") + path;
}

function isWebAddress(text: string): boolean {
  return WEB_ADDRESS.test(text) && text.isWellFormed() && URL.canParse(text);
}

function invalidUrl(detail: string | undefined, route: string): EndpointError {
  return createError("INVALID_URL", "The URL", detail, route, ["url"]);
}

// ---- Paths: safety of values

/** Stands for an unsafe character of a path; no expanded path has it, because it is always encoded. */
export const MARK = "\0";

/**
 * `.` and `..`; with dots encoded once or twice, because some servers decode a path more than once;
 * with parameters after a semicolon, because some servers drop them first.
 */
const DOT_SEGMENT = /(?<=\/)(?:\.|%(?:25)?2e){1,2}(?:;[^/]*)?(?![^/])/gi;

/** The beginning of a dot segment; nearly no path has one. */
const DOTS = /\/[.%]/;

/**
 * Finds the part of a path that leads elsewhere than its route says (contract A.6). Returns a description
 * and the beginning of the path, with {@link MARK} in place of each unsafe character.
 * @param path The expanded path, with or without a query.
 * @param hasHost Set if the route names its own host: then the first expression may be empty.
 * @param literalDots Number of dot segments that the route itself spells; these are allowed.
 */
export function findUnsafePart(path: string, hasHost: boolean, literalDots: number) {
  if (DOTS.test(path)) {
    // A "?" in a value must not hide dot segments of the route, which would then allow others.
    const whole = literalDots === 0 ? path.replace(/[?#].*/, "") : path.replace(/[?#]/g, "/");
    if (countDotSegments(whole) > literalDots) {
      const marked = whole.replace(DOT_SEGMENT, (dots) => MARK.repeat(dots.length));
      return { made: explain(() => `a path segment "." or ".."`), marked };
    }
  }
  if (hasHost ? /^(?![^/?#])/.test(path) : /^\/(?!\/)/.test(path)) return undefined;
  const marked = path.startsWith("/") ? MARK + MARK : MARK;
  return { made: explain(() => "a path that may be read as a host"), marked };
}

/** The number of segments `.` and `..` in a path. */
export function countDotSegments(path: string): number {
  return path.match(DOT_SEGMENT)?.length ?? 0;
}
