/** Lists, page by page, by the style in which the service divides them (contract F.15). */
import { explain } from "../../base/explain.js";
import { writeMessage } from "../../base/package.js";
import { followPath } from "../../base/values.js";
import type { Pagination } from "../../catalog/client.js";
import { findNextLink } from "../../http/links.js";
import type { RoutePlan } from "../endpoint/route/placement.js";
import type { RequestOptions } from "../endpoint/types.js";
import { isPlainObject, readOwn, type UnknownRecord } from "../endpoint/values.js";
import { showRoute } from "./auth/auth.js";
import type { BodyChoice, ClientHost, InternalSettings } from "./call.js";
import { createPageError } from "./errors.js";
import type { ClientResponse, Page } from "./responses.js";
import type { Paginated, RequestSettings } from "./types.js";

/**
 * Creates the list that sends the first request of a route, and those for later pages.
 * @param plan That of the route, where a function brings it.
 */
export function createList(
  { build, start, sender, pages }: LentParts,
  route: string,
  parameters: UnknownRecord,
  settings?: RequestSettings,
  plan?: RoutePlan,
  internal?: InternalSettings,
): List {
  const { catalog, values, auth } = sender;
  return {
    route: showRoute(auth, route),
    parameters,
    rule: readOwn(catalog.paginationOf ?? {}, route) ?? catalog.pagination,
    styles: pages,
    stringify: values?.stringify ?? JSON.stringify,
    build: (changed) => build(route, changed, plan),
    send(request, first) {
      const pageSettings = { ...settings, ifNoneMatch: first?.ifNoneMatch };
      return start(
        route,
        request,
        pageSettings,
        internal && { ...internal, choice: first?.choice },
      );
    },
  };
}

/** Iterates over the items of a list, or over its pages. */
export function paginate(list: List): Paginated<ClientResponse, unknown> {
  return {
    pages: () => iteratePages(list),
    async *[Symbol.asyncIterator]() {
      // Not over `iteratePages`: a second generator would cost each item more promises.
      for (let step = await openFirst(list); step; step = await step.next?.())
        for (const item of step.page.items) yield item;
    },
  };
}

async function* iteratePages(
  list: List,
): AsyncGenerator<Page<ClientResponse, unknown>, void, undefined> {
  for (let step = await openFirst(list); step; step = await step.next?.()) yield step.page;
}

async function openFirst(list: List): Promise<PageStep | undefined> {
  const openPage = createPageOpener(list); // throws before a request is sent
  const request = list.build(list.parameters);
  return openPage(request, await list.send(request));
}

/**
 * Creates the function that turns the responses of a list into its pages.
 * @throws TypeError for a route that is not a list.
 */
export function createPageOpener(list: List): OpenPage {
  const { route, rule, styles, stringify, send } = list;
  // Each style takes the rule that has its name.
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- otherwise a style takes no rule at all
  const style = rule && (styles[rule.style] as PageStyle<Pagination> | undefined);
  if (!style) {
    const detail = explain(() => "is not divided into pages; expected a list with pagination");
    throw new TypeError(writeMessage("INVALID_ROUTE", `Route "${route}"`, detail));
  }
  /** Requests so far, with the number of pages before each one. */
  const seen = new Map<string, number>();
  const openPage: OpenPage = (
    request,
    response,
    { index = 0, count: countBefore = 0, before } = {},
  ) => {
    const items = findItems(list, rule, response);
    const text = style.isNumbered && stringify(items);
    if (text && text === before) return undefined;
    const page = { ...response, items };
    seen.set(keyOf(request), index);
    const count = countBefore + items.length;
    try {
      const next = style.next(list, rule, { request, page, items, index, count });
      // An earlier page may be opened again, so only a request for this page or one before it is a cycle.
      if (!next || Number(seen.get(keyOf(next))) <= index) return { page };
      return {
        page,
        nextRequest: next,
        next: async () =>
          openPage(next, await send(next), { index: index + 1, count, before: text }),
      };
    } catch (error) {
      return { page, next: () => Promise.reject(error) }; // the caller gets this page first
    }
  };
  return openPage;
}

/** Identity of a page request. Includes the body, which may hold the cursor; a fragment is not sent. */
function keyOf({ url, body }: RequestOptions): string {
  const address = url.replace(/#.*/s, "");
  return body === undefined ? address : JSON.stringify([address, body]);
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
  if (Array.isArray(data)) return data;
  if (typeof data === "string" || data instanceof ArrayBuffer)
    throw createPageError("INVALID_BODY", "a page that is not JSON", route, page);
  const inside: unknown[] =
    path === undefined ? Object.values(data ?? {}) : [followPath(data, path)];
  return inside.find((each) => Array.isArray(each)) ?? [];
}

// ---- Links

/** A page has the address of the next one, in the header `link` or in its body. */
export const linkPages: StyleOf<"link"> = {
  next({ route }, { next: place }, { request, page }) {
    const target = place
      ? followPath(page.data, place.body)
      : findNextLink(page.headers.get("link") ?? "");
    if (typeof target !== "string" || target === "") return undefined;
    const url = findAddress(target, page.url);
    if (url !== undefined) return { ...request, url };
    // The server may not choose where credentials go (contract F.8).
    const got = "a link to the next page that leads to another origin";
    throw createPageError("FOREIGN_LINK", got, route, page);
  },
};

/** The address of a link; `undefined` if it leads to another origin than its page, or is not a URL. */
function findAddress(target: string, pageUrl: string): string | undefined {
  const origin = ORIGIN.exec(pageUrl)?.[0];
  // Most links need no parser, which takes a tenth of a page's time: they name the host as their page does.
  if (origin !== undefined && target.startsWith(origin)) return target;
  const next = URL.canParse(target, pageUrl) && new URL(target, pageUrl);
  return next && next.origin === new URL(pageUrl).origin ? next.href : undefined;
}

/** Scheme and authority of a URL, with the slash after them. */
const ORIGIN = /^https?:\/\/[^/?#\\]+\//;

// ---- Cursors

/** A page has a value that asks for the next one. */
export const cursorPages: StyleOf<"cursor"> = {
  next(list, rule, { request, page, items }) {
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
};

// ---- Numbers

/** A style whose parameter is a number. A list ends at a page that says so, or else at an empty page. */
const countedPages: PageStyle<CountedRule> = {
  isNumbered: true,
  next(list, rule, { request, page: { data }, items, index, count }) {
    const { style, parameter } = rule;
    const isOffset = style === "offset";
    const { first: lowest = isOffset ? 0 : 1 } = rule;
    // A caller may begin in the middle of the list.
    const { [parameter]: given, data: body } = list.parameters;
    const firstRequested = Number(given ?? followPath(body, parameter) ?? lowest);
    const next = firstRequested + (isOffset ? count : index + 1);
    const before = next - lowest; // items, or pages, before the next page
    const isLast =
      items.length === 0 ||
      isDeclaredLast(rule, data) ||
      isReached(rule.total, data, items.length, isOffset ? before : count) ||
      isReached(rule.pages, data, 1, before) ||
      items.length < readSize(rule, request.url, data);
    return isLast ? undefined : rebuild(list, request, parameter, next);
  },
};

export const offsetPages: StyleOf<"offset"> = countedPages;
export const numberedPages: StyleOf<"page"> = countedPages;

/** Tells whether a total in the body is reached. Ignores one that is smaller than the page itself. */
function isReached(
  path: string | undefined,
  data: unknown,
  least: number,
  reached: number,
): boolean {
  const total = path === undefined ? NaN : Number(followPath(data, path) ?? NaN);
  return total >= least && reached >= total;
}

/**
 * The size of a full page; 0 if it is unknown. A size that the caller sets counts only if the
 * maximum is declared, because the service may send fewer items.
 */
function readSize({ size }: CountedRule, url: string, data: unknown): number {
  if (size === undefined) return 0;
  if ("body" in size) {
    const sizeInBody = followPath(data, size.body);
    return typeof sizeInBody === "number" ? sizeInBody : 0;
  }
  const sizeInUrl = new URL(url).searchParams.get(size.parameter);
  if (sizeInUrl === null) return size.default ?? 0;
  return size.maximum === undefined ? 0 : Math.min(Number(sizeInUrl), size.maximum);
}

// ---- What several styles need

/**
 * The request with another value of a parameter. If the URL does not change, the value goes into a body
 * that was given whole as `data`.
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

// ---- Types

/** A page, and the step to the next one. Neither keeps the pages before or after it in memory. */
export interface PageStep {
  readonly page: Page<ClientResponse, unknown>;
  /** The request for the next page; absent after the last one, and if none can be sent. */
  readonly nextRequest?: RequestOptions;
  /**
   * Requests the next page; absent after the last one. Resolves to `undefined` if the service repeats
   * the page instead.
   */
  readonly next?: () => Promise<PageStep | undefined>;
}

/** Creates the step for a page from its response. All steps of a list come from one such function. */
export type OpenPage = (
  request: RequestOptions,
  response: ClientResponse,
  /** Default: that of the first page. */
  place?: Partial<PagePlace>,
) => PageStep | undefined;

/** The place of a page in its list. */
export interface PagePlace {
  /** The number of pages before it. */
  readonly index: number;
  /** The number of items before it. */
  readonly count: number;
  /** The items of the page before, for styles that compare them. */
  readonly before?: string | undefined;
}

/** A list that is requested page by page. */
export interface List extends PageRule {
  readonly route: string;
  readonly parameters: UnknownRecord;
  /** `JSON.stringify`, for items that may hold values that JSON does not have. */
  readonly stringify: (value: unknown) => string;
  readonly build: (parameters: UnknownRecord) => RequestOptions;
  /** @param first Settings of the first page alone. */
  readonly send: (
    request: RequestOptions,
    first?: { readonly ifNoneMatch?: string | undefined; readonly choice?: BodyChoice | undefined },
  ) => Promise<ClientResponse>;
}

/** The rule by which a list is divided into pages, and the code of its style. */
export interface PageRule {
  readonly rule: Pagination | undefined;
  readonly styles: PageStyles;
}

/** The styles that a catalog names. */
export type PageStyles = {
  readonly [Style in Pagination["style"]]?: PageStyle<Extract<Pagination, { style: Style }>>;
};

/** Finds the way from one page of a list to the next one (contract F.15). It keeps no state. */
interface PageStyle<Rule> {
  /** The request for the next page; `undefined` after the last one. */
  next(list: List, rule: Rule, position: PagePosition): RequestOptions | undefined;
  /**
   * Set for styles that end at a page equal to the previous one: some servers ignore the number and repeat
   * a page.
   */
  readonly isNumbered?: true;
}

/** A page in its list. */
interface PagePosition {
  readonly request: RequestOptions;
  readonly page: ClientResponse;
  readonly items: readonly unknown[];
  /** The number of pages before it. */
  readonly index: number;
  /** The number of items up to its last one. */
  readonly count: number;
}

/** Parts of a client that it lends to methods. They have the styles of pages, so they stand here. */
export interface LentParts extends ClientHost {
  /** The styles of pagination that the catalog names. */
  readonly pages: PageStyles;
}

type StyleOf<Name extends keyof PageStyles> = NonNullable<PageStyles[Name]>;

type CountedRule = Extract<Pagination, { style: "offset" | "page" }>;
