/** Follows the files of a package: from `exports` to modules, from those to others, and from maps to their sources. */
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { entriesOf, isMap, type Json } from "../../../codegen/model/json.js";

/** Files that npm always packs, and pages, which `files` names for readers. */
const PAGE = /^(?:package\.json|LICENSE|[^?]+\.(?:md|txt))$/;

/** Matches the module of an import or export, also of an `import()` and of an import for its effects. */
const SPECIFIER = /(?:\bfrom ?|\bimport\(|\bimport ?)"(\.[^"\n]+)"/g;

/**
 * Lists what is wrong with the files of a package: a module that no subpath leads to, a file that a subpath
 * or a module names and that is missing, a map without its sources, or with a copy of them.
 * @param folder Where the package is.
 * @param files Paths of what is packed.
 */
export function findStrayFiles(folder: string, files: readonly string[]): readonly string[] {
  const read = (path: string): string => readFileSync(join(folder, path), "utf8");
  const reached = new Set(listEntries(JSON.parse(read("package.json")) as Json, files));
  const packed = new Set(files);
  const problems: string[] = [];
  for (const path of reached) {
    if (!packed.has(path)) problems.push(`${path} is named and missing`);
    else for (const next of listNext(path, read(path), packed)) reached.add(next); // which are visited, too
  }
  for (const path of files) {
    if (path.endsWith(".map")) problems.push(...checkMap(path, read(path), packed));
    if (!reached.has(path) && !PAGE.test(path)) problems.push(`${path} is not reached`);
  }
  return problems;
}

/** The files that `exports` names, and `imports` for the package itself. A `*` stands for each path that has a file. */
function listEntries(manifest: Json, files: readonly string[]): readonly string[] {
  const { exports = null, imports = null } = isMap(manifest) ? manifest : {};
  const targets = [...listTargets(exports), ...listTargets(imports)];
  return targets.flatMap((target) => {
    const path = posix.normalize(target);
    const [start = "", end] = path.split("*");
    if (end === undefined) return [path];
    return files.filter((each) => each.startsWith(start) && each.endsWith(end));
  });
}

/** The paths in a value of `exports` or `imports`, at any depth of conditions. */
function listTargets(value: Json): readonly string[] {
  if (typeof value === "string") return [value];
  return entriesOf(value).flatMap(([, each]) => listTargets(each));
}

/**
 * The files that a file leads to. A module is its code and its declarations, which a compiler writes and an
 * editor reads together, although one of the two may have nothing to say.
 */
function listNext(path: string, text: string, packed: ReadonlySet<string>): readonly string[] {
  const folder = posix.dirname(path);
  const modules = [...text.matchAll(SPECIFIER)].flatMap(([, specifier = ""]) => {
    const code = posix.join(folder, specifier);
    const declarations = code.replace(/\.js$/, ".d.ts");
    const module = /\.d\.m?ts$/.test(path) ? declarations : code;
    return [module, ...[code, declarations].filter((each) => packed.has(each))];
  });
  const maps = [...text.matchAll(/^\/\/# sourceMappingURL=(.+)$/gm)];
  return [...modules, ...maps.map(([, map = ""]) => posix.join(folder, map))];
}

/** Complains about a map without its sources, and about one with a copy of them. */
function checkMap(path: string, text: string, packed: ReadonlySet<string>): readonly string[] {
  const map = JSON.parse(text) as SourceMap; // ECMA-426
  const folder = posix.join(posix.dirname(path), map.sourceRoot ?? "");
  const missing = map.sources.filter((source) => !packed.has(posix.join(folder, source)));
  return [
    ...missing.map((source) => `${path} leads to ${source}, which is missing`),
    ...("sourcesContent" in map ? [`${path} has a copy of its sources`] : []),
  ];
}

/** The keys of a source map that are read. */
interface SourceMap {
  readonly sources: readonly string[];
  readonly sourceRoot?: string;
}
