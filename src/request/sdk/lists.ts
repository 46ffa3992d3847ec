/** Calls of lists: promises of the first page, from which all pages and their items can be read (contract H.4). */
import type { InternalSettings } from "../client/call.js";
import type { PageRule } from "../client/page-styles.js";
import {
  createList,
  createPageOpener,
  type LentParts,
  type List,
  type OpenPage,
  type PageStep,
} from "../client/pages.js";
import { copyHeaders } from "../endpoint/headers.js";
import type { RoutePlan } from "../endpoint/route/placement.js";
import { isPlainObject } from "../endpoint/values.js";
import {
  addHeaders,
  dataOf,
  MethodCall,
  type CallForClient,
  type SendRequest,
  type SentRequest,
} from "./calls.js";
import type { Call, PageSteps } from "./types.js";

/** A call whose data is the first page of a list; `undefined` if nothing has changed. */
class ListMethodCall extends MethodCall<ListPage | undefined> {
  async *pages(): AsyncGenerator<ListPage, void, undefined> {
    yield* ListPage.follow(await this);
  }

  [Symbol.asyncIterator](): AsyncGenerator<unknown, void, undefined> {
    return ListPage.readItems(this);
  }
}

/** A page. It keeps neither the one before nor the one after it in memory. */
export class ListPage implements PageSteps<unknown, unknown> {
  readonly #step: PageStep;

  /** The items of a page, also if its body has another field `data`. */
  static itemsOf(page: ListPage): readonly unknown[] {
    return page.#step.page.items;
  }

  constructor(step: PageStep) {
    this.#step = step;
    const { data, items } = step.page;
    // A field must not hide a method, and `__proto__` would replace the class.
    const {
      hasNextPage,
      getNextPage,
      ["__proto__"]: prototype,
      ...fields
    } = isPlainObject(data) ? data : {};
    Object.assign(this, fields, { data: fields["data"] ?? items });
  }

  /** Iterates over a page and all later ones, and keeps none of them. */
  static async *follow(start: ListPage | undefined): AsyncGenerator<ListPage, void, undefined> {
    for (let page = start; page; page = await page.#next()) yield page;
  }

  /** Iterates over the items of a page and of all later ones: the only generator, as each costs an item promises. */
  static async *readItems(
    start: ListPage | Promise<ListPage | undefined>,
  ): AsyncGenerator<unknown, void, undefined> {
    // By steps, because pages that nobody sees need not be made.
    const page = await start;
    for (let step = page ? page.#step : undefined; step; step = await step.next?.())
      for (const item of step.page.items) yield item;
  }

  hasNextPage(): boolean {
    return this.#step.next !== undefined;
  }

  async getNextPage(): Promise<never> {
    if (!this.hasNextPage()) throw new RangeError("There is no next page.");
    // A service that repeats a page instead of sending the next one has no more items.
    const end = { page: { ...this.#step.page, data: undefined, items: [] } };
    return ((await this.#next()) ?? new ListPage(end)) as never; // its fields are those of the body
  }

  [Symbol.asyncIterator](): AsyncGenerator<unknown, void, undefined> {
    return ListPage.readItems(this);
  }

  async #next(): Promise<ListPage | undefined> {
    const step = await this.#step.next?.();
    const Class = this.constructor as typeof ListPage; // may be a subclass
    return step && new Class(step);
  }
}

/** Sends the request for the first page of a list, or a request that a class with another surface changes. */
export const startList: SendAsList = (source, { lists }, call) => {
  const { lent, route, plan, internal } = source;
  const { parameters, options, decorate, Page = lists?.Page } = call;
  const { headers, ifNoneMatch } = options;
  const listOfRoute = createList(lent, route, parameters, options, plan, internal);
  const listOfMethod: List = {
    ...listOfRoute,
    ...lists?.pages,
    build: (changed) => addHeaders(listOfRoute.build(changed), headers, route),
  };
  const list = decorate ? decorate(listOfMethod) : listOfMethod;
  const request = list.build(parameters);
  const openPage = lists?.createOpener(list);
  // The client adds the ETag to a copy, which the request for the next page does not get.
  const first = openPage ? { ...request, headers: copyHeaders(request.headers) } : request;
  return {
    result: list.send(first, { ifNoneMatch, choice: internal.choice }),
    toData(result) {
      const step = result.status === 304 ? undefined : openPage?.(request, result);
      return step && Page ? (new Page(step) as never) : dataOf(result);
    },
  };
};

/** The code that only lists need. The client finds the rule of pages by the name of the route. */
export const lists: ListCode = {
  Call: ListMethodCall,
  Page: ListPage,
  createOpener: createPageOpener,
  start: startList,
};

/** The code of lists with the rule by which they are divided into pages. */
export function pagedBy(pages: PageRule): ListCode {
  return { ...lists, pages };
}

// ---- Types

/** The code that only functions of lists need, so that other functions do not bring it into a bundle. */
export interface ListCode {
  readonly Call: new (send: SendRequest<never>) => Call<unknown>;
  readonly Page: new (step: PageStep) => object;
  readonly createOpener: (list: List) => OpenPage;
  readonly start: SendAsList;
  /** The rule of pages, if the client does not know it by the name of the route. */
  readonly pages?: PageRule | undefined;
}

/**
 * Sends a call as the first request of a {@link List}, which can be decorated and can send later pages. Without
 * `lists` in the form, the data is that of the response.
 */
export type SendAsList = (
  source: ListSource,
  form: { readonly lists?: ListCode | undefined },
  call: CallForClient,
) => Omit<SentRequest<never>, "requestId">;

/** The client and the method, of which a list is made besides the call. */
interface ListSource {
  readonly lent: LentParts;
  readonly route: string;
  readonly plan: RoutePlan | undefined;
  readonly internal: InternalSettings;
}
