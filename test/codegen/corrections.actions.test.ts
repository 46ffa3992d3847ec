/** Corrections leave alone what an action determines, such as the state of a closed milestone. */
import { describe, expect, it } from "vitest";
import { createResolver, dereference } from "../../codegen/json-schema/references.js";
import {
  COMPOSITIONS,
  membersOf,
  propertiesOf,
  valuesOf,
} from "../../codegen/json-schema/keywords.js";
import type { Event, JsonSchema, SchemaModel } from "../../codegen/model/model.js";
import { readUncorrected } from "../../codegen/read-schema.js";
import { createValidators } from "../../codegen/reconcile/validators.js";
import { defaultModel, schemaFiles } from "../cases/codegen/read/schema-folder.js";

const described = readUncorrected(schemaFiles).model;
const corrected = defaultModel();
const validators = createValidators(corrected);

/** Objects nested deeper than this are the same in every action. */
const MAX_DEPTH = 3;

/** Properties that the description calls null, because the one example of an action had none. Elsewhere they are dates and texts. */
const NULL_IN_ONE_EXAMPLE = [
  "deployment_review.approved.workflow_job_run.name",
  "deployment_review.rejected.workflow_job_run.name",
  "marketplace_purchase.cancelled.previous_marketplace_purchase.free_trial_ends_on",
  "marketplace_purchase.pending_change_cancelled.marketplace_purchase.free_trial_ends_on",
  "marketplace_purchase.pending_change_cancelled.previous_marketplace_purchase.free_trial_ends_on",
  "marketplace_purchase.purchased.previous_marketplace_purchase.free_trial_ends_on",
  "registry_package.updated.registry_package.description",
];

describe("corrections", () => {
  it("widen a value that differs by action only in alerts, which keep their history, and where the description follows one example", () => {
    const widened = described.events.flatMap((event) => {
      const after = corrected.events.find(({ name }) => name === event.name);
      return after === undefined ? [] : widenings(event, after);
    });
    expect(widened.filter((path) => !path.startsWith("code_scanning_alert."))).toEqual(
      NULL_IN_ONE_EXAMPLE,
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

/** Each action with the values of its properties. */
function valuesOfActions(model: SchemaModel, { actions }: Event) {
  return actions.map(({ name, payload = true }) => ({
    name,
    values: valuesByPath(model, payload),
  }));
}

/** The values of every property by its path, as JSON: `[null]` for the type null, `"any"` where they are not listed. */
function valuesByPath(model: SchemaModel, payload: JsonSchema): ReadonlyMap<string, string> {
  const resolve = createResolver(model);
  const byPath = new Map<string, string>();
  const visit = (schema: JsonSchema, path: string, depth: number): void => {
    const target = dereference(schema, resolve);
    if (typeof target === "boolean" || depth > MAX_DEPTH) return;
    const values = target["type"] === "null" ? [null] : valuesOf(target);
    byPath.set(path, `${byPath.get(path) ?? ""}${JSON.stringify(values ?? "any")}`);
    for (const keyword of COMPOSITIONS) {
      for (const member of membersOf(target, keyword)) visit(member, path, depth + 1);
    }
    for (const [name, child] of Object.entries(propertiesOf(target))) {
      visit(child, `${path}.${name}`, depth + 1);
    }
  };
  visit(payload, "", 0);
  return byPath;
}

/** The properties that have one value in an action and others in another action, and that corrections have widened. */
function widenings(event: Event, after: Event): readonly string[] {
  const actions = valuesOfActions(described, event);
  const correctedActions = valuesOfActions(corrected, after);
  return actions.flatMap(({ name, values }, index) =>
    [...values].flatMap(([path, value]) => {
      const hasOneValue = /^\[[^,\]]+\]$/.test(value);
      const differs = actions.some(({ values: other }) => (other.get(path) ?? value) !== value);
      const now = correctedActions[index]?.values.get(path);
      return hasOneValue && differs && now !== value ? [`${event.name}.${name}${path}`] : [];
    }),
  );
}
