/**
 * Solid: a list with pages, a query that waits for a choice, and a mutation.
 * @jsxImportSource solid-js
 */
import {
  QueryClient,
  QueryClientProvider,
  skipToken,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/solid-query";
import { createSignal, For } from "solid-js";
import { render } from "solid-js/web";
import { infiniteQuery, mutation, query } from "typewire/query";
import { createInOrg, get, listForOrg } from "typewire/resources/repos";
import { client, org, repoOf } from "./client.js";

function App() {
  const cache = useQueryClient();
  const [name, choose] = createSignal<string>();
  const repos = useInfiniteQuery(() => infiniteQuery(listForOrg, client, { org }));
  const chosen = useQuery(() => {
    const chosenName = name();
    return query(get, client, chosenName ? repoOf(chosenName) : skipToken);
  });
  const create = useMutation(() => ({
    ...mutation(createInOrg, client),
    onSuccess: () => cache.invalidateQueries({ queryKey: ["vendor", "repos"] }),
  }));
  return (
    <main>
      <ul>
        <For each={repos.data?.pages.flatMap((page) => page.data)}>
          {(repo) => (
            <li>
              <button onClick={() => choose(repo.name)}>{repo.name}</button>
            </li>
          )}
        </For>
      </ul>
      <button id="more" disabled={!repos.hasNextPage} onClick={() => void repos.fetchNextPage()}>
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

render(
  () => (
    <QueryClientProvider client={cache}>
      <App />
    </QueryClientProvider>
  ),
  document.body,
);
