/** The parameters of the calls that all subjects make. */

export const TOKEN = "a-token-of-some-length";

/** Longer than any request, in milliseconds. */
export const TIMEOUT = 30_000;

/** The parameters of `GET /repos/{owner}/{repo}`; a hundred repositories take turns. */
export function repoOf(turn: number) {
  return { owner: "acme", repo: `r${turn % 100}` };
}

/** The parameters of `POST /repos/{owner}/{repo}/issues`. */
export function issueOf(turn: number) {
  return { owner: "acme", repo: `r${turn % 100}`, title: "Found a bug", body: "It is small." };
}
