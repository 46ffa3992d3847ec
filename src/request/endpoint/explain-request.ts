/** Names a request that was built, for errors, and says why it cannot be sent. */
import { explain } from "../../base/explain.js";
import { createError, type EndpointError, listNames } from "./errors.js";
import type { RequestOptions } from "./types.js";

/** A method as it is sent: a usual one in uppercase, any other unchanged (RFC 9110, section 9.1). */
export function toToken(method: string): string {
  return /^(?:get|head|options|post|put|patch|delete)$/i.test(method)
    ? method.toUpperCase()
    : method;
}

/** A header's value is sent as Latin-1 (Fetch, section 2.2.2). */
const BEYOND_LATIN_1 = /[^\u0000-\u00ff]/;

/** A user name and a password in a URL (RFC 3986, section 3.2.1). */
const USER_INFO = /^([a-z]+:\/\/)[^/?#]*@/i;

/**
 * Finds the reason why a request cannot be sent; `undefined` if there is none. The platform's own error shows the
 * password, and does not name the header.
 */
export function explainRequest(options: RequestOptions): EndpointError | undefined {
  const route = nameRequest(options);
  const { headers } = options;
  const names = Object.keys(headers).filter((name) => BEYOND_LATIN_1.test(headers[name] ?? ""));
  if (names.length > 0) {
    const detail = explain(
      () =>
        `have characters beyond Latin-1 in ${listNames(names)}; encode them, as with encodeURIComponent`,
    );
    return createError("INVALID_HEADER", "The headers", detail, route, names);
  }
  if (!USER_INFO.test(options.url)) return undefined;
  const detail = explain(
    () => `has a user's name or password; send them in the header "authorization"`,
  );
  return createError("INVALID_URL", "The URL", detail, route, ["url"]);
}

/** `<METHOD> <url>` without user name and password, because errors are logged. */
export function nameRequest({ method, url }: RequestOptions): string {
  return `${toToken(method)} ${url.replace(USER_INFO, "$1")}`;
}
