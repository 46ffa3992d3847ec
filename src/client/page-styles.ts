import { pageFailed } from "./errors.js";
import type { PageStyle, PageStyles, Pagination } from "./pagination.js";
import { readPath } from "./read-body.js";

type StyleOf<Name extends keyof PageStyles> = NonNullable<PageStyles[Name]>;

export const linkPages: StyleOf<"link"> = ({ route }, { next: place }) => ({
  next(request, page) {
    const target = place
      ? readPath(page.data, place.body)
      : findNextLink(page.headers.get("link") ?? "");
    if (typeof target !== "string" || target === "") return undefined;
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

export const cursorPages: StyleOf<"cursor"> = ({ parameters, build }, rule) => ({
  next(_request, page, items) {
    const { parameter, next } = rule;
    if (saysLast(rule, page.data)) return undefined;
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

/** Whether a page says that it is the last one. */
function saysLast(
  { more, done }: { readonly more?: string; readonly done?: string },
  data: unknown,
): boolean {
  if (more !== undefined && !readPath(data, more)) return true;
  return done !== undefined && Boolean(readPath(data, done));
}

type CountedRule = Extract<Pagination, { style: "offset" | "page" }>;

export const offsetPages = /* @__PURE__ */ createCountedPages(0, ({ length }) => length);
export const numberedPages = /* @__PURE__ */ createCountedPages(1, () => 1);

/** A style whose parameter is a number. An empty page is the last one, if none before says so. */
function createCountedPages(
  usual: number,
  stepOver: (items: readonly unknown[]) => number,
): PageStyle<CountedRule> {
  return ({ parameters, build }, rule) => {
    const { style, parameter, first = usual } = rule;
    let start = Number(parameters[parameter] ?? first);
    let count = style === "offset" ? start - first : 0;
    let before: string | undefined;
    return {
      next({ url }, { data }, items) {
        start += stepOver(items);
        count += items.length;
        const isLast =
          items.length === 0 ||
          saysLast(rule, data) ||
          isReached(rule.total, data, items.length, count) ||
          isReached(rule.pages, data, 1, start - first) ||
          items.length < (readSize(rule, url, data) ?? 0);
        return isLast ? undefined : build({ ...parameters, [parameter]: start });
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

/** Whether a number in the body is reached. One below what the page itself shows is not believed. */
function isReached(
  path: string | undefined,
  data: unknown,
  least: number,
  reached: number,
): boolean {
  const number = path === undefined ? undefined : Number(readPath(data, path) ?? NaN);
  return number !== undefined && number >= least && reached >= number;
}

/** How many items the page has at most; `undefined` if that is unknown, as for a size above an undeclared maximum. */
function readSize({ size }: CountedRule, url: string, data: unknown): number | undefined {
  if (size === undefined) return undefined;
  if ("body" in size) {
    const given = readPath(data, size.body);
    return typeof given === "number" ? given : undefined;
  }
  const given = new URL(url).searchParams.get(size.parameter);
  if (given === null) return size.default;
  return size.maximum === undefined ? undefined : Math.min(Number(given), size.maximum);
}
