/** Folders, options and descriptions that `typewire init` refuses, and paths that it never writes to. */
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { forEachTest } from "./for-each-test.js";
import { createWithDescriptions, HOOKS } from "./fixtures/shop.js";

const cli = forEachTest(createWithDescriptions);

describe("init refuses", () => {
  it("a folder that is not empty, and says which files", async () => {
    await mkdir(join(cli.folder, "sdk/.git"), { recursive: true });
    expect((await cli.run(["init", "sdk"])).code).toBe(0);
    const names = (await readdir(join(cli.folder, "sdk"))).filter((name) => name !== ".git");
    const { code, err } = await cli.run(["init", "sdk"]);
    expect(code).toBe(1);
    const listed = ".attw.json, .editorconfig, .gitattributes, .gitignore, CHANGELOG.md";
    expect(err).toContain(`sdk is not empty: it has ${listed} and ${names.length - 5} more`);
  });

  it.each<[readonly string[], number, string]>([
    [["init", "shop.yaml"], 1, "shop.yaml is a file; expected a folder."],
    [["init", "a", "b"], 2, "The argument is a b; expected one folder."],
    [["init", "sdk", "--from", "none.yaml"], 1, "none.yaml"],
    [["init", "sdk", "--from", "."], 1, "folder"],
    [["init", "sdk", "--from", "ftp://a/b"], 1, "ftp://a/b"],
    [["init", "sdk", "--name", "fs"], 2, "The package name is fs, which is taken"],
    [["init", "sdk", "--name", "../x"], 2, "The package name is ../x; expected lowercase letters"],
    [["init", "sdk", "--signature", "acme"], 2, "The value of --signature is acme; expected none"],
    [["init", "sdk", "--event", "type"], 2, "expected header:<name> or body:<dotted path>"],
    [
      ["init", "sdk", "--base-url", "acme"],
      2,
      "The base address is acme; expected an http: or https:",
    ],
    [["init", "sdk", "--from", "shop.yaml", "--event", "body:type"], 1, "has no webhooks"],
    [["init", "sdk", "--frm", "x"], 2, "Did you mean --from?"],
  ])("%j with exit code %d", async (argv, code, message) => {
    const answer = await cli.run(argv);
    expect(answer).toMatchObject({ code, err: expect.stringContaining(message) });
    await expect(cli.list("sdk")).rejects.toThrow("ENOENT");
  });
});

it("init writes nothing outside of its folder, whatever names say", async () => {
  const hostile = HOOKS.replaceAll("order.paid", "../../../../evil");
  await cli.write("hostile.yaml", hostile);
  expect((await cli.run(["init", "sdk", "--from", "hostile.yaml"])).code).toBe(0);
  const files = await cli.list(".");
  expect(files.filter((path) => !/^(sdk\/|(shop|hooks|hostile)\.yaml$)/.test(path))).toEqual([]);
});
