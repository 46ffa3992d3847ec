/** Reads the route of a call: its method and its URL. */
import { explain } from "../../../base/explain.js";
import { createError, show } from "../errors.js";
import type { AnyRoute, DeclaredMethod, UppercaseMethod } from "../types.js";
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

/** @throws EndpointError for anything but a known method. */
export function expectMethod(
  verb: unknown,
  route: string,
  otherMethods: OtherMethods,
): Route["method"] {
  const method = findMethod(verb, otherMethods);
  if (method !== undefined) return method;
  const detail = explain(() => {
    const known = ["GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE", ...(otherMethods ?? [])];
    return `is ${show(verb)}; expected one of ${known.join(", ")}`;
  });
  throw createError("INVALID_METHOD", "The method", detail, route, ["method"]);
}

/** Finds a standard method in any case, or one that the catalog declares (contract A.1). */
function findMethod(verb: unknown, otherMethods: OtherMethods): Route["method"] | undefined {
  if (typeof verb !== "string") return undefined;
  if (METHOD.test(verb)) return verb.toUpperCase();
  return otherMethods?.includes(verb) ? verb : undefined;
}

/** A standard method in any case. Without the flag `u`, it does not match `ſ`, whose uppercase form is `S`. */
export const METHOD = /^(?:GET|HEAD|OPTIONS|POST|PUT|PATCH|DELETE)$/i;

// ---- Routes that the catalog does not know

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
  readonly method: UppercaseMethod | DeclaredMethod;
  readonly url: string;
  /** Name of the route in errors: `<METHOD> <url>`. */
  readonly name: string;
}

/** Methods that a catalog declares besides the standard ones. They are case-sensitive. */
export type OtherMethods = readonly string[] | undefined;
