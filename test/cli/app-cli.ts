/** The command line in the folder of an app that has a description and no SDK yet. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../programs/bundle.js";
import { createTestCli, type TestCli } from "./cli.js";
import { describeApp } from "./fixtures/app.js";

export const MANIFEST = '{\n\t"name": "app",\n\t"type": "module"\n}\n';

/** The arguments that add an SDK of the description `api.json`. */
export const ADD_ACME = ["add", "acme", "--from", "api.json"];

export async function createAppCli(): Promise<TestCli> {
  const cli = await createTestCli();
  mkdirSync(join(cli.folder, "src"));
  await cli.write("package.json", MANIFEST);
  await cli.write("tsconfig.json", '{ "compilerOptions": { "module": "nodenext" } }');
  await cli.write("api.json", JSON.stringify(describeApp()));
  return cli;
}

/** `paths` of a compiler that lead to the sources of the runtime, which no app in a test installs. */
export const RUNTIME_PATHS = {
  "typewire-runtime/*": [join(ROOT, "src/runtime/*.ts")],
  "#platform": [join(ROOT, "src/receive/signatures/platform.node.ts")],
};
