import { EndpointError } from "../endpoint-error.js";
import { findMethod, readMethod, type Method } from "./method.js";

/** What a request is sent with, and to, before anything is expanded. */
export interface Route {
  readonly method: Method;
  /** As it was written, placeholders and all. */
  readonly url: string;
}

/** A word before a space without any of a URL's own characters: meant as a verb, known or not. */
const verbPattern = /^[^\s/{}:?#]+$/;

/**
 * Splits `<METHOD> <url>`; a URL alone is fetched with GET (specification, section A, "route").
 * @throws EndpointError `INVALID_METHOD` or `INVALID_ROUTE`.
 */
export function parseRoute(route: string): Route {
  const space = route.indexOf(" ");
  const common = space < 0 ? undefined : findMethod(route.slice(0, space));
  if (common !== undefined) {
    const url = route.slice(space + 1);
    if (url !== "" && !url.startsWith(" ")) return { method: common, url };
  }
  const verb = space < 0 ? route : route.slice(0, space);
  if (space < 0 && findMethod(verb) === undefined) return createRoute("GET", route, route);
  if (!verbPattern.test(verb)) return createRoute("GET", route, route);
  return createRoute(verb, route.slice(verb.length).replace(/^ +/, ""), route);
}

/** @throws EndpointError `INVALID_METHOD` or, without a URL, `INVALID_ROUTE`. */
export function createRoute(verb: unknown, url: unknown, route: string): Route {
  const method = readMethod(verb, route);
  if (typeof url === "string" && url !== "") return { method, url };
  const message = `No URL in ${JSON.stringify(route)}; expected "<METHOD> <url>", or the option "url" beside "method".`;
  throw new EndpointError("INVALID_ROUTE", message, route, ["url"]);
}
