/** Keeps credentials that stand in a query out of errors and hooks (contract F.9). */
import type { RequestOptions } from "../endpoint/types.js";
import { createHider } from "./secrecy.js";

/** What hooks get of an attempt. */
interface Shown {
  readonly route: string;
  readonly request: RequestOptions;
}

/** What a client needs whose service takes credentials in the query. */
export interface QueryGuard {
  /** The credentials in the query of a URL. */
  find(url: string): readonly string[];
  /** Takes them out of a route. */
  hide(route: string): string;
  /** What a hook gets of an attempt that was sent. */
  showEvent<Event extends Shown>(event: Event): Event;
  /** @param url Of the response, without what the client added. */
  showResponse(response: Response, url: string): Response;
}

/** @param names Of the parameters that are credentials. */
export function createQueryGuard(names: readonly string[]): QueryGuard {
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

/** The values of parameters in the query of a URL, as they are and as they are written. */
export function findParameters(url: string, names: readonly string[]): string[] {
  const pairs = /\?([^#]*)/.exec(url)?.[1]?.split("&") ?? [];
  return pairs.flatMap((pair) => {
    const [[name = "", value = ""] = []] = new URLSearchParams(pair);
    return names.includes(name) ? [value, pair.slice(pair.indexOf("=") + 1)] : [];
  });
}

/**
 * A response with another URL, which its clones have, too. It is a new one, because that of the platform
 * may hold its URL in several places; a status that no new one can have stays with the old one.
 */
function withUrl(response: Response, url: string): Response {
  const { body, status, type, redirected } = response;
  const copy = status >= 200 && status < 600 ? new Response(body, response) : response;
  const clone = copy.clone.bind(copy);
  const shown = { url, type, redirected, clone: () => withUrl(clone(), url) };
  for (const [name, value] of Object.entries(shown))
    Object.defineProperty(copy, name, { value, configurable: true });
  return copy;
}
