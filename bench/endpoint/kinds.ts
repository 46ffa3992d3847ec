/** The kinds of calls of `endpoint` that are measured, each beside code by hand and the peer. */
import type { Job, Run } from "../harness/time-jobs.js";
import { encode, freshHeaders, get, send } from "./by-hand.js";
import { accept, agent, base, type Builder, octokit, ours } from "./subjects.js";

/** A kind of call: by us, by the limit and by the peer. */
export type Kind = Pick<Job, "name" | "ours" | "limit"> & { readonly octokit: Run };

const REPO = "/repos/{owner}/{repo}";
// Constants, because code by hand would not join these texts at each call.
const [TAGS, FORKS, TEAMS] = [`${REPO}/tags`, `${REPO}/forks`, `${REPO}/teams`];
const DEFAULTS = { owner: "hubot", repo: "hello-world", per_page: 100, token: "token 0000" };
const ourCascade = setDefaultsTwice(ours);
const peerCascade = setDefaultsTwice(octokit);

/** One call of each kind, as callers write it. Each call makes its arguments anew. */
// prettier-ignore
export const kinds: readonly Kind[] = [
  call({
    name: "static",
    route: "GET /emojis",
    make: () => undefined,
    byHand: () => get("/emojis"),
  }),
  call({
    name: "1 path parameter",
    route: "GET /users/{username}",
    make: () => ({ username: "hubot" }),
    byHand: ({ username }) => get(`/users/${encode(username)}`),
  }),
  call({
    name: "2 path parameters",
    route: `GET ${REPO}`,
    make: () => ({ owner: "hubot", repo: "hello-world" }),
    byHand: ({ owner, repo }) => get(`/repos/${encode(owner)}/${encode(repo)}`),
  }),
  call({
    name: "3 path parameters",
    route: `GET ${REPO}/issues/{issue_number}`,
    make: () => ({ owner: "hubot", repo: "hello-world", issue_number: 1347 }),
    byHand: ({ owner, repo, issue_number }) => get(`/repos/${encode(owner)}/${encode(repo)}/issues/${issue_number}`),
  }),
  call({
    name: ":name",
    route: "GET /repos/:owner/:repo/pulls/:pull_number",
    make: () => ({ owner: "hubot", repo: "hello-world", pull_number: 7 }),
    byHand: ({ owner, repo, pull_number }) => get(`/repos/${encode(owner)}/${encode(repo)}/pulls/${pull_number}`),
  }),
  call({
    name: "2 query parameters",
    route: `GET ${REPO}/commits`,
    make: () => ({ owner: "hubot", repo: "hello-world", per_page: 100, page: 2 }),
    byHand: ({ owner, repo, per_page, page }) =>
      get(`/repos/${encode(owner)}/${encode(repo)}/commits?per_page=${per_page}&page=${page}`),
  }),
  call({
    name: "6 query parameters",
    route: `GET ${REPO}/issues`,
    make: () => ({
      owner: "hubot", repo: "hello-world",
      state: "open", sort: "updated", direction: "desc", labels: "bug", per_page: 100, page: 2,
    }),
    byHand: ({ owner, repo, state, sort, direction, labels, per_page, page }) =>
      get(`/repos/${encode(owner)}/${encode(repo)}/issues?state=${encode(state)}&sort=${encode(sort)}` +
        `&direction=${encode(direction)}&labels=${encode(labels)}&per_page=${per_page}&page=${page}`),
  }),
  // The peer expects "+" between words from its callers. A plain query is encoded as a whole.
  call({
    name: "q",
    route: "GET /search/issues",
    make: () => ({ q: "repo:hubot/hello-world is:open label:bug", per_page: 50 }),
    byHand: ({ q, per_page }) => get(`/search/issues?q=${encode(q)}&per_page=${per_page}`),
  }),
  call({
    name: "multi-segment path",
    route: `GET ${REPO}/contents/{path}`,
    peerRoute: `GET ${REPO}/contents/{+path}`,
    make: () => ({ owner: "hubot", repo: "hello-world", path: "src/request/endpoint/endpoint.ts" }),
    byHand: ({ owner, repo, path }) =>
      get(`/repos/${encode(owner)}/${encode(repo)}/contents/${path.split("/").map(encode).join("/")}`),
  }),
  call({
    name: "non-ASCII path parameter",
    route: `GET ${REPO}/labels/{name}`,
    make: () => ({ owner: "hubot", repo: "hello-world", name: "größe 大" }),
    byHand: ({ owner, repo, name }) => get(`/repos/${encode(owner)}/${encode(repo)}/labels/${encode(name)}`),
  }),
  call({
    name: "mediaType",
    route: `GET ${REPO}/readme`,
    make: () => ({ owner: "hubot", repo: "hello-world", mediaType: { format: "raw" } }),
    byHand: ({ owner, repo }) => ({
      method: "get", url: `${base}/repos/${encode(owner)}/${encode(repo)}/readme`,
      headers: { accept: "application/vnd.vendor.v3.raw", "user-agent": agent },
    }),
  }),
  call({
    name: "headers",
    route: `GET ${REPO}/topics`,
    make: () => ({ owner: "hubot", repo: "hello-world", headers: { Authorization: "token 0000" } }),
    byHand: ({ owner, repo, headers }) => ({
      method: "get", url: `${base}/repos/${encode(owner)}/${encode(repo)}/topics`,
      headers: { accept, "user-agent": agent, authorization: headers.Authorization },
    }),
  }),
  call({
    name: "POST, 2 body keys",
    route: `POST ${REPO}/issues`,
    make: () => ({ owner: "hubot", repo: "hello-world", title: "Found a bug", body: "It is broken." }),
    byHand: ({ owner, repo, title, body }) =>
      send("post", `/repos/${encode(owner)}/${encode(repo)}/issues`, { title, body }),
  }),
  call({
    name: "POST, 5 body keys",
    route: `POST ${REPO}/pulls`,
    make: () => ({
      owner: "hubot", repo: "hello-world",
      title: "Amazing feature", head: "feature", base: "main", body: "Please pull this in.", draft: true,
    }),
    byHand: ({ owner, repo, title, head, base: onto, body, draft }) =>
      send("post", `/repos/${encode(owner)}/${encode(repo)}/pulls`, { title, head, base: onto, body, draft }),
  }),
  call({
    name: "nested body",
    route: `POST ${REPO}/check-runs`,
    make: () => ({
      owner: "hubot", repo: "hello-world", name: "lint",
      output: { title: "Report", summary: "1 finding", annotations: [{ path: "a.ts", line: 3 }] },
    }),
    byHand: ({ owner, repo, name, output }) =>
      send("post", `/repos/${encode(owner)}/${encode(repo)}/check-runs`, { name, output }),
  }),
  call({
    name: "PATCH",
    route: `PATCH ${REPO}/issues/{issue_number}`,
    make: () => ({ owner: "hubot", repo: "hello-world", issue_number: 1347, state: "closed" }),
    byHand: ({ owner, repo, issue_number, state }) =>
      send("patch", `/repos/${encode(owner)}/${encode(repo)}/issues/${issue_number}`, { state }),
  }),
  call({
    name: "PUT",
    route: `PUT ${REPO}/pulls/{pull_number}/merge`,
    make: () => ({ owner: "hubot", repo: "hello-world", pull_number: 7, merge_method: "squash" }),
    byHand: ({ owner, repo, pull_number, merge_method }) =>
      send("put", `/repos/${encode(owner)}/${encode(repo)}/pulls/${pull_number}/merge`, { merge_method }),
  }),
  call({
    name: "DELETE",
    route: `DELETE ${REPO}/issues/comments/{comment_id}`,
    make: () => ({ owner: "hubot", repo: "hello-world", comment_id: 42 }),
    byHand: ({ owner, repo, comment_id }) => ({
      method: "delete", url: `${base}/repos/${encode(owner)}/${encode(repo)}/issues/comments/${comment_id}`,
      headers: freshHeaders(),
    }),
  }),
  call({
    name: "upload template with data",
    route: `POST https://uploads.vendor.example${REPO}/releases/{release_id}/assets{?name,label}`,
    make: () => ({
      owner: "hubot", repo: "hello-world", release_id: 1, name: "build.zip", label: "build",
      headers: { "content-type": "text/plain" }, data: "content",
    }),
    byHand: ({ owner, repo, release_id, name, label, headers, data }) => ({
      method: "post",
      url: `https://uploads.vendor.example/repos/${encode(owner)}/${encode(repo)}/releases/${release_id}` +
        `/assets?name=${encode(name)}&label=${encode(label)}`,
      headers: { accept, "user-agent": agent, "content-type": headers["content-type"] },
      body: data,
    }),
  }),
  { name: "options object",
    ours: () => ours(options()), limit: () => tagsOf(options()), octokit: () => octokit(options()) },
  { name: "defaults cascade", limit: () => buildCascade({ page: 2 }),
    ours: () => ourCascade(`GET ${REPO}/branches`, { page: 2 }),
    octokit: () => peerCascade(`GET ${REPO}/branches`, { page: 2 }) },
  { name: "merge only", limit: () => mergeByHand(forks()),
    ours: () => ours.merge(`GET ${REPO}/forks`, forks()),
    octokit: () => octokit.merge(`GET ${REPO}/forks`, forks()) },
  { name: "parse only", limit: () => parseByHand(merged()),
    ours: () => ours.parse(merged()), octokit: () => octokit.parse(merged()) },
];

function call<Input>({ name, route, peerRoute = route, make, byHand }: Call<Input>): Kind {
  return {
    name,
    ours: () => ours(route, make()),
    limit: () => byHand(make()),
    octokit: () => octokit(peerRoute, make()),
  };
}

function options() {
  return { method: "GET", url: TAGS, owner: "hubot", repo: "hello-world" };
}

function tagsOf({ owner, repo }: ReturnType<typeof options>): object {
  return get(`/repos/${encode(owner)}/${encode(repo)}/tags`);
}

function setDefaultsTwice(builder: Builder): Builder {
  return builder
    .defaults({ owner: "hubot", headers: { authorization: "token 0000" } })
    .defaults({ repo: "hello-world", per_page: 100 });
}

function buildCascade({ page }: { readonly page: number }): object {
  const { owner, repo, per_page, token } = DEFAULTS;
  return {
    method: "get",
    url: `${base}/repos/${encode(owner)}/${encode(repo)}/branches?per_page=${per_page}&page=${page}`,
    headers: { accept, "user-agent": agent, authorization: token },
  };
}

function forks() {
  return { owner: "hubot", repo: "hello-world", sort: "newest" };
}

function mergeByHand({ owner, repo, sort }: ReturnType<typeof forks>): object {
  const headers = freshHeaders();
  return { baseUrl: base, method: "GET", url: FORKS, headers, owner, repo, sort };
}

function merged() {
  return {
    baseUrl: base,
    method: "GET",
    url: TEAMS,
    headers: { accept, "user-agent": agent },
    mediaType: { format: "" }, // the peer cannot do without
    owner: "hubot",
    repo: "hello-world",
  };
}

function parseByHand({ baseUrl, headers, owner, repo }: ReturnType<typeof merged>): object {
  return {
    method: "get",
    url: `${baseUrl}/repos/${encode(owner)}/${encode(repo)}/teams`,
    headers: { accept: headers.accept, "user-agent": headers["user-agent"] },
  };
}

interface Call<Input> {
  readonly name: string;
  readonly route: string;
  /** The route as the peer writes it. Default: `route`. */
  readonly peerRoute?: string;
  /** Makes the parameters. */
  readonly make: () => Input;
  readonly byHand: (parameters: Input) => object;
}
