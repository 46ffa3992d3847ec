/**
 * Emits the declarations of all packages at once, and gives each package its own. The declarations of
 * `typewire` import the runtime by name, as the generated modules do, so that a class is the same in both
 * packages. The runtime gets only the declarations that its subpaths import.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join, posix } from "node:path";
import { writePassedOn } from "./client.js";
import { writeFiles } from "./files.js";
import { withoutInternalComments } from "./internal-comments.js";
import { listSubpaths } from "./runtime.js";

/** Where the compiler writes the declarations of the runtime and the inspector. */
const SOURCES = "dist/src";

/** The platform whose types all platforms share. */
const PLATFORM = "receive/signatures/platform.node.js";

export function buildDeclarations(): void {
  emit();
  const ofRuntime = listSubpaths().map((name) => `runtime/${name}.d.ts`);
  publish("src/runtime/dist/types", ofRuntime);
  publish("src/inspector/dist/types", ["inspector/index.d.ts"]);
  rmSync(SOURCES, { recursive: true });
  writePassedOn();
}

/** Compiles the declarations of all packages into `dist`. */
function emit(): void {
  // Named by its path: two versions of the compiler are installed, and `tsc` could be either.
  const compiler = ["node_modules/typescript/bin/tsc", "--project", "tsconfig.build.json"];
  const { status } = spawnSync(process.execPath, compiler, { stdio: "inherit" });
  if (status !== 0) throw new Error("The declarations were not emitted.");
}

/** Writes the declarations that subpaths import, at any depth. */
function publish(folder: string, subpaths: readonly string[]): void {
  writeFiles(folder, withoutInternalComments(findReachable(subpaths), subpaths));
}

/** Finds these declarations and all that they import, by their paths. */
function findReachable(paths: readonly string[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const queue = [...paths];
  for (const path of queue) {
    if (texts.has(path)) continue;
    const text = withPlatform(path, readFileSync(join(SOURCES, path), "utf8"));
    texts.set(path, indentByTwo(text));
    queue.push(...listImported(path, text)); // the loop goes on with them
  }
  return texts;
}

/** Matches the module of an import or export, also of an `import()` in a type. */
const SPECIFIER = /(?<=(?:\bfrom |\bimport\())"([^"\n]+)"/g;

/** Writes the path of the platform's declarations in place of `#platform`, which is code alone. */
function withPlatform(path: string, text: string): string {
  return text.replace(SPECIFIER, (specifier, source: string) =>
    source === "#platform" ? JSON.stringify(relativeSpecifier(path, PLATFORM)) : specifier,
  );
}

/** Lists the declarations that a file imports, but those of Node. */
function listImported(path: string, text: string): readonly string[] {
  const sources = [...text.matchAll(SPECIFIER)].map(([, source = ""]) => source);
  return sources
    .filter((source) => !source.startsWith("node:"))
    .map((source) => {
      if (!source.startsWith(".")) throw new Error(`${path} imports the types of ${source}.`);
      return posix.join(posix.dirname(path), source.replace(/\.js$/, ".d.ts"));
    });
}

/** Halves the compiler's indentation of four spaces, which makes the package 1 % smaller. */
function indentByTwo(text: string): string {
  return text.replace(/^(?: {4})+/gm, (spaces) => " ".repeat(spaces.length / 2));
}

function relativeSpecifier(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to);
  return path.startsWith(".") ? path : `./${path}`;
}
