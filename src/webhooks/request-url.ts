import type { RequestView } from "./reader.js";

/** What Node's requests and frameworks have of a URL; a web-standard request has the whole of it. */
interface RequestParts {
  readonly url?: string;
  readonly originalUrl?: unknown;
  readonly socket?: { readonly encrypted?: boolean };
}

/**
 * The URL of a request as the client sent it, with the query; the scheme is that of the connection.
 * It is a part of the services that need it, so that no other bundle has it.
 */
export function readRequestUrl(view: RequestView): string {
  const { url = "", originalUrl = url, socket }: RequestParts = view.request;
  const sent = String(originalUrl);
  if (!sent.startsWith("/")) return sent;
  const host = view.get("host") ?? view.get(":authority") ?? "";
  return `http${socket?.encrypted ? "s" : ""}://${host}${sent}`;
}
