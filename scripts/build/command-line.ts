/**
 * Builds `cli/dist` of the package `typewire-cli`: the command line with the generator inside.
 * Libraries stay dependencies. Each command is a file of its own, loaded when it is called.
 */
import { cpSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import manifest from "../../cli/package.json" with { type: "json" };
import { bundle } from "./bundle.js";
import { writeFiles } from "./files.js";
import { readLicenses } from "./licenses.js";

const FOLDER = "cli";

/** Part of the relay and of the runtime, which are bundled as they are there. */
const BUNDLED = ["eventsource-parser"];

export async function buildCommandLine(): Promise<void> {
  rmSync(`${FOLDER}/dist`, { recursive: true, force: true });
  const files = await bundle({
    input: { bin: `./${FOLDER}/bin.ts` },
    alias: { "#platform": resolve("src/signatures/platform.node.ts") },
    external: (id) => /^[@a-z]/.test(id) && !BUNDLED.includes(id),
  });
  expectDependencies(
    files.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports]),
  );
  writeFiles(
    `${FOLDER}/dist`,
    files.map(({ fileName, code }) => [fileName, code]),
  );
  // Editors complete YAML from these: `# yaml-language-server: $schema=…` leads there.
  rmSync(`${FOLDER}/meta`, { recursive: true, force: true });
  cpSync("codegen/meta", `${FOLDER}/meta`, { recursive: true });
  writeFileSync(`${FOLDER}/THIRD_PARTY.md`, readLicenses(BUNDLED));
}

/** What the bundle imports must be installed with the package. */
function expectDependencies(imports: readonly string[]): void {
  const packages = imports
    .filter((id) => /^[@a-z]/.test(id) && !/^(?:node:|chunks\/)/.test(id))
    .map((id) => /^(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? id);
  const missing = packages.filter((name) => !(name in manifest.dependencies));
  if (missing.length > 0) {
    throw new Error(`${FOLDER}/package.json does not list ${[...new Set(missing)].join(", ")}.`);
  }
}
