/**
 * Emits the declarations of all packages at once, and gives each package its own. The declarations of
 * `typewire` import the runtime by name, as the generated modules do, so that a class is the same in both
 * packages. The runtime gets only the declarations that its subpaths import.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join, posix } from "node:path";
import ts from "typescript";
import { writePassedOn } from "./client.js";
import { writeFiles } from "./bundle.js";
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

/** Matches the module of an import or export, also of an `import()` in a type. */
const SPECIFIER = /(?<=(?:\bfrom |\bimport\())"([^"\n]+)"/g;

/** Finds these declarations and all that they import, by their paths. */
function findReachable(paths: readonly string[]): ReadonlyMap<string, string> {
  const texts = new Map(paths.map((path) => [path, ""]));
  for (const path of texts.keys()) {
    const text = readFileSync(join(SOURCES, path), "utf8").replace(
      SPECIFIER,
      (_, source: string) => {
        if (source.startsWith("node:")) return JSON.stringify(source);
        const specifier = source === "#platform" ? relativeSpecifier(path, PLATFORM) : source;
        if (!specifier.startsWith(".")) throw new Error(`${path} imports the types of ${source}.`);
        const imported = posix.join(posix.dirname(path), specifier.replace(/\.js$/, ".d.ts"));
        if (!texts.has(imported)) texts.set(imported, "");
        return JSON.stringify(specifier);
      },
    );
    texts.set(path, indentByTwo(text));
  }
  return texts;
}

/** Halves the compiler's indentation of four spaces, which makes the package 1 % smaller. */
function indentByTwo(text: string): string {
  return text.replace(/^(?: {4})+/gm, (spaces) => " ".repeat(spaces.length / 2));
}

function relativeSpecifier(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to);
  return path.startsWith(".") ? path : `./${path}`;
}

/**
 * Removes the comments of internal declarations. Users see comments of exports, and of the types that
 * exports extend; the others would be an eighth of the package.
 */
function withoutInternalComments(
  files: ReadonlyMap<string, string>,
  subpaths: readonly string[],
): readonly (readonly [path: string, text: string])[] {
  const sources = [...files].map(([path, text]) =>
    ts.createSourceFile(path, text, ts.ScriptTarget.Latest),
  );
  const statements = sources.flatMap((source) => [...source.statements]);
  const shown = new Set(
    sources.filter(({ fileName }) => subpaths.includes(fileName)).flatMap(listExportedNames),
  );
  for (const name of shown) {
    for (const statement of statements) {
      if (nameOf(statement) === name) for (const base of basesOf(statement)) shown.add(base);
    }
  }
  return sources.map((source) => {
    const isGenerated = GENERATED.test(source.fileName);
    return [source.fileName, printSource(source, isGenerated ? new Set() : shown)];
  });
}

/** Types of data that the generator writes: catalogs, and the plans of schemas. Users do not read them. */
const GENERATED = /^(?:catalog\/|schemas\/rules\.)/;

function listExportedNames({ statements }: ts.SourceFile): readonly string[] {
  return statements.filter(ts.isExportDeclaration).flatMap(({ exportClause }) => {
    if (exportClause === undefined || !ts.isNamedExports(exportClause)) return [];
    return exportClause.elements.map(({ name, propertyName }) => (propertyName ?? name).text);
  });
}

/** The names of the interfaces and classes that a declaration extends. */
function basesOf(statement: ts.Statement): readonly string[] {
  if (!ts.isInterfaceDeclaration(statement) && !ts.isClassDeclaration(statement)) return [];
  const types = statement.heritageClauses?.flatMap((clause) => clause.types) ?? [];
  return types.flatMap(({ expression }) => (ts.isIdentifier(expression) ? [expression.text] : []));
}

function nameOf(statement: ts.Statement): string | undefined {
  const declaration = ts.isVariableStatement(statement)
    ? statement.declarationList.declarations[0]
    : (statement as ts.DeclarationStatement); // without a name if it declares nothing
  const name = declaration?.name;
  return name && ts.isIdentifier(name) ? name.text : undefined;
}

/** Matches a comment: no text in declarations contains the start of one. */
const COMMENT = /[ \t]*\/\*\*[^]*?\*\/\n?/g;

function printSource({ statements, text }: ts.SourceFile, shown: ReadonlySet<string>): string {
  const texts = statements.map((statement) => {
    const whole = text.slice(statement.getFullStart(), statement.getEnd());
    const name = nameOf(statement);
    return name === undefined || shown.has(name) ? whole : whole.replace(COMMENT, "");
  });
  return `${texts.join("")}\n`;
}
