/** The styles in which services divide lists into pages: each makes the request for the next page (contract F.15). */
import { followPath } from "../../base/values.js";
import type { Pagination } from "../../catalog/client.js";
import { findNextLink } from "../../http/links.js";
import type { RequestOptions } from "../endpoint/types.js";
import { isPlainObject, type UnknownRecord } from "../endpoint/values.js";
import { createPageError } from "./attempt-errors.js";
import type { ClientResponse } from "./response-types.js";

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
    const hasAllItems = isReached(rule.total, data, items.length, isOffset ? before : count);
    const hasAllPages = isReached(rule.pages, data, 1, before);
    const isShort = items.length < readSize(rule, request.url, data);
    const isLast =
      items.length === 0 || isDeclaredLast(rule, data) || hasAllItems || hasAllPages || isShort;
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
  { parameters, build }: StyledList,
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

/** The parts of a list by which a style makes the request for another page. */
export interface StyledList {
  /** Its name in errors. */
  readonly route: string;
  readonly parameters: UnknownRecord;
  readonly build: (parameters: UnknownRecord) => RequestOptions;
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
export interface PageStyle<Rule> {
  /** The request for the next page; `undefined` after the last one. */
  next(list: StyledList, rule: Rule, position: PagePosition): RequestOptions | undefined;
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

type StyleOf<Name extends keyof PageStyles> = NonNullable<PageStyles[Name]>;

type CountedRule = Extract<Pagination, { style: "offset" | "page" }>;
