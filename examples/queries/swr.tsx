/** SWR: a page of a list, a query that waits for a choice, and a mutation. */
import { useState } from "react";
import { createRoot } from "react-dom/client";
import useSWR, { SWRConfig } from "swr";
import { swr } from "typewire/query";
import { createInOrg, get, listForOrg } from "typewire/resources/repos";
import { client, org, repoOf } from "./client.js";

function App() {
  const [name, choose] = useState<string>();
  const [count, setCount] = useState(1);
  const chosen = useSWR(...swr(get, client, name ? repoOf(name) : null));
  const create = () => createInOrg(client, { org, name: "new" });
  return (
    <main>
      <ul>
        {Array.from({ length: count }, (_, index) => (
          <Page key={index} page={index + 1} choose={choose} create={create} />
        ))}
      </ul>
      <button id="more" onClick={() => setCount(count + 1)}>
        More
      </button>
      <p>{chosen.data?.full_name}</p>
    </main>
  );
}

interface PageProps {
  readonly page: number;
  readonly choose: (name: string) => void;
  readonly create: () => Promise<unknown>;
}

function Page({ page, choose, create }: PageProps) {
  const repos = useSWR(...swr(listForOrg, client, { org, page }));
  return (
    <>
      {repos.data?.data.map((repo) => (
        <li key={repo.id}>
          <button onClick={() => choose(repo.name)}>{repo.name}</button>
        </li>
      ))}
      {page === 1 && (
        <button id="create" onClick={() => create().then(() => repos.mutate())}>
          Create
        </button>
      )}
    </>
  );
}

createRoot(document.body.appendChild(document.createElement("div"))).render(
  // The client tries a request again itself.
  <SWRConfig value={{ shouldRetryOnError: false }}>
    <App />
  </SWRConfig>,
);
