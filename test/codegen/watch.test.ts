/** `codegen --watch`, over saves of each kind. */
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { until } from "../until.js";
import { createWorkspace, type Workspace } from "../cases/codegen/emit/workspace.js";

let workspace: Workspace;
let stop: AbortController;
let watching: Promise<number>;

beforeEach(async () => {
  workspace = await createWorkspace();
  stop = new AbortController();
  watching = workspace.runUntil(stop.signal, "--watch");
  await untilGenerated(1);
});

afterEach(async () => {
  stop.abort();
  expect(await watching).toBe(0);
  await workspace.remove();
});

describe("--watch", () => {
  it("generates at once, and again at a save", async () => {
    expect(await baseUrl()).toBe("https://api.acme.example/v1");
    await edit((text) => text.replace("/v1", "/v2"));
    await until(async () => expect(await baseUrl()).toBe("https://api.acme.example/v2"));
  });

  it("notices a save by renaming, every time", async () => {
    const path = join(workspace.schema, "vendor.yaml");
    const text = await readFile(path, "utf8");
    for (const version of ["v2", "v3"]) {
      await writeFile(`${path}.tmp`, text.replace("/v1", `/${version}`));
      await rename(`${path}.tmp`, path);
      await until(async () => expect(await baseUrl()).toMatch(`/${version}`));
    }
  });

  it("keeps the last good output on an error, and goes on once it is mended", async () => {
    const before = await workspace.read();
    await edit((text) => `${text}nonsense: 1\n`);
    await until(() =>
      expect(workspace.lines.err.join("\n")).toMatch(/vendor\.yaml:\d+:\d+.*nonsense/),
    );
    expect(await workspace.read()).toEqual(before);
    await edit((text) => text.replace("nonsense: 1\n", "").replace("/v1", "/v2"));
    await until(async () => expect(await baseUrl()).toBe("https://api.acme.example/v2"));
  });

  it("notices a file in a folder that is new", async () => {
    await mkdir(join(workspace.schema, "components/more"));
    await untilGenerated(2);
    await writeFile(join(workspace.schema, "components/more/x.yaml"), "nonsense\n");
    await until(() => expect(workspace.lines.err.join("\n")).toContain("x.yaml:1:1"));
  });

  it("ends with an error when the folder is gone", async () => {
    await rm(workspace.schema, { recursive: true });
    expect(await watching).toBe(1);
    expect(workspace.lines.err.join("\n")).toContain("does not exist");
    watching = Promise.resolve(0);
  });
});

/** Waits until the command has generated as many times. */
async function untilGenerated(count: number): Promise<void> {
  const prompts = (): number =>
    workspace.lines.out.filter((line) => /^Watching /.test(line)).length;
  await expect.poll(prompts).toBeGreaterThanOrEqual(count);
}

async function baseUrl(): Promise<string> {
  return (await workspace.read())["constants.ts"]?.match(/baseUrl = "(.*)"/)?.[1] ?? "";
}

async function edit(change: (text: string) => string): Promise<void> {
  const path = join(workspace.schema, "vendor.yaml");
  await writeFile(path, change(await readFile(path, "utf8")));
}
