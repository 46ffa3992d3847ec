/** The manifest of a made package follows what is generated. */
import { readFileSync } from "node:fs";
import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { CLIENT } from "../../src/exports.js";
import { createTestCli, runCli, type Outcome, type TestCli } from "./cli.js";

const HOOKS = `openapi: 3.1.0
info: { title: Shop, version: "1" }
servers: [{ url: https://api.shop.example }]
paths:
  /orders:
    get: { operationId: listOrders, summary: List orders., responses: { "200": { description: ok } } }
webhooks:
  order.paid:
    post:
      requestBody:
        content:
          application/json:
            schema:
              type: object
              required: [type, total]
              properties: { type: { const: order.paid }, total: { type: number } }
      responses: { "200": { description: ok } }
`;

const RECEIVING = [
  "./methods",
  ...["fastify", "lambda", "node", "web"].map((name) => `./middleware/${name}`),
  "./relay",
];

/** Has the package as `init` makes it, which each test gets a copy of. */
let made: TestCli;
/** Has it with a signature that is filled in, generated again. */
let filled: TestCli;
beforeAll(async () => {
  made = await createTestCli();
  await made.write("hooks.yaml", HOOKS);
  const { code, err } = await made.run(["init", "shop-sdk", "--from", "hooks.yaml"]);
  expect(code, err).toBe(0);
  filled = await createTestCli();
  await cp(made.folder, filled.folder, { recursive: true });
  await fillIn(filled);
  expect((await runIn(filled, "generate")).code).toBe(0);
});
afterAll(() => Promise.all([made.remove(), filled.remove()]));

let cli: TestCli;
beforeEach(async () => {
  cli = await createTestCli();
  await cp(made.folder, cli.folder, { recursive: true });
});
afterEach(() => cli.remove());

const runIn = ({ folder }: TestCli, ...argv: readonly string[]): Promise<Outcome> =>
  runCli(join(folder, "shop-sdk"), argv);
const run = (...argv: readonly string[]): Promise<Outcome> => runIn(cli, ...argv);
const readExports = async (): Promise<Record<string, unknown>> =>
  (JSON.parse(await cli.read("shop-sdk/package.json")) as { exports: Record<string, unknown> })
    .exports;

async function editVendor(place: TestCli, from: RegExp, to: string): Promise<void> {
  const text = await place.read("shop-sdk/schema/vendor.yaml");
  expect(text).toMatch(from);
  await place.write("shop-sdk/schema/vendor.yaml", text.replace(from, to));
}
const fillIn = (place = cli): Promise<void> =>
  editVendor(place, / *# TODO signature.*/, "  signature: stripe");
const copyFilled = (): Promise<void> =>
  cp(filled.folder, cli.folder, { recursive: true, force: true });

describe("the entry points of a made package", () => {
  it("are those that are generated", async () => {
    const before = await readExports();
    for (const subpath of RECEIVING) expect(before).not.toHaveProperty([subpath]);
    const text = await cli.read("shop-sdk/package.json");
    expect(await run("generate")).toMatchObject({
      code: 0,
      err: expect.stringContaining("TODO") as string,
    });
    expect(await cli.read("shop-sdk/package.json")).toBe(text);
  });

  it("grow with the client when its signature is filled in", async () => {
    await fillIn();
    const { code, out } = await run("generate");
    expect(code).toBe(0);
    expect(out).toContain(`Entry points in package.json: added ${RECEIVING.join(", ")}.`);
    expect(out).toContain("Wrote README.md");
    const after = await readExports();
    expect(after["./middleware/node"]).toEqual({
      types: "./dist/src/generated/middleware/node.d.ts",
      default: "./dist/src/generated/middleware/node.js",
    });
    expect(Object.keys(after).at(-1)).toBe("./package.json");
    const again = await run("generate");
    expect(again.out).not.toContain("package.json");
  });

  it("are compared by --check, which writes nothing", async () => {
    await copyFilled();
    const manifest = JSON.parse(await cli.read("shop-sdk/package.json"));
    delete manifest.exports["./relay"];
    const text = JSON.stringify(manifest, null, "\t");
    await cli.write("shop-sdk/package.json", text);
    const { code, err } = await run("generate", "--check");
    expect(code).toBe(1);
    expect(err).toContain("The entry points in package.json are out of date");
    expect(err).toContain("added ./relay");
    expect(await cli.read("shop-sdk/package.json")).toBe(text);
    expect((await run("generate")).code).toBe(0);
    const mended = await cli.read("shop-sdk/package.json");
    expect(mended).toContain('\n\t"exports"');
    expect(mended.endsWith("}")).toBe(true);
    expect((await run("generate", "--check")).code).toBe(0);
  });

  it("lose what is no longer generated, and keep what users wrote", async () => {
    await copyFilled();
    const manifest = JSON.parse(await cli.read("shop-sdk/package.json"));
    const ownExports = { "./relay": null, "./client": "./dist/src/client.js", "./own": "./own.js" };
    manifest.exports = { ...manifest.exports, ...ownExports };
    await cli.write("shop-sdk/package.json", JSON.stringify(manifest));
    await editVendor(cli, / *signature: stripe/, "  # TODO signature: unknown");
    const { code, out } = await run("generate");
    expect({ code, out }).toMatchObject({
      code: 0,
      out: expect.stringContaining(
        "removed ./methods, ./middleware/fastify, ./middleware/lambda, ./middleware/node, ./middleware/web",
      ) as string,
    });
    const after = await readExports();
    expect(after).toMatchObject(ownExports);
    expect(after).not.toHaveProperty(["./methods"]);
  });

  it("are left alone in a package that init has not made", async () => {
    const text = JSON.stringify({ name: "own", exports: { ".": "./build/index.js" } });
    await cli.write("shop-sdk/package.json", text);
    await fillIn();
    expect((await run("generate")).code).toBe(0);
    expect(await cli.read("shop-sdk/package.json")).toBe(text);
  });

  it("cannot be read from a manifest that is not JSON", async () => {
    await cli.write("shop-sdk/package.json", "{");
    expect(await run("generate")).toMatchObject({
      code: 1,
      err: expect.stringContaining("package.json is not a JSON object") as string,
    });
  });
});

describe("the pages of a made package, with its test", () => {
  const PAGES = ["README.md", "SKILL.md", "llms.txt", "test/client.test.ts"];
  const LIST = PAGES.join(", ");
  const readPages = () => Promise.all(PAGES.map((path) => cli.read(`shop-sdk/${path}`)));
  const edit = async (path: string, from: RegExp, to: string): Promise<void> => {
    const text = await cli.read(`shop-sdk/${path}`);
    expect(text).toMatch(from);
    await cli.write(`shop-sdk/${path}`, text.replace(from, to));
  };
  /** A new name of the method, which all pages show. */
  const rename = () =>
    edit("schema/routes.yaml", /^GET \/orders:/m, "GET /orders:\n  method: orders.all");

  it("follow the schema", async () => {
    expect(await run("generate", "--check")).toMatchObject({ code: 0 });
    await rename();
    const check = await run("generate", "--check");
    expect(check).toMatchObject({ code: 1 });
    expect(check.err).toContain("README.md, SKILL.md, test/client.test.ts: out of sync with ");
    const { code, out } = await run("generate", "--accept");
    expect({ code, out }).toMatchObject({
      code: 0,
      out: expect.stringContaining("Wrote README.md") as string,
    });
    const [readme, skill, , test] = await readPages();
    for (const page of [readme, skill, test]) expect(page).toContain("orders.all(");
    expect(await run("generate", "--check")).toMatchObject({ code: 0 });
  });

  it("stay as they are where somebody has edited them, and the command is named", async () => {
    await edit("README.md", /^# shop-sdk$/m, "# The shop");
    expect((await run("generate", "--check")).err).not.toContain("README.md");
    await rename();
    const { code, err } = await run("generate", "--accept");
    expect(code).toBe(0);
    expect(err).toContain("README.md: edited by hand, with examples of an earlier schema.");
    expect(err).toContain("npx typewire generate --examples");
    const [readme, skill] = await readPages();
    expect(readme).toContain("# The shop");
    expect(readme).not.toContain("orders.all(");
    expect(skill).toContain("orders.all(");
    expect((await run("generate", "--check")).code).toBe(0);
  });

  it("stay without their last line, and with line ends of Windows they are no others", async () => {
    for (const path of PAGES) await edit(path, /\n/g, "\r\n");
    expect((await run("generate", "--check")).code).toBe(0);
    for (const path of PAGES) await edit(path, /.*Kept up to date.*/, "");
    const before = await readPages();
    await rename();
    const { code, err } = await run("generate", "--accept");
    expect({ code, named: err.includes(LIST) }).toEqual({ code: 0, named: false });
    expect(await readPages()).toEqual(before);
  });

  it("are those of the usual folder, not of another client in the package", async () => {
    const before = await readPages();
    await rename();
    expect(await run("generate", "--out", "src/other")).toMatchObject({ code: 0 });
    expect(await readPages()).toEqual(before);
  });
});

describe("generate --examples", () => {
  it("writes the README and the test anew", async () => {
    expect(await cli.read("shop-sdk/README.md")).toMatch(/does not\s+receive deliveries yet/);
    await fillIn();
    const { code, out } = await run("generate", "--examples");
    expect({ code, out }).toMatchObject({
      code: 0,
      out: expect.stringContaining(
        "Wrote README.md\nWrote SKILL.md\nWrote llms.txt\nWrote test/client.test.ts",
      ) as string,
    });
    const readme = await cli.read("shop-sdk/README.md");
    expect(readme).toContain("# shop-sdk\n");
    expect(readme).toContain('webhooks.on("order.paid"');
    expect(readme).toContain("shop-sdk/middleware/node");
    expect(await cli.read("shop-sdk/test/client.test.ts")).toContain("receives a signed delivery");
  });

  it.each([["--check"], ["--watch"]])("excludes %s", async (mode) => {
    expect(await run("generate", mode, "--examples")).toMatchObject({
      code: 2,
      err: expect.stringContaining(`both ${mode} and --examples`) as string,
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

describe("the list of methods of a package that an earlier version made", () => {
  const PACKED = "src/generated/api.md";

  it("moves into the output folder, and stays a packed file", async () => {
    const list = await cli.read(`shop-sdk/${PACKED}`);
    const manifest = await cli.read("shop-sdk/package.json");
    expect(manifest).toContain(`"${PACKED}"`);
    await rm(join(cli.folder, "shop-sdk", PACKED));
    await cli.write("shop-sdk/api.md", list.replaceAll("](./", "](./src/generated/"));
    await cli.write("shop-sdk/package.json", manifest.replace(PACKED, "api.md"));
    const { code, out } = await run("generate");
    expect(code).toBe(0);
    expect(out).toContain(`Packed files in package.json: ${PACKED} in place of api.md.`);
    expect(await cli.read(`shop-sdk/${PACKED}`)).toBe(list);
    expect(await cli.list("shop-sdk")).not.toContain("api.md");
    expect(await cli.read("shop-sdk/package.json")).toBe(manifest);
    expect(await run("generate", "--check")).toMatchObject({ code: 0 });
  });

  it("keeps a method from being lost", async () => {
    const list = await cli.read(`shop-sdk/${PACKED}`);
    await rm(join(cli.folder, "shop-sdk", PACKED));
    const former = list
      .replaceAll("](./", "](./src/generated/")
      .replace("orders.list(", "orders.all(");
    await cli.write("shop-sdk/api.md", former);
    const { code, err } = await run("generate");
    expect(code).toBe(1);
    expect(err).toContain("orders.all (GET /orders), which is now orders.list");
    expect(await cli.read("shop-sdk/api.md")).toBe(former);
  });
});
