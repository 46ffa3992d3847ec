/** HTTP methods: finds the one that a caller names, and says how it is sent. */
import { explain } from "../../../base/explain.js";
import { createError, show } from "../errors.js";
import type { DeclaredMethod, LowercaseMethod, UppercaseMethod } from "../types.js";

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

/** A standard method in uppercase, or one that a catalog declares. */
export type Method = UppercaseMethod | DeclaredMethod;

/** Methods that a catalog declares besides the standard ones. They are case-sensitive. */
export type OtherMethods = readonly string[] | undefined;
