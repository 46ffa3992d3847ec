import { sdkCatalog } from "../../generated/sdk-catalog.js";
import type { Question } from "./language-server.js";

/** A program for our package, and the same program for the peer. */
export interface Program {
  readonly name: string;
  readonly family: Family;
  readonly ours: string;
  readonly peer: string;
}

/** A question of an editor, in a program for our package and in one for the peer. `¦` is the caret. */
export interface EditorCase {
  readonly name: string;
  readonly question: Question;
  readonly ours: string;
  readonly peer: string;
  /** The highest ratio of the times of an answer. Without it, the ratio is only shown. */
  readonly atMost?: number;
}

/** Programs with the same limits; those of `sent` have `endpoint` as their peer. */
export type Family = "webhooks" | "routes" | "client" | "class" | "sent";

/** Ten names, spread over the events. */
const tenNames = [
  ...["issues.opened", "issues.closed", "pull_request.opened", "push", "release.published"],
  ...["issue_comment.created", "check_run.completed", "workflow_run.requested", "star", "fork"],
];

/**
 * A hundred paths that both packages type, and that need no parameters but those in the path. `@` stands
 * for an organization, `~` for a repository.
 */
const TYPED_PATHS = `
  @/repos /gists /gists/starred /gists/{gist_id}/comments/{comment_id} /gists/{gist_id}/star
  @/actions/cache/usage-by-repository @/actions/hosted-runners/images/vendor-owned
  @/actions/hosted-runners/machine-sizes @/actions/oidc/customization/sub
  @/actions/permissions/artifact-and-log-retention @/actions/permissions/repositories
  @/actions/permissions/self-hosted-runners/repositories @/actions/runners
  @/actions/secrets/public-key @/agents/secrets/public-key @/blocks @/campaigns
  @/code-security/configurations/defaults @/codespaces/secrets/public-key @/copilot/billing/seats
  @/copilot/content_exclusion @/dependabot/alerts @/dependabot/secrets/public-key @/events
  @/hooks/{hook_id} @/installation @/interaction-limits/pulls/creation-cap @/issue-types
  @/members/{username} @/memberships/{username} @/organization-roles @/personal-access-tokens
  @/projectsV2 @/public_members @/rulesets @/secret-scanning/custom-patterns
  @/settings/immutable-releases @/teams @/teams/{team_slug}/invitations @/teams/{team_slug}/repos ~
  ~/actions/cache/retention-limit ~/actions/caches ~/actions/jobs/{job_id}/logs
  ~/actions/organization-variables ~/actions/permissions/access
  ~/actions/permissions/fork-pr-workflows-private-repos ~/actions/runners ~/actions/runs/{run_id}
  ~/actions/runs/{run_id}/concurrency_groups ~/actions/runs/{run_id}/pending_deployments
  ~/actions/secrets/public-key ~/actions/workflows ~/agents/organization-variables
  ~/agents/variables ~/automated-security-fixes ~/branches/{branch}/protection
  ~/branches/{branch}/protection/required_signatures ~/branches/{branch}/protection/restrictions
  ~/branches/{branch}/protection/restrictions/teams ~/check-runs/{check_run_id}/annotations
  ~/code-scanning/alerts ~/code-scanning/alerts/{alert_number}/instances
  ~/code-scanning/default-setup ~/codespaces ~/codespaces/new ~/collaborators
  ~/collaborators/{username}/permission ~/comments/{comment_id}/reactions
  ~/commits/{ref}/check-runs ~/commits/{ref}/statuses ~/copilot/cloud-agent/configuration
  ~/dependabot/secrets ~/dependency-graph/sbom/generate-report ~/deployments/{deployment_id}
  ~/environments/{environment_name}
  ~/environments/{environment_name}/deployment_protection_rules/apps
  ~/environments/{environment_name}/variables ~/git/matching-refs/{ref} ~/hooks
  ~/hooks/{hook_id}/deliveries ~/installation ~/interaction-limits/pulls/creation-cap ~/issues
  ~/issues/comments/{comment_id}/reactions ~/issues/{issue_number}/comments
  ~/issues/{issue_number}/events ~/issues/{issue_number}/parent ~/issues/{issue_number}/sub_issues
  ~/keys ~/languages ~/milestones/{milestone_number} ~/pages ~/pages/health ~/pulls
  ~/pulls/comments/{comment_id} ~/pulls/{pull_number}/comments ~/pulls/{pull_number}/merge ~/readme
  ~/releases/{release_id}
`
  .replaceAll("@", "/orgs/{org}")
  .replaceAll("~", "/repos/{owner}/{repo}")
  .trim()
  .split(/\s+/);

/** The names of methods by their routes. */
const METHODS: ReadonlyMap<string, string> = new Map(
  Object.entries(sdkCatalog.resources).flatMap(([resource, text]) =>
    text.split("\n").map((line) => {
      const [name = "", ...route] = line.replace(/^[*!]+/, "").split(" ");
      return [route.join(" "), resource === "" ? name : `${resource}.${name}`] as const;
    }),
  ),
);

/** The programs to compile. Each pair makes the same calls, with other modules. */
export const programs: readonly Program[] = [
  webhookProgram("one on()", onCall("issues.opened")),
  webhookProgram("ten on()", tenNames.map(onCall).join("\n")),
  webhookProgram(
    "onAny() with a switch",
    `webhooks.onAny((event) => {
  switch (event.name) {
    case "issues":
      return event.payload.issue.number;
    case "push":
      return event.payload.ref.length;
    case "release":
      return event.payload.release.id;
    default:
      return event.id.length;
  }
});`,
  ),
  routeProgram("one endpoint()", 1),
  routeProgram("ten endpoint()", 10),
  routeProgram("a hundred endpoint()", 100),
  clientProgram("one client.request()", 1),
  clientProgram("a hundred client.request()", 100),
  classProgram("one call of the class", 1),
  classProgram("a hundred calls of the class", 100),
  {
    name: "a hundred client.request() beside endpoint()",
    family: "sent",
    ours: sendCalls(100),
    peer: buildCalls(100),
  },
];

export const editorCases: readonly EditorCase[] = [
  {
    name: "parameter completion",
    question: "completionInfo",
    ours: `import { endpoint } from "typewire/endpoint";\nendpoint("GET /orgs/{org}/repos", { ¦ });\n`,
    peer: `import { request } from "@octokit/request";\nvoid request("GET /orgs/{org}/repos", { ¦ });\n`,
    atMost: 0.1,
  },
  {
    ...webhookProgram(
      "hover on a payload",
      `webhooks.on("issues.opened", ({ pay¦load }) => payload)`,
    ),
    question: "quickinfo",
    atMost: 0.7,
  },
  {
    ...webhookProgram("name completion", `webhooks.on("¦")`),
    question: "completionInfo",
  },
];

function onCall(name: string): string {
  return `webhooks.on("${name}", ({ payload }) => payload.sender?.login);`;
}

function webhookProgram(name: string, calls: string): Program {
  const create = `const webhooks = new Webhooks({ secret: "a secret" });\n${calls}\n`;
  return {
    name,
    family: "webhooks",
    ours: `import { Webhooks } from "typewire/webhooks";\n${create}`,
    peer: `import { Webhooks } from "@octokit/webhooks";\n${create}`,
  };
}

function routeProgram(name: string, count: number): Program {
  return { name, family: "routes", ours: buildCalls(count), peer: peerCalls(count) };
}

function clientProgram(name: string, count: number): Program {
  return { name, family: "client", ours: sendCalls(count), peer: peerCalls(count) };
}

function classProgram(name: string, count: number): Program {
  return { name, family: "class", ours: classCalls(count), peer: peerCalls(count) };
}

function classCalls(count: number): string {
  const calls = TYPED_PATHS.slice(0, count).map((path) => {
    const method = METHODS.get(`GET ${path}`) ?? "";
    return `void vendor.${method}(${parametersOf(path)});`;
  });
  const create = `import { Vendor } from "typewire/sdk";\nconst vendor = new Vendor();\n`;
  return `${create}${calls.join("\n")}\n`;
}

function buildCalls(count: number): string {
  return `import { endpoint } from "typewire/endpoint";\n${routeCalls("endpoint", count)}\n`;
}

function sendCalls(count: number): string {
  const create = `import { createClient } from "typewire/client";\nconst client = createClient();\n`;
  return `${create}${routeCalls("void client.request", count)}\n`;
}

function peerCalls(count: number): string {
  return `import { request } from "@octokit/request";\n${routeCalls("void request", count)}\n`;
}

function routeCalls(callee: string, count: number): string {
  const paths = TYPED_PATHS.slice(0, count);
  return paths.map((path) => `${callee}("GET ${path}", ${parametersOf(path)});`).join("\n");
}

/** Parameters with the types that the peer's declarations require. */
function parametersOf(path: string): string {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const values = names.map(
    (name) => `${name}: ${/_(id|number)$/.test(name) && name !== "gist_id" ? 1 : '"acme"'}`,
  );
  return `{ ${values.join(", ")} }`;
}
