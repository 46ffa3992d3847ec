/** Finds out which faults TypeScript refuses. */
import { join } from "node:path";
import ts from "typescript";
import { readCompilerOptions } from "./compiler-options.js";

/** Allows unused code, which a fault may leave behind: it can be run all the same. */
const LENIENT = { noUnusedLocals: false, noUnusedParameters: false, allowUnreachableCode: true };

/** Reads the sources once, and tells whether a file still compiles with another text. */
export class Compiler {
  readonly #root: string;
  readonly #options: ts.CompilerOptions;
  readonly #host: ts.CompilerHost;
  readonly #names: readonly string[];
  readonly #parsed = new Map<string, ts.SourceFile | undefined>();
  #program: ts.Program;
  #changed: { readonly name: string; readonly text: string } | undefined;

  /** @param paths files to compile, relative to `root`, which has a `tsconfig.json`. */
  constructor(root: string, paths: readonly string[]) {
    this.#root = root;
    this.#options = { ...readCompilerOptions(root), ...LENIENT };
    this.#host = this.#createHost();
    this.#names = paths.map((path) => join(root, path));
    this.#program = this.#compile();
  }

  read(path: string): ts.SourceFile {
    const file = this.#program.getSourceFile(join(this.#root, path));
    if (file === undefined) throw new Error(`There is no source file ${path}`);
    return file;
  }

  compiles(path: string, text: string): boolean {
    this.#changed = { name: join(this.#root, path), text };
    this.#program = this.#compile();
    return (
      this.#program.getSyntacticDiagnostics(this.read(path)).length === 0 &&
      this.#program.getSemanticDiagnostics(this.read(path)).length === 0
    );
  }

  /** A host that parses each file once, and gives the changed file its other text. */
  #createHost(): ts.CompilerHost {
    const host = ts.createCompilerHost(this.#options, true);
    const parse = host.getSourceFile.bind(host);
    host.getSourceFile = (name, version, ...furtherArguments) => {
      if (this.#changed?.name === name)
        return ts.createSourceFile(name, this.#changed.text, version, true);
      const file = this.#parsed.get(name) ?? parse(name, version, ...furtherArguments);
      this.#parsed.set(name, file);
      return file;
    };
    return host;
  }

  #compile(): ts.Program {
    const oldProgram = this.#program as ts.Program | undefined; // absent in the constructor
    return ts.createProgram({
      rootNames: this.#names,
      options: this.#options,
      host: this.#host,
      ...(oldProgram && { oldProgram }),
    });
  }
}
