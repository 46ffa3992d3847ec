/** The statements that import and export names, sorted and broken as editors and Prettier do. */
import { joinLines, LINE_WIDTH } from "./print.js";
import type { Imported, Renamed } from "./types.js";

/** Placeholder for the runtime package in specifiers, which is replaced when a module is printed. */
export const RUNTIME_PLACEHOLDER = "#runtime/";

/** Prints statements that import or export names: for each module one with its values and one with its types. */
export function printNames(
  keyword: "import" | "export",
  names: readonly Imported[],
  specifiers: Specifiers,
  width: number,
): string {
  const statements = new Map<string, Set<string>>();
  for (const { name, alias, module, isType, isNamespace } of sortNames(names)) {
    const start = `${keyword}${isType ? " type" : ""}`;
    const end = `from ${printSpecifier(module, specifiers)};`;
    const isListed = name !== "*" && !isNamespace;
    const statement = isListed ? `${start} { … } ${end}` : `${start} … ${end}`;
    const statementNames = statements.get(statement) ?? new Set();
    const whole = isNamespace ? `* as ${name}` : name;
    statements.set(
      statement,
      statementNames.add(alias === undefined ? whole : `${name} as ${alias}`),
    );
  }
  return joinLines(
    [...statements].map(([statement, statementNames]) =>
      fillIn(statement, [...statementNames], width),
    ),
  );
}

/** Prints the statement that exports names of the module itself under others; empty without any. */
export function printRenamed(renamed: readonly Renamed[]): string {
  const names = renamed.map(({ local, name }) => `${local} as ${name}`);
  return names.length === 0 ? "" : fillIn("export { … };", names, LINE_WIDTH);
}

/** Puts names in place of `…`: on lines of their own if they are wider than a line together, as Prettier does. */
function fillIn(statement: string, names: readonly string[], width: number): string {
  const line = statement.replace("…", () => names.join(", "));
  if (line.length <= width || names.length === 1) return line;
  return statement.replace(" … ", () => `\n${names.map((name) => `  ${name},\n`).join("")}`);
}

/** Prints the specifier of a module, in quotes. */
export function printSpecifier(module: string, { runtime, extension }: Specifiers): string {
  if (module.startsWith(".")) return JSON.stringify(module.replace(/\.js$/, extension));
  return JSON.stringify(module.replace(RUNTIME_PLACEHOLDER, `${runtime}/`));
}

// ---- Order

/**
 * Sorts names as their statements are. Those of the runtime come first, values before types, in the order
 * of their first names. The others follow, sorted by file.
 */
function sortNames(names: readonly Imported[]): readonly Imported[] {
  const isOfRuntime = ({ module }: Imported): boolean => module.startsWith(RUNTIME_PLACEHOLDER);
  const sorted = [...new Map(names.map((each) => [keyOf(each), each])).values()].sort(
    (one, other) => compareNames(one.name, other.name),
  );
  return [
    ...sorted.filter((clause) => isOfRuntime(clause) && !clause.isType),
    ...sorted.filter((clause) => isOfRuntime(clause) && clause.isType),
    ...sorted
      .filter((clause) => !isOfRuntime(clause))
      .sort((one, other) =>
        lastPartOf(one) < lastPartOf(other) ? -1 : Number(lastPartOf(one) !== lastPartOf(other)),
      ),
  ];
}

/** A text that is equal for the same name: most names are imported by many blocks, and printed once. */
function keyOf({ name, alias = "", module, isType }: Imported): string {
  return [name, alias, module, isType].join(" ");
}

/** Compares names without regard to case, as editors do when they sort imports. */
function compareNames(one: string, other: string): number {
  return one.toLowerCase() < other.toLowerCase() ? -1 : 1;
}

/** Returns a specifier after its last slash, so that paths and names of packages are sorted alike. */
function lastPartOf({ module }: Imported): string {
  return module.replace(/^.*\//, "");
}

// ---- Types

/** The parts of a specifier that depend on the client. */
export interface Specifiers {
  /** The runtime package. */
  readonly runtime: string;
  /** Ends the specifiers of generated modules. */
  readonly extension: ".js" | ".ts" | "";
}
