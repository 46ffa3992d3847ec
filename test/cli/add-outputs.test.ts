/** The outputs of `typewire add`: the modules that each of them is, and a later choice of others. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ADD_ACME, createAppCli } from "./app-cli.js";
import type { TestCli } from "./cli.js";
import { describeApp } from "./fixtures/app.js";

let cli: TestCli;
beforeEach(async () => {
  cli = await createAppCli();
});
afterEach(() => cli.remove());

describe("[N.4] outputs", () => {
  it("makes at most ten files of twenty routes, with their YAML", async () => {
    const { webhooks: _none, ...description } = describeApp();
    await cli.write("api.json", JSON.stringify(description));
    await cli.run(ADD_ACME);
    expect((await cli.list("src/acme")).length).toBeLessThanOrEqual(10);
  });

  const modulesOfOutputs: readonly (readonly [outputs: string, files: readonly string[]])[] = [
    ["client", ["index", "methods", "types"]],
    ["methods", ["core", "index", "methods", "types"]],
    ["webhooks", ["index", "webhooks"]],
    ["client,validators", ["index", "methods", "types", "validate"]],
    ["client,samples", ["index", "methods", "testing", "types"]],
    ["paths", ["paths"]],
    ["client,paths", ["index", "methods", "paths", "types"]],
  ];
  it.each(modulesOfOutputs)("%s are these modules", async (outputs, files) => {
    await cli.run([...ADD_ACME, "--outputs", outputs]);
    const modules = (await cli.list("src/acme")).filter((path) => /^[\w-]+\.ts$/.test(path));
    expect(modules).toEqual(files.map((name) => `${name}.ts`));
  });

  it("may be the types by path alone, with a first call by path", async () => {
    const { code, out, err } = await cli.run([...ADD_ACME, "--outputs", "paths"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out.split("\n").slice(2)).toEqual([
      "Install what is new: npm install. Then the first call, from a file in src:",
      '  import { createPathsClient } from "typewire-runtime/paths";',
      '  import type { paths } from "./acme/paths.js";',
      '  console.log(await createPathsClient<paths>({ baseUrl: "https://api.acme.example" }).GET("/projects"));',
    ]);
    expect(await cli.read("src/acme/paths.ts")).toContain('"/projects/{id}": {');
    expect((await cli.run(["update", "--check"])).code).toBe(0);
  });

  it("can get the types by path later", async () => {
    await cli.run(ADD_ACME);
    const list = await cli.read("typewire.yaml");
    const withPaths = list.replace("[client, methods, webhooks]", "[client, paths]");
    await cli.write("typewire.yaml", withPaths);
    const { code, out } = await cli.run(["update"]);
    expect(code).toBe(0);
    expect(out).toContain("Wrote src/acme/paths.ts");
    expect(await cli.run(["update", "--check"])).toMatchObject({
      code: 0,
      out: "acme: nothing changes.\nThere is nothing to do.",
    });
    rmSync(join(cli.folder, "src/acme/schema/descriptions"), { recursive: true });
    expect(await cli.run(["update"])).toMatchObject({ code: 0 });
    expect(await cli.list("src/acme/schema/descriptions")).toHaveLength(1);
  });

  it("says how to get the description that the types by path need", async () => {
    const input = await cli.read("api.json");
    await cli.run(["add", "acme", "--from", "-"], { input });
    const list = await cli.read("typewire.yaml");
    await cli.write("typewire.yaml", list.replace("[client, methods, webhooks]", "[paths]"));
    const { code, err } = await cli.run(["update"]);
    expect(code).toBe(1);
    expect(err).toContain("npx typewire update acme --from FILE|URL");
  });

  it("are those of vendor.yaml for a package", async () => {
    await cli.writeStarter();
    const vendor = await cli.read("schema/vendor.yaml");
    await cli.write("schema/vendor.yaml", `${vendor}\noutputs: [client, webhooks]\n`);
    expect((await cli.run(["generate"])).code).toBe(0);
    const files = await cli.list("src/generated");
    expect(files).toContain("webhooks.ts");
    expect(files).toContain("route-helpers.ts");
    const ofOtherOutputs = /^(?:core|validate|testing|api|schemas|reference)\b/;
    expect(files.filter((path) => ofOtherOutputs.test(path))).toEqual([]);
  });
});
