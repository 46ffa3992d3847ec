import { EndpointError } from "../endpoint-error.js";
import { findMethod, unknownMethod, type Method } from "./method.js";

/** What a request is sent with, and to, before anything is expanded. */
export interface Route {
  readonly method: Method;
  /** As it was written, placeholders and all. */
  readonly url: string;
}

/** A word before a space without any of a URL's own characters: meant as a verb, known or not. */
const verbPattern = /^[^\s/{}:?#]+(?= )/;

/**
 * Splits `<METHOD> <url>`; a URL alone is fetched with GET (specification, section A, "route").
 * @throws EndpointError `INVALID_METHOD` or `INVALID_ROUTE`.
 */
export function parseRoute(route: string): Route {
  const verb = verbPattern.exec(route)?.[0] ?? (findMethod(route) && route);
  if (verb === undefined) return createRoute("GET", route, route);
  return createRoute(verb, route.slice(verb.length).replace(/^ +/, ""), route);
}

/**
 * @param text What errors call the route; by default as it would be written in one.
 * @throws EndpointError `INVALID_METHOD` or, without a URL, `INVALID_ROUTE`.
 */
export function createRoute(verb: unknown, url: unknown, text?: string): Route {
  const method = findMethod(verb);
  if (method !== undefined && typeof url === "string" && url !== "") return { method, url };
  const route = text ?? nameOf(verb, url);
  if (method === undefined) throw unknownMethod(verb, route);
  const message = `No URL in "${route}"; expected "<METHOD> <url>", or the options "method" and "url".`;
  throw new EndpointError("INVALID_ROUTE", message, route, ["url"]);
}

/** What errors call a route that was given as options. */
export function nameOf(method: unknown, url: unknown): string {
  return `${typeof method === "string" ? method : "GET"} ${typeof url === "string" ? url : ""}`;
}
