import { pageFailed } from "./errors.js";
import type { PageStyles } from "./pagination.js";
import { readPath } from "./read-body.js";

type StyleOf<Name extends keyof PageStyles> = NonNullable<PageStyles[Name]>;

export const linkPages: StyleOf<"link"> = ({ route }) => ({
  next(request, page) {
    const target = findNextLink(page.headers.get("link") ?? "");
    if (target === undefined) return undefined;
    const { origin } = new URL(page.url);
    const next = URL.canParse(target, page.url) && new URL(target, page.url);
    if (next && next.origin === origin) return { ...request, url: next.href };
    // The server may not choose where credentials go (contract F.8). The caller has the page.
    const problem = "a link to the next page that leads to another origin";
    throw pageFailed("FOREIGN_LINK", problem, route, page);
  },
});

/** A link, its parameters before the first `rel`, and what that is (RFC 8288, section 3). */
const LINK =
  /<([^<>]*)>(?:\s*;\s*(?!rel\s*=)[^\s=;,<>"]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,<>"]+))?)*\s*;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,<>"]+))/gi;

/** The target of the link to the next page in a `link` header. */
export function findNextLink(header: string): string | undefined {
  for (const [, target, quoted, token = ""] of header.matchAll(LINK))
    if (/(?:^|\s)next(?:\s|$)/i.test(quoted ?? token)) return target;
  return undefined;
}

export const cursorPages: StyleOf<"cursor"> = (
  { parameters, build },
  { parameter, next, more },
) => ({
  next(_request, page, items) {
    if (more !== undefined && !readPath(page.data, more)) return undefined;
    const cursor =
      "header" in next
        ? page.headers.get(next.header)
        : "item" in next
          ? readPath(items.at(-1), next.item)
          : readPath(page.data, next.body);
    const isEnd = cursor === undefined || cursor === null || cursor === "" || cursor === false;
    return isEnd ? undefined : build({ ...parameters, [parameter]: cursor });
  },
});

export const offsetPages = /* @__PURE__ */ createCountedPages(0, ({ length }) => length);
export const numberedPages = /* @__PURE__ */ createCountedPages(1, () => 1);

/** A style whose parameter is a number. An empty page is the last one. */
function createCountedPages(
  usual: number,
  stepOver: (items: readonly unknown[]) => number,
): StyleOf<"offset" | "page"> {
  return ({ parameters, build }, { parameter, first = usual }) => {
    let start = Number(parameters[parameter] ?? first);
    let before: string | undefined;
    return {
      next(_request, _page, items) {
        start += stepOver(items);
        return items.length === 0 ? undefined : build({ ...parameters, [parameter]: start });
      },
      // A server that ignores the number would send the first page forever.
      isRepeated(items) {
        const last = before;
        before = JSON.stringify(items);
        return before === last;
      },
    };
  };
}
