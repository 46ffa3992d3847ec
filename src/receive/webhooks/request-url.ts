/** The URL of a request, for services that sign it and for functions that look secrets up by it. */
import type { RequestView } from "./reader.js";

/** Reads the URL of a request as the client sent it, with the query and the scheme of the connection. */
export function readRequestUrl(view: RequestView): string {
  const { url = "", originalUrl = url, socket }: RequestParts = view.request;
  const sent = String(originalUrl);
  if (!sent.startsWith("/")) return sent;
  const host = view.get("host") ?? view.get(":authority") ?? "";
  return `http${socket?.encrypted ? "s" : ""}://${host}${sent}`;
}

// ---- Types

/** URL in requests of Node and of frameworks, in parts. A web-standard request has the whole URL. */
interface RequestParts {
  readonly url?: string;
  readonly originalUrl?: unknown;
  readonly socket?: { readonly encrypted?: boolean };
}
