/**
 * Emits the declarations of all packages at once, and gives each package its own. The declarations of
 * `typewire` import the runtime by name, so that a class is the same in both packages. The runtime gets
 * only the declarations that its subpaths import.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import { nameRuntimeModule, printPassedOn } from "./client.js";
import { writeFiles } from "./bundle.js";
import { withoutInternalComments } from "./internal-comments.js";
import { listSubpaths } from "./runtime.js";

const CLIENT = "dist/src";
const RUNTIME = "src/runtime/dist/types";

const INSPECTOR = "src/inspector/dist/types";

/** The platform whose types all platforms share. */
const PLATFORM = "signatures/platform.node.js";

export function buildDeclarations(): void {
  emit();
  publish(
    RUNTIME,
    listSubpaths().map((name) => `runtime/${name}.d.ts`),
  );
  publish(INSPECTOR, ["inspector/index.d.ts"]);
  for (const name of readdirSync(CLIENT)) {
    if (name !== "entries" && name !== "index.d.ts")
      rmSync(join(CLIENT, name), { recursive: true });
  }
  for (const path of readdirSync(CLIENT, { recursive: true, encoding: "utf8" })) {
    if (path.endsWith(".d.ts")) importRuntimeByName(join(CLIENT, path));
  }
  writeFiles(CLIENT, printPassedOn());
}

/** Writes the declarations that subpaths import, at any depth. */
function publish(folder: string, subpaths: readonly string[]): void {
  const isSubpath = (path: string): boolean => subpaths.includes(path);
  writeFiles(folder, withoutInternalComments(findReachable(subpaths), isSubpath));
}

function emit(): void {
  // Named by its path: two versions of the compiler are installed, and `tsc` could be either.
  const compiler = ["node_modules/typescript/bin/tsc", "--project", "tsconfig.build.json"];
  const { status } = spawnSync(process.execPath, compiler, { stdio: "inherit" });
  if (status !== 0) throw new Error("The declarations were not emitted.");
}

/** Matches the module of an import or export, also of an `import()` in a type. */
const SPECIFIER = /(?<=(?:\bfrom |\bimport\())"([^"\n]+)"/g;

/** Finds these declarations and all that they import, by their paths. */
function findReachable(paths: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map(paths.map((path) => [path, ""]));
  for (const path of found.keys()) {
    const text = readFileSync(join(CLIENT, path), "utf8").replace(
      SPECIFIER,
      (_, source: string) => {
        if (source.startsWith("node:")) return JSON.stringify(source);
        const specifier = source === "#platform" ? relativeSpecifier(path, PLATFORM) : source;
        if (!specifier.startsWith(".")) throw new Error(`${path} imports the types of ${source}.`);
        const imported = posix.join(posix.dirname(path), specifier.replace(/\.js$/, ".d.ts"));
        if (!found.has(imported)) found.set(imported, "");
        return JSON.stringify(specifier);
      },
    );
    found.set(path, indentByTwo(text));
  }
  return found;
}

/** Halves the compiler's indentation of four spaces, which would be a hundredth of the package. */
function indentByTwo(text: string): string {
  return text.replace(/^(?: {4})+/gm, (spaces) => " ".repeat(spaces.length / 2));
}

function relativeSpecifier(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to);
  return path.startsWith(".") ? path : `./${path}`;
}

function importRuntimeByName(path: string): void {
  const text = readFileSync(path, "utf8").replace(SPECIFIER, (specifier, source: string) => {
    const [, subpath] = /^\.[./]*\/runtime\/(.+)\.js$/.exec(source) ?? [];
    return subpath === undefined ? specifier : JSON.stringify(nameRuntimeModule(subpath));
  });
  writeFileSync(path, text);
}
