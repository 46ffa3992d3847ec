/**
 * Text together with its imports, as in the printables of protobuf-es. A module imports exactly the
 * names that it prints, because there is no separate list that could differ from the text.
 */
import { RUNTIME as EXPORTS, type Subpath } from "../../../src/exports.js";
import { joinBlocks, joinLines } from "./print.js";
import type { Code, Imported, Printable } from "./types.js";

/** Placeholder for the runtime package in specifiers, which is replaced when a module is printed. */
export const RUNTIME = "#runtime/";

/** Creates names that are imported from a subpath of the runtime package. */
export function ofRuntime(subpath: string): ModuleNames {
  return ofModule(RUNTIME + subpath);
}

/** Subpaths of the runtime that several emitters name. */
export const CLIENT = ofRuntime("client");

export const WEBHOOKS = ofRuntime("webhooks");

interface ModuleNames {
  value(name: string, alias?: string): Imported;
  type(name: string, alias?: string): Imported;
  types(...names: readonly string[]): readonly Imported[];
  /** All types of the module, as members of one name. */
  namespace(name: string): Imported;
}

/** Creates names that are imported from a generated module. */
export function ofModule(module: string): ModuleNames {
  const create = (name: string, isType: boolean, alias?: string): Imported => ({
    name,
    module,
    isType,
    ...(alias !== undefined && { alias }),
  });
  return {
    value: (name, alias) => create(name, false, alias),
    type: (name, alias) => create(name, true, alias),
    types: (...names) => names.map((name) => create(name, true)),
    namespace: (name) => ({ name, module, isType: true, isNamespace: true }),
  };
}

/** The names of a subpath of the runtime that a part of a client passes on to its users. */
export function listPassedOn(subpath: keyof typeof EXPORTS, part: string): readonly Imported[] {
  const { names }: Subpath = EXPORTS[subpath];
  const module = ofRuntime(subpath);
  return Object.values(names[part] ?? {})
    .flat()
    .map((name) =>
      name.startsWith("type ") ? module.type(name.replace("type ", "")) : module.value(name),
    );
}

/** Tags a template with imported names in it, and collects these imports. */
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

/** A second argument: an object with these members, or nothing without any. */
export function printOptions(members: readonly Code[]): Code {
  return members.length === 0 ? code`` : code`, { ${joinCode(members, ", ")} }`;
}

function toCode(part: Printable): Code {
  if (typeof part === "string") return { text: part, imports: [] };
  return "text" in part ? part : { text: part.alias ?? part.name, imports: [part] };
}

/** The statements of a module: its exports from other modules, and its own declarations. */
export interface Module {
  readonly exports?: readonly string[];
  readonly blocks?: readonly Printable[];
}

/** Prints a module with the imports of what it prints. */
export function printModule(module: Module, runtime: string): string {
  return joinBlocks(printStatements(module, runtime));
}

/** Prints a module as {@link printModule} does: its imports, its exports, and each declaration by itself. */
export function printStatements(
  { exports = [], blocks = [] }: Module,
  runtime: string,
): readonly string[] {
  const declarations = blocks.map(toCode);
  const imports = declarations.flatMap((block) => block.imports);
  return [
    printNames("import", imports, runtime),
    joinLines(exports),
    ...declarations.map(({ text }) => text),
  ].filter((text) => text !== "");
}

/**
 * Prints statements that import or export names: for each module one with its values and one with its
 * types. Those of the runtime come first, values before types, in the order of their first names. The
 * others follow, sorted by file.
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
        lastPartOf(one) < lastPartOf(other) ? -1 : Number(lastPartOf(one) !== lastPartOf(other)),
      ),
  ];
  const statements = new Map<string, Set<string>>();
  for (const { name, alias, module, isType, isNamespace } of ordered) {
    const from = JSON.stringify(module.replace(RUNTIME, `${runtime}/`));
    const start = `${keyword}${isType ? " type" : ""}`;
    const statement = isNamespace
      ? `${start} * as … from ${from};`
      : `${start} { … } from ${from};`;
    const listed = statements.get(statement) ?? new Set();
    statements.set(statement, listed.add(alias === undefined ? name : `${name} as ${alias}`));
  }
  return joinLines(
    [...statements].map(([statement, listed]) => statement.replace("…", [...listed].join(", "))),
  );
}

/** Compares names without regard to case, as editors do when they sort imports. */
function compareNames(one: string, other: string): number {
  return one.toLowerCase() < other.toLowerCase() ? -1 : 1;
}

/** Returns a specifier after its last slash, so that paths and names of packages are sorted alike. */
function lastPartOf({ module }: Imported): string {
  return module.replace(/^.*\//, "");
}
