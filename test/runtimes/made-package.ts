/** Makes what the suites import: the package of a user, and a list of all subpaths. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

const NAME = "acme-sdk";

/** Subpaths that hold no code, that stand for many, or that are for Node alone, whose stores they open. */
const LEFT_OUT = /^\.\/(?:package\.json|responses|inbox.*|.*\*)$/;

/** Writes both into a folder of modules, after the command line was built. */
export function writeMadeModules(modules: string): void {
  const folder = join(modules, NAME);
  const listed = join(modules, "listed-modules");
  for (const old of [folder, listed]) rmSync(old, { recursive: true, force: true }); // of a former run
  const bin = join(root, "cli/dist/bin.js");
  execFileSync(process.execPath, [bin, "init", folder, "--yes"], { stdio: "pipe" });
  rmSync(join(folder, "test"), { recursive: true }); // it is for the author, and would need a package
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  // The types of Node that the package would install.
  const types = ["--typeRoots", join(root, "node_modules/@types")];
  execFileSync(process.execPath, [tsc, "--project", folder, ...types], { stdio: "inherit" });
  const list = [
    ...listSpecifiers("typewire", root),
    ...listSpecifiers(NAME, folder),
    "typewire/resources/repos",
    "typewire/schemas/routes/repos",
    `${NAME}/resources/notes`,
  ];
  mkdirSync(listed);
  writeFileSync(join(listed, "index.js"), printList(list));
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
