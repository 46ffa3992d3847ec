/** The URL of a request, for services that sign it and for functions that look secrets up by it. */
import { isText, unexpected } from "../../base/expect.js";
import type { RequestReader, RequestView } from "./reader.js";

/** Reads the URL of a request as the client sent it, with the query and the scheme of the connection. */
export function readRequestUrl(view: RequestView): string {
  const { url = "", originalUrl = url, socket }: RequestParts = view.request;
  const sent = String(originalUrl);
  if (!sent.startsWith("/")) return sent;
  const host = view.get("host") ?? view.get(":authority") ?? "";
  return `http${socket?.encrypted ? "s" : ""}://${host}${sent}`;
}

/**
 * Makes a reader of the parts of a request that a scheme may sign.
 * @param publicUrl the URL that the service knows, if the request does not show it.
 * @throws TypeError for a public URL that cannot be one.
 */
export function createRequestReader(publicUrl: unknown): RequestReader {
  const expectedUrl = expectPublicUrl(publicUrl);
  return (request, payload) => {
    const url = toSignedUrl(readRequestUrl(request), expectedUrl);
    return { payload, headers: request, url, method: request.method };
  };
}

function expectPublicUrl(url: unknown): string | undefined {
  if (url === undefined || (isText(url) && /^https?:\/\/[^#\s]+$/i.test(url))) return url;
  throw unexpected(url, "`publicUrl`", "an absolute URL without a fragment");
}

/** A public URL without a query of its own gets that of the request. */
function toSignedUrl(requestUrl: string, publicUrl: string | undefined): string {
  if (publicUrl === undefined) return requestUrl;
  if (publicUrl.includes("?")) return publicUrl;
  const [query = ""] = /\?.*/.exec(requestUrl) ?? [];
  return publicUrl + query;
}

// ---- Types

/** URL in requests of Node and of frameworks, in parts. A web-standard request has the whole URL. */
interface RequestParts {
  readonly url?: string;
  readonly originalUrl?: unknown;
  readonly socket?: { readonly encrypted?: boolean };
}
