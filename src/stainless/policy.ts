/** The rules of this surface for the requests of its client: when they are sent again, and how each is logged. */
import type { Fetch, RequestPolicy } from "../request/client/call.js";
import { showHeaders } from "../request/client/hide-credentials.js";
import { longestBackOff } from "../request/client/retries.js";
import { MAX_DELAY, withDeadline } from "../request/client/waiting.js";
import type { FetchInit } from "../request/endpoint/to-request.js";
import type { LogLevel } from "./types.js";

/**
 * Creates the rules of a client.
 * @param timeout Milliseconds until the response of an attempt must begin, unless its call has another.
 */
export function createPolicy(timeout: number, log: WriteLog): RequestPolicy {
  return {
    findDelay(status, headers, retries) {
      return isSentAgain(status, headers) ? findWait(headers, retries) : undefined;
    },
    wrapFetch: (send, { sender, settings }, retries) => {
      const limit = settings.attemptTimeout ?? timeout;
      const attempt: Fetch = (url, init, ...others) =>
        withDeadline(
          nameRequest(url, init),
          init.signal ?? undefined,
          // As with a stream, the caller's signal ends the body, too.
          { timeout: Math.min(Math.max(1, limit), MAX_DELAY), stream: true },
          (signal) => send(url, signal ? { ...init, signal } : init, ...others),
        );
      return logged(attempt, sender.sensitive, retries, log);
    },
  };
}

/** @param sensitive The names of headers whose values are hidden. */
function logged(send: Fetch, sensitive: readonly string[], retries: number, log: WriteLog): Fetch {
  const show = (headers: FetchInit["headers"]) => showHeaders(new Headers(headers), sensitive);
  return async (url, init, ...others) => {
    const request = nameRequest(url, init);
    log("debug", `${request} sent`, { headers: show(init.headers) });
    let response;
    try {
      response = await send(url, init, ...others);
    } catch (error) {
      log("info", `${request} failed`, { retries });
      throw error;
    }
    const { status, headers } = response;
    log("info", `${request} got ${status}`, { retries });
    log("debug", "response", { status, headers: show(headers) });
    return response;
  };
}

/** Without the query, which may hold a credential. */
function nameRequest(url: string, { method }: RequestInit): string {
  return `${method} ${url.replace(/[?#].*/s, "")}`;
}

/** Tells whether any request is sent again, also one that may then arrive twice. */
function isSentAgain(status: number, headers: Headers | undefined): boolean {
  const advice = headers?.get("x-should-retry");
  if (advice === "true" || advice === "false") return advice === "true";
  return status === 0 || status === 408 || status === 409 || status === 429 || status >= 500;
}

/**
 * The wait before the next attempt, in milliseconds: that which the response asks for if it is below a
 * minute, otherwise 0.5 s, 1 s, 2 s and so on up to 8 s, less a random part.
 */
function findWait(headers: Headers | undefined, retries: number): number {
  const asked = readRetryAfter(headers);
  if (asked >= 0 && asked < 60_000) return asked;
  return longestBackOff(retries) * (1 - Math.random() * 0.25);
}

/** Reads the wait that a response asks for, in milliseconds; `NaN` if it asks for none. */
function readRetryAfter(headers: Headers | undefined): number {
  const milliseconds = Number.parseFloat(headers?.get("retry-after-ms") ?? "");
  if (!Number.isNaN(milliseconds)) return milliseconds;
  const text = headers?.get("retry-after") ?? ""; // seconds, or a date
  const seconds = Number.parseFloat(text);
  return Number.isNaN(seconds) ? Date.parse(text) - Date.now() : seconds * 1000;
}

/** Writes a line to the logger. */
export type WriteLog = (level: Exclude<LogLevel, "off">, message: string, details: object) => void;
