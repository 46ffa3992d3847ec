/** The entry points in the manifest of a made package follow the modules that are generated. */
import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { CLIENT } from "../../src/exports.js";
import type { TestCli } from "./cli.js";
import { copyPackage, editFile, fillInSignature, makeShopPackage } from "./shop-package.js";

let made: TestCli;
/** The package with its signature filled in, generated again. */
let filled: TestCli;
beforeAll(async () => {
  made = await makeShopPackage();
  filled = await copyPackage(made);
  await fillInSignature(filled);
  expect((await filled.run(["generate"])).code).toBe(0);
});
afterAll(() => Promise.all([made.remove(), filled.remove()]));

/** The copy that a test has made of one of them. */
let shop: TestCli;

/** Subpaths of modules that only a client with a signature has. */
const RECEIVING = [
  "./methods",
  ...["fastify", "lambda", "node", "web"].map((name) => `./middleware/${name}`),
  "./relay",
];

describe("the entry points of a made package", () => {
  afterEach(() => shop.remove());

  it("are those that are generated", async () => {
    shop = await copyPackage(made);
    const before = await readExports();
    for (const subpath of RECEIVING) expect(before).not.toHaveProperty([subpath]);
    const text = await shop.read("package.json");
    expect(await shop.run(["generate"])).toMatchObject({
      code: 0,
      err: expect.stringContaining("TODO") as string,
    });
    expect(await shop.read("package.json")).toBe(text);
  });

  it("grow with the client when its signature is filled in", async () => {
    shop = await copyPackage(made);
    await fillInSignature(shop);
    const { code, out } = await shop.run(["generate"]);
    expect(code).toBe(0);
    expect(out).toContain(`Entry points in package.json: added ${RECEIVING.join(", ")}.`);
    expect(out).toContain("Wrote README.md");
    const after = await readExports();
    expect(after["./middleware/node"]).toEqual({
      types: "./dist/src/generated/middleware/node.d.ts",
      default: "./dist/src/generated/middleware/node.js",
    });
    expect(Object.keys(after).at(-1)).toBe("./package.json");
    const again = await shop.run(["generate"]);
    expect(again.out).not.toContain("package.json");
  });

  it("are compared by --check, which writes nothing", async () => {
    shop = await copyPackage(filled);
    const manifest = JSON.parse(await shop.read("package.json"));
    delete manifest.exports["./relay"];
    const text = JSON.stringify(manifest, null, "\t");
    await shop.write("package.json", text);
    const { code, err } = await shop.run(["generate", "--check"]);
    expect(code).toBe(1);
    expect(err).toContain("The entry points in package.json are out of date");
    expect(err).toContain("added ./relay");
    expect(await shop.read("package.json")).toBe(text);
    expect((await shop.run(["generate"])).code).toBe(0);
    const mended = await shop.read("package.json");
    expect(mended).toContain('\n\t"exports"');
    expect(mended.endsWith("}")).toBe(true);
    expect((await shop.run(["generate", "--check"])).code).toBe(0);
  });

  it("lose what is no longer generated, and keep what users wrote", async () => {
    shop = await copyPackage(filled);
    const manifest = JSON.parse(await shop.read("package.json"));
    const ownExports = { "./relay": null, "./client": "./dist/src/client.js", "./own": "./own.js" };
    manifest.exports = { ...manifest.exports, ...ownExports };
    await shop.write("package.json", JSON.stringify(manifest));
    const todo = "  # TODO signature: unknown";
    await editFile(shop, "schema/vendor.yaml", / *signature: stripe/, todo);
    const { code, out } = await shop.run(["generate"]);
    expect(code).toBe(0);
    expect(out).toContain(
      "removed ./methods, ./middleware/fastify, ./middleware/lambda, ./middleware/node, ./middleware/web",
    );
    const after = await readExports();
    expect(after).toMatchObject(ownExports);
    expect(after).not.toHaveProperty(["./methods"]);
  });

  it("are left alone in a package that init has not made", async () => {
    shop = await copyPackage(made);
    const text = JSON.stringify({ name: "own", exports: { ".": "./build/index.js" } });
    await shop.write("package.json", text);
    await fillInSignature(shop);
    expect((await shop.run(["generate"])).code).toBe(0);
    expect(await shop.read("package.json")).toBe(text);
  });

  it("cannot be read from a manifest that is not JSON", async () => {
    shop = await copyPackage(made);
    await shop.write("package.json", "{");
    expect(await shop.run(["generate"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("package.json is not a JSON object") as string,
    });
  });
});

it("a module of the default package has the same subpath in a made package", () => {
  const { exports } = JSON.parse(readFileSync("package.json", "utf8")) as { exports: object };
  expect(Object.keys(exports)).toEqual(expect.arrayContaining(Object.keys(CLIENT)));
  // `methods` is `sign` and `verify`, so nothing else is below it.
  expect(Object.keys(exports).filter((subpath) => subpath.startsWith("./methods"))).toEqual([
    "./methods",
  ]);
});

async function readExports(): Promise<Readonly<Record<string, unknown>>> {
  const manifest = JSON.parse(await shop.read("package.json")) as {
    exports: Record<string, unknown>;
  };
  return manifest.exports;
}
