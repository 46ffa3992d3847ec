/**
 * Modules as trees: text together with its imports, as in the printables of protobuf-es. A module imports
 * exactly the names that it prints, because there is no separate list that could differ from the text.
 */
import { RUNTIME as EXPORTS, type Subpath } from "../../../src/exports.js";
import { joinLines, LINE_WIDTH } from "./print.js";
import type {
  Block,
  Code,
  FinalBlock,
  Imported,
  Member,
  Module,
  Part,
  Printable,
  Renamed,
} from "./types.js";

// ---- Names of other modules

/** Placeholder for the runtime package in specifiers, which is replaced when a module is printed. */
const RUNTIME = "#runtime/";

/** Creates names that are imported from a subpath of the runtime package. */
export function ofRuntime(subpath: string): ModuleNames {
  return ofModule(RUNTIME + subpath);
}

/** Subpaths of the runtime that several emitters name. */
export const CLIENT = ofRuntime("client");

export const WEBHOOKS = ofRuntime("webhooks");

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
    all: (kind = "value") => create("*", kind === "type"),
    namespace: (name) => {
      const namespace: Imported = { name, module, isType: true, isNamespace: true };
      return {
        member: (type) => ({
          parts: [{ kind: "member", namespace, name: type }],
          imports: [namespace],
        }),
      };
    },
    specifier: () => ({ parts: [{ kind: "specifier", module }], imports: [] }),
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

// ---- Code

/** Tags a template with imported names in it, and collects these imports. */
export function code(texts: TemplateStringsArray, ...values: readonly Printable[]): Code {
  return joinCode(texts.flatMap((text, index) => [text, values[index] ?? ""]));
}

export function joinCode(printables: readonly Printable[], separator = ""): Code {
  const codes = printables.map(toCode);
  const parts = codes.flatMap((piece, index) =>
    index === 0 || separator === "" ? piece.parts : [separator, ...piece.parts],
  );
  return {
    parts: parts.filter((part) => part !== ""),
    imports: codes.flatMap(({ imports }) => imports),
  };
}

/** A text in which names stand that have to be imported. */
export function codeOf(text: string, imports: readonly Imported[]): Code {
  return { parts: [text], imports };
}

/** The beginning of an exported declaration: `${exported("const", "baseUrl")} = …`. */
export function exported(keyword: string, name: string): Code {
  return { parts: [{ kind: "head", keyword, name, isExported: true }], imports: [] };
}

/** The beginning of a declaration that only its own module uses. */
export function local(keyword: string, name: string): Code {
  return { parts: [{ kind: "head", keyword, name, isExported: false }], imports: [] };
}

/** Leaves declarations as they are printed. */
export function final(printed: Printable): FinalBlock {
  return { kind: "final", code: toCode(printed) };
}

/** A second argument: an object with these members, or nothing without any. */
export function printOptions(members: readonly Code[]): Code {
  return members.length === 0 ? code`` : code`, { ${joinCode(members, ", ")} }`;
}

/** Prints a union of types, each once, or `never` when there is none. */
export function joinUnion(types: readonly Printable[]): Code {
  const distinct = new Map(types.map((type) => [textOf(type), type]));
  return distinct.size === 0 ? code`never` : joinCode([...distinct.values()], " | ");
}

export function toCode(printable: Printable): Code {
  if (typeof printable === "string") return { parts: [printable], imports: [] };
  if ("parts" in printable) return printable;
  return { parts: [printable.alias ?? printable.name], imports: [printable] };
}

/** The text of a code, in the module that its emitter has made it for. */
export function textOf(printable: Printable): string {
  return printCode(toCode(printable), PLAIN);
}

// ---- Printing

const PLAIN: Specifiers = { runtime: "typewire-runtime", extension: ".js" };

/** Prints a module: its imports, its exports, and each block by itself. */
export function printModule(module: Module, specifiers: Specifiers): readonly PrintedBlock[] {
  const { comment = "", exports = [], blocks = [], renamed = [] } = module;
  const imports = blocks.flatMap((block) => codeOfBlock(block).imports);
  const printed = blocks
    .map((block) => ({
      text: printCode(codeOfBlock(block), specifiers),
      isFinal: isFinal(block),
    }))
    .filter(({ text }) => text !== "");
  // Long imports of data stay on one line, as the data does.
  const isData = printed.length > 0 && printed.every((block) => block.isFinal);
  const width = isData ? Infinity : LINE_WIDTH;
  const start = [
    comment,
    printNames("import", imports, specifiers, width),
    joinLines(exports.map((names) => printNames("export", names, specifiers, width))),
  ].map(toFinalBlock);
  const end = toFinalBlock(printRenamed(renamed));
  const pieces = [...start, ...printed, end].filter(({ text }) => text !== "");
  const isEmpty = pieces.every(({ text }) => text === comment);
  return isEmpty ? [...pieces, toFinalBlock("export {};")] : pieces;
}

function toFinalBlock(text: string): PrintedBlock {
  return { text, isFinal: true };
}

export function codeOfBlock(block: Block): Code {
  return isFinal(block) ? block.code : toCode(block);
}

export function isFinal(block: Block): block is FinalBlock {
  return typeof block === "object" && "kind" in block;
}

function printRenamed(renamed: readonly Renamed[]): string {
  const names = renamed.map(({ local, name }) => `${local} as ${name}`);
  return names.length === 0 ? "" : fillIn("export { … };", names, LINE_WIDTH);
}

function printCode({ parts }: Code, specifiers: Specifiers): string {
  return parts.map((part) => printPart(part, specifiers)).join("");
}

function printPart(part: Part, specifiers: Specifiers): string {
  if (typeof part === "string") return part;
  switch (part.kind) {
    case "head":
      return `${part.isExported ? "export " : ""}${part.keyword} ${part.name}`;
    case "member":
      return printMember(part);
    case "specifier":
      return printSpecifier(part.module, specifiers);
  }
}

function printMember({ namespace, name }: Member): string {
  return `${namespace.name}.${name}`;
}

function printSpecifier(module: string, { runtime, extension }: Specifiers): string {
  if (module.startsWith(".")) return JSON.stringify(module.replace(/\.js$/, extension));
  return JSON.stringify(module.replace(RUNTIME, `${runtime}/`));
}

/** Prints statements that import or export names: for each module one with its values and one with its types. */
function printNames(
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
    const listed = statements.get(statement) ?? new Set();
    const whole = isNamespace ? `* as ${name}` : name;
    statements.set(statement, listed.add(alias === undefined ? whole : `${name} as ${alias}`));
  }
  return joinLines(
    [...statements].map(([statement, listed]) => fillIn(statement, [...listed], width)),
  );
}

/** Puts names in place of `…`: on lines of their own if they are wider than a line together, as Prettier does. */
function fillIn(statement: string, names: readonly string[], width: number): string {
  const line = statement.replace("…", () => names.join(", "));
  if (line.length <= width || names.length === 1) return line;
  return statement.replace(" … ", () => `\n${names.map((name) => `  ${name},\n`).join("")}`);
}

/**
 * Sorts names as their statements are. Those of the runtime come first, values before types, in the order
 * of their first names. The others follow, sorted by file.
 */
function sortNames(names: readonly Imported[]): readonly Imported[] {
  const isOfRuntime = ({ module }: Imported): boolean => module.startsWith(RUNTIME);
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

/** Equal for the same name; most names are imported by many blocks. */
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

interface ModuleNames {
  value(name: string, alias?: string): Imported;
  type(name: string, alias?: string): Imported;
  types(...names: readonly string[]): readonly Imported[];
  /** All values and types of the module, or its types alone, for an export. */
  all(kind?: "value" | "type"): Imported;
  /** Types of the module as members of one name. */
  namespace(name: string): Namespace;
  /** The specifier of the module, in quotes. */
  specifier(): Code;
}

/** Gives types of a module as members of the name that it is imported under. */
export interface Namespace {
  member(name: string): Code;
}

/** The parts of a specifier that depend on the client. */
export interface Specifiers {
  /** The runtime package. */
  readonly runtime: string;
  /** Ends the specifiers of generated modules. */
  readonly extension: ".js" | ".ts" | "";
}

/** A text of a module that is formatted by itself, or not at all. */
export interface PrintedBlock {
  readonly text: string;
  readonly isFinal: boolean;
}
