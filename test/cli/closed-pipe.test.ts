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
])("imports whole when the reader of the output of %s has gone", async (program, command) => {
  const servers = [{ url: "https://a.example" }];
  const description = { openapi: "3.1.0", servers, paths: { "/a": { get: {} } } };
  await cli.write("api.json", JSON.stringify(description));
  const argv = [command, "api.json", "--schema", "imported"];
  expect(await runProgram(program, argv)).toEqual([0, null]);
  expect(await readdir(join(cli.folder, "imported"))).toContain("routes.yaml");
});

/** Runs the command line to its end, as a process whose output nothing reads. Resolves with exit code and signal. */
function run(...argv: readonly string[]): Promise<unknown[]> {
  return runProgram("cli/bin.ts", argv);
}

async function runProgram(path: string, argv: readonly string[]): Promise<unknown[]> {
  const child = spawn(process.execPath, [await bundleProgram(path), ...argv], {
    cwd: cli.folder,
    env: { ...process.env, WEBHOOK_SECRET: "secret" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  child.stdout.destroy();
  return once(child, "close");
}
