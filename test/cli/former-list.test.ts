/** The list of methods of a package that an earlier version made, in its root. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestCli } from "./cli.js";
import { forEachTest } from "./for-each-test.js";
import { copyPackage, makeShopPackage } from "./shop-package.js";

let made: TestCli;
beforeAll(async () => {
  made = await makeShopPackage();
});
afterAll(() => made.remove());

/** A copy for each test. */
const shop = forEachTest(() => copyPackage(made));

/** Where the list is now, which the package packs. */
const PACKED = "src/generated/api.md";

describe("the list of methods of a package that an earlier version made", () => {
  it("moves into the output folder, and stays a packed file", async () => {
    const list = await shop.read(PACKED);
    const manifest = await shop.read("package.json");
    expect(manifest).toContain(`"${PACKED}"`);
    await rm(join(shop.folder, PACKED));
    await shop.write("api.md", list.replaceAll("](./", "](./src/generated/"));
    await shop.write("package.json", manifest.replace(PACKED, "api.md"));
    const { code, out } = await shop.run(["generate"]);
    expect(code).toBe(0);
    expect(out).toContain(`Packed files in package.json: ${PACKED} in place of api.md.`);
    expect(await shop.read(PACKED)).toBe(list);
    expect(await shop.list("")).not.toContain("api.md");
    expect(await shop.read("package.json")).toBe(manifest);
    expect(await shop.run(["generate", "--check"])).toMatchObject({ code: 0 });
  });

  it("keeps a method from being lost", async () => {
    const list = await shop.read(PACKED);
    await rm(join(shop.folder, PACKED));
    const former = list
      .replaceAll("](./", "](./src/generated/")
      .replace("orders.list(", "orders.all(");
    await shop.write("api.md", former);
    const { code, err } = await shop.run(["generate"]);
    expect(code).toBe(1);
    expect(err).toContain("orders.all (GET /orders), which is now orders.list");
    expect(await shop.read("api.md")).toBe(former);
  });
});
