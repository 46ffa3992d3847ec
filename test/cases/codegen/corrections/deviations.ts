/**
 * Differences of deliveries from other sources to recorded ones: older servers, young
 * features, deleted accounts. Each is applied to every recorded delivery that has the place.
 */
export interface Deviation {
  readonly title: string;
  /** Names of deliveries; left out: all. */
  readonly events?: RegExp;
  /** Keys from any depth; `*` is any item. */
  readonly place: string;
  /** Without a value, the properties are taken away. */
  readonly without?: readonly string[];
  readonly having?: Readonly<Record<string, unknown>>;
}

const accountInShort = [
  "events_url",
  "followers_url",
  "following_url",
  "gists_url",
  "gravatar_id",
  "node_id",
  "organizations_url",
  "received_events_url",
  "repos_url",
  "starred_url",
  "subscriptions_url",
];

const user = { login: "octocat", id: 1, type: "User", site_admin: false };

const team = { name: "admins", id: 1, slug: "admins", privacy: "closed", permission: "pull" };

const membership = {
  url: "https://api.vendor.com/orgs/acme/memberships/octocat",
  state: "pending",
  role: "member",
  organization_url: "https://api.vendor.com/orgs/acme",
};

export const deviations: readonly Deviation[] = [
  {
    title: "a repository of an old server",
    place: "repository",
    without: [
      "archived",
      "custom_properties",
      "deployments_url",
      "disabled",
      "has_discussions",
      "has_projects",
      "license",
      "node_id",
      "topics",
      "visibility",
    ],
  },
  {
    title: "a repository with properties of its own",
    place: "repository",
    having: { custom_properties: { one: "a", several: ["a", "b"], none: null } },
  },
  { title: "an account in short", place: "sender", without: accountInShort },
  { title: "an owner in short", place: "owner", without: accountInShort },
  { title: "an account of another kind", place: "sender", having: { type: "Mannequin" } },
  {
    title: "an issue of an old server",
    place: "issue",
    without: ["assignees", "author_association", "node_id", "reactions", "repository_url"],
  },
  { title: "an issue of a deleted account", place: "issue", having: { user: null, body: null } },
  {
    title: "an issue with values that are new",
    place: "issue",
    having: { active_lock_reason: "bored", author_association: "GUEST", state_reason: "moved" },
  },
  {
    title: "labels in short",
    events: /^(issues|pull_request)/,
    place: "labels.*",
    without: ["color", "default", "description", "url"],
  },
  { title: "no token to clone", place: "repository", having: { temp_clone_token: null } },
  ...["User", "Team"].map((type) => ({
    title: `a reviewer of the kind ${type}`,
    events: /^deployment_review/,
    place: "",
    having: { reviewers: [{ type, reviewer: type === "User" ? user : team }] },
  })),
  {
    title: "an invitation of an account",
    events: /^organization\.member_invited/,
    place: "",
    having: { membership: { ...membership, user } },
  },
  {
    title: "a trial that ends",
    events: /^marketplace_purchase/,
    place: "previous_marketplace_purchase",
    having: { free_trial_ends_on: "2026-01-01T00:00:00+00:00" },
  },
  { title: "a milestone of an old server", place: "milestone", without: ["html_url", "node_id"] },
  {
    title: "a pull request of an old server",
    place: "pull_request",
    without: ["assignees", "author_association", "auto_merge", "draft", "labels", "node_id"],
  },
  { title: "a branch of a deleted fork", place: "pull_request.head", having: { user: null } },
  {
    title: "a review comment of an old server",
    events: /^pull_request_review_comment/,
    place: "comment",
    without: ["line", "pull_request_review_id", "reactions", "side", "subject_type"],
  },
  { title: "a run of a deleted fork", place: "workflow_run", having: { head_repository: null } },
  {
    title: "a check whose app tells little",
    place: "check_run",
    having: { details_url: null, external_id: null, started_at: null },
  },
  {
    title: "a deployment of an old server",
    events: /^deployment(_status)?\./,
    place: "",
    without: ["action", "workflow", "workflow_run"],
  },
  {
    title: "a deployment's status of an old server",
    place: "deployment_status",
    without: ["environment", "environment_url", "log_url", "node_id"],
    having: { description: null },
  },
  { title: "a branch of an old server", place: "branches.*", without: ["protected"] },
  { title: "a commit without an address", place: "head_commit.author", having: { email: null } },
  {
    title: "a deleted team",
    events: /^membership/,
    place: "",
    having: { team: { id: 1, name: "gone", deleted: true } },
  },
  {
    title: "an alert that was fixed and dismissed",
    events: /^code_scanning_alert/,
    place: "alert",
    having: { state: "fixed", fixed_at: "2024-01-01", dismissed_at: "2024-01-01" },
  },
  {
    title: "an alert with values that are new",
    events: /^(code_scanning|dependabot)_alert/,
    place: "alert",
    having: { state: "asleep", dismissed_reason: "elsewhere" },
  },
  ...[1.5, [{ name: "bug" }], "2024-01-01", { id: "a", name: "b" }, null].map((to) => ({
    title: `a field that becomes ${JSON.stringify(to)}`,
    events: /^projects_v2_item\.edited/,
    place: "",
    having: { changes: { field_value: { field_type: "any", from: null, to } } },
  })),
  {
    title: "another part of a draft",
    events: /^projects_v2_item\.edited/,
    place: "",
    having: { changes: { title: { from: "a", to: "b" } } },
  },
  {
    title: "a member with a young level",
    events: /^member\.(added|edited)/,
    place: "",
    having: { changes: { permission: { from: "admin", to: "triage" } } },
  },
];
