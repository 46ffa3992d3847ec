import { join } from "node:path";
import ts from "typescript";

/** Reports unused code, which a fault may leave behind; TypeScript would run it all the same. */
const LENIENT = { noUnusedLocals: false, noUnusedParameters: false, allowUnreachableCode: true };

/** Reads the sources once, and tells if a file still compiles with another text. */
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
    const { config } = ts.readConfigFile(join(root, "tsconfig.json"), (name) =>
      ts.sys.readFile(name),
    ) as {
      config: unknown;
    };
    const { options } = ts.parseJsonConfigFileContent(
      { ...(config as object), files: [], include: [] },
      ts.sys,
      root,
    );
    this.#options = { ...options, ...LENIENT };
    this.#host = ts.createCompilerHost(this.#options, true);
    const read = this.#host.getSourceFile.bind(this.#host);
    this.#host.getSourceFile = (name, version, ...rest) => {
      if (this.#changed?.name === name)
        return ts.createSourceFile(name, this.#changed.text, version, true);
      const file = this.#parsed.get(name) ?? read(name, version, ...rest);
      this.#parsed.set(name, file);
      return file;
    };
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

  #compile(): ts.Program {
    const oldProgram = this.#program as ts.Program | undefined; // absent in the constructor
    const [options, host] = [this.#options, this.#host];
    return ts.createProgram({
      rootNames: this.#names,
      options,
      host,
      ...(oldProgram && { oldProgram }),
    });
  }
}
