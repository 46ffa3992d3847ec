/**
 * Lists: sends the request for a page, finds the items in its response, and asks for the next one (contract F.15).
 * The style in which a service divides its lists (`page-styles.ts`) makes the request for the next page.
 */
import { explain } from "../../base/explain.js";
import { writeMessage } from "../../base/package.js";
import { followPath } from "../../base/values.js";
import type { Pagination } from "../../catalog/client.js";
import type { RoutePlan } from "../endpoint/route/placement.js";
import type { RequestOptions } from "../endpoint/types.js";
import { readOwn, type UnknownRecord } from "../endpoint/values.js";
import { showRoute } from "./auth/auth.js";
import type { BodyChoice, ClientHost, InternalSettings } from "./call.js";
import { createPageError } from "./attempt-errors.js";
import type { PageRule, PageStyle, PageStyles, StyledList } from "./page-styles.js";
import type { ClientResponse, Page } from "./response-types.js";
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
  /** The number of pages before that of each request so far. */
  const indexOf = new Map<string, number>();
  // An earlier page may be opened again, so only a request for this page or one before it is a cycle.
  const isCycle = (next: RequestOptions, index: number): boolean => {
    const knownIndex = indexOf.get(keyOf(next));
    return knownIndex !== undefined && knownIndex <= index;
  };
  const openPage: OpenPage = (
    request,
    response,
    { index = 0, count: countBefore = 0, before } = {},
  ) => {
    const items = findItems(list, rule, response);
    const text = style.isNumbered && stringify(items);
    if (text && text === before) return undefined; // the service repeats the page
    const page = { ...response, items };
    indexOf.set(keyOf(request), index);
    const count = countBefore + items.length;
    try {
      const next = style.next(list, rule, { request, page, items, index, count });
      if (!next || isCycle(next, index)) return { page };
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
export interface List extends PageRule, StyledList {
  /** `JSON.stringify`, for items that may hold values that JSON does not have. */
  readonly stringify: (value: unknown) => string;
  /** @param first Settings of the first page alone. */
  readonly send: (
    request: RequestOptions,
    first?: { readonly ifNoneMatch?: string | undefined; readonly choice?: BodyChoice | undefined },
  ) => Promise<ClientResponse>;
}

/** Parts of a client that it lends to methods. They have the styles of pages, so they stand here. */
export interface LentParts extends ClientHost {
  /** The styles of pagination that the catalog names. */
  readonly pages: PageStyles;
}
