import { describe, invalidParameter } from "./mistakes.js";
import { isUnreserved } from "./percent-encoding.js";

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
  throw invalidParameter(name, "is or holds a revoked proxy; expected what can be read", route);
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
  if (typeof value === "string") return value;
  if (typeof value === "number") refuseInfinite(value, name, route);
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean")
    return String(value);
  refuseRevoked(value, name, route);
  if (value instanceof Date) return toIsoText(value, name, route);
  const expected = "a string, number, bigint, boolean or Date";
  throw invalidParameter(name, `is ${describe(value)}; expected ${expected}`, route);
}

/** @throws EndpointError `INVALID_PARAMETER` for `NaN` and the infinities. */
export function refuseInfinite(value: number, name: string, route: string): void {
  if (!Number.isFinite(value))
    throw invalidParameter(name, `is or holds ${value}; expected a finite number`, route);
}

/** @throws EndpointError `INVALID_PARAMETER` for an invalid date, which has no text. */
export function toIsoText(date: Date, name: string, route: string): string {
  try {
    return date.toISOString();
  } catch {
    // Invalid, or it only inherits from `Date.prototype`.
    throw invalidParameter(name, "is an invalid Date; expected a valid one", route);
  }
}
