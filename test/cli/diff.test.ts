/** `typewire diff` of folders, descriptions and revisions. */
import { execFileSync } from "node:child_process";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestCli, type TestCli } from "./cli.js";

let cli: TestCli;

beforeEach(async () => {
  cli = await createTestCli();
  await cli.writeStarter();
  await cp(join(cli.folder, "schema"), join(cli.folder, "old"), { recursive: true });
  const routes = await cli.read("schema/routes.yaml");
  await cli.write("schema/routes.yaml", routes.replace("maximum: 100", "maximum: 50"));
});

afterEach(() => cli.remove());

const CHANGE = "- `GET /notes`: `query limit` is stricter: `maximum: 100` → `maximum: 50`";

describe("typewire diff", () => {
  it("compares a folder with the schema folder", async () => {
    const { code, out, err } = await cli.run(["diff", "old"]);
    expect(code).toBe(0);
    expect(out).toBe(`### Breaking changes\n\nFor callers:\n\n${CHANGE}`);
    expect(err).toBe("The changes are major (1 major).");
  });

  it("finds no change between equal folders", async () => {
    expect(await cli.run(["diff", "old", "old", "--fail-on", "patch"])).toMatchObject({
      code: 0,
      out: "Nothing has changed.",
    });
  });

  it.each(["major", "minor", "patch"])("fails a major change with --fail-on %s", async (level) => {
    expect(await cli.run(["diff", "old", "--fail-on", level])).toMatchObject({ code: 1 });
  });

  it("does not fail a minor change with --fail-on major", async () => {
    const routes = await cli.read("old/routes.yaml");
    await cli.write("schema/routes.yaml", routes.replace("maximum: 100", "maximum: 500"));
    expect(await cli.run(["diff", "old", "--fail-on", "major"])).toMatchObject({ code: 0 });
  });

  it("prints JSON with the next version", async () => {
    await cli.write("package.json", '{ "name": "acme", "version": "1.2.3" }');
    const { out } = await cli.run(["diff", "old", "--json"]);
    expect(JSON.parse(out)).toMatchObject({
      level: "major",
      version: "1.2.3",
      nextVersion: "2.0.0",
      changes: [{ level: "major", affects: "callers", entries: ["GET /notes"] }],
    });
  });

  it("compares with a revision of git", async () => {
    const git = (...argv: readonly string[]) =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.example", ...argv], {
        cwd: cli.folder,
        stdio: "pipe",
      });
    git("init", "-q");
    const next = await cli.read("schema/routes.yaml");
    // Git counts bytes, so that characters of several bytes would shift the files after this one.
    await cli.write("schema/routes.yaml", `# Zwölf Notizen\n${await cli.read("old/routes.yaml")}`);
    git("add", ".");
    git("commit", "-qm", "First");
    await cli.write("schema/routes.yaml", next);
    expect((await cli.run(["diff", "HEAD"])).out).toContain(CHANGE);
    expect((await cli.run(["diff", "HEAD", "HEAD"])).out).toBe("Nothing has changed.");
  });

  it("counts a changed corrections file", async () => {
    await cli.write("schema/routes.yaml", await cli.read("old/routes.yaml"));
    const correction = "{ property: title, nullable: true, reason: It is null at times. }";
    await cli.write(
      "schema/corrections.yaml",
      `objects:\n  note:\n    having: [id, title]\n    corrections: [${correction}]\n`,
    );
    expect((await cli.run(["diff", "old"])).out).toContain("`Note.title`");
  });

  it.each([
    [["diff", "nowhere"], 1, "nowhere is no file, no folder and no revision of git"],
    [["diff", "old", "--fail-on", "none"], 2, "expected major, minor or patch"],
    [["diff"], 2, "expected one or two schema folders"],
  ])("%j explains itself", async (argv, code, message) => {
    const outcome = await cli.run(argv);
    expect(outcome.code).toBe(code);
    expect(outcome.err).toContain(message);
  });
});
