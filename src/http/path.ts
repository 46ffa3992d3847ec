/** The paths that a server of this package answers: reads the option `path`, and compares it with URLs. */
import { isText, quote, unexpected } from "../base/expect.js";

/**
 * Returns a path that can match a URL: with one leading slash, without a query, spelt as URLs spell it.
 * @param example A path for the message of the error.
 * @throws TypeError for anything else.
 */
export function expectPath(path: unknown, example: string): string {
  if (typeof path === "string" && /^\/(?!\/)/.test(path) && spellPath(path) === path) return path;
  const expected = `a path such as \`${example}\`: one leading slash, no query, percent-encoded`;
  if (!isText(path)) throw unexpected(path, "`path`", expected);
  throw new TypeError(`\`path\` is ${quote(path)}; expected ${expected}.`);
}

/** Writes a path as URLs have it, because no other spelling could match. */
function spellPath(path: string): string {
  return new URL(`http://localhost${path}`).pathname;
}

/** Returns true for a request target, or an absolute URL, with the configured path. */
export type PathMatcher = (target: string) => boolean;

/**
 * Captures the path of a request target, without one trailing slash and the query, behind the origin of
 * an absolute URL (RFC 9112, section 3.2.2). A target without a path (`*`, `host:port`) does not match.
 */
const TARGET = /^(?:https?:\/\/[^/?#\\]+|(?=\/))([^?]*?)\/?(?:\?|$)/i;

/**
 * Creates a matcher that ignores one trailing slash and the query (contract C.2 and C.17). It neither decodes
 * nor normalises, so that no other spelling of the path can match.
 */
export function createPathMatcher(path: string): PathMatcher {
  if (path === "*") return () => true;
  const base = path.endsWith("/") ? path.slice(0, -1) : path;
  return (target) => target === path || TARGET.exec(target)?.[1] === base; // mostly the first
}
