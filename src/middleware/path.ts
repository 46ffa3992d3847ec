/** Tells whether a request target, or an absolute URL, names the path that was configured. */
export type PathMatcher = (target: string) => boolean;

const QUESTION_MARK = 0x3f;
const SLASH = 0x2f;

/** Up to the path of an absolute URL: RFC 9112, section 3.2.2. */
const ORIGIN = /^https?:\/\/[^/?#\\]+/i;

/**
 * Compares text, one trailing slash and a query aside (specification, section C). Nothing is
 * decoded or normalised, so no other spelling of the path can match.
 */
export function createPathMatcher(path: string): PathMatcher {
  const base = path.endsWith("/") ? path.slice(0, -1) : path;
  return (target) => {
    const start = findPath(target);
    return start >= 0 && target.startsWith(base, start) && isPathEnd(target, start + base.length);
  };
}

/** Where the path begins, or -1 in a target that has none (`*`, `host:port`). */
function findPath(target: string): number {
  if (target.charCodeAt(0) === SLASH) return 0;
  return ORIGIN.exec(target)?.[0].length ?? -1;
}

function isPathEnd(target: string, index: number): boolean {
  const end = target.charCodeAt(index) === SLASH ? index + 1 : index;
  return end === target.length || target.charCodeAt(end) === QUESTION_MARK;
}
