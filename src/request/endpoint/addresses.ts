/** Reads the address that a URL begins with: scheme, host and base path. */
import { explain } from "../../base/explain.js";
import { createError, invalidOption, type EndpointError } from "./errors.js";
import { cached } from "./route/cache.js";

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
