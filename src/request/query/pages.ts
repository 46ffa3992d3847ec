/**
 * Requests a page of a list by a parameter that is plain data, and makes the parameter of the next page. A page of
 * a method knows the next one by a function, which cannot be stored with it.
 */
import { SENDER, type UntypedCore } from "../client/client.js";
import type { List } from "../client/pages.js";
import type { RequestOptions } from "../endpoint/types.js";
import type { ListCode } from "../sdk/lists.js";
import { callMethod, type BoundMethod, type CallAdapter, type MethodForm } from "../sdk/methods.js";
import { applyParam, digest, toParam, type OpenedPage } from "./page-params.js";
import type { PageParam } from "./types.js";

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
 * A list that begins with the page of a parameter. A call with its form requests that page:
 *
 * 1. `adapt` has the list of the call changed, once `startList` has made it.
 * 2. `#build` makes the first request of that list, keeps it, and changes it by the parameter.
 * 3. The function of `#createOpener` makes a page of the response, and keeps it.
 * 4. `findNextParam` compares the first request with that for the page after it.
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
function adaptWith(
  { adapt = startAsGiven }: MethodForm,
  change: (list: List) => List,
): CallAdapter {
  return (given, start) =>
    adapt(given, (call) =>
      start({ ...call, decorate: (list) => change(call.decorate?.(list) ?? list) }),
    );
}

const startAsGiven: CallAdapter = (given, start) => start(given);

// ---- Types

/** A page as plain data: the fields of its body, and the way to the next one. */
export interface PlainPage {
  readonly nextPageParam: PageParam | null;
}

/** The form of a method of a list. */
type PagedForm = MethodForm & { readonly lists: ListCode };
