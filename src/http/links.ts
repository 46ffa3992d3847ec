/** The `link` header. */

/** Matches a link, its parameters before the first `rel`, and the value of `rel` (RFC 8288, section 3). */
const LINK =
  /<([^<>]*)>(?:\s*;\s*(?!rel\s*=)[^\s=;,<>"]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,<>"]+))?)*\s*;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,<>"]+))/gi;

/** The target of the link to the next page in a `link` header. */
export function findNextLink(header: string): string | undefined {
  for (const [, target, quoted, token = ""] of header.matchAll(LINK))
    if (/(?:^|\s)next(?:\s|$)/i.test(quoted ?? token)) return target;
  return undefined;
}
