/** Pages of a list as callers see them (contract H.4). */
import type { PageStep } from "../client/pagination.js";
import { isPlainObject } from "../endpoint/values.js";
import type { PageSteps } from "./types.js";

/** Holds neither the page before nor the one after it. */
export class ListPage implements PageSteps<unknown, unknown> {
  readonly #step: PageStep;

  /** The items of a page, also where a field of its body is called `data`. */
  static itemsOf(page: ListPage): readonly unknown[] {
    return page.#step.page.items;
  }

  constructor(step: PageStep) {
    this.#step = step;
    const { data, items } = step.page;
    // The methods are the page's own; the last key would replace its class.
    const {
      hasNextPage,
      getNextPage,
      ["__proto__"]: prototype,
      ...fields
    } = isPlainObject(data) ? data : {};
    Object.assign(this, fields, { data: fields["data"] ?? items });
  }

  /** Goes from page to page, and forgets each one. */
  static async *follow(start: ListPage | undefined): AsyncGenerator<ListPage, void, undefined> {
    for (let page = start; page; page = await page.#next()) yield page;
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

  async *[Symbol.asyncIterator](): AsyncGenerator<unknown, void, undefined> {
    for await (const page of ListPage.follow(this)) yield* page.#step.page.items;
  }

  async #next(): Promise<ListPage | undefined> {
    const step = await this.#step.next?.();
    const Class = this.constructor as typeof ListPage; // the one that made this page
    return step && new Class(step);
  }
}
