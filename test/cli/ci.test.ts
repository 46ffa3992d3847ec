/** `typewire ci github`, and its files. */
import { readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { printWorkflows } from "../../cli/workflows/workflows.js";
import { ROOT } from "../programs/bundle.js";
import { createTestCli, type TestCli } from "./cli.js";

let cli: TestCli;

beforeEach(async () => {
  cli = await createTestCli();
  await mkdir(join(cli.folder, "schema"));
  const description = "file: a.yaml, title: Acme, source: https://acme.example/a.yaml";
  await cli.write("schema/import.yaml", `descriptions: { a: { ${description} } }\n`);
  await cli.write(
    "package.json",
    '{ "name": "acme", "version": "1.0.0", "repository": "acme/acme" }',
  );
  await cli.write("package-lock.json", "{}");
});

afterEach(() => cli.remove());

const FILES = ["test.yml", "update.yml", "release.yml"].map((name) => `.github/workflows/${name}`);

describe("typewire ci", () => {
  it("writes three workflows, once", async () => {
    const first = await cli.run(["ci", "github"]);
    expect(first).toMatchObject({ code: 0, err: "" });
    expect(first.out).toContain(FILES.map((file) => `Wrote ${file}`).join("\n"));
    const second = await cli.run(["ci", "github"]);
    expect(second.out).toContain(FILES.map((file) => `Unchanged: ${file}`).join("\n"));
  });

  it("keeps a workflow that somebody edited, and one that somebody wrote", async () => {
    await cli.run(["ci", "github"]);
    const edited = (await cli.read(FILES[0] ?? "")).replace('"20", ', "");
    await cli.write(FILES[0] ?? "", edited);
    await cli.write(FILES[2] ?? "", "name: Mine\n");
    const { err } = await cli.run(["ci", "github", "--branch", "next"]);
    expect(err).toContain(
      `Kept, because it was written or edited by hand: ${FILES[0]}, ${FILES[2]}.`,
    );
    expect(await cli.read(FILES[0] ?? "")).toBe(edited);
    expect(await cli.read(FILES[2] ?? "")).toBe("name: Mine\n");
  });

  it("writes a file anew that nobody has edited", async () => {
    await cli.run(["ci", "github"]);
    await cli.run(["ci", "github", "--branch", "next"]);
    expect(parse(await cli.read(FILES[2] ?? ""))).toMatchObject({
      on: { push: { branches: ["next"] } },
    });
  });

  it("looks for no description where the package was made without", async () => {
    await cli.write("schema/import.yaml", "{}\n");
    await cli.run(["ci", "github"]);
    expect(await cli.list(".github/workflows")).toEqual(["release.yml", "test.yml"]);
  });

  it("says which facts are missing", async () => {
    await cli.write("package.json", '{ "name": "acme" }');
    const imported = await cli.read("schema/import.yaml");
    await cli.write("schema/import.yaml", imported.replace("https://acme.example/", "../../"));
    const { err } = await cli.run(["ci", "github"]);
    expect(err).toContain("update.yml cannot reach the description");
    expect(err).toContain("`repository`");
  });

  it("refuses a package in a folder of a repository", async () => {
    await mkdir(join(cli.folder, ".git"));
    await mkdir(join(cli.folder, "packages/acme/schema"), { recursive: true });
    await cli.write("packages/acme/package.json", '{ "name": "acme" }');
    const { code, err } = await cli.run(["ci", "github", "--schema", "packages/acme/schema"]);
    expect(code).toBe(1);
    expect(err).toContain("The package is in the folder packages/acme of a repository");
    const [, anchor = ""] = /releasing\.md#([\w-]+)/.exec(err) ?? [];
    const guide = readFileSync(join(ROOT, "docs/releasing.md"), "utf8");
    expect(guide.toLowerCase().replaceAll(" ", "-")).toContain(`\n###-${anchor}\n`);
  });

  it.each([
    [["ci"], 2, "expected github"],
    [["ci", "gitlab"], 2, "For GitLab"],
    [["ci", "github", "--branch", "a b"], 2, "expected the name of a branch"],
    [["init", "x", "--ci", "travis"], 2, "The value of --ci is travis; expected github"],
  ])("refuses %s", async (argv, code, message) => {
    const outcome = await cli.run(argv);
    expect(outcome.code).toBe(code);
    expect(outcome.err).toContain(message);
  });

  it("shows the tests in README.md, unless somebody has edited that", async () => {
    expect(await cli.run(["init", "own", "--yes"])).toMatchObject({ code: 0 });
    const manifest = JSON.parse(await cli.read("own/package.json")) as object;
    const named = { ...manifest, repository: "acme/own" };
    await cli.write("own/package.json", JSON.stringify(named));
    const ci = ["ci", "github", "--schema", "own/schema"];
    const made = await cli.read("own/README.md");
    const edited = made.replace("# own", "# Own");
    await cli.write("own/README.md", edited);
    expect((await cli.run(ci)).out).toContain("README.md stays as it is");
    expect(await cli.read("own/README.md")).toBe(edited);
    await cli.write("own/README.md", made);
    expect((await cli.run(ci)).out).toContain("Wrote README.md, which shows the tests");
    expect(await cli.read("own/README.md")).toContain(
      "https://github.com/acme/own/actions/workflows/test.yml/badge.svg",
    );
    expect((await cli.run(ci)).out).not.toContain("README.md");
  });

  it("writes them with init", async () => {
    expect(await cli.run(["init", "own", "--yes", "--ci", "github"])).toMatchObject({ code: 0 });
    expect(await cli.list("own/.github/workflows")).toEqual(["release.yml", "test.yml"]);
  });
});

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly "timeout-minutes"?: number;
  readonly steps: readonly Step[];
}

const WORKFLOWS = printWorkflows({ packageName: "acme", branch: "main", hasDescription: true }).map(
  ({ path, text }) => {
    const value = parse(text) as { permissions: unknown; jobs: Readonly<Record<string, Job>> }; // printed so
    return { path, text, value, jobs: Object.entries(value.jobs) };
  },
);

describe.each(WORKFLOWS)("$path", ({ text, value, jobs }) => {
  it("pins each action by a commit, with the version beside it", () => {
    const uses = [...text.matchAll(/uses: (.*)/g)].map(([, action]) => action);
    expect(uses.length).toBeGreaterThan(1);
    for (const action of uses)
      expect(action).toMatch(/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it("gives permissions to jobs alone, and each job has a time limit", () => {
    expect(value.permissions).toEqual({});
    for (const [, job] of jobs) {
      expect(job.permissions).toBeDefined();
      expect(job["timeout-minutes"]).toBeGreaterThan(0);
    }
  });

  it("runs no code of packages in a job that can write or publish", () => {
    for (const [, { permissions = {}, steps }] of jobs) {
      const isTrusted = Object.values(permissions).includes("write");
      const runs = steps.flatMap((step) => step.run ?? []);
      if (isTrusted)
        for (const command of runs) expect(command).not.toMatch(/^\s*(?:npm (?:ci|test)|npx) /m);
    }
  });

  it("has no expression in a command, where it could be code", () => {
    for (const [, { steps }] of jobs)
      for (const { run } of steps) expect(run ?? "").not.toContain("${{");
  });

  it("leaves no credential in a checkout", () => {
    for (const [, { steps }] of jobs)
      for (const { uses, with: inputs } of steps)
        if (uses?.includes("checkout")) expect(inputs?.["persist-credentials"]).toBe(false);
  });
});

it("publishes by trusted publishing alone", () => {
  const release = WORKFLOWS.find(({ path }) => path.endsWith("release.yml"));
  const jobs = new Map(release?.jobs);
  expect(jobs.get("publish")?.permissions).toEqual({ "id-token": "write" });
  expect(release?.text).not.toMatch(/NPM_TOKEN|NODE_AUTH_TOKEN|secrets\./);
});
