import { EndpointError } from "../endpoint-error.js";
import { memoize } from "./memoize.js";
import { detach } from "./detach.js";
import { invalidOption } from "./mistakes.js";
import { isWellFormed } from "./well-formed.js";

/**
 * An HTTP URL without query, fragment and placeholders, and without what URL parsers strip, replace, or read as a
 * slash: with these, a URL is not what it seems.
 */
const webAddress = /^https?:\/\/(?!\/)[^?#{}\\\u0000-\u0020\u007f]+$/i;

/** Scheme and authority; a placeholder ends it, and may follow only where it cannot become a part of it. */
const webOrigin = /^https?:\/\/[^/?#{]*/i;

/** `//host`, or another scheme (RFC 3986, section 3.1). */
const otherOrigin = /^(?:\/\/|[a-z][a-z0-9+.-]*:)/i;

/**
 * Scheme and authority at the start of a URL template; the empty string for a path.
 * @throws EndpointError `INVALID_URL` for a scheme other than HTTP's, and for `//host`.
 */
export function readOrigin(url: string, route: string): string {
  const origin = webOrigin.exec(url)?.[0] ?? "";
  if (origin === "") {
    if (!otherOrigin.test(url)) return "";
    throw invalidUrl("is no path; expected one, or an http: or https: URL", route);
  }
  if (isWebAddress(origin) && !/^\{(?![/?#])/.test(url.slice(origin.length))) return origin;
  throw invalidUrl("has no valid host; expected one without placeholders", route);
}

function isWebAddress(text: string): boolean {
  return webAddress.test(text) && isWellFormed(text) && URL.canParse(text);
}

/**
 * Checks a base address and takes its trailing slashes off, so that exactly one joins it to a path.
 * @throws EndpointError `INVALID_OPTION` for all but an HTTP URL without query, fragment and placeholders.
 */
export function readBaseUrl(baseUrl: unknown, route: string): string {
  const found = typeof baseUrl === "string" ? trimAddress(baseUrl) : undefined;
  if (found !== undefined) return found;
  const expected = "an http: or https: URL without query, fragment and placeholders";
  throw invalidOption("baseUrl", baseUrl, expected, route);
}

const trimAddress = /* @__PURE__ */ memoize(100, (address) =>
  isWebAddress(address) ? withoutTrailingSlashes(detach(address)) : undefined,
);

/** Not by a pattern: one that ends in `/+$` takes quadratic time. */
function withoutTrailingSlashes(url: string): string {
  let end = url.length;
  while (url.endsWith("/", end)) end--;
  return url.slice(0, end);
}

function invalidUrl(problem: string, route: string): EndpointError {
  return new EndpointError("INVALID_URL", `The URL of "${route}" ${problem}.`, route, ["url"]);
}
