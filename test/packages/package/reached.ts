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
  const packed = new Set(files);
  const problems: string[] = [];
  const reached = new Set<string>();
  const waiting = [...listEntries(JSON.parse(read("package.json")) as Json, files)];
  while (waiting.length > 0) {
    const path = waiting.shift() ?? "";
    if (reached.has(path)) continue;
    reached.add(path);
    if (!packed.has(path)) {
      problems.push(`${path} is named and missing`);
      continue;
    }
    const { named, optional } = listNext(path, read(path));
    waiting.push(...named, ...optional.filter((each) => packed.has(each)));
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
 * The files that a file leads to. A module is two files, `b.js` and `b.d.ts`. Code that imports it needs the first one,
 * and declarations that import it the second one. The other of the two is optional: types alone may have no code, and
 * code that no declarations mention may have no types.
 */
function listNext(path: string, text: string): Next {
  const folder = posix.dirname(path);
  const isOfDeclarations = /\.d\.m?ts$/.test(path);
  const next = { named: [] as string[], optional: [] as string[] };
  for (const [, specifier = ""] of text.matchAll(SPECIFIER)) {
    const code = posix.join(folder, specifier);
    const declarations = code.replace(/\.js$/, ".d.ts");
    next.named.push(isOfDeclarations ? declarations : code);
    next.optional.push(isOfDeclarations ? code : declarations);
  }
  for (const [, map = ""] of text.matchAll(/^\/\/# sourceMappingURL=(.+)$/gm))
    next.named.push(posix.join(folder, map));
  return next;
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

/** The files that a file leads to. */
interface Next {
  /** These must be packed. */
  readonly named: readonly string[];
  /** These belong to what is packed if they are there. */
  readonly optional: readonly string[];
}

/** The keys of a source map that are read. */
interface SourceMap {
  readonly sources: readonly string[];
  readonly sourceRoot?: string;
}
