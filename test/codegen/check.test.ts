/** `codegen --check`, over a folder that it does not change. */
import { appendFile, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PROJECT, updateCommand } from "../../cli/io/tool.js";
import { createWorkspace, type Workspace } from "../cases/codegen/emit/workspace.js";

let workspace: Workspace;

beforeEach(async () => {
  workspace = await createWorkspace();
  await workspace.run();
});

afterEach(() => workspace.remove());

describe("--check", () => {
  it("passes what was just written", async () => {
    expect(await workspace.run("--check")).toBe(0);
    expect(workspace.lines.err).toEqual([]);
  });

  it("names every stale, missing and extra file and the command that updates it, and writes nothing", async () => {
    await appendFile(join(workspace.out, "events.ts"), "// by hand\n");
    await rm(join(workspace.out, "routes.ts"));
    const text = await readFile(join(workspace.out, "constants.ts"), "utf8");
    await writeFile(join(workspace.out, "old.ts"), text);
    const before = await workspace.read();
    expect(await workspace.run("--check")).toBe(1);
    const errors = workspace.lines.err.join("\n");
    expect(errors).toContain("stale:   events.ts");
    expect(errors).toContain("missing: routes.ts");
    expect(errors).toContain("extra:   old.ts");
    expect(errors).toContain(
      `npm run codegen -- --schema ${workspace.schema} --out ${workspace.out}`,
    );
    expect(await workspace.read()).toEqual(before);
    expect(await workspace.run()).toBe(0);
    expect(await workspace.run("--check")).toBe(0);
  });

  it("fails when the YAML was edited and nothing generated", async () => {
    const path = join(workspace.schema, "vendor.yaml");
    const text = await readFile(path, "utf8");
    await writeFile(path, text.replace("api.acme.example", "api2.acme.example"));
    expect(await workspace.run("--check")).toBe(1);
    expect(workspace.lines.err.join("\n")).toContain("stale:   constants.ts");
  });

  it("fails on an error in the YAML", async () => {
    await appendFile(join(workspace.schema, "events.yaml"), "broken: 7\n");
    expect(await workspace.run("--check")).toBe(1);
    expect(workspace.lines.err.join("\n")).toMatch(/events\.yaml:\d+:\d+/);
  });
});

describe("the command that updates it", () => {
  it.each<[Partial<(typeof PROJECT)["folders"]>, string]>([
    [{}, "npm run codegen"],
    [{ out: "lib/api" }, "npm run codegen -- --out lib/api"],
    [{ schema: "my schema" }, "npm run codegen -- --schema 'my schema'"],
    [{ schema: "it's" }, "npm run codegen -- --schema 'it'\\''s'"],
  ])("of %j is %s", (folders, command) => {
    expect(updateCommand({ ...PROJECT.folders, ...folders }, PROJECT)).toBe(command);
  });
});
