/** Routes, their parameters, and what a call gives. */
import { anyRoute, endpoint, toRequest } from "typewire";
import type { Endpoints, MergedOptions, RequestOptions, RequestParameters } from "typewire";
import type { Routes } from "../../generated/routes.js";
import type { RequestParameters as GeneratedRequestParameters } from "../../generated/routes.js";
import type { Equal, Expect, IsAny, Not } from "./assert.js";

const listed = endpoint("GET /orgs/{org}/repos", { org: "acme", per_page: 5, type: "public" });

export type Results = [
  Expect<Equal<typeof listed, RequestOptions<"GET /orgs/{org}/repos">>>,
  Expect<Equal<ReturnType<typeof toRequest>, Request>>,
  Expect<Equal<ReturnType<typeof endpoint.parse>, RequestOptions>>,
  Expect<Not<IsAny<typeof listed.body>>>,
  Expect<Not<IsAny<Routes["GET /orgs/{org}/repos"][0]["org"]>>>,
  // The generator writes these options for itself; they must stay the runtime's.
  Expect<Equal<Required<GeneratedRequestParameters>, Required<RequestParameters>>>,
];

type Milestone = NonNullable<Endpoints["POST /repos/{owner}/{repo}/milestones"]["request"]["body"]>;

export type Responses = [
  Expect<Not<IsAny<Endpoints["GET /orgs/{org}/repos"]["response"]>>>,
  Expect<Equal<Endpoints["GET /orgs/{org}/repos"]["response"][number]["name"], string>>,
  Expect<Equal<Milestone["due_on"], string | undefined>>,
  Expect<Equal<Milestone["title"], string>>,
];

// Options beside the parameters.
endpoint("GET /orgs/{org}/repos", {
  org: "acme",
  baseUrl: "https://example.test",
  headers: { authorization: "token abc", "x-removed": undefined },
  mediaType: { format: "raw" },
  request: { signal: new AbortController().signal },
});
endpoint("GET /orgs/{org}/repos", { org: "acme", headers: new Headers() });
endpoint("GET /orgs/{org}/repos", { org: "acme", headers: [["accept", "text/plain"]] });

// @ts-expect-error -- the parameters are missing
endpoint("GET /orgs/{org}/repos");
// @ts-expect-error -- `org` is missing
endpoint("GET /orgs/{org}/repos", {});
// @ts-expect-error -- `orgg` is misspelt
endpoint("GET /orgs/{org}/repos", { org: "acme", orgg: 1 });
// @ts-expect-error -- no value of `type`
endpoint("GET /orgs/{org}/repos", { org: "acme", type: "publik" });
// @ts-expect-error -- `title` is a required key of the body
endpoint("POST /repos/{owner}/{repo}/issues", { owner: "acme", repo: "site" });

// The keys of a body stand beside the parameters, also where it may be `null` or one of several.
const inSite = { owner: "acme", repo: "site" } as const;
const pull = { ...inSite, pull_number: 1 } as const;
endpoint("PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge", pull);
endpoint("PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge", {
  ...pull,
  merge_method: "squash",
});
endpoint("PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge", { ...pull, data: null });
endpoint("PUT /repos/{owner}/{repo}/issues/{issue_number}/labels", {
  ...inSite,
  issue_number: 1,
  labels: ["bug"],
});
endpoint("POST /repos/{owner}/{repo}/pages", {
  ...inSite,
  source: { branch: "main" },
});
endpoint("POST /user/emails", { emails: ["a@acme.example"] });
endpoint("POST /user/codespaces", { repository_id: 1 });
endpoint("POST /user/codespaces", {
  pull_request: { pull_request_number: 1, repository_id: 1 },
});
// @ts-expect-error -- no value of `merge_method`
endpoint("PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge", { ...pull, merge_method: "force" });
// @ts-expect-error -- `organisation` is misspelt
endpoint("POST /repos/{owner}/{repo}/forks", { ...inSite, organisation: "other" });

// A key with the name of a path parameter needs `data`, the other keys of the body do not.
const variable = { ...inSite, name: "REGION" } as const;
endpoint("PATCH /repos/{owner}/{repo}/actions/variables/{name}", { ...variable, value: "eu" });
endpoint("PATCH /repos/{owner}/{repo}/actions/variables/{name}", {
  ...variable,
  data: { name: "AREA" },
});
// @ts-expect-error -- no key of the body
endpoint("PATCH /repos/{owner}/{repo}/actions/variables/{name}", { ...variable, data: { nam: 1 } });
// @ts-expect-error -- the body is under `data`
endpoint("POST /markdown/raw", { text: "*typed*" });

// A time is text or a `Date`, which is sent as text.
endpoint("GET /issues", { since: new Date() });
endpoint("GET /issues", { since: "2026-01-01T00:00:00Z" });
endpoint("POST /repos/{owner}/{repo}/milestones", { ...inSite, title: "1.0", due_on: new Date() });
endpoint("POST /repos/{owner}/{repo}/git/commits", {
  ...inSite,
  message: "Mend",
  tree: "abc",
  author: { name: "Ann", email: "ann@acme.example", date: new Date() },
});
// @ts-expect-error -- no time
endpoint("GET /issues", { since: 1 });
// @ts-expect-error -- not described as a time
endpoint("GET /orgs/{org}/repos", { org: new Date() });

// A body of its own, wherever a method has one.
endpoint("POST /markdown", { data: { text: "*typed*" } });
// @ts-expect-error -- a body that lacks a field
endpoint("POST /markdown", { data: { context: "acme/site" } });
// @ts-expect-error -- a field beside the whole body
endpoint("POST /markdown", { text: "", data: { text: "*typed*" } });
endpoint("POST /markdown", { data: new Blob(['{"text":""}']) });
endpoint("DELETE /gists/{gist_id}", { gist_id: "1", data: new Uint8Array() });
// @ts-expect-error -- GET has no body
endpoint("GET /orgs/{org}/repos", { org: "acme", data: {} });

// Routes that the catalog does not know are written on purpose.
// @ts-expect-error -- not in the catalog
endpoint("GET /not/in/the/catalog");
// @ts-expect-error -- not in the catalog
endpoint("GET /not/in/the/catalog", {});
// @ts-expect-error -- not in the catalog
endpoint.merge("GET /not/in/the/catalog");
// @ts-expect-error -- not in the catalog
endpoint.merge("GET /not/in/the/catalog", {});
// @ts-expect-error -- not in the catalog
endpoint.defaults({ org: "acme" })("GET /not/in/the/catalog", {});
declare const anyText: string;
// @ts-expect-error -- it may not be in the catalog
endpoint(anyText);
// @ts-expect-error -- it may not be in the catalog
endpoint(anyText, { anything: 1 });
endpoint.merge(anyRoute("GET /not/{known}"), { known: 1 }) satisfies MergedOptions;
endpoint.defaults({ known: 1 })(anyRoute("GET /not/{known}"));
anyRoute("GET /not/{known}") satisfies string;
endpoint(anyRoute("GET /not/in/the/catalog"));
endpoint(anyRoute("GET /not/in/the/catalog"), { anything: 1 });
endpoint(anyRoute("GET /not/{known}{?query}"), { known: 1 });
endpoint(anyRoute("GET /not/in/the/catalog?query={query}"));
endpoint(anyRoute("/not/:known/either"), { known: 1 });
endpoint(anyRoute("/not/:known.json"), { known: 1 });
endpoint(anyRoute("/not/:known{?query}"), { known: 1 });
endpoint(anyRoute("/not/:8080/:known{.suffix}"), { known: 1 });
endpoint(anyRoute("/not/{known}{?query}/{either}"), { known: 1 });
declare const route: string;
endpoint(anyRoute(route));
endpoint(anyRoute(route), { anything: 1 });
// @ts-expect-error -- `known` is a placeholder
endpoint(anyRoute("GET /not/{known}{?query}"));
// @ts-expect-error -- `known` is a placeholder
endpoint(anyRoute("GET /not/{known}{?query}"), { query: 1 });
// @ts-expect-error -- `known` is a placeholder
endpoint(anyRoute("/not/:known/either"), {});
// @ts-expect-error -- `known` is a placeholder
endpoint(anyRoute("/not/:known.json"), { "known.json": 1 });
// @ts-expect-error -- `either` is a placeholder
endpoint(anyRoute("/not/:known:x/:either#part"), { known: 1 });

// The options form.
endpoint({ method: "GET", url: "/orgs/{org}/repos", org: "acme" });
endpoint(endpoint.merge("GET /orgs/{org}/repos", { org: "acme" }));
endpoint({ method: "get", url: "/orgs/{org}/repos", org: "acme" });
// @ts-expect-error -- a URL is required
endpoint({ method: "GET" });
// @ts-expect-error -- no method
endpoint({ method: "FOO", url: "/" });
// @ts-expect-error -- no method
endpoint.defaults({ method: "FOO" });

// A route alone decides method and URL.
// @ts-expect-error -- the URL stands in the route
endpoint("GET /not/in/the/catalog", { url: "/other" });
// @ts-expect-error -- the URL stands in the route
endpoint("GET /not/{url}", { url: "other" });
// @ts-expect-error -- the method stands in the route
endpoint.merge("GET /not/in/the/catalog", { method: "POST" });

// A parameter with a default may be left out, and may still be given.
const acme = endpoint.defaults({ org: "acme" });
acme("GET /orgs/{org}/repos");
acme("GET /orgs/{org}/repos", { per_page: 5 });
acme("GET /orgs/{org}/repos", { org: "other" });
const site = acme.defaults({ owner: "acme", repo: "site" });
site("POST /repos/{owner}/{repo}/issues", { title: "Broken" });
// @ts-expect-error -- `title` has no default
site("POST /repos/{owner}/{repo}/issues");
// @ts-expect-error -- misspelt all the same
acme("GET /orgs/{org}/repos", { per_pag: 5 });
endpoint.DEFAULTS.baseUrl satisfies string;
// @ts-expect-error -- no URL has a default
acme({ org: "other" });

// Options that are declared elsewhere can be defaults, or stand beside any route.
declare const options: RequestParameters;
endpoint.defaults(options)("GET /orgs/{org}/repos", { org: "acme" });
endpoint.defaults({ ...options, org: "acme" })("GET /orgs/{org}/repos");
endpoint("GET /user", options);
endpoint(anyRoute("GET /not/in/the/catalog"), options);
// @ts-expect-error -- `org` has no default
endpoint.defaults(options)("GET /orgs/{org}/repos");

// With a URL by default, the options form needs none.
const located = endpoint.defaults({ method: "POST", url: "/not/{known}" });
located({ known: 1 });
located({ known: 1, url: "/other/{known}" });
