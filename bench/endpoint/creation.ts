import { deepStrictEqual } from "node:assert/strict";
import type { Job } from "../harness/job.js";
import { checkResult } from "./equal.js";
import { encode } from "./encode.js";
import { readingUrls } from "./read-url.js";
import { accept, agent, base, freshHeaders, octokit, ours } from "./subjects.js";

/** What is done once for a route or a client, and then again for every one of them. */
export const creationJobs: readonly Job[] = [readingUrls(newRoute()), newDefaults()];

/** No route is ever seen twice, so that none comes from a cache. */
function newRoute(): Job {
  let count = 0;
  const route = (): string => `GET /repos/{owner}/{repo}/things-${(count += 1)}/{id}`;
  const parameters = (): Record<string, string | number> => ({
    owner: "hubot",
    repo: "hello-world",
    id: "a1",
    page: 2,
  });
  const withCount = (run: (route: string) => unknown) => () => run(route());
  return {
    name: "a new route in every call",
    ours: withCount((route) => ours(route, parameters())),
    limit: withCount((route) => expandOnce(route, parameters())),
    peers: { "@octokit/endpoint": withCount((route) => octokit(route, parameters())) },
    atMost: 3,
    check: (result, expected, subject) =>
      checkResult(uncounted(result), uncounted(expected), subject),
  };
}

function uncounted(result: unknown): unknown {
  return JSON.parse(JSON.stringify(result).replace(/things-\d+/, "things"));
}

/** As short as code for an unknown route can be that places parameters as it must. */
function expandOnce(route: string, parameters: Record<string, string | number>): object {
  const space = route.indexOf(" ");
  const taken = new Set<string>();
  let url =
    base +
    route.slice(space + 1).replace(/\{(\w+)\}/g, (_, name: string) => {
      taken.add(name);
      return encode(String(parameters[name]));
    });
  let separator = "?";
  for (const name of Object.keys(parameters)) {
    if (taken.has(name)) continue;
    url += `${separator}${encode(name)}=${encode(String(parameters[name]))}`;
    separator = "&";
  }
  return { method: route.slice(0, space).toLowerCase(), url, headers: freshHeaders() };
}

function newDefaults(): Job {
  const options = (): { owner: string; headers: { authorization: string } } => ({
    owner: "hubot",
    headers: { authorization: "token 0000" },
  });
  const limit = ({ owner, headers }: ReturnType<typeof options>): object => {
    const defaults = {
      baseUrl: base,
      method: "GET",
      owner,
      headers: { accept, "user-agent": agent, authorization: headers.authorization },
    };
    return Object.assign(() => defaults, { DEFAULTS: defaults });
  };
  return {
    name: "creating defaults()",
    ours: () => ours.defaults(options()),
    limit: () => limit(options()),
    peers: { "@octokit/endpoint": () => octokit.defaults(options()) },
    atMost: 40,
    check: (result, expected) => deepStrictEqual(shownBy(result), shownBy(expected)),
  };
}

/** The defaults that a builder shows; the peer's hold a media type that says nothing. */
function shownBy(builder: unknown): object {
  const { DEFAULTS } = builder as { DEFAULTS: { mediaType?: object } };
  return { ...DEFAULTS, mediaType: undefined };
}
