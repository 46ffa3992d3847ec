/** React: a list with pages, a query that waits for a choice, and a mutation. */
import {
  QueryClient,
  QueryClientProvider,
  skipToken,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useState } from "react";
import { createRoot } from "react-dom/client";
import { infiniteQuery, mutation, query } from "typewire/query";
import { createInOrg, get, listForOrg } from "typewire/resources/repos";
import { client, org, repoOf } from "./client.js";

function App() {
  const cache = useQueryClient();
  const [name, choose] = useState<string>();
  const repos = useInfiniteQuery(infiniteQuery(listForOrg, client, { org }));
  const chosen = useQuery(query(get, client, name ? repoOf(name) : skipToken));
  const create = useMutation({
    ...mutation(createInOrg, client),
    onSuccess: () => cache.invalidateQueries({ queryKey: ["vendor", "repos"] }),
  });
  return (
    <main>
      <ul>
        {repos.data?.pages.flatMap((page) =>
          page.data.map((repo) => (
            <li key={repo.id}>
              <button onClick={() => choose(repo.name)}>{repo.name}</button>
            </li>
          )),
        )}
      </ul>
      <button id="more" disabled={!repos.hasNextPage} onClick={() => repos.fetchNextPage()}>
        More
      </button>
      <button id="create" onClick={() => create.mutate({ org, name: "new" })}>
        Create
      </button>
      <p>{chosen.data?.full_name}</p>
    </main>
  );
}

// The client tries a request again itself.
const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });

createRoot(document.body.appendChild(document.createElement("div"))).render(
  <QueryClientProvider client={cache}>
    <App />
  </QueryClientProvider>,
);
