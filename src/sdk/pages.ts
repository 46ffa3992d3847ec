/** Pages of a list as callers see them (contract H.4). */
import type { PageStep } from "../client/pagination.js";
import { isPlainObject } from "../endpoint/values.js";
import type { PageSteps } from "./types.js";

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
    const Class = this.constructor as typeof ListPage; // may be a subclass
    return step && new Class(step);
  }
}
