/**
 * The parameters of pages: where the request for a page differs from the first one of its list, as plain JSON. The
 * page after the first one may have this parameter:
 *
 *     { "request": { "search": "?page=2" }, "index": 1, "count": 30, "before": "5170.-1834502211" }
 */
import type { List, PageStep } from "../client/pages.js";
import type { RequestOptions } from "../endpoint/types.js";
import type { PageParam, PageRequest } from "./types.js";

/** Parameter of the page after a step; `null` after the last page. */
export async function toParam(
  first: RequestOptions,
  { list, step }: OpenedPage,
  param: PageParam | null,
  credentials: readonly string[],
): Promise<PageParam | null> {
  const { page, next, nextRequest } = step;
  if (!nextRequest) {
    await next?.(); // rejects: the next page cannot be requested
    return null;
  }
  const request = toPageRequest(first, nextRequest, credentials);
  // A list that leads back to its first page has ended.
  if (isSame(request, toPageRequest(first, first, credentials))) return null;
  return {
    request,
    index: (param?.index ?? 0) + 1,
    count: (param?.count ?? 0) + page.items.length,
    before: list.stringify(page.items),
  };
}

/** Says where a request differs from the first one of its list: nearly always, in the query alone. */
function toPageRequest(
  first: RequestOptions,
  { url, body }: RequestOptions,
  credentials: readonly string[],
): PageRequest {
  const start = new URL(first.url);
  const target = new URL(url);
  // A link may repeat a credential of the request. It must not be stored; the client sends it again.
  for (const name of credentials)
    if (target.searchParams.has(name) && !start.searchParams.has(name))
      target.searchParams.delete(name);
  return {
    ...(target.pathname !== start.pathname && { path: target.pathname }),
    search: target.search,
    ...(body !== undefined && { body }),
  };
}

/** The origin is that of the first request: a parameter cannot choose where credentials go (contract F.8). */
export function applyParam(
  first: RequestOptions,
  { path, search, body }: PageRequest,
): RequestOptions {
  const url = new URL(first.url);
  if (path !== undefined) url.pathname = path;
  url.search = search;
  return { ...first, url: url.href, ...(body !== undefined && { body }) };
}

/** Tells whether two parameters request the same page. */
export function isSamePage(one: PageParam | null, other: PageParam): boolean {
  return one !== null && isSame(one.request, other.request);
}

function isSame(one: PageRequest, other: PageRequest): boolean {
  return toJsonText(one) === toJsonText(other);
}

/** JSON has no bigints; they become text. */
export function toJsonText(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === "bigint" ? String(each) : each,
  );
}

/** A short text that differs where the long ones do, but for one case in billions. */
export function digest(text: string): string {
  let hash = text.length;
  for (let index = 0; index < text.length; index++)
    hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0;
  return `${text.length}.${hash}`;
}

/** A page that was received, with its list. */
export interface OpenedPage {
  readonly list: List;
  readonly step: PageStep;
}
