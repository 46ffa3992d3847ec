import type { RequestOptions } from "../endpoint/types.js";
import type { UnknownRecord } from "../endpoint/values.js";
import { ResponseError } from "./errors.js";
import type { ClientResponse, Page, Paginated } from "./types.js";

/** How a list is divided into pages, from `pagination` in the YAML. */
export type Pagination =
  /** The header `link` of a page has the address of the next one (RFC 8288). */
  | ({ readonly style: "link" } & Common)
  /** A page says what to send for the next one. */
  | ({
      readonly style: "cursor";
      readonly parameter: string;
      /** Where the cursor is: a path into the body, a path into the last item, or a header. */
      readonly next:
        { readonly body: string } | { readonly item: string } | { readonly header: string };
      /** A path into the body to what is true unless this is the last page. */
      readonly more?: string;
    } & Common)
  /** The next page begins after as many items as there were (`offset`), or has the next number. */
  | ({
      readonly style: "offset" | "page";
      readonly parameter: string;
      readonly first?: number;
    } & Common);

interface Common {
  /** A path into the body to the items, or several to try. Without one, the body is the list. */
  readonly items?: string | readonly string[];
}

/** What a page leads to: another address, other parameters, or nothing. */
export type Step =
  | { readonly url: string }
  | { readonly parameters: UnknownRecord; readonly cursor: unknown }
  | undefined;

/** Where an iteration stands. */
export interface Position {
  /** The parameters of the first page. */
  readonly parameters: UnknownRecord;
  readonly page: ClientResponse;
  readonly items: readonly unknown[];
  /** How many items there were, with those of this page. */
  readonly itemCount: number;
  /** How many pages there were, with this one. */
  readonly pageCount: number;
}

/** Finds the next page (contract F.7). */
const STYLES: {
  readonly [Style in Pagination["style"]]: (
    rule: Extract<Pagination, { style: Style }>,
    position: Position,
  ) => Step;
} = {
  link: (_rule, { page }) => {
    const link = findNextLink(page.headers.get("link") ?? "");
    return link === undefined ? undefined : { url: new URL(link, page.url).href };
  },
  cursor: ({ parameter, next, more }, { page, items }) => {
    if (more !== undefined && !readPath(page.data, more)) return undefined;
    const cursor =
      "header" in next
        ? page.headers.get(next.header)
        : "item" in next
          ? readPath(items.at(-1), next.item)
          : readPath(page.data, next.body);
    return cursor === undefined || cursor === null || cursor === "" || cursor === false
      ? undefined
      : { parameters: { [parameter]: cursor }, cursor };
  },
  offset: ({ parameter, first = 0 }, position) =>
    count(parameter, first, position, position.itemCount),
  page: ({ parameter, first = 1 }, position) =>
    count(parameter, first, position, position.pageCount),
};

/** An empty page is the last one. */
function count(
  parameter: string,
  first: number,
  { parameters, items }: Position,
  passed: number,
): Step {
  if (items.length === 0) return undefined;
  const next = Number(parameters[parameter] ?? first) + passed;
  return { parameters: { [parameter]: next }, cursor: next };
}

function findNextPage(rule: Pagination, position: Position): Step {
  // The table has the function of each style under its name.
  return (STYLES[rule.style] as (rule: Pagination, position: Position) => Step)(rule, position);
}

/** The items of a page; none if there is no list where one was expected. */
export function findItems({ items = [] }: Pagination, data: unknown): readonly unknown[] {
  if (Array.isArray(data)) return data;
  const paths = typeof items === "string" ? [items] : items;
  const lists = paths.map((path) => readPath(data, path));
  return lists.find((list) => Array.isArray(list)) ?? [];
}

/** Follows a dotted path through own properties. */
function readPath(value: unknown, path: string): unknown {
  let found = value;
  for (const key of path.split(".")) {
    const isThere = typeof found === "object" && found !== null && Object.hasOwn(found, key);
    if (!isThere) return undefined;
    found = (found as UnknownRecord)[key];
  }
  return found;
}

/** A link and its parameters (RFC 8288, section 3). */
const LINK = /<([^<>]*)>((?:\s*;\s*[^\s=;,<>"]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,<>"]+))?)*)/g;
const PARAMETER = /;\s*([^\s=;,<>"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,<>"]+))/g;

/** The target of the link to the next page in a `link` header. */
export function findNextLink(header: string): string | undefined {
  for (const [, target, parameters = ""] of header.matchAll(LINK))
    for (const [, name = "", quoted, token = ""] of parameters.matchAll(PARAMETER)) {
      if (name.toLowerCase() !== "rel") continue;
      if ((quoted ?? token).toLowerCase().split(/\s+/).includes("next")) return target;
      break; // only the first one counts
    }
  return undefined;
}

// ---- Iteration

/** A list that is requested page by page. */
export interface List {
  readonly route: string;
  readonly parameters: UnknownRecord;
  readonly rule: Pagination | undefined;
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
  const { route, parameters, rule, build, send } = list;
  if (rule === undefined)
    throw new TypeError(
      `Route "${route}" is not divided into pages; expected a list with pagination.`,
    );
  const seen = new Set<unknown>();
  let request = build(parameters);
  let position: Position | undefined;
  let key: unknown = "parameter" in rule ? parameters[rule.parameter] : request.url;
  while (!seen.has(key)) {
    seen.add(key);
    const page = await send(request);
    const items = findItems(rule, page.data);
    if (position !== undefined && isSamePage(rule, items, position.items)) return;
    const { itemCount = 0, pageCount = 0 }: Partial<Position> = position ?? {};
    position = {
      ...{ parameters, page, items },
      itemCount: itemCount + items.length,
      pageCount: pageCount + 1,
    };
    yield { ...page, items };
    const step = findNextPage(rule, position);
    if (step === undefined) return;
    if ("url" in step) checkLink(route, page, step.url);
    key = "url" in step ? step.url : step.cursor;
    request =
      "url" in step ? { ...request, url: step.url } : build({ ...parameters, ...step.parameters });
  }
}

/** A server that ignores the number of a page would send the first one forever. */
function isSamePage(
  { style }: Pagination,
  items: readonly unknown[],
  before: readonly unknown[],
): boolean {
  const isCounted = style === "offset" || style === "page";
  return isCounted && JSON.stringify(items) === JSON.stringify(before);
}

/**
 * @throws ResponseError for a link to another origin, which the server may not choose (contract F.8).
 */
function checkLink(route: string, page: ClientResponse, url: string): void {
  if (new URL(url).origin === new URL(page.url).origin) return;
  const message = `"${route}" got a link to the next page that leads to another origin.`;
  throw new ResponseError("FOREIGN_LINK", message, route, { ...page, requestId: undefined }, 1);
}
