import type { HeaderRecord } from "../endpoint/headers.js";
import { NO_CREDENTIALS } from "./auth.js";
import type { FollowRedirects, Sent, SentInit } from "./catalog.js";
import { abandon } from "./read-body.js";

/** Redirects are followed as the platform does it (Fetch, section 4.4). */
const REDIRECT = /^30[12378]$/;
const MAX_REDIRECTS = 20;

/** Headers of a body, which a redirect to GET leaves out. */
const BODY_HEADERS = ["content-type", "content-encoding", "content-language", "content-location"];

/**
 * Sends a request with credentials in any header and in the query, and follows redirects: the platform
 * would take only the header `authorization` away where one leads to another origin (contract F.8).
 */
export const followRedirects: FollowRedirects = async (sent, init, send) => {
  const sendOnce = (): Promise<Response> => send(addQuery(sent.url, sent.credentials.query));
  if (init.redirect && init.redirect !== "follow") return sendOnce();
  init.redirect = "manual";
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const response = await sendOnce();
    if (response.type === "opaqueredirect") {
      checkHidden(sent, init);
      init.redirect = "follow";
      return sendOnce();
    }
    const location = REDIRECT.test(String(response.status)) && response.headers.get("location");
    if (!location) return response;
    abandon(response.body);
    const target = new URL(location, sent.url);
    applyRedirect(sent, init, dropQuery(target, sent.credentials.query), response.status);
  }
  throw new TypeError(`There are more than ${MAX_REDIRECTS} redirects`);
};

/** The parameters stand before a fragment. */
function addQuery(url: string, query: HeaderRecord): string {
  const entries = Object.entries(query);
  if (entries.length === 0) return url;
  const added = entries.map((pair) => pair.map(encodeURIComponent).join("=")).join("&");
  return url.replace(
    /(?:\?[^#]*)?(?=#|$)/,
    (given) => `${given === "" ? "?" : `${given}&`}${added}`,
  );
}

/** Takes credentials from an address that repeats what was sent: they are added again where they may go. */
function dropQuery(url: URL, query: HeaderRecord): URL {
  const pairs = url.search.slice(1).split("&");
  const others = pairs.filter((pair) => {
    const [[name = "", value = ""] = []] = new URLSearchParams(pair);
    return !Object.hasOwn(query, name) || query[name] !== value;
  });
  if (others.length < pairs.length) url.search = others.join("&");
  return url;
}

/** Changes where a request goes, and what it sends there, as a redirect asks. */
function applyRedirect(
  sent: Sent,
  init: SentInit,
  { href, origin, protocol }: URL,
  status: number,
): void {
  if (!/^https?:$/.test(protocol)) throw new TypeError("A redirect leads away from HTTP");
  if (status === 307 || status === 308) {
    if (init.body instanceof ReadableStream)
      throw new TypeError("A redirect asks again for a stream that was read");
  } else if (init.method === "POST" || (status === 303 && init.method !== "HEAD")) {
    init.method = "GET";
    init.body = null;
    drop(init.headers, BODY_HEADERS);
  }
  if (origin !== new URL(sent.url).origin) {
    drop(init.headers, sent.sender.sensitive);
    sent.credentials = NO_CREDENTIALS;
  }
  sent.url = href;
}

function drop(headers: HeaderRecord, names: readonly string[]): void {
  for (const name of names) Reflect.deleteProperty(headers, name);
}

/** A browser hides where a redirect leads, and follows it without the header "authorization" alone. */
function checkHidden({ credentials: { query }, sender }: Sent, { headers, body }: SentInit): void {
  const sent = sender.sensitive.filter((name) => Object.hasOwn(headers, name));
  const names = [...sent, ...Object.keys(query)];
  if (names.some((name) => name !== "authorization") || body instanceof ReadableStream)
    throw new TypeError("The platform hides where a redirect leads");
}
