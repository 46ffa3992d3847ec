/** The `link` header. */

/** Matches a link, its parameters before the first `rel`, and the value of `rel` (RFC 8288, section 3). */
const LINK =
  /<([^<>]*)>(?:\s*;\s*(?!rel\s*=)[^\s=;,<>"]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,<>"]+))?)*\s*;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,<>"]+))/gi;

/** The target of the link to the next page in a `link` header. */
export function findNextLink(header: string): string | undefined {
  LINK.lastIndex = 0; // `matchAll` would copy the pattern for each header
  for (let link = LINK.exec(header); link; link = LINK.exec(header)) {
    const [, target, quoted, token = ""] = link;
    if (/(?:^|\s)next(?:\s|$)/i.test(quoted ?? token)) return target;
  }
  return undefined;
}
