/** The statements that import and export names, sorted and broken as editors and Prettier do. */
import { groupBy } from "../../model/group-by.js";
import { joinLines, LINE_WIDTH } from "./print.js";
import type { Imported, Renamed } from "./types.js";

/** Placeholder for the runtime package in specifiers, which is replaced when a module is printed. */
export const RUNTIME_PLACEHOLDER = "#runtime/";

/**
 * Prints statements that import or export names: for each module one with its values and one with its types. A module
 * that is imported or exported as a whole has a statement without braces: `import type * as $routes from "./routes.js";`.
 */
export function printNames(
  keyword: "import" | "export",
  names: readonly Imported[],
  specifiers: Specifiers,
  width: number,
): string {
  const clauses = sortNames(names).map((imported): Clause => ({
    head: imported.isType ? `${keyword} type` : keyword,
    name: printName(imported),
    isListed: imported.name !== "*" && imported.isNamespace !== true,
    end: ` from ${printSpecifier(imported.module, specifiers)};`,
  }));
  const statements = groupBy(clauses, ({ head, isListed, end }) =>
    JSON.stringify([head, isListed, end]),
  );
  return joinLines([...statements.values()].map((members) => printStatement(members, width)));
}

/** Prints the clauses of one statement. Names without braces are never broken. */
function printStatement(clauses: readonly Clause[], width: number): string {
  const names = [...new Set(clauses.map(({ name }) => name))];
  const [first] = clauses;
  if (first === undefined) return "";
  const { head, isListed, end } = first;
  return isListed ? printList(head, names, end, width) : `${head} ${names.join(", ")}${end}`;
}

/** Prints the statement that exports names of the module itself under others; empty without any. */
export function printRenamed(renamed: readonly Renamed[]): string {
  const names = renamed.map(({ local, name }) => `${local} as ${name}`);
  return names.length === 0 ? "" : printList("export", names, ";", LINE_WIDTH);
}

/**
 * Prints names in braces: on lines of their own if they are wider than a line together, as Prettier does. It never
 * breaks the braces of a single name.
 */
function printList(head: string, names: readonly string[], end: string, width: number): string {
  const line = `${head} { ${names.join(", ")} }${end}`;
  if (line.length <= width || names.length === 1) return line;
  return `${head} {\n${names.map((name) => `  ${name},\n`).join("")}}${end}`;
}

/** Prints a name as a statement has it: `name`, `name as alias`, `* as name`. */
function printName({ name, alias, isNamespace }: Imported): string {
  if (alias !== undefined) return `${name} as ${alias}`;
  return isNamespace ? `* as ${name}` : name;
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

/** A name in a statement, with all that it shares with the other names of the statement. */
interface Clause {
  /** Begins the statement: `import type`. */
  readonly head: string;
  readonly name: string;
  /** The name stands in braces. */
  readonly isListed: boolean;
  /** Ends the statement: ` from "./routes.js";`. */
  readonly end: string;
}

/** The parts of a specifier that depend on the client. */
export interface Specifiers {
  /** The runtime package. */
  readonly runtime: string;
  /** Ends the specifiers of generated modules. */
  readonly extension: ".js" | ".ts" | "";
}
