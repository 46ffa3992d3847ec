/** Credentials in the query of a URL, which errors and hooks do not show (contract F.9). */
import { createHider } from "../hide-credentials.js";
import type { QueryGuard } from "./auth.js";

/** For services of which a scheme is a query parameter; others do not need it in their bundles. */
export const QUERY_CODE: QueryCode = { createGuard: createQueryGuard, find: findParameters };

/**
 * Creates what keeps credentials in the query out of errors and hooks.
 * @param names The query parameters that are credentials.
 */
function createQueryGuard(names: readonly string[]): QueryGuard {
  const find = (url: string): readonly string[] => findParameters(url, names);
  const hide = (url: string): string => createHider([], find(url))(url);
  return {
    find,
    hide,
    showEvent: (event) => ({
      ...event,
      route: hide(event.route),
      request: { ...event.request, url: hide(event.request.url) },
    }),
    showResponse: (response, url) => withUrl(response, hide(url)),
  };
}

/** The values of parameters in the query of a URL, decoded and as written. */
function findParameters(url: string, names: readonly string[]): string[] {
  const pairs = /\?([^#]*)/.exec(url)?.[1]?.split("&") ?? [];
  return pairs.flatMap((pair) => {
    const [[name = "", value = ""] = []] = new URLSearchParams(pair);
    return names.includes(name) ? [value, pair.slice(pair.indexOf("=") + 1)] : [];
  });
}

/**
 * Replaces the URL of a response and of its clones. Copies the response, because the platform's may hold its
 * URL in several places; a copy cannot have every status, and the response itself is changed then.
 * @param lost Properties that a copy would lose.
 */
function withUrl(
  response: Response,
  url: string,
  lost: Pick<Response, "type" | "redirected"> = response,
): Response {
  const { body, status } = response;
  const { type, redirected } = lost;
  const copy = status >= 200 && status < 600 ? new Response(body, response) : response;
  const clone = copy.clone.bind(copy);
  const shown = { url, type, redirected, clone: () => withUrl(clone(), url, { type, redirected }) };
  for (const [name, value] of Object.entries(shown))
    Object.defineProperty(copy, name, { value, configurable: true });
  return copy;
}

/** Code for credentials that are query parameters. */
export interface QueryCode {
  readonly createGuard: (names: readonly string[]) => QueryGuard;
  readonly find: typeof findParameters;
}
