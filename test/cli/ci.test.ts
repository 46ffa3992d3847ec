/** `typewire ci github`: it writes workflows, and leaves those alone that somebody has edited. */
import { readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
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

const TEST = ".github/workflows/test.yml";
const UPDATE = ".github/workflows/update.yml";
const RELEASE = ".github/workflows/release.yml";

describe("typewire ci", () => {
  it("writes three workflows, once", async () => {
    const first = await cli.run(["ci", "github"]);
    expect(first).toMatchObject({ code: 0, err: "" });
    expect(first.out).toContain([TEST, UPDATE, RELEASE].map((file) => `Wrote ${file}`).join("\n"));
    const second = await cli.run(["ci", "github"]);
    expect(second.out).toContain(
      [TEST, UPDATE, RELEASE].map((file) => `Unchanged: ${file}`).join("\n"),
    );
  });

  it("keeps a workflow that somebody edited, and one that somebody wrote", async () => {
    await cli.run(["ci", "github"]);
    const edited = (await cli.read(TEST)).replace('"20", ', "");
    await cli.write(TEST, edited);
    await cli.write(RELEASE, "name: Mine\n");
    const { err } = await cli.run(["ci", "github", "--branch", "next"]);
    expect(err).toContain(`Kept, because it was written or edited by hand: ${TEST}, ${RELEASE}.`);
    expect(await cli.read(TEST)).toBe(edited);
    expect(await cli.read(RELEASE)).toBe("name: Mine\n");
  });

  it("writes a file anew that nobody has edited", async () => {
    await cli.run(["ci", "github"]);
    await cli.run(["ci", "github", "--branch", "next"]);
    expect(parse(await cli.read(RELEASE))).toMatchObject({
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
    expect(await cli.run(["init", "sdk", "--yes"])).toMatchObject({ code: 0 });
    const manifest = JSON.parse(await cli.read("sdk/package.json")) as object;
    const withRepository = { ...manifest, repository: "acme/sdk" };
    await cli.write("sdk/package.json", JSON.stringify(withRepository));
    const ci = ["ci", "github", "--schema", "sdk/schema"];
    const made = await cli.read("sdk/README.md");
    const edited = made.replace("# sdk", "# SDK");
    await cli.write("sdk/README.md", edited);
    expect((await cli.run(ci)).out).toContain("README.md stays as it is");
    expect(await cli.read("sdk/README.md")).toBe(edited);
    await cli.write("sdk/README.md", made);
    expect((await cli.run(ci)).out).toContain("Wrote README.md, which shows the tests");
    expect(await cli.read("sdk/README.md")).toContain(
      "https://github.com/acme/sdk/actions/workflows/test.yml/badge.svg",
    );
    expect((await cli.run(ci)).out).not.toContain("README.md");
  });

  it("writes them with init", async () => {
    expect(await cli.run(["init", "sdk", "--yes", "--ci", "github"])).toMatchObject({ code: 0 });
    expect(await cli.list("sdk/.github/workflows")).toEqual(["release.yml", "test.yml"]);
  });
});
