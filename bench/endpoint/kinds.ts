/** The kinds of calls of `endpoint` that are measured, each beside code by hand and the peer. */
import type { Job, Run } from "../harness/time-jobs.js";
import {
  accept,
  agent,
  base,
  type Builder,
  encode,
  freshHeaders,
  json,
  octokit,
  ours,
} from "./subjects.js";

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
  call("static", "GET /emojis", () => undefined, () => get("/emojis")),
  call("1 path parameter", "GET /users/{username}",
    () => ({ username: "hubot" }),
    ({ username }) => get(`/users/${encode(username)}`)),
  call("2 path parameters", `GET ${REPO}`,
    () => ({ owner: "hubot", repo: "hello-world" }),
    ({ owner, repo }) => get(`/repos/${encode(owner)}/${encode(repo)}`)),
  call("3 path parameters", `GET ${REPO}/issues/{issue_number}`,
    () => ({ owner: "hubot", repo: "hello-world", issue_number: 1347 }),
    ({ owner, repo, issue_number }) => get(`/repos/${encode(owner)}/${encode(repo)}/issues/${issue_number}`)),
  call(":name", "GET /repos/:owner/:repo/pulls/:pull_number",
    () => ({ owner: "hubot", repo: "hello-world", pull_number: 7 }),
    ({ owner, repo, pull_number }) => get(`/repos/${encode(owner)}/${encode(repo)}/pulls/${pull_number}`)),
  call("2 query parameters", `GET ${REPO}/commits`,
    () => ({ owner: "hubot", repo: "hello-world", per_page: 100, page: 2 }),
    ({ owner, repo, per_page, page }) =>
      get(`/repos/${encode(owner)}/${encode(repo)}/commits?per_page=${per_page}&page=${page}`)),
  call("6 query parameters", `GET ${REPO}/issues`,
    () => ({
      owner: "hubot", repo: "hello-world",
      state: "open", sort: "updated", direction: "desc", labels: "bug", per_page: 100, page: 2,
    }),
    ({ owner, repo, state, sort, direction, labels, per_page, page }) =>
      get(`/repos/${encode(owner)}/${encode(repo)}/issues?state=${encode(state)}&sort=${encode(sort)}` +
        `&direction=${encode(direction)}&labels=${encode(labels)}&per_page=${per_page}&page=${page}`)),
  // The peer expects "+" between words from its callers. A plain query is encoded as a whole.
  call("q", "GET /search/issues",
    () => ({ q: "repo:hubot/hello-world is:open label:bug", per_page: 50 }),
    ({ q, per_page }) => get(`/search/issues?q=${encode(q)}&per_page=${per_page}`)),
  call("multi-segment path", `GET ${REPO}/contents/{path}`,
    () => ({ owner: "hubot", repo: "hello-world", path: "src/request/endpoint/endpoint.ts" }),
    ({ owner, repo, path }) =>
      get(`/repos/${encode(owner)}/${encode(repo)}/contents/${path.split("/").map(encode).join("/")}`),
    `GET ${REPO}/contents/{+path}`),
  call("non-ASCII path parameter", `GET ${REPO}/labels/{name}`,
    () => ({ owner: "hubot", repo: "hello-world", name: "größe 大" }),
    ({ owner, repo, name }) => get(`/repos/${encode(owner)}/${encode(repo)}/labels/${encode(name)}`)),
  call("mediaType", `GET ${REPO}/readme`,
    () => ({ owner: "hubot", repo: "hello-world", mediaType: { format: "raw" } }),
    ({ owner, repo }) => ({
      method: "get", url: `${base}/repos/${encode(owner)}/${encode(repo)}/readme`,
      headers: { accept: "application/vnd.vendor.v3.raw", "user-agent": agent },
    })),
  call("headers", `GET ${REPO}/topics`,
    () => ({ owner: "hubot", repo: "hello-world", headers: { Authorization: "token 0000" } }),
    ({ owner, repo, headers }) => ({
      method: "get", url: `${base}/repos/${encode(owner)}/${encode(repo)}/topics`,
      headers: { accept, "user-agent": agent, authorization: headers.Authorization },
    })),
  call("POST, 2 body keys", `POST ${REPO}/issues`,
    () => ({ owner: "hubot", repo: "hello-world", title: "Found a bug", body: "It is broken." }),
    ({ owner, repo, title, body }) =>
      send("post", `/repos/${encode(owner)}/${encode(repo)}/issues`, { title, body })),
  call("POST, 5 body keys", `POST ${REPO}/pulls`,
    () => ({
      owner: "hubot", repo: "hello-world",
      title: "Amazing feature", head: "feature", base: "main", body: "Please pull this in.", draft: true,
    }),
    ({ owner, repo, title, head, base: onto, body, draft }) =>
      send("post", `/repos/${encode(owner)}/${encode(repo)}/pulls`, { title, head, base: onto, body, draft })),
  call("nested body", `POST ${REPO}/check-runs`,
    () => ({
      owner: "hubot", repo: "hello-world", name: "lint",
      output: { title: "Report", summary: "1 finding", annotations: [{ path: "a.ts", line: 3 }] },
    }),
    ({ owner, repo, name, output }) =>
      send("post", `/repos/${encode(owner)}/${encode(repo)}/check-runs`, { name, output })),
  call("PATCH", `PATCH ${REPO}/issues/{issue_number}`,
    () => ({ owner: "hubot", repo: "hello-world", issue_number: 1347, state: "closed" }),
    ({ owner, repo, issue_number, state }) =>
      send("patch", `/repos/${encode(owner)}/${encode(repo)}/issues/${issue_number}`, { state })),
  call("PUT", `PUT ${REPO}/pulls/{pull_number}/merge`,
    () => ({ owner: "hubot", repo: "hello-world", pull_number: 7, merge_method: "squash" }),
    ({ owner, repo, pull_number, merge_method }) =>
      send("put", `/repos/${encode(owner)}/${encode(repo)}/pulls/${pull_number}/merge`, { merge_method })),
  call("DELETE", `DELETE ${REPO}/issues/comments/{comment_id}`,
    () => ({ owner: "hubot", repo: "hello-world", comment_id: 42 }),
    ({ owner, repo, comment_id }) => ({
      method: "delete", url: `${base}/repos/${encode(owner)}/${encode(repo)}/issues/comments/${comment_id}`,
      headers: freshHeaders(),
    })),
  call("upload template with data", `POST https://uploads.vendor.example${REPO}/releases/{release_id}/assets{?name,label}`,
    () => ({
      owner: "hubot", repo: "hello-world", release_id: 1, name: "build.zip", label: "build",
      headers: { "content-type": "text/plain" }, data: "content",
    }),
    ({ owner, repo, release_id, name, label, headers, data }) => ({
      method: "post",
      url: `https://uploads.vendor.example/repos/${encode(owner)}/${encode(repo)}/releases/${release_id}` +
        `/assets?name=${encode(name)}&label=${encode(label)}`,
      headers: { accept, "user-agent": agent, "content-type": headers["content-type"] },
      body: data,
    })),
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

function call<Input>(
  name: string,
  route: string,
  make: () => Input,
  limit: (input: Input) => object,
  peerRoute = route,
): Kind {
  return {
    name,
    ours: () => ours(route, make()),
    limit: () => limit(make()),
    octokit: () => octokit(peerRoute, make()),
  };
}

function get(path: string): object {
  return { method: "get", url: base + path, headers: freshHeaders() };
}

function send(method: string, path: string, body: object): object {
  const headers = { accept, "user-agent": agent, "content-type": json };
  return { method, url: base + path, headers, body };
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
