import { EndpointError } from "../endpoint-error.js";

const SLASH = 0x2f;

/** What ends the path of a URL. */
const endOfPath = /[?#]/;

/**
 * `.` and `..`, their dots encoded once or twice, since some servers decode a path more than once,
 * and with what follows a semicolon, which some servers drop first.
 */
const dotSegment = /^(?:\.|%(?:25)?2e){1,2}(?:;.*)?$/i;

/**
 * Makes sure that values have not changed where a path leads.
 * @param path What a route's path has become, with or without a query.
 * @param literalDots How many dot segments the route itself spells; these are its own matter.
 * @throws EndpointError `UNSAFE_PATH`.
 */
export function checkPath(path: string, literalDots: number, route: string): void {
  if (!mayHoldDots(path)) return;
  // Where the route spells dot segments, a "?" in a value must not hide one of these for its own.
  const whole = literalDots === 0 ? path : path.replace(/[?#]/g, "/");
  if (countDotSegments(whole) <= literalDots) return;
  throw unsafePath(`its parameters make a path segment "." or ".."`, route);
}

/** @throws EndpointError `UNSAFE_PATH` for a path that could be read as another host. */
export function checkRelativePath(path: string, route: string): void {
  if (path.charCodeAt(0) === SLASH && path.charCodeAt(1) !== SLASH) return;
  throw unsafePath(`its parameters make a path that does not begin with exactly one "/"`, route);
}

/**
 * An expression after the host may expand to nothing, and what follows it would go on with the host.
 * @throws EndpointError `UNSAFE_PATH` for text that could be read as a part of the host or port.
 */
export function checkPathAfterHost(path: string, route: string): void {
  if (path === "" || path.startsWith("/") || path.startsWith("?") || path.startsWith("#")) return;
  throw unsafePath("its parameters make a text that would go on with the host", route);
}

export function countDotSegments(path: string): number {
  const end = path.search(endOfPath);
  const segments = (end < 0 ? path : path.slice(0, end)).split("/");
  return segments.filter((segment) => dotSegment.test(segment)).length;
}

/** Nearly every path is done with this: no segment begins like a dot segment. */
function mayHoldDots(path: string): boolean {
  return path.startsWith(".") || path.includes("/.") || path.includes("/%");
}

function unsafePath(problem: string, route: string): EndpointError {
  return new EndpointError("UNSAFE_PATH", `The URL of "${route}" is unsafe: ${problem}.`, route);
}
