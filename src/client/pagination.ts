import type { Pagination } from "../catalog/client.js";
import type { RequestOptions } from "../endpoint/types.js";
import { isPlainObject, type UnknownRecord } from "../endpoint/values.js";
import { followPath } from "./bodies.js";
import { createPageError } from "./errors.js";
import type { ClientResponse, Page, Paginated } from "./types.js";

/** Steps of an iteration from one page to the next (contract F.15). */
export interface Steps {
  /** The request for the next page; `undefined` after the last one. */
  next(
    request: RequestOptions,
    page: ClientResponse,
    items: readonly unknown[],
  ): RequestOptions | undefined;
  /** Tells whether a page repeats the one before. A server that ignores the number repeats it forever. */
  isRepeated?(items: readonly unknown[]): boolean;
}

/** Starts an iteration over the pages of a list by a rule. */
export type PageStyle<Rule> = (list: List, rule: Rule) => Steps;

export type PageStyles = {
  readonly [Style in Pagination["style"]]?: PageStyle<Extract<Pagination, { style: Style }>>;
};

/** A list that is requested page by page. */
export interface List {
  readonly route: string;
  readonly parameters: UnknownRecord;
  readonly rule: Pagination | undefined;
  readonly styles: PageStyles;
  readonly build: (parameters: UnknownRecord) => RequestOptions;
  readonly send: (request: RequestOptions) => Promise<ClientResponse>;
}

export function paginate(list: List): Paginated<ClientResponse, unknown> {
  return {
    pages: () => iteratePages(list),
    async *[Symbol.asyncIterator]() {
      for await (const { items } of iteratePages(list)) yield* items;
    },
  };
}

async function* iteratePages(
  list: List,
): AsyncGenerator<Page<ClientResponse, unknown>, void, undefined> {
  const { route, parameters, rule, styles, build, send } = list;
  // Each style takes the rule that has its name.
  const begin = rule && (styles[rule.style] as PageStyle<Pagination> | undefined);
  if (!begin)
    throw new TypeError(
      `Route "${route}" is not divided into pages; expected a list with pagination.`,
    );
  const steps = begin(list, rule);
  const seen = new Set<string>();
  let request: RequestOptions | undefined = build(parameters);
  do {
    const page = await send(request);
    seen.add(keyOf(request));
    const items = findItems(list, rule, page);
    if (steps.isRepeated?.(items)) return;
    yield { ...page, items };
    request = steps.next(request, page, items);
  } while (request && !seen.has(keyOf(request)));
}

/** Identity of a page request. Includes the body, which may hold the cursor; a fragment is not sent. */
function keyOf({ url, body }: RequestOptions): string {
  return JSON.stringify([url.replace(/#.*/s, ""), body]);
}

/**
 * The items of a page; none if there is no list in its JSON.
 * @throws ResponseError for text and bytes: the page of a proxy is not the end of a list.
 */
function findItems(
  { route }: List,
  { items: path }: Pagination,
  page: ClientResponse,
): readonly unknown[] {
  const { data } = page;
  if (typeof data === "string" || data instanceof ArrayBuffer)
    throw createPageError("INVALID_BODY", "a page that is not JSON", route, page);
  const inside: unknown[] =
    path === undefined ? Object.values(data ?? {}) : [followPath(data, path)];
  return [data, ...inside].find((each) => Array.isArray(each)) ?? [];
}

// ---- Styles

type StyleOf<Name extends keyof PageStyles> = NonNullable<PageStyles[Name]>;

export const linkPages: StyleOf<"link"> = ({ route }, { next: place }) => ({
  next(request, page) {
    const target = place
      ? followPath(page.data, place.body)
      : findNextLink(page.headers.get("link") ?? "");
    if (typeof target !== "string" || target === "") return undefined;
    const { origin } = new URL(page.url);
    const next = URL.canParse(target, page.url) && new URL(target, page.url);
    if (next && next.origin === origin) return { ...request, url: next.href };
    // The server may not choose where credentials go (contract F.8). The caller has the page.
    const got = "a link to the next page that leads to another origin";
    throw createPageError("FOREIGN_LINK", got, route, page);
  },
});

/** A link, its parameters before the first `rel`, and the value of that (RFC 8288, section 3). */
const LINK =
  /<([^<>]*)>(?:\s*;\s*(?!rel\s*=)[^\s=;,<>"]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,<>"]+))?)*\s*;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,<>"]+))/gi;

/** The target of the link to the next page in a `link` header. */
export function findNextLink(header: string): string | undefined {
  for (const [, target, quoted, token = ""] of header.matchAll(LINK))
    if (/(?:^|\s)next(?:\s|$)/i.test(quoted ?? token)) return target;
  return undefined;
}

export const cursorPages: StyleOf<"cursor"> = (list, rule) => ({
  next(request, page, items) {
    const { parameter, next } = rule;
    if (isDeclaredLast(rule, page.data)) return undefined;
    const cursor =
      "header" in next
        ? page.headers.get(next.header)
        : "item" in next
          ? followPath(items.at(-1), next.item)
          : followPath(page.data, next.body);
    const isEnd = cursor === undefined || cursor === null || cursor === "" || cursor === false;
    return isEnd ? undefined : rebuild(list, request, parameter, cursor);
  },
});

/**
 * The request with another value of a parameter. A body that was given whole, as `data`, gets the
 * value if the URL has no place for it.
 */
function rebuild(
  { parameters, build }: List,
  { url }: RequestOptions,
  name: string,
  value: unknown,
): RequestOptions {
  const request = build({ ...parameters, [name]: value });
  const { data } = parameters;
  if (!isPlainObject(data) || request.url !== url) return request;
  return build({ ...parameters, data: { ...data, [name]: value } });
}

/** Tells whether a page says that it is the last one. */
function isDeclaredLast(
  { more, done }: { readonly more?: string; readonly done?: string },
  data: unknown,
): boolean {
  if (more !== undefined && !followPath(data, more)) return true;
  return done !== undefined && Boolean(followPath(data, done));
}

type CountedRule = Extract<Pagination, { style: "offset" | "page" }>;

export const offsetPages = /* @__PURE__ */ createCountedPages(0, ({ length }) => length);
export const numberedPages = /* @__PURE__ */ createCountedPages(1, () => 1);

/** A style whose parameter is a number. An empty page is the last one, unless an earlier one says so. */
function createCountedPages(
  usual: number,
  stepOver: (items: readonly unknown[]) => number,
): PageStyle<CountedRule> {
  return (list, rule) => {
    const { style, parameter, first = usual } = rule;
    const { [parameter]: given, data: body } = list.parameters;
    let start = Number(given ?? followPath(body, parameter) ?? first);
    let count = style === "offset" ? start - first : 0;
    let before: string | undefined;
    return {
      next(request, { data }, items) {
        start += stepOver(items);
        count += items.length;
        const isLast =
          items.length === 0 ||
          isDeclaredLast(rule, data) ||
          isReached(rule.total, data, items.length, count) ||
          isReached(rule.pages, data, 1, start - first) ||
          items.length < (readSize(rule, request.url, data) ?? 0);
        return isLast ? undefined : rebuild(list, request, parameter, start);
      },
      isRepeated(items) {
        const last = before;
        before = JSON.stringify(items);
        return before === last;
      },
    };
  };
}

/** Tells whether a number in the body is reached. One that the page itself exceeds is ignored. */
function isReached(
  path: string | undefined,
  data: unknown,
  least: number,
  reached: number,
): boolean {
  const number = path === undefined ? undefined : Number(followPath(data, path) ?? NaN);
  return number !== undefined && number >= least && reached >= number;
}

/** The largest size of the page; `undefined` if it is unknown, as above a maximum that is not declared. */
function readSize({ size }: CountedRule, url: string, data: unknown): number | undefined {
  if (size === undefined) return undefined;
  if ("body" in size) {
    const given = followPath(data, size.body);
    return typeof given === "number" ? given : undefined;
  }
  const given = new URL(url).searchParams.get(size.parameter);
  if (given === null) return size.default;
  return size.maximum === undefined ? undefined : Math.min(Number(given), size.maximum);
}
