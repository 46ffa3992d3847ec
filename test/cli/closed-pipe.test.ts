import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import process from "node:process";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createTestCli, type TestCli } from "./cli.js";

let cli: TestCli;

beforeEach(async () => {
  cli = await createTestCli();
  await cp("test/fixtures/second-vendor/schema", join(cli.folder, "schema"), { recursive: true });
});

afterEach(() => cli.remove());

/** The command line as a process of its own, whose output nothing reads. */
function start(...argv: readonly string[]): ChildProcess {
  return startScript("cli/bin.ts", ...argv);
}

function startScript(script: string, ...argv: readonly string[]): ChildProcess {
  const command = ["--import", import.meta.resolve("tsx"), resolve(script), ...argv];
  const run = spawn(process.execPath, command, {
    cwd: cli.folder,
    env: { ...process.env, WEBHOOK_SECRET: "secret" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  run.stdout.destroy();
  return run;
}

it("generates every file when the reader of its output has gone", async () => {
  expect(await once(start("generate", "--out", "out"), "close")).toEqual([0, null]);
  expect(await readdir(join(cli.folder, "out"))).toContain("webhooks.ts");
  expect(await once(start("generate", "--out", "out", "--check"), "close")).toEqual([0, null]);
});

it("ends a command that would wait for more to print", async () => {
  expect(await once(start("generate", "--out", "out", "--watch"), "close")).toEqual([0, null]);
  expect(await readdir(join(cli.folder, "out"))).toContain("webhooks.ts");
});

it.each([
  ["cli/bin.ts", "import"],
  ["scripts/codegen.ts", "import"],
])("imports whole when the reader of the output of %s has gone", async (script, command) => {
  await cli.write(
    "api.json",
    JSON.stringify({
      openapi: "3.1.0",
      servers: [{ url: "https://a.example" }],
      paths: { "/a": { get: {} } },
    }),
  );
  const run = startScript(script, command, "api.json", "--schema", "imported");
  expect(await once(run, "close")).toEqual([0, null]);
  expect(await readdir(join(cli.folder, "imported"))).toContain("routes.yaml");
});
