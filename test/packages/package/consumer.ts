/** Projects that install packed packages as their users do, and load them there. */
import { cpSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import { SOURCES_FILE } from "../../../scripts/build/client.js";
import { report, run } from "./run.js";

/**
 * Copies a project, and installs packages in it.
 * @param name A folder of `test/`.
 */
export function installConsumer(
  workspace: string,
  name: string,
  packages: readonly string[],
): string {
  const folder = join(workspace, name);
  mkdirSync(folder);
  cpSync(resolve("test", name), folder, { recursive: true });
  run("npm", ["install", "--no-audit", "--no-fund", "--prefer-offline", ...packages], folder);
  return folder;
}

/** Checks that `import` and `require` of each subpath give the same named exports. */
export function loadEverySubpath(
  folder: string,
  { name, exports }: { readonly name: string; readonly exports: object },
): void {
  const subpaths = Object.keys(exports)
    .filter((subpath) => !WITHOUT_CODE.includes(subpath))
    // One resource stands for the methods and schemas of all.
    .map((subpath) =>
      subpath
        .replace(/^\./, name)
        .replace("schemas/*", "schemas/routes/repos")
        .replace("*", "repos"),
    );
  run(process.execPath, ["load.mjs", ...subpaths], folder);
  report(`import and require: ${subpaths.join(", ")}`);
}

/** Subpaths without code of their own. */
const WITHOUT_CODE = ["./package.json", "./responses"];

/** Checks that a builder of requests does not load the code that reads deliveries. */
export function loadEndpointAlone(folder: string): void {
  const unwanted = [
    "generated/event",
    "generated/schemas",
    "generated/samples",
    "generated/webhooks",
    "dist/node/webhooks.js",
  ];
  const listing = resolve(SOURCES_FILE);
  run(process.execPath, ["load-graph.mjs", listing, "typewire/endpoint", ...unwanted], folder);
  report("typewire/endpoint alone: no event data, no schema, no payload");
}

/** Checks the size of all that is installed. */
export function expectSmallInstall(folder: string): void {
  const entries = readdirSync(join(folder, "node_modules"), {
    recursive: true,
    withFileTypes: true,
  });
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(join(entry.parentPath, entry.name)).size);
  const megabytes = Math.ceil(sizes.reduce((sum, size) => sum + size, 0) / 2 ** 20);
  if (megabytes > MAX_INSTALLED)
    throw new Error(`An install takes ${megabytes} MB; expected at most ${MAX_INSTALLED}.`);
  report(`typewire-cli with its dependencies: ${megabytes} MB`);
}

/** An install of the command line with its dependencies, in megabytes. The compiler is most of it. */
const MAX_INSTALLED = 25;
