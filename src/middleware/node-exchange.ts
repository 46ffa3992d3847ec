import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";

export type NodeRequest = IncomingMessage | Http2ServerRequest;
export type NodeResponse = ServerResponse | Http2ServerResponse;

/** What frameworks and serverless platforms add to a request, and what theirs may lack. */
export interface PlatformRequest {
  readonly originalUrl?: unknown;
  readonly rawBody?: unknown;
  readonly body?: unknown;
  readonly rawHeaders?: readonly string[];
  readonly headers?: IncomingHttpHeaders;
  readonly socket?: { readonly pending: boolean };
  readonly on?: unknown;
  readonly readableDidRead?: boolean;
  readonly readableEnded?: boolean;
  readonly aborted?: boolean;
}

/** Seen so, a request need not be one of Node's own: plain objects that pass for one are common. */
export function asPlatformRequest(request: NodeRequest): PlatformRequest {
  return request;
}
