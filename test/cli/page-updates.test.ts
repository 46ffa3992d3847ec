/** The pages of a made package, with its test: each follows the schema until somebody edits it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestCli } from "./cli.js";
import { forEachTest } from "./for-each-test.js";
import { copyPackage, editFile, fillInSignature, makeShopPackage } from "./shop-package.js";

let made: TestCli;
beforeAll(async () => {
  made = await makeShopPackage();
});
afterAll(() => made.remove());

/** A copy for each test. */
const shop = forEachTest(() => copyPackage(made));

const PAGES = ["README.md", "SKILL.md", "llms.txt", "test/client.test.ts"];

describe("the pages of a made package, with its test", () => {
  it("follow the schema", async () => {
    expect(await shop.run(["generate", "--check"])).toMatchObject({ code: 0 });
    await renameMethod();
    const check = await shop.run(["generate", "--check"]);
    expect(check).toMatchObject({ code: 1 });
    expect(check.err).toContain("README.md, SKILL.md, test/client.test.ts: out of sync with ");
    const { code, out } = await shop.run(["generate", "--accept"]);
    expect(code).toBe(0);
    expect(out).toContain("Wrote README.md");
    const [readme, skill, , test] = await readPages();
    for (const page of [readme, skill, test]) expect(page).toContain("orders.all(");
    expect(await shop.run(["generate", "--check"])).toMatchObject({ code: 0 });
  });

  it("stay as they are where somebody has edited them, and the command is named", async () => {
    await editFile(shop, "README.md", /^# shop-sdk$/m, "# The shop");
    expect((await shop.run(["generate", "--check"])).err).not.toContain("README.md");
    await renameMethod();
    const { code, err } = await shop.run(["generate", "--accept"]);
    expect(code).toBe(0);
    expect(err).toContain("README.md: edited by hand, with examples of an earlier schema.");
    expect(err).toContain("npx typewire generate --examples");
    const [readme, skill] = await readPages();
    expect(readme).toContain("# The shop");
    expect(readme).not.toContain("orders.all(");
    expect(skill).toContain("orders.all(");
    expect((await shop.run(["generate", "--check"])).code).toBe(0);
  });

  it("count as unedited with line ends of Windows, and are left alone without their last line", async () => {
    for (const path of PAGES) await editFile(shop, path, /\n/g, "\r\n");
    expect((await shop.run(["generate", "--check"])).code).toBe(0);
    for (const path of PAGES) await editFile(shop, path, /.*Kept up to date.*/, "");
    const before = await readPages();
    await renameMethod();
    const { code, err } = await shop.run(["generate", "--accept"]);
    expect(code).toBe(0);
    expect(err).not.toContain(PAGES.join(", "));
    expect(await readPages()).toEqual(before);
  });

  it("are those of the client in src/generated, not of another client in the package", async () => {
    const before = await readPages();
    await renameMethod();
    expect(await shop.run(["generate", "--out", "src/other"])).toMatchObject({ code: 0 });
    expect(await readPages()).toEqual(before);
  });
});

describe("generate --examples", () => {
  it("writes the README and the test anew", async () => {
    expect(await shop.read("README.md")).toMatch(/does not\s+receive deliveries yet/);
    await fillInSignature(shop);
    const { code, out } = await shop.run(["generate", "--examples"]);
    expect(code).toBe(0);
    expect(out).toContain(
      "Wrote README.md\nWrote SKILL.md\nWrote llms.txt\nWrote test/client.test.ts",
    );
    const readme = await shop.read("README.md");
    expect(readme).toContain("# shop-sdk\n");
    expect(readme).toContain('webhooks.on("order.paid"');
    expect(readme).toContain("shop-sdk/middleware/node");
    expect(await shop.read("test/client.test.ts")).toContain("receives a signed delivery");
  });

  it.each([["--check"], ["--watch"]])("excludes %s", async (mode) => {
    expect(await shop.run(["generate", mode, "--examples"])).toMatchObject({
      code: 2,
      err: expect.stringContaining(`both ${mode} and --examples`) as string,
    });
  });
});

function readPages(): Promise<readonly string[]> {
  return Promise.all(PAGES.map((path) => shop.read(path)));
}

/** Gives the method another name, which all pages show. */
function renameMethod(): Promise<void> {
  const renamed = "GET /orders:\n  method: orders.all";
  return editFile(shop, "schema/routes.yaml", /^GET \/orders:/m, renamed);
}
