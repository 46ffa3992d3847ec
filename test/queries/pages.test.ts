/** Infinite queries of lists with each style of pages, over a server on loopback. */
import {
  dehydrate,
  type DehydratedState,
  hydrate,
  type InfiniteData,
  InfiniteQueryObserver,
  QueryClient,
} from "@tanstack/query-core";
import { describe, expect, it } from "vitest";
import { infiniteQuery, type PageParam, type QueryKey, swrInfinite } from "typewire-runtime/query";
import * as stainless from "typewire-runtime/stainless";
import type { ClientCatalog, Pagination } from "../../src/catalog/client.js";
import { linkPages } from "../../src/request/client/page-styles.js";
import { pagedBy } from "../../src/request/sdk/lists.js";
import { errorOf } from "../client/error-of.js";
import { json, startServer, type Arrival, type Step } from "../client/server.js";
import { connect, defineList, get } from "./service.js";

const server = startServer();
const queries = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });

/** Parts of replies: items, a page with a link, and a page with fields. */
const things = (...ids: readonly number[]) => ids.map((id) => ({ id }));
const link = (target: string, ...ids: readonly number[]): Step =>
  json(things(...ids), 200, { link: `<${target}>; rel="next"` });
const body = (fields: object, ...ids: readonly number[]): Step =>
  json({ ...fields, list: things(...ids) });

const cases: readonly Case[] = [
  {
    title: "a Link header with a query",
    rule: { style: "link" },
    parameters: { owner: "a b" },
    replies: {
      "/things?owner=a%20b": link("?owner=a%20b&page=2", 1, 2),
      "/things?owner=a%20b&page=2": link("?owner=a%20b&page=3", 3),
      "/things?owner=a%20b&page=3": json(things(4)),
    },
    ids: [1, 2, 3, 4],
  },
  {
    title: "a Link header with another path",
    rule: { style: "link" },
    replies: {
      "/things": link("/numbers/7/things?page=2", 1),
      "/numbers/7/things?page=2": link("/numbers/7/things?page=3", 2),
      "/numbers/7/things?page=3": json(things(3)),
    },
    ids: [1, 2, 3],
  },
  {
    title: "a URL in the body",
    rule: { style: "link", next: { body: "links.next" }, items: "list" },
    replies: {
      "/things": body({ links: { next: "/things?after=x%3D" } }, 1),
      "/things?after=x%3D": body({ links: { next: null } }, 2),
    },
    ids: [1, 2],
  },
  {
    title: "a cursor in the body",
    rule: { style: "cursor", parameter: "after", next: { body: "meta.next" }, items: "list" },
    parameters: { owner: "a" },
    replies: {
      "/things?owner=a": body({ meta: { next: "x+y" } }, 1, 2),
      "/things?owner=a&after=x%2By": body({ meta: { next: "z" } }, 3),
      "/things?owner=a&after=z": body({ meta: { next: null } }, 4),
    },
    ids: [1, 2, 3, 4],
  },
  {
    title: "a cursor in a header",
    rule: { style: "cursor", parameter: "after", next: { header: "x-next" } },
    replies: {
      "/things": json(things(1), 200, { "x-next": "b" }),
      "/things?after=b": json(things(2)),
    },
    ids: [1, 2],
  },
  {
    title: "the last item as a cursor",
    rule: {
      style: "cursor",
      parameter: "after",
      next: { item: "id" },
      more: "more",
      items: "list",
    },
    replies: {
      "/things": body({ more: true }, 1, 2),
      "/things?after=2": body({ more: false }, 3),
    },
    ids: [1, 2, 3],
  },
  {
    title: "a cursor in the body that is sent",
    rule: { style: "cursor", parameter: "after", next: { body: "next" }, items: "list" },
    route: "POST /things/search",
    parameters: { data: { text: "a" } },
    replies: {
      '/things/search {"text":"a"}': body({ next: "x" }, 1),
      '/things/search {"text":"a","after":"x"}': body({ next: "y" }, 2),
      '/things/search {"text":"a","after":"y"}': body({}, 3),
    },
    ids: [1, 2, 3],
  },
  {
    title: "a number",
    rule: { style: "page", parameter: "page" },
    parameters: { page: 2 },
    replies: {
      "/things?page=2": json(things(1)),
      "/things?page=3": json(things(2)),
      "/things?page=4": json([]),
    },
    ids: [1, 2],
  },
  {
    title: "a number, and the number of pages",
    rule: { style: "page", parameter: "page", pages: "pages", items: "list" },
    replies: {
      "/things": body({ pages: 3 }, 1),
      "/things?page=2": body({ pages: 3 }, 2),
      "/things?page=3": body({ pages: 3 }, 3),
    },
    ids: [1, 2, 3],
  },
  {
    title: "a number that the service ignores",
    rule: { style: "page", parameter: "page" },
    replies: { "/things": json(things(1)), "/things?page=2": json(things(1)) },
    ids: [1],
  },
  {
    title: "an offset, and the number of items",
    rule: { style: "offset", parameter: "skip", total: "total", items: "list" },
    replies: {
      "/things": body({ total: 4 }, 1, 2),
      "/things?skip=2": body({ total: 4 }, 3),
      "/things?skip=3": body({ total: 4 }, 4),
    },
    ids: [1, 2, 3, 4],
  },
  {
    title: "links in a circle",
    rule: { style: "link" },
    replies: {
      "/things": link("?page=2", 1),
      "/things?page=2": link("?page=3", 2),
      "/things?page=3": link("?page=2", 3),
    },
    ids: [1, 2, 3],
  },
  {
    title: "links back to the first page",
    rule: { style: "link" },
    replies: { "/things": link("?page=2", 1), "/things?page=2": link("/things", 2) },
    ids: [1, 2],
  },
  { title: "one page", rule: { style: "link" }, replies: { "/things": json(things(1)) }, ids: [1] },
];

describe("[P.5] an infinite query", () => {
  it.each(cases)("reads all pages by $title, once each", async (each) => {
    playCase(each);
    expect(idsOf(await readAll(queries(), optionsOf(each)))).toEqual(each.ids);
    expect(server.arrivals.map(describeArrival)).toEqual(Object.keys(each.replies));
  });

  it.each(cases)("goes on by $title on another machine, at another address", async (each) => {
    playCase(each);
    const onServer = queries();
    await onServer.infiniteQuery(optionsOf(each));
    const state = JSON.parse(JSON.stringify(dehydrate(onServer))) as DehydratedState;
    expect(JSON.stringify(state)).not.toContain(server.url);
    const inBrowser = queries();
    hydrate(inBrowser, state);
    // Another name of the same server, as a proxy has it.
    const observer = new InfiniteQueryObserver(inBrowser, {
      ...optionsOf(each, server.url.replace("127.0.0.1", "localhost")),
      staleTime: Infinity,
    });
    expect(idsOf(await readOthers(observer))).toEqual(each.ids);
    expect(server.arrivals.map(describeArrival)).toEqual(Object.keys(each.replies));
  });

  it.each(cases)("requests all its pages again by $title", async (each) => {
    playCase(each);
    const cache = queries();
    const options = optionsOf(each);
    await readAll(cache, options);
    await cache.invalidateQueries({ queryKey: ["acme", "things"] });
    const observer = new InfiniteQueryObserver(cache, options);
    const { data } = await observer.refetch();
    expect(idsOf(data)).toEqual(each.ids);
  });

  it.each(cases)("[P.7] is read by SWR, page by page, by $title", async (each) => {
    playCase(each);
    const [getKey, fetcher] = swrInfinite(...argumentsOf(each));
    const pages: Page[] = [];
    // SWR asks for as many pages as its size, which is all that ends links in a circle.
    for (const index of Object.keys(each.replies).keys()) {
      const key = getKey(index, pages.at(-1) ?? null);
      // A key is compared as JSON, and can be stored as such.
      if (key) pages.push(await fetcher(JSON.parse(JSON.stringify(key)) as QueryKey));
    }
    expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(each.ids);
    expect(server.arrivals.map(describeArrival)).toEqual(Object.keys(each.replies));
    if (each.title !== "links in a circle")
      expect(getKey(pages.length, pages.at(-1) ?? null)).toBeNull();
  });

  it("has pages of plain data", async () => {
    server.play(link("?page=2", 1));
    const cache = queries();
    const options = infiniteQuery(defineList({ style: "link" }), connect(server.url));
    const { pages } = await cache.infiniteQuery(options);
    expect(pages).toStrictEqual([
      {
        data: things(1),
        nextPageParam: {
          request: { search: "?page=2" },
          index: 1,
          count: 1,
          before: expect.any(String) as string,
        },
      },
    ]);
  });

  it("rejects for a link that leads to another origin, and sends nothing there", async () => {
    server.play(link("https://stranger.example/things", 1));
    const options = infiniteQuery(defineList({ style: "link" }), connect(server.url));
    const error = await errorOf(queries().infiniteQuery(options));
    expect(error).toMatchObject({ code: "FOREIGN_LINK" });
  });

  it.each(["//stranger.example/x", "/\\stranger.example/x", "https://stranger.example/x"])(
    "stays at its origin, whatever a stored parameter says: %s",
    async (path) => {
      server.play(json([]));
      const { queryFn } = infiniteQuery(defineList({ style: "link" }), connect(server.url));
      const pageParam = { request: { path, search: "" }, index: 1, count: 1, before: "" };
      await queryFn({ signal: new AbortController().signal, pageParam });
      expect(server.arrivals).toHaveLength(1);
    },
  );

  it("stores no credential that a link repeats, and sends it with each page", async () => {
    const catalog: ClientCatalog = { auth: [{ name: "key", in: "query", key: "api_key" }] };
    const client = connect(server.url, { auth: { key: "s3cret" } }, catalog);
    server.play(link("?api_key=s3cret&page=2", 1), json(things(2)));
    const cache = queries();
    const options = infiniteQuery(defineList({ style: "link" }), client);
    await readAll(cache, options);
    expect(server.arrivals.map(({ url }) => url)).toEqual([
      "/things?api_key=s3cret",
      "/things?page=2&api_key=s3cret",
    ]);
    expect(JSON.stringify(dehydrate(cache))).not.toContain("s3cret");
  });

  it("stores a parameter of the caller that is named like a credential", async () => {
    const catalog: ClientCatalog = { auth: [{ name: "key", in: "query", key: "api_key" }] };
    const client = connect(server.url, { auth: { key: "s3cret" } }, catalog);
    server.play(link("?api_key=own&page=2", 1), json(things(2)));
    const list = defineList({ style: "link" });
    const parameters: object = { api_key: "own" };
    const data = await readAll(queries(), infiniteQuery(list, client, parameters));
    expect(server.arrivals.map(({ url }) => url)).toEqual([
      "/things?api_key=own",
      "/things?api_key=own&page=2",
    ]);
    expect(data?.pageParams[1]).toMatchObject({ request: { search: "?api_key=own&page=2" } });
  });

  it("ends with a page without fields where the service repeats the page before", async () => {
    server.play(body({ count: 1 }, 1));
    const rule = { style: "page", parameter: "page", items: "list" } as const;
    const data = await readAll(queries(), infiniteQuery(defineList(rule), connect(server.url)));
    expect(data?.pages).toStrictEqual([
      { count: 1, list: things(1), data: things(1), nextPageParam: data?.pageParams[1] },
      { data: [], nextPageParam: null },
    ]);
  });

  it("sends the options of the method with each page", async () => {
    server.play(link("?page=2", 1), json(things(2)));
    const options = { headers: { "x-a": "1" } };
    const list = defineList({ style: "link" });
    await readAll(queries(), infiniteQuery(list, connect(server.url), {}, options));
    expect(server.arrivals.map(({ headers }) => headers["x-a"])).toEqual(["1", "1"]);
  });

  it("has what the surface of Stainless adds to each page", async () => {
    server.play(link("?page=2&a=1", 1), json(things(2)));
    const lists = pagedBy({ rule: { style: "link" }, styles: { link: linkPages } });
    const list = stainless.defineMethod<ReturnType<typeof defineList>>("GET /things", {
      call: "things.list",
      lists,
    });
    const options = { query: { a: "1" } } as never; // the type is that of the other surface
    await readAll(queries(), infiniteQuery(list, connect(server.url), {}, options));
    expect(server.arrivals.map(({ url }) => url)).toEqual(["/things?a=1", "/things?page=2&a=1"]);
  });

  it("needs a method with pages, and says what to use instead", () => {
    const untyped = infiniteQuery as unknown as (...args: readonly unknown[]) => unknown;
    expect(() => untyped(get, connect(server.url), { id: 7 })).toThrow(
      'Method "things.get" has no pages; expected a list with pagination. Use `query`.',
    );
  });

  it("keeps as many pages as it may", async () => {
    const each = cases[0] as Case;
    playCase(each);
    const observer = new InfiniteQueryObserver(queries(), { ...optionsOf(each), maxPages: 2 });
    await observer.refetch();
    expect(idsOf(await readOthers(observer))).toEqual([3, 4]);
    expect(idsOf((await observer.refetch()).data)).toEqual([3, 4]);
  });
});

/** The arguments of a query of a case. */
function argumentsOf({ rule, route, parameters = {} }: Case, base = server.url) {
  return [defineList(rule, route), connect(base), parameters] as const;
}

function optionsOf(each: Case, base = server.url) {
  return infiniteQuery(...argumentsOf(each, base));
}

/** The ids of the items of all pages. */
function idsOf(data: Data | undefined): readonly number[] {
  return (data?.pages ?? []).flatMap(({ data: items }) => items.map(({ id }) => id));
}

/** The URL of a request, and its body if it has one. */
function describeArrival({ url = "", body: sent }: Arrival): string {
  return sent === "" ? url : `${url} ${sent}`;
}

/** Answers the requests of a case; any other gets 404. */
function playCase({ replies }: Case): void {
  server.play((response, arrival) => {
    const step = replies[describeArrival(arrival)] ?? json({ message: "No such page." }, 404);
    step(response, arrival);
  });
}

/** Requests all pages, as a button "More" does. */
async function readAll(cache: QueryClient, options: Options): Promise<Data | undefined> {
  const observer = new InfiniteQueryObserver(cache, options);
  await observer.refetch();
  return readOthers(observer);
}

/** Requests the pages that are left. */
async function readOthers(observer: Observer): Promise<Data | undefined> {
  let result = observer.getCurrentResult();
  while (result.hasNextPage) result = await observer.fetchNextPage({ throwOnError: true });
  return result.data;
}

/** A list whose pages follow one rule. */
interface Case {
  readonly title: string;
  readonly rule: Pagination;
  readonly route?: string;
  readonly parameters?: object;
  /** The answers, by the requests. */
  readonly replies: Readonly<Record<string, Step>>;
  readonly ids: readonly number[];
}

type Options = ReturnType<typeof optionsOf>;

type Page = Awaited<ReturnType<Options["queryFn"]>>;

type Data = InfiniteData<Page>;

type Observer = InfiniteQueryObserver<Page, Error, Data, Options["queryKey"], PageParam | null>;
