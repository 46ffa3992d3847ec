/** An update that was killed before it had moved all files: the next command completes it. */
import { createHash } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { COMMANDS } from "../../cli/commands.js";
import type { TestCli } from "./cli.js";
import { copyPackage, makeShopPackage } from "./shop-package.js";

let made: TestCli;
let cli: TestCli;

beforeAll(async () => {
  made = await makeShopPackage();
});
afterAll(() => made.remove());
beforeEach(async () => {
  cli = await copyPackage(made);
});
afterEach(() => cli.remove());

describe("an update that was killed", () => {
  it.each(COMMANDS.map(({ name }) => name).filter((name) => name !== "init"))(
    "is completed before `%s` begins",
    async (command) => {
      await leaveUpdate();
      // The option makes the command fail before it changes anything.
      const { code, err } = await cli.run([command, "--no-such-option"]);
      expect(code).toBe(2);
      expect(err).toContain("Completed an update that was interrupted.");
      expect(await cli.read("README.md")).toBe("# New\n");
    },
  );

  it("is completed before `npm test` and `npm run build` begin", async () => {
    const { scripts } = JSON.parse(await cli.read("package.json")) as {
      readonly scripts: Readonly<Record<string, string>>;
    };
    for (const script of [scripts["test"], scripts["build"]]) {
      const [, ...argv] = script?.split(" && ")[0]?.split(" ") ?? [];
      await leaveUpdate();
      const { err } = await cli.run(argv);
      expect(err).toContain("Completed an update that was interrupted.");
    }
    expect(scripts["build"]).toMatch(/^typewire /);
    expect(scripts["test"]).toMatch(/^typewire /);
  });

  it("is all that `update --finish` completes", async () => {
    await leaveUpdate();
    expect(await cli.run(["update", "--finish"])).toMatchObject({ code: 0, out: "" });
    expect(await cli.read("README.md")).toBe("# New\n");
    expect(await cli.run(["update", "--finish"])).toEqual({ code: 0, out: "", err: "" });
  });
});

/** Leaves an update that was killed before it moved the README. */
async function leaveUpdate(): Promise<void> {
  const before = await cli.read("README.md");
  const digest = createHash("sha256").update(before).digest("hex");
  const folder = ".typewire-update-999999999"; // no process has this id
  await mkdir(join(cli.folder, folder));
  const moves = [{ target: "README.md", draft: "0", before: digest }];
  await cli.write(`${folder}/journal.json`, JSON.stringify(moves));
  await cli.write(`${folder}/0`, "# New\n");
}
