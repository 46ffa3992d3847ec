/** The workflows that `typewire ci github` writes: none gives a token to code of others. */
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { printWorkflows } from "../../cli/workflows/workflows.js";

const WORKFLOWS = printWorkflows({ packageName: "acme", branch: "main", hasDescription: true }).map(
  ({ path, text }) => {
    const { permissions, jobs } = parse(text) as Workflow; // printed so
    return { path, text, permissions, jobs: Object.values(jobs) };
  },
);

describe.each(WORKFLOWS)("$path", ({ text, permissions, jobs }) => {
  it("pins each action by a commit, with the version beside it", () => {
    const uses = [...text.matchAll(/uses: (.*)/g)].map(([, action]) => action);
    expect(uses.length).toBeGreaterThan(1);
    for (const action of uses)
      expect(action).toMatch(/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it("gives permissions to jobs alone, and each job has a time limit", () => {
    expect(permissions).toEqual({});
    for (const job of jobs) {
      expect(job.permissions).toBeDefined();
      expect(job["timeout-minutes"]).toBeGreaterThan(0);
    }
  });

  it("runs no code of packages in a job that can write or publish", () => {
    const trusted = jobs.filter(({ permissions: granted = {} }) =>
      Object.values(granted).includes("write"),
    );
    for (const { steps } of trusted)
      for (const { run = "" } of steps) expect(run).not.toMatch(/^\s*(?:npm (?:ci|test)|npx) /m);
  });

  it("has no expression in a command, where it could be code", () => {
    for (const { steps } of jobs)
      for (const { run } of steps) expect(run ?? "").not.toContain("${{");
  });

  it("leaves no credential in a checkout", () => {
    for (const { steps } of jobs)
      for (const { uses, with: inputs } of steps)
        if (uses?.includes("checkout")) expect(inputs?.["persist-credentials"]).toBe(false);
  });
});

it("publishes by trusted publishing alone", () => {
  const release = WORKFLOWS.find(({ path }) => path.endsWith("release.yml"));
  const { jobs } = parse(release?.text ?? "") as Workflow;
  expect(jobs["publish"]?.permissions).toEqual({ "id-token": "write" });
  expect(release?.text).not.toMatch(/NPM_TOKEN|NODE_AUTH_TOKEN|secrets\./);
});

interface Workflow {
  readonly permissions: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly "timeout-minutes"?: number;
  readonly steps: readonly Step[];
}

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}
