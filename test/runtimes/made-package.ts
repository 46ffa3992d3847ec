/** Makes modules that the suites import: the package of a user, and a list of all subpaths. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

const NAME = "acme-sdk";

/** Subpaths without code, subpaths that stand for many, and those of the inbox, whose stores are for Node alone. */
const LEFT_OUT = /^\.\/(?:package\.json|responses|inbox.*|.*\*)$/;

/** Writes both into a folder of modules, after the command line was built. */
export function writeMadeModules(modules: string): void {
  const folder = join(modules, NAME);
  const listed = join(modules, "listed-modules");
  for (const old of [folder, listed]) rmSync(old, { recursive: true, force: true }); // of a former run
  makePackage(folder);
  const specifiers = [
    ...listSpecifiers("typewire", root),
    ...listSpecifiers(NAME, folder),
    // One of each of the subpaths that stand for many.
    "typewire/resources/repos",
    "typewire/schemas/routes/repos",
    `${NAME}/resources/notes`,
  ];
  mkdirSync(listed);
  writeFileSync(join(listed, "index.js"), printList(specifiers));
}

/** Makes the package by `init`, and compiles it. */
function makePackage(folder: string): void {
  const bin = join(root, "cli/dist/bin.js");
  execFileSync(process.execPath, [bin, "init", folder, "--yes"], { stdio: "pipe" });
  rmSync(join(folder, "test"), { recursive: true }); // it is for the author, and would need a package
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  // The types of Node that the package would install.
  const types = ["--typeRoots", join(root, "node_modules/@types")];
  execFileSync(process.execPath, [tsc, "--project", folder, ...types], { stdio: "inherit" });
}

function listSpecifiers(name: string, folder: string): readonly string[] {
  const manifest = readFileSync(join(folder, "package.json"), "utf8");
  const { exports } = JSON.parse(manifest) as { exports: object }; // both have them
  return Object.keys(exports)
    .filter((subpath) => !LEFT_OUT.test(subpath))
    .map((subpath) => subpath.replace(".", name));
}

function printList(specifiers: readonly string[]): string {
  const imports = specifiers.map((each, index) => `import * as m${index} from "${each}";`);
  const entries = specifiers.map((each, index) => `  "${each}": m${index},`);
  return [...imports, "export const MODULES = {", ...entries, "};", ""].join("\n");
}
