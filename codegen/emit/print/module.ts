/**
 * Modules as trees: text together with its imports, as in the printables of protobuf-es. A module imports
 * exactly the names that it prints, because there is no separate list that could differ from the text.
 */
import { RUNTIME, type Subpath } from "../../../src/exports.js";
import {
  printNames,
  printRenamed,
  printSpecifier,
  RUNTIME_PLACEHOLDER,
  type Specifiers,
} from "./import-statements.js";
import { joinLines, LINE_WIDTH } from "./print.js";
import type { Block, Code, FinalBlock, Imported, Module, Part, Printable } from "./types.js";

// ---- Names of other modules

/** Creates names that are imported from a subpath of the runtime package. */
export function ofRuntime(subpath: string): ModuleNames {
  return ofModule(RUNTIME_PLACEHOLDER + subpath);
}

/** The names of the client; many emitters use them. */
export const CLIENT = ofRuntime("client");

/** The names of the webhook toolkit. */
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
export function listPassedOn(subpath: keyof typeof RUNTIME, part: string): readonly Imported[] {
  const { names }: Subpath = RUNTIME[subpath];
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

/** Joins texts, names and code, with a text between them. */
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

/** Code with further imports: of the names in texts that another printer has made. */
export function withImports({ parts, imports }: Code, further: readonly Imported[]): Code {
  return { parts, imports: [...imports, ...further] };
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

/** Prints an object with members, for an argument that is left out if there are none. */
export function printObject(members: readonly Code[]): Code | undefined {
  return members.length === 0 ? undefined : code`{ ${joinCode(members, ", ")} }`;
}

/**
 * Joins the arguments of a call or of a type. Absent ones are left out at the end.
 * @param filler Stands for an absent argument before another one.
 */
export function joinArguments(
  required: readonly Printable[],
  optional: readonly (Printable | undefined)[],
  filler: string,
): Code {
  const last = optional.findLastIndex((argument) => argument !== undefined);
  const given = optional.slice(0, last + 1).map((argument) => argument ?? filler);
  return joinCode([...required, ...given], ", ");
}

/** Prints a union of types, each once, or `never` when there is none. */
export function joinUnion(types: readonly Printable[]): Code {
  const distinct = new Map(types.map((type) => [textOf(type), type]));
  return distinct.size === 0 ? code`never` : joinCode([...distinct.values()], " | ");
}

/** A text or a name as code. */
export function toCode(printable: Printable): Code {
  if (typeof printable === "string") return { parts: [printable], imports: [] };
  if ("parts" in printable) return printable;
  return { parts: [printable.alias ?? printable.name], imports: [printable] };
}

/** Specifiers for a text that is compared, not written. */
const PLAIN: Specifiers = { runtime: "typewire-runtime", extension: ".js" };

/** The text of code, by which equal pieces are found. */
export function textOf(printable: Printable): string {
  return printCode(toCode(printable), PLAIN);
}

// ---- Printing

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

/** A text that needs no formatting. */
function toFinalBlock(text: string): PrintedBlock {
  return { text, isFinal: true };
}

export function codeOfBlock(block: Block): Code {
  return isFinal(block) ? block.code : toCode(block);
}

export function isFinal(block: Block): block is FinalBlock {
  return typeof block === "object" && "kind" in block;
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
      return `${part.namespace.name}.${part.name}`;
    case "specifier":
      return printSpecifier(part.module, specifiers);
  }
}

// ---- Types

/** Creates imports from one module. */
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

/** A text of a module that is formatted by itself, or not at all. */
export interface PrintedBlock {
  readonly text: string;
  readonly isFinal: boolean;
}
