/** Routes as callers write them: reads their method and their URL. */
import { explain } from "../../../base/explain.js";
import { createError } from "../errors.js";
import type { AnyRoute } from "../types.js";
import { expectMethod, findMethod, type Method, type OtherMethods } from "./methods.js";
import type { RequiredPlaceholders } from "./placeholders.js";

/** Splits `<METHOD> <url>`; the method of a URL alone is GET (contract A.2). */
export function parseRoute(text: string, otherMethods: OtherMethods): Route {
  const verb = VERB.exec(text)?.[0] ?? (findMethod(text, otherMethods) && text);
  if (verb === undefined) return createRoute("GET", text, otherMethods, text);
  return createRoute(verb, text.slice(verb.length).replace(/^ +/, ""), otherMethods, text);
}

/** A first word that has no character of a URL and ends at a space: a method, known or unknown. */
const VERB = /^[^\s/{}:?#]+(?= )/;

/**
 * Creates a route from its method and its URL.
 * @param text Name of the route in the errors that this function throws.
 */
export function createRoute(
  verb: unknown,
  url: unknown,
  otherMethods: OtherMethods,
  text = nameRoute(verb, url),
): Route {
  const method = expectMethod(verb, text, otherMethods);
  if (typeof url === "string" && url !== "") return { method, url, name: `${method} ${url}` };
  const detail = explain(() => `is missing; expected ${ROUTE_FORMS}`);
  throw createError("INVALID_ROUTE", "The URL", detail, text, ["url"]);
}

/** The forms of the first argument of a call, for messages. */
export const ROUTE_FORMS = '"<METHOD> <url>", or the options "method" and "url"';

/** Names a route that was given as options, for errors. */
export function nameRoute(method: unknown, url: unknown): string {
  return `${typeof method === "string" ? method : "GET"} ${typeof url === "string" ? url : ""}`;
}

/**
 * Marks a route as intended, although the catalog does not know it. Returns it unchanged (contract A.40).
 * @example
 * endpoint(anyRoute("GET /beta/{id}"), { id: 1 });
 */
export function anyRoute<const Route extends string>(
  route: Route,
): AnyRoute<RequiredPlaceholders<Route> & string> {
  // Only the compiler sees the mark. The intersection with `string` makes its errors list the names.
  return route as string as AnyRoute<RequiredPlaceholders<Route> & string>;
}

/** Method and URL of a call. The URL is as the caller wrote it, and may be malformed. */
export interface Route {
  readonly method: Method;
  readonly url: string;
  /** Name of the route in errors: `<METHOD> <url>`. */
  readonly name: string;
}
