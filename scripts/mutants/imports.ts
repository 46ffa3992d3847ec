/** Distances between files over their imports, by which tests are chosen and ordered. */
import { dirname, join, relative } from "node:path";
import ts from "typescript";
import { readCompilerOptions } from "./compiler-options.js";

/** An `import()` of a name that is made at run time, not written as a text. */
const COMPUTED_IMPORT = /\bimport\(\s*[^\s"'`)]/;

/** Follows imports between the files of a folder, those by a fixed text in `import()` too. */
export class Imports {
  readonly #root: string;
  readonly #options: ts.CompilerOptions;
  readonly #cache: ts.ModuleResolutionCache;
  readonly #direct = new Map<string, readonly string[]>();

  constructor(root: string) {
    this.#root = root;
    this.#options = readCompilerOptions(root);
    this.#cache = ts.createModuleResolutionCache(root, (name) => name, this.#options);
  }

  /** Measures all files that `path` imports, itself included. */
  measure(path: string): Distances {
    const distances = new Map([[path, 0]]);
    for (const [file, distance] of distances)
      for (const imported of this.#findDirect(file))
        if (!distances.has(imported)) distances.set(imported, distance + 1);
    return distances;
  }

  /** Tells whether a file, or one of `test/` that it imports, loads modules whose names it makes at run time. */
  isOpen(path: string): boolean {
    const files = [...this.measure(path).keys()].filter((file) => file.startsWith("test/"));
    return files.some((file) =>
      COMPUTED_IMPORT.test(ts.sys.readFile(join(this.#root, file)) ?? ""),
    );
  }

  #findDirect(path: string): readonly string[] {
    const known = this.#direct.get(path);
    if (known !== undefined) return known;
    const name = join(this.#root, path);
    const { importedFiles } = ts.preProcessFile(ts.sys.readFile(name) ?? "");
    const imported = importedFiles.flatMap(({ fileName }) => this.#resolve(fileName, name));
    this.#direct.set(path, imported);
    return imported;
  }

  #resolve(specifier: string, from: string): readonly string[] {
    const mode = ts.ModuleKind.ESNext;
    const { resolvedModule } = ts.resolveModuleName(
      specifier,
      from,
      this.#options,
      ts.sys,
      this.#cache,
      undefined,
      mode,
    );
    const path = relative(this.#root, resolvedModule?.resolvedFileName ?? dirname(this.#root));
    return path.startsWith("..") || path.includes("node_modules") || path.endsWith(".d.ts")
      ? []
      : [path];
  }
}

/** Distance in imports from one file to each file that it reaches. */
export type Distances = ReadonlyMap<string, number>;
