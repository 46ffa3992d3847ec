import type { RequestOptions } from "../endpoint/types.js";
import type { UnknownRecord } from "../endpoint/values.js";
import { pageFailed } from "./errors.js";
import { readPath } from "./read-body.js";
import type { ClientResponse, Page, Paginated } from "./types.js";

/** How a list is divided into pages, from `pagination` in the YAML. */
export type Pagination =
  /** A page has the address of the next one: in the header `link` (RFC 8288), or in its body. */
  | ({ readonly style: "link"; readonly next?: { readonly body: string } } & Common)
  /** A page says what to send for the next one. */
  | ({
      readonly style: "cursor";
      readonly parameter: string;
      /** Where the cursor is: a path into the body, a path into the last item, or a header. */
      readonly next:
        { readonly body: string } | { readonly item: string } | { readonly header: string };
    } & Common &
      End)
  /** The next page begins after as many items as there were. */
  | ({ readonly style: "offset" } & Counted)
  /** The next page has the next number. */
  | ({ readonly style: "page" } & Counted);

interface Counted extends Common, End {
  readonly parameter: string;
  readonly first?: number;
  /** A path into the body to the number of all items. */
  readonly total?: string;
  /** A path into the body to the number of all pages; only for `page`. */
  readonly pages?: string;
  /** A page with fewer items is the last one. */
  readonly size?: PageSize;
}

/** Paths into the body by which a page says that it is the last one. */
interface End {
  /** To a value that is false, or absent, on the last page. */
  readonly more?: string;
  /** To a value that is true on the last page. */
  readonly done?: string;
}

/** How many items a page has: a path into the body, or the parameter that callers set. */
export type PageSize =
  | { readonly body: string }
  | { readonly parameter: string; readonly default?: number; readonly maximum?: number };

interface Common {
  /** A path into the body to the items. Without one, they are the body, or the one list in it. */
  readonly items?: string;
}

/** How an iteration gets from one page to the next (contract F.15). */
export interface Steps {
  /** The request for the next page; `undefined` after the last one. */
  next(
    request: RequestOptions,
    page: ClientResponse,
    items: readonly unknown[],
  ): RequestOptions | undefined;
  /** Whether a page is the one before again, sent by a server that ignores what was asked for. */
  isRepeated?(items: readonly unknown[]): boolean;
}

/** Starts an iteration over the pages of a list, which follow each other as the rule says. */
export type PageStyle<Rule> = (list: List, rule: Rule) => Steps;

export type PageStyles = {
  readonly [Style in Pagination["style"]]?: PageStyle<Extract<Pagination, { style: Style }>>;
};

/** A list that is requested page by page. */
export interface List {
  readonly route: string;
  readonly parameters: UnknownRecord;
  readonly rule: Pagination | undefined;
  readonly styles: PageStyles;
  readonly build: (parameters: UnknownRecord) => RequestOptions;
  readonly send: (request: RequestOptions) => Promise<ClientResponse>;
}

export function paginate(list: List): Paginated<ClientResponse, unknown> {
  return {
    pages: () => iteratePages(list),
    async *[Symbol.asyncIterator]() {
      for await (const { items } of iteratePages(list)) yield* items;
    },
  };
}

async function* iteratePages(
  list: List,
): AsyncGenerator<Page<ClientResponse, unknown>, void, undefined> {
  const { route, parameters, rule, styles, build, send } = list;
  // Each style takes the rule that has its name.
  const begin = rule && (styles[rule.style] as PageStyle<Pagination> | undefined);
  if (!begin)
    throw new TypeError(
      `Route "${route}" is not divided into pages; expected a list with pagination.`,
    );
  const steps = begin(list, rule);
  const seen = new Set<string>();
  let request: RequestOptions | undefined = build(parameters);
  do {
    const page = await send(request);
    seen.add(keyOf(request));
    const items = findItems(list, rule, page);
    if (steps.isRepeated?.(items)) return;
    yield { ...page, items };
    request = steps.next(request, page, items);
  } while (request && !seen.has(keyOf(request)));
}

/** What tells requests for pages apart; a cursor may be in the body. A fragment is not sent. */
function keyOf({ url, body }: RequestOptions): string {
  return JSON.stringify([url.replace(/#.*/s, ""), body]);
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
  if (typeof data === "string" || data instanceof ArrayBuffer)
    throw pageFailed("INVALID_BODY", "a page that is not JSON", route, page);
  const inside: unknown[] = path === undefined ? Object.values(data ?? {}) : [readPath(data, path)];
  return [data, ...inside].find((each) => Array.isArray(each)) ?? [];
}
