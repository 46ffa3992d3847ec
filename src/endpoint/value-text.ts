import { EndpointError } from "../endpoint-error.js";
import { isUnreserved } from "./percent-encoding.js";

/** The error for a value that its place in a request cannot hold. */
export function invalidParameter(
  name: string,
  problem: string,
  route: string,
  cause?: unknown,
): EndpointError {
  const options = cause === undefined ? undefined : { cause };
  return new EndpointError(
    "INVALID_PARAMETER",
    `Parameter "${name}" of "${route}" ${problem}`,
    route,
    [name],
    options,
  );
}

/** A revoked proxy fails at every look, with an error that names nothing. */
export function isRevoked(value: object): boolean {
  try {
    Array.isArray(value);
    return false;
  } catch {
    return true; // It fails at nothing else.
  }
}

/** @throws EndpointError `INVALID_PARAMETER` for a revoked proxy. */
export function refuseRevoked(value: unknown, name: string, route: string): void {
  if (typeof value !== "object" || value === null || !isRevoked(value)) return;
  throw invalidParameter(
    name,
    "is or holds a revoked proxy; expected a value that can be read.",
    route,
  );
}

/** The text of a value that no URL has to encode; `undefined` for all others. */
export function literalTextOf(value: unknown): string | undefined {
  if (typeof value === "string") return isUnreserved(value) ? value : undefined;
  return Number.isSafeInteger(value) ? String(value) : undefined;
}

/**
 * A single value as the text that a URL holds: a `Date` in ISO 8601, numbers, bigints and
 * booleans as JavaScript writes them (specification, section A, "query").
 * @throws EndpointError `INVALID_PARAMETER` for everything that has no such text.
 */
export function toText(value: unknown, name: string, route: string): string {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
      if (!Number.isFinite(value))
        throw invalidParameter(name, `is ${value}; expected a finite number.`, route);
      return String(value);
    case "bigint":
    case "boolean":
      return String(value);
    default:
      refuseRevoked(value, name, route);
      if (value instanceof Date) return toIsoText(value, name, route);
      throw invalidParameter(
        name,
        `is ${describe(value)}; expected a string, number, bigint, boolean or Date.`,
        route,
      );
  }
}

/** @throws EndpointError `INVALID_PARAMETER` for an invalid date, which has no text. */
export function toIsoText(date: Date, name: string, route: string): string {
  if (isValidDate(date)) return date.toISOString();
  throw invalidParameter(name, "is an invalid Date; expected a valid one.", route);
}

function isValidDate(date: Date): boolean {
  try {
    return !Number.isNaN(date.getTime());
  } catch {
    return false; // It only inherits from `Date.prototype`, and has no time.
  }
}

/** Encodes, and names the parameter where a bare `URIError` would not. */
export function encodeText(
  encode: (text: string) => string,
  text: string,
  name: string,
  route: string,
): string {
  try {
    return encode(text);
  } catch (cause) {
    throw loneSurrogate(name, route, cause);
  }
}

export function loneSurrogate(name: string, route: string, cause?: unknown): EndpointError {
  return invalidParameter(
    name,
    "has a lone surrogate; expected well-formed Unicode.",
    route,
    cause,
  );
}

/** For messages about options: a text as it is, and the kind of anything else. */
export function show(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value) : describe(value);
}

/** For messages: what kind of value was got, never its content. */
export function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
