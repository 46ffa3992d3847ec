/** Follows redirects, and keeps every kind of credential on its origin (contract F.8). */
import type { HeaderRecord } from "../../endpoint/headers.js";
import { appendQuery } from "../../endpoint/url-text.js";
import { NO_CREDENTIALS } from "./auth.js";
import { abandon } from "../response-body.js";
import type { FollowRedirects, SentInit } from "../call.js";

/** Statuses of redirects, which are followed as the platform follows them (Fetch, section 4.4). */
const REDIRECT = /^30[12378]$/;
const MAX_REDIRECTS = 20;

/** Headers that describe a body. A redirect that changes the method to GET removes them. */
const BODY_HEADERS = ["content-type", "content-encoding", "content-language", "content-location"];

/**
 * Sends a request whose credentials may be in any header and in the query, and follows its redirects.
 * On the way to another origin, the platform would remove only `authorization`.
 *
 * A relay has a loop of its own: it follows within one origin alone, and never changes its request.
 */
export const followRedirects: FollowRedirects = async (attempt, init, send) => {
  const { sensitive } = attempt.call.sender;
  let { url, credentials } = attempt;
  const sendOnce = (): Promise<Response> =>
    send(addQuery(url, credentials.query), url, credentials);
  if (init.redirect && init.redirect !== "follow") return sendOnce();
  init.redirect = "manual";
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const response = await sendOnce();
    if (response.type === "opaqueredirect") {
      checkOpaqueRedirect(init, credentials.query, sensitive);
      init.redirect = "follow";
      return sendOnce();
    }
    const location = REDIRECT.test(String(response.status)) && response.headers.get("location");
    if (!location) return response;
    abandon(response.body);
    const target = dropQuery(new URL(location, url), credentials.query);
    applyRedirect(init, target, response.status);
    if (target.origin !== new URL(url).origin) {
      drop(init.headers, sensitive);
      credentials = NO_CREDENTIALS;
    }
    url = target.href;
  }
  throw new TypeError(`There are more than ${MAX_REDIRECTS} redirects`);
};

/** Adds parameters to the query of a URL. */
function addQuery(url: string, query: HeaderRecord): string {
  const pairs = Object.entries(query).map((pair) => pair.map(encodeURIComponent).join("="));
  return pairs.length === 0 ? url : appendQuery(url, pairs.join("&"));
}

/** Removes the credentials that a target repeats: each request to the same origin adds them anew. */
function dropQuery(url: URL, query: HeaderRecord): URL {
  const pairs = url.search.slice(1).split("&");
  const kept = pairs.filter((pair) => {
    const [[name = "", value = ""] = []] = new URLSearchParams(pair);
    return !Object.hasOwn(query, name) || query[name] !== value;
  });
  if (kept.length < pairs.length) url.search = kept.join("&");
  return url;
}

/**
 * Changes a request for its redirect.
 * @throws TypeError for a redirect that cannot be followed.
 */
function applyRedirect(init: SentInit, { protocol }: URL, status: number): void {
  if (!/^https?:$/.test(protocol)) throw new TypeError("A redirect leads away from HTTP");
  if (status !== 303 && init.body instanceof ReadableStream)
    throw new TypeError("A redirect asks again for a stream that was read");
  const isKept = status === 307 || status === 308;
  if ((init.method === "POST" && !isKept) || (status === 303 && init.method !== "HEAD")) {
    init.method = "GET";
    init.body = null;
    drop(init.headers, BODY_HEADERS);
  }
}

function drop(headers: HeaderRecord, names: readonly string[]): void {
  for (const name of names) Reflect.deleteProperty(headers, name);
}

/**
 * Checks that the platform may follow a redirect. Browsers hide its target, and remove no credential but the
 * header `authorization`.
 * @throws TypeError if the request has another credential, or a stream that was read.
 */
function checkOpaqueRedirect(
  { headers, body }: SentInit,
  query: HeaderRecord,
  sensitive: readonly string[],
): void {
  const keptHeaders = sensitive.filter(
    (name) => name !== "authorization" && Object.hasOwn(headers, name),
  );
  if (keptHeaders.length + Object.keys(query).length > 0 || body instanceof ReadableStream)
    throw new TypeError("The platform hides where a redirect leads");
}
