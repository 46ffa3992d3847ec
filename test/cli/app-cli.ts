/** The command line in the folder of an app, as `typewire add` finds it. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createTestCli, type TestCli } from "./cli.js";
import { describeApp } from "./fixtures/app.js";

export const MANIFEST = '{\n\t"name": "app",\n\t"type": "module"\n}\n';

/** The command that adds an SDK of the description beside the app. */
export const ADDED = ["add", "acme", "--from", "api.json"];

export async function createAppCli(): Promise<TestCli> {
  const cli = await createTestCli();
  mkdirSync(join(cli.folder, "src"));
  await cli.write("package.json", MANIFEST);
  await cli.write("tsconfig.json", '{ "compilerOptions": { "module": "nodenext" } }');
  await cli.write("api.json", JSON.stringify(describeApp()));
  return cli;
}
