import { EndpointError } from "../endpoint-error.js";
import { createBoundedCache } from "./bounded-cache.js";
import { detach } from "./detach.js";
import { show } from "./value-text.js";

/** A scheme at the start of a URL (RFC 3986, section 3.1). */
const schemePattern = /^[A-Za-z][A-Za-z0-9+.-]*:/;

const webSchemePattern = /^https?:\/\//i;

/** What URL parsers strip, replace, or read as a slash: with these, a URL is not what it seems. */
const deceptive = /[\u0000-\u0020\\\u007f\ud800-\udfff]/u;

const baseUrls = createBoundedCache<string>(100);

/**
 * The length of scheme and authority at the start of a URL template; `0` for a path.
 * @throws EndpointError `INVALID_URL` for a scheme other than HTTP's, and for `//host`.
 */
export function lengthOfOrigin(url: string, route: string): number {
  if (url.startsWith("/") && !url.startsWith("/", 1)) return 0;
  if (webSchemePattern.test(url)) return endOfAuthority(url, route);
  if (url.startsWith("//"))
    throw invalidUrl(`begins with "//"; expected a path, or a URL with its scheme`, route);
  if (schemePattern.test(url))
    throw invalidUrl("has a scheme other than http: and https:, or no host", route);
  return 0;
}

/** A placeholder may follow the authority only where it cannot become a part of it. */
function endOfAuthority(url: string, route: string): number {
  const start = url.indexOf("//") + 2;
  const length = url.slice(start).search(/[/?#{]/);
  const end = length < 0 ? url.length : start + length;
  if (url.charAt(end) === "{" && !"/?#".includes(url.charAt(end + 1) || " ")) {
    throw invalidUrl("has a placeholder in its host; no parameter can change that", route);
  }
  if (end === start || deceptive.test(url.slice(0, end)) || !URL.canParse(url.slice(0, end))) {
    throw invalidUrl("has no valid host", route);
  }
  return end;
}

/**
 * Checks a base address and takes its trailing slashes off, so that exactly one joins it to a path.
 * @throws EndpointError `INVALID_OPTION` for all but an HTTP URL without query and fragment.
 */
export function readBaseUrl(baseUrl: unknown, route: string): string {
  const found = findBaseUrl(baseUrl);
  if (found !== undefined) return found;
  const message = `The option "baseUrl" of "${route}" is ${show(baseUrl)}; expected an http: or https: URL without query and fragment.`;
  throw new EndpointError("INVALID_OPTION", message, route, ["baseUrl"]);
}

/** As `readBaseUrl`; `undefined` where that throws. */
export function findBaseUrl(baseUrl: unknown): string | undefined {
  if (typeof baseUrl !== "string") return undefined;
  const known = baseUrls.get(baseUrl);
  if (known !== undefined) return known;
  if (!isBaseUrl(baseUrl)) return undefined;
  const trimmed = withoutTrailingSlashes(detach(baseUrl));
  baseUrls.set(detach(baseUrl), trimmed);
  return trimmed;
}

/** Not by a pattern: one that ends in `/+$` takes quadratic time. */
function withoutTrailingSlashes(url: string): string {
  let end = url.length;
  while (url.endsWith("/", end)) end--;
  return url.slice(0, end);
}

function isBaseUrl(text: string): boolean {
  return (
    webSchemePattern.test(text) &&
    !/^https?:\/\/\//i.test(text) &&
    !/[?#]/.test(text) &&
    !deceptive.test(text) &&
    URL.canParse(text)
  );
}

function invalidUrl(problem: string, route: string): EndpointError {
  return new EndpointError("INVALID_URL", `The URL of "${route}" ${problem}.`, route, ["url"]);
}
