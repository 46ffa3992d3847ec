/** `typewire.yaml`, and `typewire update` of the SDKs that it lists. */
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

describe("[N.2] typewire.yaml and update", () => {
  it("lists each SDK, and keeps what is written beside", async () => {
    await cli.write("typewire.yaml", "# ours\nsdks: # all\n  # none yet\n");
    await cli.run(ADD_ACME);
    const settings = ["--outputs", "webhooks", "--extensions", "none"];
    await cli.run(["add", "two", "--from", "api.json", ...settings]);
    const list = await cli.read("typewire.yaml");
    expect(list).toMatch(/^# ours\nsdks:/);
    expect(list).toContain("# all\n");
    expect(list).toContain("# none yet\n");
    expect(list).toContain(`
  acme:
    description: api.json
    folder: src/acme
    outputs: [client, methods, webhooks]
  two:
    description: api.json
    folder: src/two
    outputs: [webhooks]
    extensions: none
`);
  });

  it("changes nothing without a new description", async () => {
    await cli.run(ADD_ACME);
    const before = await readAll();
    for (const argv of [["update"], ["update", "acme"], ["update", "--check"]])
      expect(await cli.run(argv)).toMatchObject({ code: 0 });
    expect(await readAll()).toEqual(before);
  });

  it("takes a new description over, after --check has found it", async () => {
    await cli.run(ADD_ACME);
    const { paths, ...rest } = describeApp();
    const { "/comments": _list, "/comments/{id}": _one, ...kept } = paths;
    await cli.write("api.json", JSON.stringify({ ...rest, paths: kept }));
    const before = await readAll();
    const checked = await cli.run(["update", "--check"]);
    expect(checked).toMatchObject({ code: 1 });
    expect(checked.out).toContain("Nothing was written.");
    expect(await readAll()).toEqual(before);
    const { code, out } = await cli.run(["update", "acme"]);
    expect(code).toBe(0);
    expect(out).toContain("`GET /comments`: is gone");
    expect(await cli.read("src/acme/methods.ts")).not.toContain("commentsList");
    expect(await cli.run(["update", "--check"])).toMatchObject({ code: 0 });
  });

  it("generates what the list asks for now, also of YAML that was edited", async () => {
    await cli.run(ADD_ACME);
    const list = await cli.read("typewire.yaml");
    await cli.write("typewire.yaml", list.replace("[client, methods, webhooks]", "[client]"));
    expect((await cli.run(["update"])).code).toBe(0);
    expect((await cli.list("src/acme")).filter((path) => path.endsWith(".ts"))).toEqual([
      "index.ts",
      "methods.ts",
      "types.ts",
    ]);
    const vendor = await cli.read("src/acme/schema/vendor.yaml");
    await cli.write("src/acme/schema/vendor.yaml", vendor.replace("api.acme", "eu.acme"));
    await cli.run(["update"]);
    expect(await cli.read("src/acme/index.ts")).toContain("https://eu.acme.example");
  });

  it("takes another description by --from, and remembers it", async () => {
    await cli.run(ADD_ACME);
    await cli.write("next.json", JSON.stringify(describeApp()));
    expect(await cli.run(["update", "acme", "--from", "next.json"])).toMatchObject({ code: 0 });
    expect(await cli.read("typewire.yaml")).toContain("description: next.json\n");
  });

  const failing: readonly (readonly [what: string, argv: readonly string[], text: string])[] = [
    ["another name", ["acm"], "Did you mean acme?"],
    ["a description that is gone", ["acme"], "api.json does not exist"],
    ["--from for several", ["--from", "api.json"], "expected its name beside it"],
  ];
  it.each(failing)("refuses %s, and changes nothing", async (_what, argv, text) => {
    await cli.run(ADD_ACME);
    await cli.run(["add", "two", "--from", "api.json"]);
    rmSync(join(cli.folder, "api.json"));
    const before = await readAll();
    const { code, err } = await cli.run(["update", ...argv]);
    expect(code).toBeGreaterThan(0);
    expect(err).toContain(text);
    expect(await readAll()).toEqual(before);
  });

  it("complains about mistakes in the list, with their places", async () => {
    await cli.write(
      "typewire.yaml",
      "sdks:\n  acme:\n    folder: src/acme\n    output: [client]\n",
    );
    const { code, err } = await cli.run(["update"]);
    expect(code).toBe(1);
    expect(err).toContain("typewire.yaml:4:5");
    expect(err).toContain("`outputs`");
  });
});

/** Reads all files of the app, by path. */
async function readAll(): Promise<Readonly<Record<string, string>>> {
  const paths = await cli.list("");
  const texts = await Promise.all(paths.map((path) => cli.read(path)));
  return Object.fromEntries(paths.map((path, index) => [path, texts[index] ?? ""]));
}
