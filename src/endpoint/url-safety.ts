import { cached } from "./cache.js";
import { invalidOption, mistake, type EndpointError } from "./errors.js";
import { isWellFormed } from "./values.js";

// ---- Addresses: scheme, host, and what stands before a path

/**
 * An HTTP URL without query, fragment and placeholders, and without characters that URL parsers
 * strip, replace, or read as a slash: with these, a URL is not what it seems.
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
    throw invalidUrl("is not a path; expected one, or an http: or https: URL", route);
  }
  if (isWebAddress(origin) && !CONTINUES_HOST.test(url.slice(origin.length))) return origin;
  throw invalidUrl("has no valid host; expected one without placeholders", route);
}

/**
 * Checks a base address and removes its trailing slashes, so that exactly one joins it to a path.
 */
export function readBaseUrl(baseUrl: unknown, route: string): string {
  const address = typeof baseUrl === "string" ? trimAddress(baseUrl) : undefined;
  if (address !== undefined) return address;
  const expected = "an http: or https: URL without query, fragment and placeholders";
  throw invalidOption("baseUrl", baseUrl, expected, route);
}

const trimAddress = /* @__PURE__ */ cached(64, (address) => {
  if (!isWebAddress(address)) return undefined;
  // A loop, because a pattern that ends in `/+$` takes quadratic time.
  let end = address.length;
  while (address.endsWith("/", end)) end--;
  return address.slice(0, end);
});

function isWebAddress(text: string): boolean {
  return WEB_ADDRESS.test(text) && isWellFormed(text) && URL.canParse(text);
}

function invalidUrl(problem: string, route: string): EndpointError {
  return mistake("INVALID_URL", "The URL", problem, route, ["url"]);
}

// ---- Paths: where values may lead

export const MARK = "\0";

/**
 * `.` and `..`; with dots encoded once or twice, because some servers decode a path more than once;
 * with parameters after a semicolon, because some servers drop them first.
 */
const DOT_SEGMENT = /(?<=\/)(?:\.|%(?:25)?2e){1,2}(?:;[^/]*)?(?![^/])/gi;

/** How a dot segment begins; nearly no path has one. */
const DOTS = /\/[.%]/;

/**
 * Returns `undefined` if a path leads where its route says (contract A.6). Otherwise, what its values
 * have made of it, and its beginning with {@link MARK} in place of each character at fault.
 * @param path The expanded path, with or without a query.
 * @param hasHost Whether the route names its own host: then the first expression may be empty.
 * @param literalDots How many dot segments the route itself spells; these are allowed.
 */
export function findDanger(path: string, hasHost: boolean, literalDots: number) {
  if (DOTS.test(path)) {
    // A "?" in a value must not hide dot segments of the route, which would then allow others.
    const whole = literalDots === 0 ? path.replace(/[?#].*/s, "") : path.replace(/[?#]/g, "/");
    if (countDotSegments(whole) > literalDots) {
      const marked = whole.replace(DOT_SEGMENT, (dots) => MARK.repeat(dots.length));
      return { made: `a path segment "." or ".."`, marked };
    }
  }
  if (hasHost ? /^(?![^/?#])/.test(path) : /^\/(?!\/)/.test(path)) return undefined;
  const marked = path.startsWith("/") ? MARK + MARK : MARK;
  return { made: "a path that may be read as a host", marked };
}

export function countDotSegments(path: string): number {
  return path.match(DOT_SEGMENT)?.length ?? 0;
}
