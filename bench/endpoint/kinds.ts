import type { Job, Run } from "../harness/job.js";
import { encode, encodeSegments } from "./encode.js";
import {
  accept,
  agent,
  base,
  freshHeaders,
  json,
  octokit,
  ours,
  type Builder,
} from "./subjects.js";

/** A kind of call: what we, the limit and the peer make of it. */
export type Kind = Pick<Job, "name" | "ours" | "limit"> & { readonly octokit: Run };

/** One call of every kind, as callers write them: their arguments are made anew each time. */
export const kinds: readonly Kind[] = [
  kind("static", "GET /emojis", noParameters, () => ({
    method: "get",
    url: `${base}/emojis`,
    headers: freshHeaders(),
  })),
  kind(
    "1 path parameter",
    "GET /users/{username}",
    () => ({ username: "hubot" }),
    ({ username }) => ({
      method: "get",
      url: `${base}/users/${encode(username)}`,
      headers: freshHeaders(),
    }),
  ),
  kind(
    "2 path parameters",
    "GET /repos/{owner}/{repo}",
    () => ({ owner: "hubot", repo: "hello-world" }),
    ({ owner, repo }) => ({
      method: "get",
      url: `${base}/repos/${encode(owner)}/${encode(repo)}`,
      headers: freshHeaders(),
    }),
  ),
  kind(
    "3 path parameters",
    "GET /repos/{owner}/{repo}/issues/{issue_number}",
    () => ({ owner: "hubot", repo: "hello-world", issue_number: 1347 }),
    ({ owner, repo, issue_number }) => ({
      method: "get",
      url: `${base}/repos/${encode(owner)}/${encode(repo)}/issues/${issue_number}`,
      headers: freshHeaders(),
    }),
  ),
  kind(
    ":name",
    "GET /repos/:owner/:repo/pulls/:pull_number",
    () => ({ owner: "hubot", repo: "hello-world", pull_number: 7 }),
    ({ owner, repo, pull_number }) => ({
      method: "get",
      url: `${base}/repos/${encode(owner)}/${encode(repo)}/pulls/${pull_number}`,
      headers: freshHeaders(),
    }),
  ),
  kind(
    "2 query parameters",
    "GET /repos/{owner}/{repo}/commits",
    () => ({ owner: "hubot", repo: "hello-world", per_page: 100, page: 2 }),
    ({ owner, repo, per_page, page }) => ({
      method: "get",
      url: `${base}/repos/${encode(owner)}/${encode(repo)}/commits?per_page=${per_page}&page=${page}`,
      headers: freshHeaders(),
    }),
  ),
  kind(
    "6 query parameters",
    "GET /repos/{owner}/{repo}/issues",
    () => ({
      owner: "hubot",
      repo: "hello-world",
      state: "open",
      sort: "updated",
      direction: "desc",
      labels: "bug",
      per_page: 100,
      page: 2,
    }),
    ({ owner, repo, state, sort, direction, labels, per_page, page }) => ({
      method: "get",
      url:
        `${base}/repos/${encode(owner)}/${encode(repo)}/issues?state=${encode(state)}` +
        `&sort=${encode(sort)}&direction=${encode(direction)}&labels=${encode(labels)}` +
        `&per_page=${per_page}&page=${page}`,
      headers: freshHeaders(),
    }),
  ),
  kind(
    "q",
    "GET /search/issues",
    () => ({ q: "repo:hubot/hello-world is:open label:bug", per_page: 50 }),
    ({ q, per_page }) => ({
      method: "get",
      // A peer leaves "+" between words to its callers; a plain query is encoded as a whole.
      url: `${base}/search/issues?q=${encode(q)}&per_page=${per_page}`,
      headers: freshHeaders(),
    }),
  ),
  kind(
    "multi-segment path",
    "GET /repos/{owner}/{repo}/contents/{path}",
    () => ({ owner: "hubot", repo: "hello-world", path: "src/endpoint/endpoint.ts" }),
    ({ owner, repo, path }) => ({
      method: "get",
      url: `${base}/repos/${encode(owner)}/${encode(repo)}/contents/${encodeSegments(path)}`,
      headers: freshHeaders(),
    }),
    "GET /repos/{owner}/{repo}/contents/{+path}",
  ),
  kind(
    "non-ASCII path parameter",
    "GET /repos/{owner}/{repo}/labels/{name}",
    () => ({ owner: "hubot", repo: "hello-world", name: "größe 大" }),
    ({ owner, repo, name }) => ({
      method: "get",
      url: `${base}/repos/${encode(owner)}/${encode(repo)}/labels/${encode(name)}`,
      headers: freshHeaders(),
    }),
  ),
  kind(
    "mediaType",
    "GET /repos/{owner}/{repo}/readme",
    () => ({ owner: "hubot", repo: "hello-world", mediaType: { format: "raw" } }),
    ({ owner, repo }) => ({
      method: "get",
      url: `${base}/repos/${encode(owner)}/${encode(repo)}/readme`,
      headers: { accept: "application/vnd.vendor.v3.raw", "user-agent": agent },
    }),
  ),
  kind(
    "headers",
    "GET /repos/{owner}/{repo}/topics",
    () => ({ owner: "hubot", repo: "hello-world", headers: { Authorization: "token 0000" } }),
    ({ owner, repo, headers }) => ({
      method: "get",
      url: `${base}/repos/${encode(owner)}/${encode(repo)}/topics`,
      headers: { accept, "user-agent": agent, authorization: headers.Authorization },
    }),
  ),
  kind(
    "POST, 2 body keys",
    "POST /repos/{owner}/{repo}/issues",
    () => ({ owner: "hubot", repo: "hello-world", title: "Found a bug", body: "It is broken." }),
    ({ owner, repo, title, body }) => ({
      method: "post",
      url: `${base}/repos/${encode(owner)}/${encode(repo)}/issues`,
      headers: { accept, "user-agent": agent, "content-type": json },
      body: { title, body },
    }),
  ),
  kind(
    "POST, 5 body keys",
    "POST /repos/{owner}/{repo}/pulls",
    () => ({
      owner: "hubot",
      repo: "hello-world",
      title: "Amazing feature",
      head: "feature",
      base: "main",
      body: "Please pull this in.",
      draft: true,
    }),
    ({ owner, repo, title, head, base: onto, body, draft }) => ({
      method: "post",
      url: `${base}/repos/${encode(owner)}/${encode(repo)}/pulls`,
      headers: { accept, "user-agent": agent, "content-type": json },
      body: { title, head, base: onto, body, draft },
    }),
  ),
  kind(
    "nested body",
    "POST /repos/{owner}/{repo}/check-runs",
    () => ({
      owner: "hubot",
      repo: "hello-world",
      name: "lint",
      output: { title: "Report", summary: "1 finding", annotations: [{ path: "a.ts", line: 3 }] },
    }),
    ({ owner, repo, name, output }) => ({
      method: "post",
      url: `${base}/repos/${encode(owner)}/${encode(repo)}/check-runs`,
      headers: { accept, "user-agent": agent, "content-type": json },
      body: { name, output },
    }),
  ),
  kind(
    "PATCH",
    "PATCH /repos/{owner}/{repo}/issues/{issue_number}",
    () => ({ owner: "hubot", repo: "hello-world", issue_number: 1347, state: "closed" }),
    ({ owner, repo, issue_number, state }) => ({
      method: "patch",
      url: `${base}/repos/${encode(owner)}/${encode(repo)}/issues/${issue_number}`,
      headers: { accept, "user-agent": agent, "content-type": json },
      body: { state },
    }),
  ),
  kind(
    "PUT",
    "PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge",
    () => ({ owner: "hubot", repo: "hello-world", pull_number: 7, merge_method: "squash" }),
    ({ owner, repo, pull_number, merge_method }) => ({
      method: "put",
      url: `${base}/repos/${encode(owner)}/${encode(repo)}/pulls/${pull_number}/merge`,
      headers: { accept, "user-agent": agent, "content-type": json },
      body: { merge_method },
    }),
  ),
  kind(
    "DELETE",
    "DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}",
    () => ({ owner: "hubot", repo: "hello-world", comment_id: 42 }),
    ({ owner, repo, comment_id }) => ({
      method: "delete",
      url: `${base}/repos/${encode(owner)}/${encode(repo)}/issues/comments/${comment_id}`,
      headers: freshHeaders(),
    }),
  ),
  kind(
    "upload template with data",
    "POST https://uploads.vendor.example/repos/{owner}/{repo}/releases/{release_id}/assets{?name,label}",
    () => ({
      owner: "hubot",
      repo: "hello-world",
      release_id: 1,
      name: "build.zip",
      label: "build",
      headers: { "content-type": "text/plain" },
      data: "content",
    }),
    ({ owner, repo, release_id, name, label, headers, data }) => ({
      method: "post",
      url: `https://uploads.vendor.example/repos/${encode(owner)}/${encode(repo)}/releases/${release_id}/assets?name=${encode(name)}&label=${encode(label)}`,
      headers: { accept, "user-agent": agent, "content-type": headers["content-type"] },
      body: data,
    }),
  ),
  optionsKind(),
  defaultsKind(),
  mergeKind(),
  parseKind(),
];

function noParameters(): undefined {
  return undefined;
}

function kind<Parameters>(
  name: string,
  route: string,
  parameters: () => Parameters,
  limit: (parameters: Parameters) => object,
  peerRoute = route,
): Kind {
  return {
    name,
    ours: () => ours(route, parameters()),
    limit: () => limit(parameters()),
    octokit: () => octokit(peerRoute, parameters()),
  };
}

function optionsKind(): Kind {
  const options = (): { method: string; url: string; owner: string; repo: string } => ({
    method: "GET",
    url: "/repos/{owner}/{repo}/tags",
    owner: "hubot",
    repo: "hello-world",
  });
  const limit = ({ owner, repo }: ReturnType<typeof options>): object => ({
    method: "get",
    url: `${base}/repos/${encode(owner)}/${encode(repo)}/tags`,
    headers: freshHeaders(),
  });
  return {
    name: "options object",
    ours: () => ours(options()),
    limit: () => limit(options()),
    octokit: () => octokit(options()),
  };
}

function defaultsKind(): Kind {
  const derive = (builder: Builder): Builder =>
    builder
      .defaults({ owner: "hubot", headers: { authorization: "token 0000" } })
      .defaults({ repo: "hello-world", per_page: 100 });
  const [own, other] = [derive(ours), derive(octokit)];
  const route = "GET /repos/{owner}/{repo}/branches";
  const parameters = (): { page: number } => ({ page: 2 });
  const given = { owner: "hubot", repo: "hello-world", per_page: 100, token: "token 0000" };
  const limit = ({ page }: { page: number }): object => ({
    method: "get",
    url: `${base}/repos/${encode(given.owner)}/${encode(given.repo)}/branches?per_page=${given.per_page}&page=${page}`,
    headers: { accept, "user-agent": agent, authorization: given.token },
  });
  return {
    name: "defaults cascade",
    ours: () => own(route, parameters()),
    limit: () => limit(parameters()),
    octokit: () => other(route, parameters()),
  };
}

function mergeKind(): Kind {
  const route = "GET /repos/{owner}/{repo}/forks";
  const parameters = (): { owner: string; repo: string; sort: string } => ({
    owner: "hubot",
    repo: "hello-world",
    sort: "newest",
  });
  const limit = ({ owner, repo, sort }: ReturnType<typeof parameters>): object => ({
    baseUrl: base,
    method: "GET",
    url: "/repos/{owner}/{repo}/forks",
    headers: freshHeaders(),
    owner,
    repo,
    sort,
  });
  return {
    name: "merge only",
    ours: () => ours.merge(route, parameters()),
    limit: () => limit(parameters()),
    octokit: () => octokit.merge(route, parameters()),
  };
}

function parseKind(): Kind {
  const merged = (): {
    baseUrl: string;
    method: string;
    url: string;
    headers: { accept: string; "user-agent": string };
    mediaType: { format: string };
    owner: string;
    repo: string;
  } => ({
    baseUrl: base,
    method: "GET",
    url: "/repos/{owner}/{repo}/teams",
    headers: { accept, "user-agent": agent },
    mediaType: { format: "" }, // the peer cannot do without
    owner: "hubot",
    repo: "hello-world",
  });
  const limit = ({ baseUrl, headers, owner, repo }: ReturnType<typeof merged>): object => ({
    method: "get",
    url: `${baseUrl}/repos/${encode(owner)}/${encode(repo)}/teams`,
    headers: { accept: headers.accept, "user-agent": headers["user-agent"] },
  });
  return {
    name: "parse only",
    ours: () => ours.parse(merged()),
    limit: () => limit(merged()),
    octokit: () => octokit.parse(merged()),
  };
}
