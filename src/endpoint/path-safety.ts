import { EndpointError } from "../endpoint-error.js";
import type { Span } from "./expand-template.js";
import { listNames } from "./mistakes.js";

/**
 * `.` and `..`, their dots encoded once or twice, since some servers decode a path more than once,
 * and with what follows a semicolon, which some servers drop first.
 */
const dotSegment = /^(?:\.|%(?:25)?2e){1,2}(?:;.*)?$/i;

/** A path that values were put into. */
export interface ExpandedPath {
  /** With or without a query. */
  readonly path: string;
  readonly route: string;
  /** Finds out where the values are, which only an error has to say. */
  readonly findSpans: () => readonly Span[];
}

/** A piece of a path. */
type Piece = Pick<Span, "start" | "end">;

/**
 * Makes sure that values have not changed where a path leads.
 * @param literalDots How many dot segments the route itself spells; these are its own matter.
 * @param isBehindHost An expression after the route's own host may expand to nothing, and what
 * follows it would go on with the host; without a host, a path could be read as one.
 * @throws EndpointError `UNSAFE_PATH`.
 */
export function checkPath(
  expanded: ExpandedPath,
  literalDots: number,
  isBehindHost: boolean,
): void {
  const { path } = expanded;
  // Where the route spells dot segments, a "?" in a value must not hide one of these for its own.
  const dots = findDotSegments(literalDots === 0 ? path : path.replace(/[?#]/g, "/"));
  if (dots.length > literalDots) throw unsafePath(`a path segment "." or ".."`, expanded, dots);
  const isKept = isBehindHost
    ? "/?#".includes(path.charAt(0)) // as is no character at all
    : path.startsWith("/") && !path.startsWith("//");
  if (isKept) return;
  const beginning = { start: 0, end: path.startsWith("/") ? 2 : 1 };
  throw unsafePath("a path that may be read as a host", expanded, [beginning]);
}

export function countDotSegments(path: string): number {
  return findDotSegments(path).length;
}

function findDotSegments(path: string): Piece[] {
  const found: Piece[] = [];
  if (!mayHoldDots(path)) return found;
  const [segments = ""] = path.split(/[?#]/, 1);
  let start = 0;
  for (const segment of segments.split("/")) {
    const end = start + segment.length;
    if (dotSegment.test(segment)) found.push({ start, end });
    start = end + 1;
  }
  return found;
}

/** Nearly every path is done with this: no segment begins like a dot segment. */
function mayHoldDots(path: string): boolean {
  return path.includes("/.") || path.includes("/%");
}

function unsafePath(
  made: string,
  { route, findSpans }: ExpandedPath,
  pieces: readonly Piece[],
): EndpointError {
  const names = namesIn(pieces, findSpans());
  const makers = listNames(names) || "its parameters";
  const message = `The URL of "${route}" is unsafe: ${makers} would make ${made}.`;
  return new EndpointError("UNSAFE_PATH", message, route, names);
}

/** The variables that took part in pieces of a path; both stand in the path's order. */
function namesIn(pieces: readonly Piece[], spans: readonly Span[]): string[] {
  const names = new Set<string>();
  let index = 0;
  for (const { start, end } of pieces) {
    while ((spans[index]?.end ?? end) <= start) index++;
    for (let at = index; (spans[at]?.start ?? end) < end; at++) names.add(spans[at]?.name ?? "");
  }
  return [...names];
}
