/** The metrics of an inbox over HTTP, mounted like a middleware. */
import { expectMethods, readOptions } from "../base/expect.js";
import { createPathMatcher, expectPath } from "../http/path.js";
import type { Inbox } from "./types.js";

export interface MetricsOptions {
  /** Path of the metrics. Default: `/metrics`. */
  readonly path?: string | undefined;
}

/** Parts of a request of Node that are read. */
interface MetricsRequest {
  readonly url?: string | undefined;
  readonly method?: string | undefined;
}

/** Parts of a response of Node that are used. */
interface MetricsResponse {
  writeHead(status: number, headers: Record<string, string>): unknown;
  end(text: string): unknown;
}

/** Content type of OpenMetrics 1.0. */
const METRICS_TYPE = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/**
 * Answers requests for the metrics on Node's HTTP servers, and in Express. For another path it calls `next` if
 * given, leaves the response alone and resolves with `false`. It asks for no credential: mount it where only your
 * own machines reach it.
 * @throws TypeError if `inbox` or an option has the wrong type.
 */
export function createNodeMetrics(
  inbox: Pick<Inbox, "metrics">,
  options: MetricsOptions = {},
): (request: MetricsRequest, response: MetricsResponse, next?: () => void) => Promise<boolean> {
  const { isOwnPath, answer } = createResponder(inbox, options);
  return async (request, response, next) => {
    if (!isOwnPath(request.url ?? "")) {
      next?.();
      return false;
    }
    const { status, headers, body } = await answer(request.method ?? "");
    response.writeHead(status, headers);
    response.end(request.method === "HEAD" ? "" : body);
    return true;
  };
}

/**
 * Answers web-standard requests for the metrics; resolves with `undefined` for another path.
 * @throws TypeError if `inbox` or an option has the wrong type.
 */
export function createWebMetrics(
  inbox: Pick<Inbox, "metrics">,
  options: MetricsOptions = {},
): (request: Request) => Promise<Response | undefined> {
  const { isOwnPath, answer } = createResponder(inbox, options);
  return async (request) => {
    if (!isOwnPath(request.url)) return undefined;
    const { status, headers, body } = await answer(request.method);
    return new Response(request.method === "HEAD" ? null : body, { status, headers });
  };
}

function createResponder(inbox: Pick<Inbox, "metrics">, options: MetricsOptions) {
  const read = readOptions(options, "The options argument", "an object", { path: true });
  const path = expectPath(read.path ?? "/metrics", "/metrics");
  expectMethods<Inbox>(inbox, "`inbox`", ["metrics"], "an inbox, as `createInbox()` returns it");
  return {
    isOwnPath: createPathMatcher(path),
    answer: async (method: string) => {
      if (method !== "GET" && method !== "HEAD")
        return { status: 405, headers: { allow: "GET, HEAD" }, body: "" };
      return {
        status: 200,
        headers: { "content-type": METRICS_TYPE },
        body: await inbox.metrics(),
      };
    },
  };
}
