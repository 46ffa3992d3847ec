/** One route of each family of operations: a call, a call without its path parameters, and the type of the answer. */
import { endpoint } from "typewire";
import type { Endpoints } from "typewire";
import type { Expect, IsAny, Not } from "./assert.js";

endpoint("GET /");
endpoint("POST /repos/{owner}/{repo}/security-advisories/reports", {
  owner: "x",
  repo: "x",
  summary: "x",
  description: "x",
});
// @ts-expect-error -- a path parameter is missing
endpoint("POST /repos/{owner}/{repo}/security-advisories/reports", {});
endpoint("POST /agents/repos/{owner}/{repo}/tasks", { owner: "x", repo: "x", prompt: "x" });
// @ts-expect-error -- a path parameter is missing
endpoint("POST /agents/repos/{owner}/{repo}/tasks", {});
endpoint("POST /applications/{client_id}/token", { client_id: "x", access_token: "x" });
// @ts-expect-error -- a path parameter is missing
endpoint("POST /applications/{client_id}/token", {});
endpoint("GET /assignments/{assignment_id}", { assignment_id: 1 });
// @ts-expect-error -- a path parameter is missing
endpoint("GET /assignments/{assignment_id}", {});
endpoint("GET /codes_of_conduct/{key}", { key: "x" });
// @ts-expect-error -- a path parameter is missing
endpoint("GET /codes_of_conduct/{key}", {});
endpoint("POST /credentials/revoke", { credentials: ["x"] });
endpoint("GET /emojis");
endpoint("POST /orgs/{org}/actions/runners/generate-jitconfig", {
  org: "x",
  name: "x",
  runner_group_id: 1,
  labels: ["x"],
});
// @ts-expect-error -- a path parameter is missing
endpoint("POST /orgs/{org}/actions/runners/generate-jitconfig", {});
endpoint("POST /enterprises/{enterprise}/actions/oidc/customization/properties/repo", {
  enterprise: "x",
  custom_property_name: "x",
});
// @ts-expect-error -- a path parameter is missing
endpoint("POST /enterprises/{enterprise}/actions/oidc/customization/properties/repo", {});
endpoint("POST /enterprises/{enterprise}/code-security/configurations/{configuration_id}/attach", {
  enterprise: "x",
  configuration_id: 1,
  scope: "all",
});
endpoint(
  "POST /enterprises/{enterprise}/code-security/configurations/{configuration_id}/attach",
  // @ts-expect-error -- a path parameter is missing
  {},
);
endpoint("POST /orgs/{org}/copilot/billing/selected_teams", { org: "x", selected_teams: ["x"] });
// @ts-expect-error -- a path parameter is missing
endpoint("POST /orgs/{org}/copilot/billing/selected_teams", {});
endpoint("PUT /orgs/{org}/dependabot/secrets/{secret_name}", {
  org: "x",
  secret_name: "x",
  visibility: "all",
});
// @ts-expect-error -- a path parameter is missing
endpoint("PUT /orgs/{org}/dependabot/secrets/{secret_name}", {});
endpoint("POST /enterprises/{enterprise}/teams", { enterprise: "x", name: "x" });
// @ts-expect-error -- a path parameter is missing
endpoint("POST /enterprises/{enterprise}/teams", {});
endpoint("POST /enterprises/{enterprise}/teams/{enterprise-team}/memberships/add", {
  enterprise: "x",
  "enterprise-team": "x",
  usernames: ["x"],
});
// @ts-expect-error -- a path parameter is missing
endpoint("POST /enterprises/{enterprise}/teams/{enterprise-team}/memberships/add", {});
endpoint("POST /enterprises/{enterprise}/teams/{enterprise-team}/organizations/add", {
  enterprise: "x",
  "enterprise-team": "x",
  organization_slugs: ["x"],
});
// @ts-expect-error -- a path parameter is missing
endpoint("POST /enterprises/{enterprise}/teams/{enterprise-team}/organizations/add", {});
endpoint("PUT /repos/{owner}/{repo}/notifications", { owner: "x", repo: "x" });
// @ts-expect-error -- a path parameter is missing
endpoint("PUT /repos/{owner}/{repo}/notifications", {});
endpoint("PATCH /gists/{gist_id}/comments/{comment_id}", {
  gist_id: "x",
  comment_id: 1,
  body: "x",
});
// @ts-expect-error -- a path parameter is missing
endpoint("PATCH /gists/{gist_id}/comments/{comment_id}", {});
endpoint("GET /gitignore/templates/{name}", { name: "x" });
// @ts-expect-error -- a path parameter is missing
endpoint("GET /gitignore/templates/{name}", {});
endpoint("PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}", {
  owner: "x",
  repo: "x",
  comment_id: 1,
  body: "x",
});
// @ts-expect-error -- a path parameter is missing
endpoint("PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}", {});
endpoint("GET /repos/{owner}/{repo}/license", { owner: "x", repo: "x" });
// @ts-expect-error -- a path parameter is missing
endpoint("GET /repos/{owner}/{repo}/license", {});
endpoint("POST /markdown", { text: "x" });
endpoint("POST /orgs/{org}/artifacts/metadata/deployment-record", {
  org: "x",
  name: "x",
  digest: "x",
  status: "deployed",
  logical_environment: "x",
  deployment_name: "x",
});
// @ts-expect-error -- a path parameter is missing
endpoint("POST /orgs/{org}/artifacts/metadata/deployment-record", {});
endpoint("PATCH /organizations/{org}/settings/billing/budgets/{budget_id}", {
  org: "x",
  budget_id: "x",
});
// @ts-expect-error -- a path parameter is missing
endpoint("PATCH /organizations/{org}/settings/billing/budgets/{budget_id}", {});
endpoint("PUT /orgs/{org}/agents/secrets/{secret_name}", {
  org: "x",
  secret_name: "x",
  encrypted_value: "x",
  key_id: "x",
  visibility: "all",
});
// @ts-expect-error -- a path parameter is missing
endpoint("PUT /orgs/{org}/agents/secrets/{secret_name}", {});
endpoint("PATCH /orgs/{org}/campaigns/{campaign_number}", { org: "x", campaign_number: 1 });
// @ts-expect-error -- a path parameter is missing
endpoint("PATCH /orgs/{org}/campaigns/{campaign_number}", {});
endpoint("POST /repos/{owner}/{repo}/code-scanning/sarifs", {
  owner: "x",
  repo: "x",
  commit_sha: "x",
  ref: "x",
  sarif: "x",
});
// @ts-expect-error -- a path parameter is missing
endpoint("POST /repos/{owner}/{repo}/code-scanning/sarifs", {});
endpoint("PUT /orgs/{org}/codespaces/secrets/{secret_name}", {
  org: "x",
  secret_name: "x",
  visibility: "all",
});
// @ts-expect-error -- a path parameter is missing
endpoint("PUT /orgs/{org}/codespaces/secrets/{secret_name}", {});
endpoint("POST /orgs/{org}/copilot-spaces/{space_number}/collaborators", {
  org: "x",
  space_number: 1,
  actor_type: "User",
  actor_identifier: "x",
  role: "reader",
});
// @ts-expect-error -- a path parameter is missing
endpoint("POST /orgs/{org}/copilot-spaces/{space_number}/collaborators", {});
endpoint("GET /orgs/{org}/packages/{package_type}/{package_name}/versions/{package_version_id}", {
  org: "x",
  package_type: "npm",
  package_name: "x",
  package_version_id: 1,
});
endpoint(
  "GET /orgs/{org}/packages/{package_type}/{package_name}/versions/{package_version_id}",
  // @ts-expect-error -- a path parameter is missing
  {},
);
endpoint("GET /orgs/{org}/insights/api/route-stats/{actor_type}/{actor_id}", {
  org: "x",
  actor_type: "installation",
  actor_id: 1,
  min_timestamp: "x",
});
// @ts-expect-error -- a path parameter is missing
endpoint("GET /orgs/{org}/insights/api/route-stats/{actor_type}/{actor_id}", {});
endpoint("PUT /repos/{owner}/{repo}/interaction-limits", {
  owner: "x",
  repo: "x",
  limit: "existing_users",
});
// @ts-expect-error -- a path parameter is missing
endpoint("PUT /repos/{owner}/{repo}/interaction-limits", {});
endpoint("POST /orgs/{org}/migrations", { org: "x", repositories: ["x"] });
// @ts-expect-error -- a path parameter is missing
endpoint("POST /orgs/{org}/migrations", {});
endpoint("GET /orgs/{org}/private-registries/{secret_name}", { org: "x", secret_name: "x" });
// @ts-expect-error -- a path parameter is missing
endpoint("GET /orgs/{org}/private-registries/{secret_name}", {});
endpoint("POST /orgs/{org}/projectsV2/{project_number}/views", {
  org: "x",
  project_number: 1,
  name: "x",
  layout: "table",
});
// @ts-expect-error -- a path parameter is missing
endpoint("POST /orgs/{org}/projectsV2/{project_number}/views", {});
endpoint("POST /repos/{owner}/{repo}/autolinks", {
  owner: "x",
  repo: "x",
  key_prefix: "x",
  url_template: "x",
});
// @ts-expect-error -- a path parameter is missing
endpoint("POST /repos/{owner}/{repo}/autolinks", {});
endpoint("POST /repos/{owner}/{repo}/secret-scanning/push-protection-bypasses", {
  owner: "x",
  repo: "x",
  reason: "false_positive",
  placeholder_id: "x",
});
// @ts-expect-error -- a path parameter is missing
endpoint("POST /repos/{owner}/{repo}/secret-scanning/push-protection-bypasses", {});
endpoint("POST /orgs/{org}/settings/network-configurations", {
  org: "x",
  name: "x",
  network_settings_ids: ["x"],
});
// @ts-expect-error -- a path parameter is missing
endpoint("POST /orgs/{org}/settings/network-configurations", {});
endpoint("PUT /orgs/{org}/teams/{team_slug}/memberships/{username}", {
  org: "x",
  team_slug: "x",
  username: "x",
});
// @ts-expect-error -- a path parameter is missing
endpoint("PUT /orgs/{org}/teams/{team_slug}/memberships/{username}", {});
endpoint("GET /rate_limit");
endpoint("POST /repos/{owner}/{repo}/check-runs", {
  owner: "x",
  repo: "x",
  name: "x",
  head_sha: "x",
});
// @ts-expect-error -- a path parameter is missing
endpoint("POST /repos/{owner}/{repo}/check-runs", {});
endpoint("GET /repos/{owner}/{repo}/code-quality/findings/{finding_number}", {
  owner: "x",
  repo: "x",
  finding_number: 1,
});
// @ts-expect-error -- a path parameter is missing
endpoint("GET /repos/{owner}/{repo}/code-quality/findings/{finding_number}", {});
endpoint("POST /repos/{owner}/{repo}/comments/{comment_id}/reactions", {
  owner: "x",
  repo: "x",
  comment_id: 1,
  content: "+1",
});
// @ts-expect-error -- a path parameter is missing
endpoint("POST /repos/{owner}/{repo}/comments/{comment_id}/reactions", {});
endpoint("GET /repos/{owner}/{repo}/dependency-graph/compare/{basehead}", {
  owner: "x",
  repo: "x",
  basehead: "x",
});
// @ts-expect-error -- a path parameter is missing
endpoint("GET /repos/{owner}/{repo}/dependency-graph/compare/{basehead}", {});
endpoint("POST /repos/{owner}/{repo}/git/commits", {
  owner: "x",
  repo: "x",
  message: "x",
  tree: "x",
});
// @ts-expect-error -- a path parameter is missing
endpoint("POST /repos/{owner}/{repo}/git/commits", {});
endpoint("POST /repos/{owner}/{repo}/pulls", { owner: "x", repo: "x", head: "x", base: "x" });
// @ts-expect-error -- a path parameter is missing
endpoint("POST /repos/{owner}/{repo}/pulls", {});
endpoint("POST /repos/{owner}/{repo}/stacks/{stack_number}/add", {
  owner: "x",
  repo: "x",
  stack_number: 1,
  pull_requests: [1],
});
// @ts-expect-error -- a path parameter is missing
endpoint("POST /repos/{owner}/{repo}/stacks/{stack_number}/add", {});
endpoint("GET /search/labels", { repository_id: 1, q: "x" });
endpoint("POST /users/{username}/attestations/bulk-list", {
  username: "x",
  subject_digests: ["x"],
});
// @ts-expect-error -- a path parameter is missing
endpoint("POST /users/{username}/attestations/bulk-list", {});

export type Answers = [
  Expect<Not<IsAny<Endpoints["GET /"]["response"]>>>,
  Expect<
    Not<IsAny<Endpoints["POST /repos/{owner}/{repo}/security-advisories/reports"]["response"]>>
  >,
  Expect<Not<IsAny<Endpoints["POST /agents/repos/{owner}/{repo}/tasks"]["response"]>>>,
  Expect<Not<IsAny<Endpoints["POST /applications/{client_id}/token"]["response"]>>>,
  Expect<Not<IsAny<Endpoints["GET /assignments/{assignment_id}"]["response"]>>>,
  Expect<Not<IsAny<Endpoints["GET /codes_of_conduct/{key}"]["response"]>>>,
  Expect<Not<IsAny<Endpoints["POST /credentials/revoke"]["response"]>>>,
  Expect<Not<IsAny<Endpoints["GET /emojis"]["response"]>>>,
  Expect<Not<IsAny<Endpoints["POST /orgs/{org}/actions/runners/generate-jitconfig"]["response"]>>>,
  Expect<
    Not<
      IsAny<
        Endpoints["POST /enterprises/{enterprise}/actions/oidc/customization/properties/repo"]["response"]
      >
    >
  >,
  Expect<
    Not<
      IsAny<
        Endpoints["POST /enterprises/{enterprise}/code-security/configurations/{configuration_id}/attach"]["response"]
      >
    >
  >,
  Expect<Not<IsAny<Endpoints["POST /orgs/{org}/copilot/billing/selected_teams"]["response"]>>>,
  Expect<Not<IsAny<Endpoints["PUT /orgs/{org}/dependabot/secrets/{secret_name}"]["response"]>>>,
  Expect<Not<IsAny<Endpoints["POST /enterprises/{enterprise}/teams"]["response"]>>>,
  Expect<
    Not<
      IsAny<
        Endpoints["POST /enterprises/{enterprise}/teams/{enterprise-team}/memberships/add"]["response"]
      >
    >
  >,
  Expect<
    Not<
      IsAny<
        Endpoints["POST /enterprises/{enterprise}/teams/{enterprise-team}/organizations/add"]["response"]
      >
    >
  >,
  Expect<Not<IsAny<Endpoints["PUT /repos/{owner}/{repo}/notifications"]["response"]>>>,
  Expect<Not<IsAny<Endpoints["PATCH /gists/{gist_id}/comments/{comment_id}"]["response"]>>>,
  Expect<Not<IsAny<Endpoints["GET /gitignore/templates/{name}"]["response"]>>>,
  Expect<
    Not<IsAny<Endpoints["PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}"]["response"]>>
  >,
  Expect<Not<IsAny<Endpoints["GET /repos/{owner}/{repo}/license"]["response"]>>>,
  Expect<Not<IsAny<Endpoints["POST /markdown"]["response"]>>>,
  Expect<
    Not<IsAny<Endpoints["POST /orgs/{org}/artifacts/metadata/deployment-record"]["response"]>>
  >,
  Expect<
    Not<
      IsAny<
        Endpoints["PATCH /organizations/{org}/settings/billing/budgets/{budget_id}"]["response"]
      >
    >
  >,
  Expect<Not<IsAny<Endpoints["PUT /orgs/{org}/agents/secrets/{secret_name}"]["response"]>>>,
  Expect<Not<IsAny<Endpoints["PATCH /orgs/{org}/campaigns/{campaign_number}"]["response"]>>>,
  Expect<Not<IsAny<Endpoints["POST /repos/{owner}/{repo}/code-scanning/sarifs"]["response"]>>>,
  Expect<Not<IsAny<Endpoints["PUT /orgs/{org}/codespaces/secrets/{secret_name}"]["response"]>>>,
  Expect<
    Not<
      IsAny<Endpoints["POST /orgs/{org}/copilot-spaces/{space_number}/collaborators"]["response"]>
    >
  >,
  Expect<
    Not<
      IsAny<
        Endpoints["GET /orgs/{org}/packages/{package_type}/{package_name}/versions/{package_version_id}"]["response"]
      >
    >
  >,
  Expect<
    Not<
      IsAny<
        Endpoints["GET /orgs/{org}/insights/api/route-stats/{actor_type}/{actor_id}"]["response"]
      >
    >
  >,
  Expect<Not<IsAny<Endpoints["PUT /repos/{owner}/{repo}/interaction-limits"]["response"]>>>,
  Expect<Not<IsAny<Endpoints["POST /orgs/{org}/migrations"]["response"]>>>,
  Expect<Not<IsAny<Endpoints["GET /orgs/{org}/private-registries/{secret_name}"]["response"]>>>,
  Expect<Not<IsAny<Endpoints["POST /orgs/{org}/projectsV2/{project_number}/views"]["response"]>>>,
  Expect<Not<IsAny<Endpoints["POST /repos/{owner}/{repo}/autolinks"]["response"]>>>,
  Expect<
    Not<
      IsAny<
        Endpoints["POST /repos/{owner}/{repo}/secret-scanning/push-protection-bypasses"]["response"]
      >
    >
  >,
  Expect<Not<IsAny<Endpoints["POST /orgs/{org}/settings/network-configurations"]["response"]>>>,
  Expect<
    Not<IsAny<Endpoints["PUT /orgs/{org}/teams/{team_slug}/memberships/{username}"]["response"]>>
  >,
  Expect<Not<IsAny<Endpoints["GET /rate_limit"]["response"]>>>,
  Expect<Not<IsAny<Endpoints["POST /repos/{owner}/{repo}/check-runs"]["response"]>>>,
  Expect<
    Not<
      IsAny<
        Endpoints["GET /repos/{owner}/{repo}/code-quality/findings/{finding_number}"]["response"]
      >
    >
  >,
  Expect<
    Not<IsAny<Endpoints["POST /repos/{owner}/{repo}/comments/{comment_id}/reactions"]["response"]>>
  >,
  Expect<
    Not<
      IsAny<Endpoints["GET /repos/{owner}/{repo}/dependency-graph/compare/{basehead}"]["response"]>
    >
  >,
  Expect<Not<IsAny<Endpoints["POST /repos/{owner}/{repo}/git/commits"]["response"]>>>,
  Expect<Not<IsAny<Endpoints["POST /repos/{owner}/{repo}/pulls"]["response"]>>>,
  Expect<Not<IsAny<Endpoints["POST /repos/{owner}/{repo}/stacks/{stack_number}/add"]["response"]>>>,
  Expect<Not<IsAny<Endpoints["GET /search/labels"]["response"]>>>,
  Expect<Not<IsAny<Endpoints["POST /users/{username}/attestations/bulk-list"]["response"]>>>,
];
