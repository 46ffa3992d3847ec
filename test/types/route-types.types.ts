/** The types of a route can be imported by name, those of its responses from a subpath of their own. */
import { endpoint, type Endpoints } from "typewire";
import type { MetaRootResponse, ReposListForOrgResponse } from "typewire/responses";
import {
  reposListForOrg,
  type ReposListForOrgParameters,
  type Route,
  routes,
} from "typewire/routes";
import type { Equal, Expect } from "./assert.js";

export type Checks = [
  Expect<Equal<ReposListForOrgResponse, Endpoints["GET /orgs/{org}/repos"]["response"]>>,
  Expect<Equal<MetaRootResponse, Endpoints["GET /"]["response"]>>,
  Expect<Equal<ReposListForOrgParameters, Parameters<typeof reposListForOrg>[0]>>,
  Expect<Equal<(typeof routes)[number], Route>>,
];

export function listRepos(parameters: ReposListForOrgParameters) {
  return endpoint("GET /orgs/{org}/repos", parameters);
}

// @ts-expect-error -- `org` is required
listRepos({});
