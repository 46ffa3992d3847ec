/** Queries in the types of each library: keys with the type of their data, tokens, suspense, and what is refused. */
import * as angular from "@tanstack/angular-query-experimental";
import * as react from "@tanstack/react-query";
import * as solid from "@tanstack/solid-query";
import * as svelte from "@tanstack/svelte-query";
import * as vue from "@tanstack/vue-query";
import { createClient } from "typewire/core";
import { infiniteQuery, mutation, query } from "typewire/query";
import { createInOrg, get, listForOrg } from "typewire/resources/repos";

const client = createClient();
const repo = { owner: "acme", repo: "site" };
/** Parameters that may not be known yet. */
declare const maybe: typeof repo | undefined;

const one = query(get, client, repo);
const pages = infiniteQuery(listForOrg, client, { org: "acme" });
const create = mutation(createInOrg, client);
const skipped = () => query(get, client, maybe ?? react.skipToken);

type Repo = Awaited<ReturnType<typeof one.queryFn>>;

// ---- `queryOptions` ties the type of the data to the key

// Each library has a core of its own version, so each has a cache of its own here.
const ofReact = new react.QueryClient().getQueryData(react.queryOptions(one).queryKey);
const pagesOfReact = new react.QueryClient().getQueryData(
  react.infiniteQueryOptions(pages).queryKey,
);
const ofVue = new vue.QueryClient().getQueryData(vue.queryOptions(one).queryKey);
const ofSolid = new solid.QueryClient().getQueryData(solid.queryOptions(one).queryKey);
const ofSvelte = new svelte.QueryClient().getQueryData(svelte.queryOptions(one).queryKey);
const ofAngular = new angular.QueryClient().getQueryData(angular.queryOptions(one).queryKey);
export const names: readonly (string | undefined)[] = [
  ofReact?.name,
  ofVue?.name,
  ofSolid?.name,
  ofSvelte?.name,
  ofAngular?.name,
  pagesOfReact?.pages[0]?.data[0]?.name,
];

// ---- React

export function useReact(): Repo {
  react.useQuery(skipped());
  const many = react.useQueries({ queries: [one, query(listForOrg, client, { org: "acme" })] });
  const listed: string | undefined = many[1].data?.data[0]?.name;
  const suspended = react.useSuspenseInfiniteQuery(pages);
  const names: readonly string[] = suspended.data.pages.flatMap(({ data }) =>
    data.map((each) => each.name),
  );
  react.useMutation(create).mutate({ org: "acme", name: "new" });
  // @ts-expect-error -- a parameter is missing
  react.useMutation(create).mutate({ org: "acme" });
  void [listed, names];
  void react.usePrefetchQuery(one);
  return react.useSuspenseQuery(one).data;
}

// ---- The others take functions, which they call again when a value in them changes

export function useOthers(): void {
  const ofVue: string | undefined = vue.useQuery(() => one).data.value?.name;
  vue.useInfiniteQuery(pages);
  vue.useMutation(create).mutate({ org: "acme", name: "new" });
  const ofSolid: string | undefined = solid.useQuery(() => one).data?.name;
  solid.useInfiniteQuery(() => pages);
  solid.useMutation(() => create).mutate({ org: "acme", name: "new" });
  const ofSvelte: string | undefined = svelte.createQuery(() => one).data?.name;
  svelte.createInfiniteQuery(() => pages);
  svelte.createMutation(() => create).mutate({ org: "acme", name: "new" });
  const ofAngular: string | undefined = angular.injectQuery(() => one).data()?.name;
  angular.injectInfiniteQuery(() => pages);
  angular.injectMutation(() => create).mutate({ org: "acme", name: "new" });
  void [ofVue, ofSolid, ofSvelte, ofAngular];
}
