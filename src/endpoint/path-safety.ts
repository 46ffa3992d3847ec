import { EndpointError } from "../endpoint-error.js";

/**
 * `.` and `..`, their dots encoded once or twice, since some servers decode a path more than once,
 * and with what follows a semicolon, which some servers drop first.
 */
const dotSegment = /^(?:\.|%(?:25)?2e){1,2}(?:;.*)?$/i;

/**
 * Makes sure that values have not changed where a path leads.
 * @param path What a route's path has become, with or without a query.
 * @param literalDots How many dot segments the route itself spells; these are its own matter.
 * @param isBehindHost An expression after the route's own host may expand to nothing, and what
 * follows it would go on with the host; without a host, a path could be read as one.
 * @throws EndpointError `UNSAFE_PATH`.
 */
export function checkPath(
  path: string,
  literalDots: number,
  isBehindHost: boolean,
  route: string,
): void {
  // Where the route spells dot segments, a "?" in a value must not hide one of these for its own.
  const whole = literalDots === 0 ? path : path.replace(/[?#]/g, "/");
  if (mayHoldDots(path) && countDotSegments(whole) > literalDots)
    throw unsafePath(`a path segment "." or ".."`, route);
  const isKept = isBehindHost
    ? "/?#".includes(path.charAt(0)) // as is no character at all
    : path.startsWith("/") && !path.startsWith("//");
  if (!isKept) throw unsafePath("a path that may be read as a host", route);
}

export function countDotSegments(path: string): number {
  const [segments = ""] = path.split(/[?#]/, 1);
  return segments.split("/").filter((segment) => dotSegment.test(segment)).length;
}

/** Nearly every path is done with this: no segment begins like a dot segment. */
function mayHoldDots(path: string): boolean {
  return path.includes("/.") || path.includes("/%");
}

function unsafePath(made: string, route: string): EndpointError {
  const message = `The URL of "${route}" is unsafe: its parameters make ${made}.`;
  return new EndpointError("UNSAFE_PATH", message, route);
}
