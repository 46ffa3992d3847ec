/**
 * Requests a page of a list by a parameter that is plain data, and makes the parameter of the next page. A page of
 * a method knows the next one by a function, which cannot be stored with it.
 */
import { SENDER, type UntypedCore } from "../client/client.js";
import type { List, PageStep } from "../client/pages.js";
import type { RequestOptions } from "../endpoint/types.js";
import type { CallForClient } from "../sdk/calls.js";
import type { ListCode } from "../sdk/lists.js";
import { callMethod, type BoundMethod, type MethodForm } from "../sdk/methods.js";
import type { PageParam, PageRequest } from "./types.js";

/**
 * Sends the request for a page.
 * @param args The arguments of the method, with its options.
 * @param param `null` for the first page.
 * @throws ResponseError for a link that leads to another origin, and what the method throws.
 */
export async function requestPage(
  method: BoundMethod & { readonly form: PagedForm },
  client: UntypedCore,
  args: readonly unknown[],
  param: PageParam | null,
): Promise<PlainPage> {
  const list = new ResumedList(method.form, param);
  const page = await callMethod({ ...method, form: list.form }, client, ...args);
  const credentials = (client[SENDER]().catalog.auth ?? []).flatMap((scheme) =>
    scheme.in === "query" ? [scheme.key] : [],
  );
  return { ...(page as object), nextPageParam: await list.findNextParam(credentials) };
}

/**
 * A list that begins with the page of a parameter. While that page is requested, it keeps what the parameter of the
 * next one is made of.
 */
class ResumedList {
  readonly #form: PagedForm;
  readonly #param: PageParam | null;
  /** The request for the first page of the list, which another page is compared with. */
  #first: RequestOptions | undefined;
  /** The page that was received. */
  #opened: OpenedPage | undefined;

  constructor(form: PagedForm, param: PageParam | null) {
    this.#form = form;
    this.#param = param;
  }

  /** The form of the method, with which a call requests the page. */
  get form(): MethodForm {
    return {
      ...this.#form,
      lists: { ...this.#form.lists, createOpener: (list) => this.#createOpener(list) },
      adapt: adaptWith(this.#form, (list) => ({
        ...list,
        // Only compared, so a short text does for it in a parameter.
        stringify: (items) => digest(list.stringify(items)),
        build: (parameters) => this.#build(list, parameters),
      })),
    };
  }

  #build(list: List, parameters: List["parameters"]): RequestOptions {
    const request = list.build(parameters);
    if (parameters !== list.parameters) return request; // for a later page
    this.#first = request;
    return this.#param ? applyParam(request, this.#param.request) : request;
  }

  #createOpener(list: List): ReturnType<ListCode["createOpener"]> {
    const open = this.#form.lists.createOpener(list);
    return (request, response) => {
      // A service that repeats a page instead of sending the next one has no more items.
      const end = { page: { ...response, data: undefined, items: [] } };
      const step = open(request, response, this.#param ?? undefined) ?? end;
      this.#opened = { list, step };
      return step;
    };
  }

  /** Makes the parameter of the page after the requested one; `null` after the last page. */
  async findNextParam(credentials: readonly string[]): Promise<PageParam | null> {
    if (!this.#first || !this.#opened) return null;
    return toParam(this.#first, this.#opened, this.#param, credentials);
  }
}

/** Changes the list of a call, after the change that the form makes. */
function adaptWith({ adapt }: MethodForm, change: (list: List) => List): MethodForm["adapt"] {
  const decorate = (call: CallForClient): CallForClient => ({
    ...call,
    decorate: (list) => change(call.decorate?.(list) ?? list),
  });
  return (given, start) => {
    const begin = (call: CallForClient): ReturnType<typeof start> => start(decorate(call));
    return adapt ? adapt(given, begin) : begin(given);
  };
}

// ---- Parameters

/** Parameter of the page after a step; `null` after the last page. */
async function toParam(
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
function applyParam(first: RequestOptions, { path, search, body }: PageRequest): RequestOptions {
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
function digest(text: string): string {
  let hash = text.length;
  for (let index = 0; index < text.length; index++)
    hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0;
  return `${text.length}.${hash}`;
}

// ---- Types

/** A page as plain data: the fields of its body, and the way to the next one. */
export interface PlainPage {
  readonly nextPageParam: PageParam | null;
}

/** The form of a method of a list. */
type PagedForm = MethodForm & { readonly lists: ListCode };

interface OpenedPage {
  readonly list: List;
  readonly step: PageStep;
}
