/** Queries of functions: what TanStack Query makes of them, and what does not compile. */
import {
  type DataTag,
  InfiniteQueryObserver,
  MutationObserver,
  QueryClient,
  QueryObserver,
  type QueryKey,
  skipToken,
} from "@tanstack/query-core";
import type { Endpoints } from "typewire";
import { createClient } from "typewire/core";
import { infiniteQuery, mutation, type PageParam, query, swr } from "typewire/query";
import { create } from "typewire/resources/issues";
import { getZen } from "typewire/resources/meta";
import { get, listForOrg } from "typewire/resources/repos";
import { Vendor } from "typewire/sdk";
import { ask, erase, rename, touch, watch } from "../queries/service.js";
import type { Equal, Expect, IsAny, Not } from "./assert.js";

const client = createClient();
const cache = new QueryClient();
const repo = { owner: "acme", repo: "site" };
declare const maybe: { owner: string; repo: string } | undefined;

type Repos = Endpoints["GET /orgs/{org}/repos"]["response"];
type Repo = Endpoints["GET /repos/{owner}/{repo}"]["response"];

const fetched = await cache.query(query(get, client, repo));
const ofClass = await cache.query(query(get, new Vendor(), repo));
const text = await cache.query(query(getZen, client));
const listed = await cache.query(query(listForOrg, client, { org: "acme", sort: "created" }));
const infinite = await cache.infiniteQuery(infiniteQuery(listForOrg, client, { org: "acme" }));
const selected = new QueryObserver(cache, {
  ...query(get, client, repo),
  select: ({ full_name }) => full_name,
}).getCurrentResult();
const skipped = new QueryObserver(cache, query(get, client, maybe ?? skipToken)).getCurrentResult();
const skippedPages = new InfiniteQueryObserver(
  cache,
  infiniteQuery(listForOrg, client, maybe ? { org: maybe.owner } : skipToken),
).getCurrentResult();
const created = new MutationObserver(cache, mutation(create, client));
const answered = await cache.query(query(ask, client, { text: "a" }));

type Page = { readonly data: Repos; readonly nextPageParam: PageParam | null };

export type Results = [
  Expect<Equal<typeof fetched, Repo>>,
  Expect<Equal<typeof ofClass, Repo>>,
  Expect<Equal<typeof text, string>>,
  Expect<Equal<(typeof listed)["data"][number], Repos[number]>>,
  Expect<Equal<keyof typeof listed, "data">>,
  Expect<Equal<(typeof infinite)["pages"][number]["data"][number], Repos[number]>>,
  Expect<Equal<keyof (typeof infinite)["pages"][number], keyof Page>>,
  Expect<Equal<(typeof infinite)["pageParams"][number], PageParam | null>>,
  Expect<Equal<typeof selected.data, string | undefined>>,
  Expect<Equal<typeof skipped.data, Repo | undefined>>,
  Expect<
    Equal<NonNullable<typeof skippedPages.data>["pages"][number]["data"][number], Repos[number]>
  >,
  Expect<Equal<typeof answered, { readonly id: number; readonly name?: string }>>,
  Expect<Not<IsAny<typeof fetched>>>,
  Expect<Not<IsAny<typeof infinite>>>,
  Expect<Not<IsAny<typeof skipped.data>>>,
];

// ---- Keys with the type of their data, as `queryOptions` of the frameworks makes them

declare function queryOptions<Data>(options: {
  readonly queryKey: QueryKey;
  readonly queryFn: (context: { signal: AbortSignal }) => Promise<Data>;
}): { queryKey: DataTag<QueryKey, Data> };

const tagged = cache.getQueryData(queryOptions(query(get, client, repo)).queryKey);
export type Tagged = Expect<Equal<typeof tagged, Repo | undefined>>;

// ---- Mutations

await created.mutate({ ...repo, title: "One" });
await new MutationObserver(cache, mutation(touch, client)).mutate();
await new MutationObserver(cache, mutation(erase, client)).mutate(7);
await new MutationObserver(cache, mutation(rename, client)).mutate([7, { name: "a" }]);
const erased = await mutation(erase, client).mutationFn(7);
export type Mutated = Expect<Equal<typeof erased, null>>;

// ---- SWR

const [key, fetcher] = swr(get, client, maybe ?? null);
const got = await fetcher();
export type Swr = [
  Expect<Equal<typeof got, Repo>>,
  Expect<Equal<typeof key, readonly unknown[] | null>>,
];

// ---- What does not compile

// @ts-expect-error -- a method without pages
infiniteQuery(get, client, repo);
// @ts-expect-error -- a method without pages, and without parameters
infiniteQuery(getZen, client);
// @ts-expect-error -- a method that streams
query(watch, client);
// @ts-expect-error -- no parameters, one of which is required
query(get, client);
// @ts-expect-error -- a parameter is missing
query(get, client, { owner: "acme" });
// @ts-expect-error -- a parameter is misspelt
query(listForOrg, client, { org: "acme", per_pag: 3 });
// @ts-expect-error -- a parameter is misspelt beside a token
query(listForOrg, client, maybe ? { org: "acme", per_pag: 3 } : skipToken);
// @ts-expect-error -- a parameter has another type
query(listForOrg, client, { org: 7 });
// @ts-expect-error -- another value than those that are declared
query(listForOrg, client, { org: "acme", sort: "stars" });
// @ts-expect-error -- no client
query(get, {}, repo);
// @ts-expect-error -- a method of the class, which has its client already
query(new Vendor().repos.get, client, repo);
// @ts-expect-error -- no function of a resource
query(() => 1, client);
// @ts-expect-error -- no function of a resource, though it sends a request
query(async () => 1, client);
// @ts-expect-error -- variables are missing
await created.mutate({ ...repo });
// @ts-expect-error -- `null` is for SWR
query(get, client, null);
// @ts-expect-error -- a positional argument has another type
query(erase, client, "7");
