/** The client of all examples here. Its server answers below the address of the page. */
import { createClient } from "typewire/core";

export const client = createClient({ baseUrl: `${location.origin}/api` });

export const org = "acme";

/** The parameters of a repository. */
export const repoOf = (name: string) => ({ owner: org, repo: name });
