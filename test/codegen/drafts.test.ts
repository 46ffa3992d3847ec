/** Files are replaced by way of drafts, so that a killed process leaves whole files. */
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { removeDrafts, replaceFile, replaceFiles } from "../../codegen/files/drafts.js";
import { createWorkspace, type Workspace } from "../cases/codegen/emit/workspace.js";

/** The id of no process: systems give smaller ones. */
const DEAD = 2 ** 30;
const DRAFT = `.typewire-${DEAD}-1`;

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "typewire-drafts-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("files that are replaced", () => {
  it("get their text and leave nothing beside them", async () => {
    await replaceFiles(folder, [
      { path: "a.ts", text: "one" },
      { path: "deep/er/b.ts", text: "two" },
    ]);
    await replaceFile(join(folder, "a.ts"), "three");
    expect(await readFile(join(folder, "a.ts"), "utf8")).toBe("three");
    expect(await readFile(join(folder, "deep/er/b.ts"), "utf8")).toBe("two");
    expect((await readdir(folder)).sort()).toEqual(["a.ts", "deep"]);
    expect(await readdir(join(folder, "deep/er"))).toEqual(["b.ts"]);
  });

  it("all stay as they were if one cannot be written", async () => {
    await writeFile(join(folder, "a.ts"), "one");
    const text = { toString: () => "not a text" } as unknown as string; // refused by the file system's own check
    await expect(
      replaceFiles(folder, [
        { path: "a.ts", text: "two" },
        { path: "b.ts", text },
      ]),
    ).rejects.toThrow();
    expect(await readdir(folder)).toEqual(["a.ts"]);
    expect(await readFile(join(folder, "a.ts"), "utf8")).toBe("one");
  });

  it("keep their permissions", async () => {
    const file = join(folder, "package.json");
    await writeFile(file, "{}");
    await chmod(file, 0o600);
    await replaceFile(file, "[]");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it("are replaced where a link leads, and the link stays", async () => {
    await writeFile(join(folder, "shared.yaml"), "old");
    await mkdir(join(folder, "schema"));
    await symlink("../shared.yaml", join(folder, "schema/vendor.yaml"));
    await replaceFile(join(folder, "schema/vendor.yaml"), "new");
    expect(await readFile(join(folder, "shared.yaml"), "utf8")).toBe("new");
    expect(await readlink(join(folder, "schema/vendor.yaml"))).toBe("../shared.yaml");
  });
});

describe("drafts of killed processes", () => {
  it.each<[what: string, name: string, isKept: boolean]>([
    ["of a process that is gone", DRAFT, false],
    ["of this process, which has the id again", `.typewire-${process.pid}-0`, false],
    ["of a process that runs", `.typewire-${process.ppid}-1`, true],
    ["of nobody, with a name like it", ".typewire-notes", true],
  ])("%s", async (_, name, isKept) => {
    await mkdir(join(folder, "deep"));
    await writeFile(join(folder, "deep", name), "half of a fi");
    await removeDrafts(folder);
    expect(await readdir(join(folder, "deep"))).toEqual(isKept ? [name] : []);
  });

  it("are removed after an hour, whoever has the id of the process by then", async () => {
    const file = join(folder, `.typewire-${process.ppid}-1`);
    await writeFile(file, "");
    await utimes(file, new Date(0), new Date(0));
    await removeDrafts(folder);
    expect(await readdir(folder)).toEqual([]);
  });

  it("are removed beside a file that is written", async () => {
    await writeFile(join(folder, DRAFT), "half of a fi");
    await replaceFile(join(folder, "package.json"), "{}");
    expect(await readdir(folder)).toEqual(["package.json"]);
  });
});

describe("the output folder", () => {
  let workspace: Workspace;
  beforeEach(async () => {
    workspace = await createWorkspace();
  });
  afterEach(() => workspace.remove());

  it("is in sync with a draft in it, which --check leaves and a run removes", async () => {
    await workspace.run();
    const draft = join(workspace.out, "schemas", DRAFT);
    await writeFile(draft, "half of a fi");
    expect(await workspace.run("--check")).toBe(0);
    expect(await readFile(draft, "utf8")).toBe("half of a fi");
    expect(await workspace.run()).toBe(0);
    expect(workspace.lines.err).toEqual([]);
    await expect(readFile(draft)).rejects.toThrow("ENOENT");
  });

  it("is taken where it has empty files alone, as a power failure leaves them", async () => {
    await mkdir(workspace.out);
    await writeFile(join(workspace.out, "index.ts"), "");
    expect(await workspace.run()).toBe(0);
    expect(await workspace.run("--check")).toBe(0);
  });

  it.each<[what: string, path: string, target: string, args: readonly string[]]>([
    ["a file", "constants.ts", "../elsewhere/constants.ts", []],
    ["a file, compared with --check", "constants.ts", "../elsewhere/constants.ts", ["--check"]],
    ["a folder", "samples", "../elsewhere", []],
    ["a file that does not exist", "index.ts", "../elsewhere/none.ts", []],
    ["a file that is not generated", "notes.ts", "../elsewhere/constants.ts", []],
  ])("is refused with a link to %s", async (_, path, target, args) => {
    await workspace.run();
    const elsewhere = join(workspace.out, "../elsewhere");
    await mkdir(elsewhere);
    await writeFile(join(elsewhere, "constants.ts"), "mine");
    await rm(join(workspace.out, path), { recursive: true, force: true });
    await symlink(target, join(workspace.out, path));
    expect(await workspace.run(...args)).toBe(1);
    const message = workspace.lines.err.join("\n");
    expect(message).toContain(`${join(workspace.out, path)} is a symbolic link; expected`);
    expect(await readdir(elsewhere)).toEqual(["constants.ts"]);
    expect(await readFile(join(elsewhere, "constants.ts"), "utf8")).toBe("mine");
  });

  it("may be a link itself: its user has named it", async () => {
    const elsewhere = join(workspace.out, "../elsewhere");
    await mkdir(elsewhere);
    await symlink("elsewhere", workspace.out);
    expect(await workspace.run()).toBe(0);
    expect(await workspace.run("--check")).toBe(0);
    expect(await readdir(elsewhere)).toContain("index.ts");
  });
});
