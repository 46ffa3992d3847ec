/** Corrections leave alone what an action determines, such as the state of a closed milestone. */
import { describe, expect, it } from "vitest";
import { readUncorrected } from "../../codegen/read-schema.js";
import { createValidators } from "../../codegen/reconcile/validators.js";
import { listWidened } from "../cases/codegen/corrections/widened.js";
import { defaultModel, schemaFiles } from "../cases/codegen/read/schema-folder.js";

const described = readUncorrected(schemaFiles).model;
const corrected = defaultModel();
const validators = createValidators(corrected);

/**
 * Properties whose type is null in the description of one action, because its only example had no value there.
 * Other actions have dates and texts, so corrections allow these, too.
 */
const NULL_BY_ONE_EXAMPLE = [
  "deployment_review.approved.workflow_job_run.name",
  "deployment_review.rejected.workflow_job_run.name",
  "marketplace_purchase.cancelled.previous_marketplace_purchase.free_trial_ends_on",
  "marketplace_purchase.pending_change_cancelled.marketplace_purchase.free_trial_ends_on",
  "marketplace_purchase.pending_change_cancelled.previous_marketplace_purchase.free_trial_ends_on",
  "marketplace_purchase.purchased.previous_marketplace_purchase.free_trial_ends_on",
  "registry_package.updated.registry_package.description",
];

describe("corrections", () => {
  it("allow further values where an action determines one only in alerts, which keep their history, and where one example had null", () => {
    const widened = described.events.flatMap((before) => {
      const after = corrected.events.find(({ name }) => name === before.name);
      return after === undefined
        ? []
        : listWidened({ model: described, event: before }, { model: corrected, event: after });
    });
    expect(widened.filter((path) => !path.startsWith("code_scanning_alert."))).toEqual(
      NULL_BY_ONE_EXAMPLE,
    );
    expect(widened).toContain("code_scanning_alert.created.alert.dismissed_at");
  });

  it.each([
    ["milestone.closed", "milestone", { state: "open" }],
    ["milestone.created", "milestone", { state: "closed" }],
    ["milestone.opened", "milestone", { closed_at: "2026-01-01T00:00:00Z" }],
    ["issues.locked", "issue", { locked: false }],
    ["issues.unlocked", "issue", { locked: true }],
    ["release.prereleased", "release", { prerelease: false }],
    ["repository_vulnerability_alert.dismiss", "alert", { state: "open" }],
    ["pull_request.opened", "pull_request", { state: "opened" }],
    ["pull_request.closed", "pull_request", { state: "merged" }],
    ["push", "repository", { created_at: "2026-01-01T00:00:00Z" }],
    ["push", "repository", { pushed_at: null }],
  ])("let no %s deliver a %s with %j", (event, property, change) => {
    const [name = ""] = Object.keys(change);
    const errors = validators.get(event)?.({ [property]: change }) ?? [];
    const paths = errors.map(({ instancePath }) => instancePath);
    expect(paths).toContain(`/${property}/${name}`);
  });

  it.each([
    ["issue_comment.edited", "changes", {}],
    ["label.created", "label/color", { label: { name: "bug" } }],
    ["issues.labeled", "label/url", { label: { name: "bug", color: "d73a4a" } }],
  ])("let no %s come without %s", (event, property, payload) => {
    const errors = validators.get(event)?.(payload) ?? [];
    const missing = errors.map(({ instancePath, params }) =>
      `${instancePath}/${String(params["missingProperty"])}`.slice(1),
    );
    expect(missing).toContain(property);
  });
});
