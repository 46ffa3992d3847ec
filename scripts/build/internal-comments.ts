/**
 * Removes the comments of internal declarations from a package. Users see comments of exports, and of the
 * types that exports extend; the others would be an eighth of the package.
 */
import ts from "typescript";

type Files = ReadonlyMap<string, string>;

/**
 * @param files declarations by path.
 * @param isSubpath true for the path of a subpath.
 */
export function withoutInternalComments(files: Files, isSubpath: (path: string) => boolean): Files {
  const sources = [...files].map(([path, text]) => ({
    path,
    source: ts.createSourceFile(path, text, ts.ScriptTarget.Latest),
  }));
  const shown = listExportedNames(sources.filter(({ path }) => isSubpath(path)));
  const statements = sources.flatMap(({ source }) => [...source.statements]);
  for (const name of shown) {
    for (const statement of statements) {
      if (nameOf(statement) === name) for (const base of basesOf(statement)) shown.add(base);
    }
  }
  return new Map(
    sources.map(({ path, source }) => [
      path,
      writeSource(source, GENERATED.test(path) ? new Set() : shown),
    ]),
  );
}

/** Types of data that the generator writes: catalogs, and the plans of schemas. Users do not read them. */
const GENERATED = /^(?:catalog\/|schemas\/rules\.)/;

function listExportedNames(subpaths: readonly { readonly source: ts.SourceFile }[]): Set<string> {
  const names = subpaths.flatMap(({ source }) =>
    source.statements.flatMap((statement) => {
      if (!ts.isExportDeclaration(statement)) return [];
      const { exportClause } = statement;
      if (exportClause === undefined || !ts.isNamedExports(exportClause)) return [];
      return exportClause.elements.map(({ name, propertyName }) => (propertyName ?? name).text);
    }),
  );
  return new Set(names);
}

/** The names of the interfaces and classes that a declaration extends. */
function basesOf(statement: ts.Statement): readonly string[] {
  if (!ts.isInterfaceDeclaration(statement) && !ts.isClassDeclaration(statement)) return [];
  const types = statement.heritageClauses?.flatMap((clause) => clause.types) ?? [];
  return types.flatMap(({ expression }) => (ts.isIdentifier(expression) ? [expression.text] : []));
}

function nameOf(statement: ts.Statement): string | undefined {
  if (ts.isVariableStatement(statement)) {
    const [declaration] = statement.declarationList.declarations;
    return declaration && ts.isIdentifier(declaration.name) ? declaration.name.text : undefined;
  }
  const { name } = statement as ts.DeclarationStatement; // `undefined` in what declares nothing
  return name && ts.isIdentifier(name) ? name.text : undefined;
}

/** Matches a comment: no text in declarations contains the start of one. */
const COMMENT = /[ \t]*\/\*\*[^]*?\*\/\n?/g;

function writeSource(source: ts.SourceFile, shown: ReadonlySet<string>): string {
  const texts = source.statements.map((statement) => {
    const text = source.text.slice(statement.getFullStart(), statement.getEnd());
    const name = nameOf(statement);
    return name === undefined || shown.has(name) ? text : text.replace(COMMENT, "");
  });
  return `${texts.join("")}\n`;
}
