/** Routes as callers write them: reads their method and their URL, and says how a method is sent. */
import { explain } from "../../../base/explain.js";
import { createError, show } from "../errors.js";
import type { AnyRoute, DeclaredMethod, LowercaseMethod, UppercaseMethod } from "../types.js";
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

// ---- Methods

/** @throws EndpointError for anything but a known method. */
export function expectMethod(verb: unknown, route: string, otherMethods: OtherMethods): Method {
  const method = findMethod(verb, otherMethods);
  if (method !== undefined) return method;
  const detail = explain(() => {
    const known = ["GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE", ...(otherMethods ?? [])];
    return `is ${show(verb)}; expected one of ${known.join(", ")}`;
  });
  throw createError("INVALID_METHOD", "The method", detail, route, ["method"]);
}

/** Finds a standard method in any case, or one that the catalog declares (contract A.1). */
export function findMethod(verb: unknown, otherMethods: OtherMethods): Method | undefined {
  if (typeof verb !== "string") return undefined;
  if (METHOD.test(verb)) return verb.toUpperCase();
  return otherMethods?.includes(verb) ? verb : undefined;
}

/** A standard method in any case. Without the flag `u`, it does not match `ſ`, whose uppercase form is `S`. */
const METHOD = /^(?:GET|HEAD|OPTIONS|POST|PUT|PATCH|DELETE)$/i;

/** The method as a built request has it: a standard one in lowercase, any other unchanged. */
export function toRequestMethod(method: string): LowercaseMethod {
  // The public type has no methods that only the catalog declares, so a cast adds them.
  return (METHOD.test(method) ? method.toLowerCase() : method) as LowercaseMethod;
}

/**
 * The method as it is sent: one of the usual ones in uppercase, any other unchanged, because methods are case-sensitive
 * (RFC 9110, section 9.1). `fetch` leaves `patch` in lowercase.
 */
export function toToken(method: string): string {
  return METHOD.test(method) ? method.toUpperCase() : method;
}

/** Tells whether requests of a method can have a body. */
export function hasBody(method: string): boolean {
  return !/^(?:GET|HEAD|OPTIONS)$/.test(method);
}

// ---- Types

/** Method and URL of a call. The URL is as the caller wrote it, and may be malformed. */
export interface Route {
  readonly method: Method;
  readonly url: string;
  /** Name of the route in errors: `<METHOD> <url>`. */
  readonly name: string;
}

/** A standard method in uppercase, or one that a catalog declares. */
export type Method = UppercaseMethod | DeclaredMethod;

/** Methods that a catalog declares besides the standard ones. They are case-sensitive. */
export type OtherMethods = readonly string[] | undefined;
