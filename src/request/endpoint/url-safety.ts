/** Checks that no value changes the host or the path of a URL. */
import { explain } from "../../base/explain.js";

/**
 * `.` and `..`; with dots encoded once or twice, because some servers decode a path more than once;
 * with parameters after a semicolon, because some servers drop them first.
 */
const DOT_SEGMENT = /(?<=\/)(?:\.|%(?:25)?2e){1,2}(?:;[^/]*)?(?![^/])/gi;

/** The beginning of a dot segment; nearly no path has one. */
const DOTS = /\/[.%]/;

/**
 * Finds the parts of a path that lead elsewhere than its route says (contract A.6).
 * @param path The expanded path, with or without a query.
 * @param hasHost Set if the route names its own host: then the first expression may be empty.
 * @param literalDots Number of dot segments that the route itself spells; these are allowed.
 */
export function findUnsafePart(
  path: string,
  hasHost: boolean,
  literalDots: number,
): UnsafePart | undefined {
  return findDotSegments(path, literalDots) ?? findHost(path, hasHost);
}

/**
 * Finds dot segments if there are more than the route has. A route without any has a safe path if that has none
 * before its query. For a route such as `/{+a}/./b`, the query counts as well: with `../c?` for `a`, the path would
 * end before the segment of the route, and the one of the value would be taken for it.
 */
function findDotSegments(path: string, literalDots: number): UnsafePart | undefined {
  if (!DOTS.test(path)) return undefined;
  const checked = literalDots === 0 ? path.replace(/[?#].*/, "") : path.replace(/[?#]/g, "/");
  if (countDotSegments(checked) <= literalDots) return undefined;
  return {
    made: explain(() => `a path segment "." or ".."`),
    texts: checked.matchAll(DOT_SEGMENT),
  };
}

/** Finds a beginning that would be a host, as in `//host`, or a part of the host before it, as in `.host`. */
function findHost(path: string, hasHost: boolean): UnsafePart | undefined {
  if (hasHost ? /^(?![^/?#])/.test(path) : /^\/(?!\/)/.test(path)) return undefined;
  return {
    made: explain(() => "a path that may be read as a host"),
    texts: path.matchAll(/^\/?./g),
  };
}

/** The number of segments `.` and `..` in a path. */
export function countDotSegments(path: string): number {
  return path.match(DOT_SEGMENT)?.length ?? 0;
}

/** Text that makes a path unsafe. */
export interface UnsafePart {
  /** A description, for the message. */
  readonly made: string | undefined;
  /** The matches of all such text in the path, or in its beginning. */
  readonly texts: Iterator<RegExpExecArray, undefined>;
}
