import { EndpointError, type EndpointErrorCode } from "../endpoint-error.js";

/** A value that its place in a request cannot hold. */
export function invalidParameter(name: string, problem: string, route: string): EndpointError {
  return invalid("INVALID_PARAMETER", "Parameter", name, problem, route);
}

/** An option that is not what it has to be. */
export function invalidOption(
  name: string,
  value: unknown,
  expected: string,
  route: string,
): EndpointError {
  const problem = `is ${show(value)}; expected ${expected}`;
  return invalid("INVALID_OPTION", "Option", name, problem, route);
}

export function invalidHeader(name: string, problem: string, route: string): EndpointError {
  return invalid("INVALID_HEADER", "Header", name, problem, route);
}

/** A text that is no text, and that neither a URL nor JSON can hold. */
export function loneSurrogate(name: string, route: string): EndpointError {
  return invalidParameter(name, "has a lone surrogate; expected well-formed Unicode", route);
}

function invalid(
  code: EndpointErrorCode,
  kind: string,
  name: string,
  problem: string,
  route: string,
): EndpointError {
  const message = `${kind} ${JSON.stringify(name)} of "${route}" ${problem}.`;
  return new EndpointError(code, message, route, [name]);
}

/** Names, quoted, for a message. */
export function listNames(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(", ");
}

/** A text as it is, and the kind of anything else. */
export function show(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value) : describe(value);
}

/** What kind of value was got, never its content. */
export function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
