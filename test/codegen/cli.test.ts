/** A run of `codegen`: the files that it writes, keeps and removes, and what it prints. */
import { appendFile, mkdir, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createWorkspace, type Workspace } from "../cases/codegen/emit/workspace.js";
import { run } from "../cases/codegen/run.js";

/** All files of the second vendor. */
const PATHS = [
  "api.md",
  "client-catalog.ts",
  "client-types.ts",
  "client.ts",
  "constants.ts",
  "core.ts",
  "endpoint-catalog.ts",
  "endpoint.ts",
  "endpoints.ts",
  "event-names.ts",
  "events.ts",
  "index.ts",
  "methods.ts",
  "methods/files.ts",
  "methods/labels.ts",
  "methods/parcels.ts",
  "methods/payments.ts",
  "methods/points.ts",
  "methods/root.ts",
  "middleware/fastify.ts",
  "middleware/lambda.ts",
  "middleware/node.ts",
  "middleware/web.ts",
  "payloads.ts",
  "relay.ts",
  "responses.ts",
  "results.ts",
  "route-exceptions.ts",
  "route-helpers.ts",
  "routes.ts",
  "samples/events/heartbeat.ts",
  "samples/events/parcel.ts",
  "samples/events/stock.ts",
  "samples/index.ts",
  "samples/shared.ts",
  "schemas/events/heartbeat.ts",
  "schemas/events/parcel.ts",
  "schemas/events/stock.ts",
  "schemas/index.ts",
  "schemas/json-schema.ts",
  "schemas/loaders.ts",
  "schemas/routes/labels.ts",
  "schemas/routes/parcels.ts",
  "schemas/routes/payments.ts",
  "schemas/shared.ts",
  "sdk-catalog.ts",
  "sdk-unwrap.ts",
  "sdk.ts",
  "shared.ts",
  "testing.ts",
  "validate.ts",
  "webhook-catalog.ts",
  "webhooks.ts",
];

/** Long ago, so that any write is told apart from none. */
const LONG_AGO = new Date("2001-01-01T00:00:00Z");

let workspace: Workspace;

beforeEach(async () => {
  workspace = await createWorkspace();
});

afterEach(() => workspace.remove());

describe("a run", () => {
  it("writes every file and says so", async () => {
    expect(await workspace.run()).toBe(0);
    const paths = Object.keys(await workspace.read());
    expect(paths).toEqual(PATHS.toSorted());
    expect(workspace.lines.err).toEqual([]);
    expect(workspace.lines.out).toEqual([
      `Read ${workspace.schema}: 3 events with 5 names, 8 routes, 3 shared schemas.`,
      ...paths.map(() => expect.stringMatching(/^Wrote .+\.(ts|md)$/)),
      `${paths.length} files in ${workspace.out}: ${paths.length} written, 0 unchanged, 0 removed.`,
    ]);
  });

  it("writes only what differs a second time: unchanged files keep their time", async () => {
    await workspace.run();
    const first = await workspace.read();
    for (const path of Object.keys(first)) {
      await utimes(join(workspace.out, path), LONG_AGO, LONG_AGO);
    }
    await writeFile(join(workspace.out, "constants.ts"), "broken");
    expect(await workspace.run()).toBe(0);
    expect(await workspace.read()).toEqual(first);
    expect(await workspace.modified("constants.ts")).toBeGreaterThan(LONG_AGO.getTime());
    for (const path of Object.keys(first).filter((each) => each !== "constants.ts")) {
      expect(await workspace.modified(path), path).toBe(LONG_AGO.getTime());
    }
  });

  it("keeps its memo in the cache folder that it is given, and writes none for a check", async () => {
    await workspace.run("--check");
    await expect(readdir(workspace.cache)).rejects.toThrow("ENOENT");
    await workspace.run();
    expect(await readdir(workspace.cache)).toHaveLength(1);
  });

  it("removes what it no longer makes, and leaves alone what it never made", async () => {
    await workspace.run();
    const { "constants.ts": text = "" } = await workspace.read();
    await mkdir(join(workspace.out, "old"));
    await writeFile(join(workspace.out, "old/gone.ts"), text);
    await writeFile(join(workspace.out, "mine.ts"), "export {};\n");
    expect(await workspace.run()).toBe(0);
    const paths = Object.keys(await workspace.read());
    expect(paths).not.toContain("old/gone.ts");
    expect(paths).toContain("mine.ts");
    expect(workspace.lines.err.join("\n")).toContain(`not generated: ${workspace.out}/mine.ts`);
    expect(workspace.lines.out.at(-1)).toContain("1 removed");
  });

  it("refuses to overwrite a file in a folder where it has generated none", async () => {
    await mkdir(workspace.out);
    await writeFile(join(workspace.out, "index.ts"), "export const mine = 1;\n");
    expect(await workspace.run()).toBe(1);
    expect(await workspace.read()).toEqual({ "index.ts": "export const mine = 1;\n" });
    expect(workspace.lines.err.join("\n")).toContain(
      `${workspace.out}/index.ts would be overwritten`,
    );
  });

  it("reports every mistake with its place, and writes nothing", async () => {
    await workspace.run();
    const before = await workspace.read();
    await appendFile(join(workspace.schema, "events.yaml"), "broken:\n  acctions: [a]\n");
    await appendFile(join(workspace.schema, "routes.yaml"), "GET /x:\n  operation: 7\n");
    expect(await workspace.run()).toBe(1);
    const errors = workspace.lines.err.join("\n");
    expect(errors).toMatch(/schema\/events\.yaml:\d+:\d+ /);
    expect(errors).toMatch(/schema\/routes\.yaml:\d+:\d+ /);
    expect(errors).toMatch(/\d+ errors in .*schema; nothing was written\./);
    expect(await workspace.read()).toEqual(before);
  });

  it("says when there is no YAML", async () => {
    await rm(workspace.schema, { recursive: true });
    expect(await workspace.run()).toBe(1);
    expect(workspace.lines.err.join("\n")).toContain("Found no YAML");
  });
});

describe("the arguments", () => {
  const lines: string[] = [];
  const io = {
    out: (text: string) => void lines.push(text),
    err: (text: string) => void lines.push(text),
  };

  beforeEach(() => {
    lines.length = 0;
  });

  it("--help lists every option and writes nothing", async () => {
    expect(await run(["--help"], io)).toBe(0);
    for (const option of ["--schema", "--out", "--check", "--watch", "Default: generated"]) {
      expect(lines.join("\n")).toContain(option);
    }
    expect(lines.join("\n")).toContain("npm run codegen -- help   lists all commands");
    const printed = lines.join("\n").split("\n");
    expect(printed.filter((line) => line.length > 80)).toEqual([]);
  });

  it.each<[argv: readonly string[], culprit: string]>([
    [["--chekc"], "--chekc"],
    [["stray"], "stray"],
    [["--schema"], "--schema"],
    [["--out="], "--out"],
    [["--check", "--watch"], "--check and --watch"],
  ])("%j is refused", async (argv, culprit) => {
    expect(await run(argv, io)).toBe(2);
    expect(lines.join("\n")).toContain(culprit);
    expect(lines.join("\n")).toContain("--help");
  });
});
