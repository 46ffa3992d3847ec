/**
 * Builds `cli/dist` of the package `typewire-cli`: the command line with the generator and nearly all
 * libraries inside, of which it needs small parts. Each command is a file of its own, loaded when it is
 * called.
 */
import { cpSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { prepareFolder } from "../../cli/docs/site-folder.js";
import manifest from "../../cli/package.json" with { type: "json" };
import { bundle } from "./bundle.js";
import { writeFiles } from "./files.js";
import { readLicenses } from "./licenses.js";

const FOLDER = "cli";

/** Packages that are installed with this one, or by its users: the compiler, and the stores of an inbox. */
const INSTALLED: ReadonlySet<string> = new Set([
  ...Object.keys(manifest.dependencies),
  ...Object.keys(manifest.peerDependencies),
]);

export async function buildCommandLine(): Promise<void> {
  rmSync(`${FOLDER}/dist`, { recursive: true, force: true });
  const files = await bundle({
    input: { bin: `./${FOLDER}/bin.ts` },
    alias: {
      "#platform": resolve("src/signatures/platform.node.ts"),
      "./unbuilt-page.js": resolve("src/inspector/dist/page.js"),
      prettier: resolve("scripts/build/prettier.ts"),
    },
    platform: "node",
    external: (id) => id.startsWith("node:") || INSTALLED.has(packageOf(id)),
  });
  writeFiles(
    `${FOLDER}/dist`,
    files.map(({ fileName, code }) => [fileName, code]),
  );
  // Editors complete YAML from these: `# yaml-language-server: $schema=…` leads there.
  rmSync(`${FOLDER}/meta`, { recursive: true, force: true });
  cpSync("codegen/meta", `${FOLDER}/meta`, { recursive: true });
  await prepareFolder(`${FOLDER}/dist/site`);
  const bundled = files.flatMap(({ moduleIds }) => moduleIds.flatMap(folderOf));
  writeFileSync(`${FOLDER}/THIRD_PARTY.md`, readLicenses([...new Set(bundled)].sort()));
}

function packageOf(id: string): string {
  return /^(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? id;
}

/** The folder of the package that a module is in, below that of this project; none for our own. */
function folderOf(module: string): readonly string[] {
  const folder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(module)?.[0];
  return folder === undefined ? [] : [folder.slice(folder.indexOf("node_modules/"))];
}
