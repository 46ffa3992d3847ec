/** Tells whether a request target, or an absolute URL, names the path that was configured. */
export type PathMatcher = (target: string) => boolean;

/**
 * The path of a request target, without one trailing slash and the query, behind the origin of an
 * absolute URL (RFC 9112, section 3.2.2). A target without a path (`*`, `host:port`) does not match.
 */
const TARGET = /^(?:https?:\/\/[^/?#\\]+|(?=\/))([^?]*?)\/?(?:\?|$)/i;

/**
 * Compares text, one trailing slash and a query aside (specification, section C). Nothing is
 * decoded or normalised, so no other spelling of the path can match.
 */
export function createPathMatcher(path: string): PathMatcher {
  const base = path.endsWith("/") ? path.slice(0, -1) : path;
  return (target) => target === path || TARGET.exec(target)?.[1] === base; // nearly always as it is
}
