/** Pages of a list as callers see them (contract H.4). */
import type { PageStep } from "../client/pagination.js";
import { isPlainObject } from "../endpoint/values.js";
import type { Page } from "./types.js";

export function toPage(step: PageStep): Page<unknown, unknown> {
  return new ListPage(step) as unknown as Page<unknown, unknown>; // its fields are those of the body
}

/** Fields of a body with these names are not taken over. */
const OWN_METHODS = ["hasNextPage", "getNextPage"];

/** Holds neither the page before nor the one after it. */
class ListPage {
  readonly #step: PageStep;

  constructor(step: PageStep) {
    this.#step = step;
    const { data, items } = step.page;
    const fields = isPlainObject(data) ? data : {};
    const own = Object.getOwnPropertyDescriptors({ ...fields, data: fields["data"] ?? items });
    for (const name of OWN_METHODS) Reflect.deleteProperty(own, name);
    Object.defineProperties(this, own);
  }

  hasNextPage(): boolean {
    return this.#step.next !== undefined;
  }

  async getNextPage(): Promise<Page<unknown, unknown>> {
    const { page, next } = this.#step;
    if (!next)
      throw new RangeError("The page is the last one; expected `hasNextPage()` to be true.");
    // A service that repeats a page instead of sending the next one has no more items.
    return toPage((await next()) ?? { page: { ...page, data: undefined, items: [] } });
  }

  [Symbol.asyncIterator](): AsyncIterator<unknown> {
    return iterateItems(this.#step);
  }
}

/** Goes from step to step, and forgets each one. */
export async function* iterateSteps(
  start: PageStep | undefined | Promise<PageStep | undefined>,
): AsyncGenerator<PageStep, void, undefined> {
  let step = await start;
  while (step) {
    yield step;
    step = await step.next?.();
  }
}

export async function* iterateItems(
  start: PageStep | undefined,
): AsyncGenerator<unknown, void, undefined> {
  for await (const { page } of iterateSteps(start)) yield* page.items;
}
