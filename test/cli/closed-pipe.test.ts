/** Commands whose output nothing reads any more. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, readdir } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { afterEach, beforeEach, expect, it } from "vitest";
import { bundleProgram } from "../programs/programs.js";
import { createTestCli, type TestCli } from "./cli.js";

let cli: TestCli;

beforeEach(async () => {
  cli = await createTestCli();
  await cp("test/fixtures/second-vendor/schema", join(cli.folder, "schema"), { recursive: true });
});

afterEach(() => cli.remove());

/** Runs the command line as a process of its own, whose output nothing reads, to its end. */
function run(...argv: readonly string[]): Promise<unknown[]> {
  return runScript("cli/bin.ts", ...argv);
}

async function runScript(script: string, ...argv: readonly string[]): Promise<unknown[]> {
  const child = spawn(process.execPath, [await bundleProgram(script), ...argv], {
    cwd: cli.folder,
    env: { ...process.env, WEBHOOK_SECRET: "secret" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  child.stdout.destroy();
  return once(child, "close");
}

it("generates every file when the reader of its output has gone", async () => {
  expect(await run("generate", "--out", "out")).toEqual([0, null]);
  expect(await readdir(join(cli.folder, "out"))).toContain("webhooks.ts");
  expect(await run("generate", "--out", "out", "--check")).toEqual([0, null]);
});

it("ends a command that would wait for more to print", async () => {
  expect(await run("generate", "--out", "out", "--watch")).toEqual([0, null]);
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
  const end = await runScript(script, command, "api.json", "--schema", "imported");
  expect(end).toEqual([0, null]);
  expect(await readdir(join(cli.folder, "imported"))).toContain("routes.yaml");
});
