/** The folder that `init` writes to. */
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { describe, expect, it } from "vitest";
import { expectEmptyFolder } from "../../cli/init/target-folder.js";
import { type WriteFile, writePackage } from "../../cli/init/write-package.js";
import { createTestCli } from "./cli.js";
import { forEachTest } from "./for-each-test.js";

const cli = forEachTest(createTestCli);

const FILES = [
  { path: "schema/routes.yaml", text: "{}" },
  { path: "package.json", text: "{}" },
];

/** The draft folder of an `init` that was killed. No process has this id: it is above those that systems give. */
const KILLED = `.typewire-init-${2 ** 30}-abcdef`;

/** The draft folder of an `init` that still runs. */
const RUNNING = `.typewire-init-${process.ppid}-abcdef`;

describe("the folder of a package", () => {
  it("has the files and nothing beside them", async () => {
    await writePackage(join(cli.folder, "sdk"), writeAll(FILES));
    expect(await cli.list("sdk")).toEqual(["package.json", "schema/routes.yaml"]);
  });

  it("has no file outside of it", async () => {
    const evil = [
      { path: "a.txt", text: "" },
      { path: "b/../../evil.txt", text: "" },
    ];
    await expect(writePackage(join(cli.folder, "sdk"), writeAll(evil))).rejects.toThrow(
      "The file b/../../evil.txt would be outside of",
    );
    expect(await cli.list(".")).toEqual([]);
  });

  it.each([false, true])("is as before if the work fails; there before: %s", async (isThere) => {
    const folder = join(cli.folder, "sdk");
    if (isThere) await mkdir(folder);
    const work = writePackage(folder, async (write) => {
      await write({ path: "a.txt", text: "" });
      throw new Error("no code");
    });
    await expect(work).rejects.toThrow("no code");
    expect(await readdir(cli.folder)).toEqual(isThere ? ["sdk"] : []);
  });

  it("may have what an `init` left that was killed, and then has the new files", async () => {
    await mkdir(join(cli.folder, KILLED));
    await cli.write(`${KILLED}/package.json`, "half of a fi");
    await mkdir(join(cli.folder, "schema"));
    await cli.write("schema/old.yaml", "{}");
    await expectEmptyFolder(cli.folder, ".");
    await writePackage(cli.folder, writeAll(FILES));
    expect(await cli.list(".")).toEqual(["package.json", "schema/routes.yaml"]);
  });

  it.each<[what: string, path: string, draft: string]>([
    ["a file that no `init` makes", "notes.txt", KILLED],
    ["what an `init` makes that still runs", "README.md", RUNNING],
  ])("must not have %s", async (_, path, draft) => {
    await mkdir(join(cli.folder, draft));
    await cli.write(path, "mine");
    await expect(expectEmptyFolder(cli.folder, ".")).rejects.toThrow(path);
  });
});

function writeAll(files: typeof FILES): (write: WriteFile) => Promise<void> {
  return async (write) => {
    for (const file of files) await write(file);
  };
}
