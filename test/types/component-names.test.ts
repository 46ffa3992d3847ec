/**
 * The names that a reader of payloads meets. A component is called by its key in the YAML, an object
 * without a key by what it is or by the property that holds it.
 */
import { describe, expect, it } from "vitest";
import { openEditor } from "./editor.js";

const hovers: readonly (readonly [event: string, path: string, type: string])[] = [
  ["issues.opened", "issue", "WebhooksIssue"],
  ["issues.opened", "issue.user", "User | null"],
  ["issues.opened", "issue.assignees[0]", "User | null | undefined"],
  ["issues.opened", "issue.labels![0]", "IssueLabel | undefined"],
  ["issues.labeled", "label!", "WebhooksLabel"],
  ["issues.opened", "issue.milestone", "WebhooksMilestone | null"],
  ["issues.opened", "issue.milestone!.creator", "User | null"],
  ["issues.opened", "issue.performed_via_vendor_app", "App | null | undefined"],
  ["issues.opened", "issue.performed_via_vendor_app!.owner", "User | null"],
  ["issues.opened", "repository", "RepositoryWebhooks"],
  ["issues.opened", "repository.owner", "SimpleUser"],
  ["issues.opened", "sender", "SimpleUser"],
  ["issues.opened", "organization", "OrganizationSimpleWebhooks | undefined"],
  ["issues.opened", "installation", "SimpleInstallation | undefined"],
  ["pull_request.opened", "pull_request", "PullRequestWebhook"],
  ["pull_request.opened", "pull_request.base", "PullRequestBranch"],
  ["pull_request.opened", "pull_request.base.repo", "Repository | null"],
  ["pull_request.opened", "pull_request.milestone", "Milestone | null"],
  ["pull_request.labeled", "pull_request", "PullRequestEventPullRequest"],
  ["pull_request.labeled", "pull_request.base", "Branch"],
  ["pull_request.labeled", "pull_request.head.repo", "BranchRepository | null"],
  ["issue_comment.created", "comment", "IssueCommentCreatedComment"],
  ["issue_comment.created", "comment.user", "User | null"],
  ["push", "head_commit", "PushedCommit | null"],
  ["push", "repository", "PushRepository"],
  ["push", "commits[0].author", "Person"],
  ["release.published", "release.assets[0]", "Asset | null | undefined"],
  ["check_run.completed", "check_run", "CheckRunWithSimpleCheckSuite"],
  ["check_suite.completed", "check_suite", "CheckSuiteCompletedCheckSuite"],
  ["check_suite.completed", "check_suite.app", "CheckSuiteApp"],
  ["check_suite.completed", "check_suite.head_commit", "HeadCommit"],
  ["workflow_run.completed", "workflow_run.actor", "User | null | undefined"],
  ["pull_request_review.submitted", "review", "WebhooksReview"],
  ["installation.created", "repositories![0]", "InstalledRepository | undefined"],
  ["sponsorship.created", "sponsorship.tier", "SponsorsTier"],
  ["ping", "hook", "PingHook"],
];

const editor = openEditor(hovers.map(([event, path]) => program(event, path)));

describe("payloads in the editor", () => {
  it.each(hovers)("%s: %s is shown as %s", (event, path, type) => {
    expect(editor.hover(program(event, path))).toBe(`const found: ${type}`);
  });
});

function program(event: string, path: string): string {
  return `
import type { EmitterWebhookEvent } from "typewire";
declare const payload: EmitterWebhookEvent<"${event}">["payload"];
const fo¦und = payload.${path};`;
}
