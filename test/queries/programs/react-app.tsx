/** An app of React for both sides: rendered on a server, hydrated in a page. */
import {
  HydrationBoundary,
  QueryClient,
  QueryClientProvider,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useSuspenseQuery,
} from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { createClient } from "typewire/core";
import { infiniteQuery, query } from "typewire/query";
import { get, listForOrg } from "typewire/resources/repos";

export const createCache = () =>
  new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });

/** The queries of the app, which a server requests before it renders. */
export function listQueries(baseUrl: string) {
  const client = createClient({ baseUrl });
  return {
    repos: infiniteQuery(listForOrg, client, { org: "acme" }),
    one: queryOptions(query(get, client, { owner: "acme", repo: "one" })),
    two: query(get, client, { owner: "acme", repo: "two" }),
  };
}

type Queries = ReturnType<typeof listQueries>;

function Repos({ queries }: { readonly queries: Queries }) {
  const repos = useInfiniteQuery(queries.repos);
  return (
    <section>
      {repos.data?.pages.map((page, index) => (
        <ul key={index}>
          {page.data.map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
        </ul>
      ))}
      <button id="more" onClick={() => repos.fetchNextPage()}>
        More
      </button>
    </section>
  );
}

function One({ queries }: { readonly queries: Queries }) {
  const { data } = useQuery({ ...queries.one, select: ({ full_name }) => full_name });
  return <h1>{data}</h1>;
}

function Two({ queries }: { readonly queries: Queries }) {
  const { data } = useSuspenseQuery(queries.two);
  return <h2>{data.full_name}</h2>;
}

function App({ queries }: { readonly queries: Queries }) {
  const [isOpen, open] = useState(false);
  return (
    <main>
      <Repos queries={queries} />
      <One queries={queries} />
      <button id="toggle" onClick={() => open(!isOpen)}>
        Toggle
      </button>
      {isOpen && (
        <Suspense fallback={<em>Loading</em>}>
          <Two queries={queries} />
        </Suspense>
      )}
    </main>
  );
}

export function createApp(cache: QueryClient, queries: Queries, state?: unknown) {
  return (
    <QueryClientProvider client={cache}>
      <HydrationBoundary state={state as never}>
        <App queries={queries} />
      </HydrationBoundary>
    </QueryClientProvider>
  );
}
