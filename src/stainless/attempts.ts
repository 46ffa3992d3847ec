/** Attempts of a request, by the rules of this surface in place of the client's. */
import type { sleep } from "../request/client/waiting.js";
import type { FetchInit } from "../request/endpoint/to-request.js";
import { TIMED_OUT } from "./errors.js";
import type { LogLevel, RequestOptions, StainlessOptions } from "./types.js";

/** Options for sending requests. */
export interface Sending {
  readonly maxRetries: number;
  readonly timeout: number;
  readonly fetchOptions: object | undefined;
  readonly fetch: StainlessOptions["fetch"];
  readonly sleep: typeof sleep;
  readonly logLevel: LogLevel;
  readonly log: (level: LogLevel, message: string, details: object) => void;
}

/** Key of a request's own options, which the client passes to `fetch` with those of the platform. */
export const OWN = /* @__PURE__ */ Symbol("options of a request");

/** Sends a request, and again after errors that may be temporary. Repeats POST requests, too. */
export async function sendAttempts(
  client: Sending,
  url: string,
  init: FetchInit,
): Promise<Response> {
  const { [OWN]: own = {}, ...plain } = init as FetchInit & { [OWN]?: RequestOptions };
  const { maxRetries = client.maxRetries, timeout = client.timeout, fetchOptions } = own;
  const fetchOnce = client.fetch ?? fetch;
  const address = url.replace(/[?#].*/s, "");
  for (let retries = 0; ; retries++) {
    const attempt: FetchInit = { ...client.fetchOptions, ...fetchOptions, ...plain };
    client.log("debug", `${attempt.method} ${address} sent`, { headers: hide(attempt.headers) });
    const isLast = retries >= maxRetries || plain.body instanceof ReadableStream;
    let response: Response | undefined;
    try {
      response = await withTimeout(timeout, plain.signal, (signal) =>
        fetchOnce(url, { ...attempt, signal }),
      );
    } catch (error) {
      client.log("info", `${attempt.method} ${address} failed`, { retries });
      if (isLast || plain.signal?.aborted === true) throw error;
    }
    if (response) {
      const { status, headers } = response;
      client.log("info", `${attempt.method} ${address} got ${status}`, { retries });
      client.log("debug", "response", { status, headers: hide(headers) });
      if (isLast || !isSentAgain(response)) return response;
      await response.body?.cancel();
    }
    await client.sleep(findDelay(response, retries), plain.signal ?? undefined);
  }
}

/** Aborts an attempt whose response does not begin in time. */
async function withTimeout(
  timeout: number,
  signal: AbortSignal | null | undefined,
  send: (signal: AbortSignal) => Promise<Response>,
): Promise<Response> {
  const own = new AbortController();
  const timer = setTimeout(() => {
    own.abort(Object.assign(new Error("Request timed out."), { name: TIMED_OUT }));
  }, timeout);
  try {
    return await send(signal ? AbortSignal.any([signal, own.signal]) : own.signal);
  } catch (error) {
    throw own.signal.aborted ? own.signal.reason : error;
  } finally {
    clearTimeout(timer);
  }
}

function isSentAgain({ status, headers }: Response): boolean {
  const said = headers.get("x-should-retry");
  if (said === "true" || said === "false") return said === "true";
  return status === 408 || status === 409 || status === 429 || status >= 500;
}

/**
 * The wait before the next attempt, in milliseconds: that which the response asks for if it is below a
 * minute, otherwise 0.5 s, 1 s, 2 s and so on up to 8 s, less a random part.
 */
function findDelay(response: Response | undefined, retries: number): number {
  const milliseconds = Number.parseFloat(response?.headers.get("retry-after-ms") ?? "");
  const after = response?.headers.get("retry-after") ?? "";
  const seconds = Number.parseFloat(after) * 1000;
  const said = [milliseconds, Number.isNaN(seconds) ? Date.parse(after) - Date.now() : seconds];
  const delay = said.find((each) => !Number.isNaN(each));
  if (delay !== undefined && delay >= 0 && delay < 60_000) return delay;
  return Math.min(8_000, 500 * 2 ** retries) * (1 - Math.random() * 0.25);
}

function hide(headers: FetchInit["headers"] | Headers): object {
  const pairs = [...new Headers(headers)];
  return Object.fromEntries(
    pairs.map(([name, value]) => [name, /auth|cookie|key|token|secret/.test(name) ? "***" : value]),
  );
}
