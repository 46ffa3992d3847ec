/**
 * Text that carries its imports, as the printables of protobuf-es do: a module imports exactly the
 * names that it prints, and no list beside the text has to agree with it.
 */
import { joinBlocks, joinLines } from "./print.js";

/** A name that another module declares. A module that prints it imports it. */
export interface Imported {
  readonly name: string;
  /** The name in the importing module, if it differs. */
  readonly alias?: string;
  readonly module: string;
  readonly isType: boolean;
}

/** A text and the names in it that have to be imported. */
export interface Code {
  readonly text: string;
  readonly imports: readonly Imported[];
}

export type Printable = string | Imported | Code;

/** Subpaths of the runtime package begin with this until a module is printed. */
const RUNTIME = "#runtime/";

/** Names of a subpath of the runtime package. */
export function ofRuntime(subpath: string): ModuleNames {
  return ofModule(RUNTIME + subpath);
}

interface ModuleNames {
  value(name: string, alias?: string): Imported;
  type(name: string, alias?: string): Imported;
  types(...names: readonly string[]): readonly Imported[];
}

/** Names of a generated module. */
export function ofModule(module: string): ModuleNames {
  const create = (name: string, isType: boolean, alias?: string): Imported => ({
    ...{ name, module, isType },
    ...(alias !== undefined && { alias }),
  });
  return {
    value: (name, alias) => create(name, false, alias),
    type: (name, alias) => create(name, true, alias),
    types: (...names) => names.map((name) => create(name, true)),
  };
}

/** The tag of templates with imported names in them. */
export function code(texts: TemplateStringsArray, ...values: readonly Printable[]): Code {
  return joinCode(texts.flatMap((text, index) => [text, values[index] ?? ""]));
}

export function joinCode(parts: readonly Printable[], separator = ""): Code {
  const all = parts.map(toCode);
  return {
    text: all.map(({ text }) => text).join(separator),
    imports: all.flatMap(({ imports }) => imports),
  };
}

function toCode(part: Printable): Code {
  if (typeof part === "string") return { text: part, imports: [] };
  return "text" in part ? part : { text: part.alias ?? part.name, imports: [part] };
}

/** Prints a module: its imports, what it exports of other modules, and its own declarations. */
export function printModule(
  { exports = [], blocks = [] }: { exports?: readonly string[]; blocks?: readonly Printable[] },
  runtime: string,
): string {
  const own = blocks.map(toCode);
  const imports = own.flatMap((block) => block.imports);
  const lines = printNames("import", imports, runtime);
  return joinBlocks([lines, joinLines(exports), ...own.map(({ text }) => text)]);
}

/**
 * Imports or exports names with one statement for the values and one for the types of a module. The
 * runtime comes first, its modules in the order of their first names.
 */
export function printNames(
  keyword: "import" | "export",
  names: readonly Imported[],
  runtime: string,
): string {
  const isOfRuntime = ({ module }: Imported): boolean => module.startsWith(RUNTIME);
  const sorted = [...names].sort((one, other) => compareNames(one.name, other.name));
  const ordered = [
    ...sorted.filter((each) => isOfRuntime(each) && !each.isType),
    ...sorted.filter((each) => isOfRuntime(each) && each.isType),
    ...sorted
      .filter((each) => !isOfRuntime(each))
      .sort((one, other) =>
        fileOf(one) < fileOf(other) ? -1 : Number(fileOf(one) !== fileOf(other)),
      ),
  ];
  const statements = new Map<string, Set<string>>();
  for (const { name, alias, module, isType } of ordered) {
    const from = JSON.stringify(module.replace(RUNTIME, `${runtime}/`));
    const statement = `${keyword}${isType ? " type" : ""} { … } from ${from};`;
    const listed = statements.get(statement) ?? new Set();
    statements.set(statement, listed.add(alias === undefined ? name : `${name} as ${alias}`));
  }
  return joinLines(
    [...statements].map(([text, listed]) => text.replace("…", [...listed].join(", "))),
  );
}

/** Orders names as an editor sorts imports. */
function compareNames(one: string, other: string): number {
  return one.toLowerCase() < other.toLowerCase() ? -1 : 1;
}

/** The file of a module, whether that is in the same folder or in the types package. */
function fileOf({ module }: Imported): string {
  return module.replace(/^.*\//, "");
}
