/** Reads the path and the headers of a request as its client sent them. Servers of this package use both. */
import { isText, quote, unexpected } from "../base/expect.js";

// ---- The option `path`, and the paths that it matches

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
 * Creates a matcher that ignores one trailing slash and the query (contract C.2 and C.17). It neither decodes
 * nor normalises, so that no other spelling of the path can match.
 */
export function createPathMatcher(path: string): PathMatcher {
  if (path === "*") return () => true;
  const base = path.endsWith("/") ? path.slice(0, -1) : path;
  return (target) => target === path || TARGET.exec(target)?.[1] === base; // mostly the first
}

/**
 * Captures the path of a request target, without one trailing slash and the query, behind the origin of
 * an absolute URL (RFC 9112, section 3.2.2). A target without a path (`*`, `host:port`) does not match.
 */
const TARGET = /^(?:https?:\/\/[^/?#\\]+|(?=\/))([^?]*?)\/?(?:\?|$)/i;

// ---- Headers as Node lists them: names and values in turn, in their order, with each repetition

/** Headers as Node has them; of some names it drops repeated values, and joins those of others. */
export type HeaderValues = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Lists names and values of a request in turn, as they were sent. Requests that a platform has made may have
 * no raw headers.
 */
export function readRawHeaders(request: {
  readonly headers?: HeaderValues;
  readonly rawHeaders?: readonly string[];
}): readonly string[] {
  const { headers = {}, rawHeaders = [] } = request;
  if (rawHeaders.length > 0) return rawHeaders;
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [name, String(value)],
  );
}

/**
 * Joins all values of a header among names and values in turn; `null` if there is none.
 * @param name In lower case.
 */
export function findHeader(rawHeaders: readonly string[], name: string): string | null {
  let joined: string | null = null;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const candidate = rawHeaders[index];
    if (candidate?.length !== name.length || candidate.toLowerCase() !== name) continue;
    const value = rawHeaders[index + 1] ?? "";
    joined = joined === null ? value : `${joined}, ${value}`;
  }
  return joined;
}

/** Pairs of names and values that are listed in turn. */
export function toPairs(rawHeaders: readonly string[]): readonly (readonly [string, string])[] {
  return rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ""] as const] : [],
  );
}
