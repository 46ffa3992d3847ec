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
    throw invalidUrl("is no path; expected one, or an http: or https: URL", route);
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

const trimAddress = /* @__PURE__ */ cached(64, (address) =>
  isWebAddress(address) ? withoutTrailingSlashes(address) : undefined,
);

function isWebAddress(text: string): boolean {
  return WEB_ADDRESS.test(text) && isWellFormed(text) && URL.canParse(text);
}

/** A loop, because a pattern that ends in `/+$` takes quadratic time. */
function withoutTrailingSlashes(url: string): string {
  let end = url.length;
  while (url.endsWith("/", end)) end--;
  return url.slice(0, end);
}

function invalidUrl(problem: string, route: string): EndpointError {
  return mistake("INVALID_URL", "The URL", problem, route, ["url"]);
}

// ---- Paths: where values may lead

/** A range of an expanded path. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** Where a variable stands in an expanded path, with the separator before it. */
export interface Span extends Range {
  readonly name: string;
}

/** What values would make of a path, and where. */
export interface Danger {
  readonly made: string;
  readonly ranges: readonly Range[];
}

/**
 * `.` and `..`; with dots encoded once or twice, because some servers decode a path more than once;
 * with parameters after a semicolon, because some servers drop them first.
 */
const DOT_SEGMENT = /^(?:\.|%(?:25)?2e){1,2}(?:;.*)?$/i;

/**
 * Finds out whether values have changed where a path leads (contract A.6).
 * @param path The expanded path, with or without a query.
 * @param hasHost Whether the route names its own host: then the first expression may be empty.
 * @param literalDots How many dot segments the route itself spells; these are allowed.
 */
export function findDanger(
  path: string,
  hasHost: boolean,
  literalDots: number,
): Danger | undefined {
  // A "?" in a value must not hide dot segments of the route, which would then allow others.
  const dots = findDotSegments(literalDots === 0 ? path : path.replace(/[?#]/g, "/"));
  if (dots.length > literalDots) return { made: `a path segment "." or ".."`, ranges: dots };
  if (hasHost ? /^(?![^/?#])/.test(path) : /^\/(?!\/)/.test(path)) return undefined;
  const beginning = { start: 0, end: path.startsWith("/") ? 2 : 1 };
  return { made: "a path that may be read as a host", ranges: [beginning] };
}

export function findDotSegments(path: string): Range[] {
  const found: Range[] = [];
  // Nearly every path ends here: no segment begins as a dot segment does.
  if (!/\/[.%]/.test(path)) return found;
  const [segments = ""] = path.split(/[?#]/, 1);
  let start = 0;
  for (const segment of segments.split("/")) {
    const end = start + segment.length;
    if (DOT_SEGMENT.test(segment)) found.push({ start, end });
    start = end + 1;
  }
  return found;
}

/** The variables that overlap one of the ranges. Both lists are in the order of the path. */
export function namesIn(ranges: readonly Range[], spans: readonly Span[]): string[] {
  const names = new Set<string>();
  let index = 0;
  for (const { name, start, end } of spans) {
    // Past the end, `at()` returns `undefined`; an index would read `Object.prototype`.
    while ((ranges.at(index)?.end ?? Infinity) <= start) index++;
    if ((ranges.at(index)?.start ?? Infinity) < end) names.add(name);
  }
  return [...names];
}
