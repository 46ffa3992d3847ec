/**
 * The metrics of an inbox over HTTP, mounted like a middleware. It asks for no credential: mount it where only your own
 * machines reach it.
 */
import { expectMethods, readOptions } from "../../base/expect.js";
import { createPathMatcher, expectPath } from "../../http/request.js";
import type { Inbox } from "../types.js";

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
  const { isMetricsPath, answer } = createResponder(inbox, options);
  return async (request, response, next) => {
    if (!isMetricsPath(request.url ?? "")) {
      next?.();
      return false;
    }
    const { status, headers, body } = await answer(request.method ?? "");
    response.writeHead(status, headers);
    response.end(body ?? "");
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
  const { isMetricsPath, answer } = createResponder(inbox, options);
  return async (request) => {
    if (!isMetricsPath(request.url)) return undefined;
    const { status, headers, body } = await answer(request.method);
    return new Response(body, { status, headers });
  };
}

/** Content type of OpenMetrics 1.0. */
const METRICS_TYPE = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/** Checks the arguments, and creates the answers that both kinds of servers send. */
function createResponder(inbox: Pick<Inbox, "metrics">, options: MetricsOptions): Responder {
  const checked = readOptions(options, "The options argument", "an object", { path: true });
  const path = expectPath(checked.path ?? "/metrics", "/metrics");
  expectMethods<Inbox>(inbox, "`inbox`", ["metrics"], "an inbox, as `createInbox()` returns it");
  return {
    isMetricsPath: createPathMatcher(path),
    answer: async (method) => {
      if (method !== "GET" && method !== "HEAD")
        return { status: 405, headers: { allow: "GET, HEAD" }, body: "" };
      const text = await inbox.metrics();
      const headers = { "content-type": METRICS_TYPE };
      return { status: 200, headers, body: method === "HEAD" ? null : text };
    },
  };
}

// ---- Types

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

interface Responder {
  readonly isMetricsPath: (path: string) => boolean;
  readonly answer: (method: string) => Promise<MetricsAnswer>;
}

interface MetricsAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  /** `null` for the answer to a HEAD request. */
  readonly body: string | null;
}
