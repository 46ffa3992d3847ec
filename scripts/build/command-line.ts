/**
 * Builds `cli/dist` of the package `typewire-cli`: the command line with the generator, and with most
 * libraries, because it needs small parts of them. Each command is a file, which is loaded when it is called.
 */
import { cpSync, rmSync } from "node:fs";
import { relative, resolve } from "node:path";
import { prepareFolder } from "../../cli/docs/site-folder.js";
import manifest from "../../cli/package.json" with { type: "json" };
import { bundleInto } from "./bundle.js";
import { writeLicenses } from "./files.js";

const FOLDER = "cli";

/** Packages that npm installs with this one, or that users install: the compiler, and an inbox's stores. */
const INSTALLED = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });

export async function buildCommandLine(): Promise<void> {
  rmSync(`${FOLDER}/dist`, { recursive: true, force: true });
  const files = await bundleInto(`${FOLDER}/dist`, {
    input: { bin: `./${FOLDER}/bin.ts` },
    alias: {
      "#platform": resolve("src/receive/signatures/platform.node.ts"),
      "./unbuilt-page.js": resolve("src/inspector/dist/page.js"),
      prettier: resolve("scripts/build/prettier.ts"),
    },
    platform: "node",
    external: (id) => id.startsWith("node:") || INSTALLED.includes(packageOf(id)),
  });
  // Editors complete YAML from these files: `# yaml-language-server: $schema=…` points there.
  rmSync(`${FOLDER}/meta`, { recursive: true, force: true });
  cpSync("codegen/meta", `${FOLDER}/meta`, { recursive: true });
  // `typewire add github` corrects what GitHub describes by what it sends.
  cpSync("schema/corrections.yaml", `${FOLDER}/dist/corrections/corrections.yaml`);
  await prepareFolder(`${FOLDER}/dist/site`);
  const bundled = files.flatMap(({ moduleIds }) => moduleIds.flatMap(folderOf));
  writeLicenses(FOLDER, [...new Set(bundled)].sort());
}

function packageOf(id: string): string {
  return /^(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? id;
}

/** The folder of the package that a module belongs to, as a list; empty for a module of this project. */
function folderOf(module: string): readonly string[] {
  const folder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(module)?.[0];
  return folder === undefined ? [] : [relative(".", folder)]; // npm puts some below a workspace
}
