/** Makes published declarations smaller: comments that users do not see are left out. */
import ts from "typescript";

/**
 * Removes the comments of internal declarations. Users see comments of exports, and of the types that
 * exports extend; the others would be an eighth of the package.
 */
export function withoutInternalComments(
  files: ReadonlyMap<string, string>,
  subpaths: readonly string[],
): readonly (readonly [path: string, text: string])[] {
  const sources = [...files].map(([path, text]) =>
    ts.createSourceFile(path, text, ts.ScriptTarget.Latest),
  );
  const shown = findShownNames(sources, subpaths);
  return sources.map((source) => {
    const isGenerated = GENERATED.test(source.fileName);
    return [source.fileName, printSource(source, isGenerated ? new Set() : shown)];
  });
}

/** Types of data that the generator writes: catalogs, and the plans of schemas. Users do not read them. */
const GENERATED = /^(?:catalog\/|schemas\/rules\.)/;

/** Finds the names that subpaths export, and what these extend, at any depth. */
function findShownNames(
  sources: readonly ts.SourceFile[],
  subpaths: readonly string[],
): ReadonlySet<string> {
  const statements = sources.flatMap((source) => [...source.statements]);
  const shown = new Set(
    sources.filter(({ fileName }) => subpaths.includes(fileName)).flatMap(listExportedNames),
  );
  for (const name of shown) {
    for (const statement of statements) {
      // The outer loop goes on with names that are added.
      if (nameOf(statement) === name) for (const base of basesOf(statement)) shown.add(base);
    }
  }
  return shown;
}

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
