import type * as morph from "ts-morph";
import { createRequire } from "node:module";
import type { StatementStructures } from "ts-morph";
import type { Memo } from "../../model/memo.js";
import { toValueKey } from "../../model/names.js";
import { escapeComment } from "./escape.js";
import type { Doc, InterfaceStructure, TypeDeclaration } from "./types.js";

/** Prints a declaration, as an interface if possible. */
export function printType({ name, type, doc, bases = [] }: TypeDeclaration): string {
  const heritage = bases.length === 0 ? "" : ` extends ${bases.join(", ")}`;
  const declaration =
    type.kind === "interface"
      ? `export interface ${name}${heritage} ${type.text}`
      : `export type ${name} = ${type.text};`;
  return joinLines([toDocComment(doc), declaration]);
}

/** Prints a type import, or nothing if there are no names. */
export function printTypeImport(names: Iterable<string>, module: string): string {
  const sorted = [...new Set(names)].sort();
  return sorted.length === 0 ? "" : `import type { ${sorted.join(", ")} } from "${module}";`;
}

/** Breaks an import of many names into lines, as Prettier does. */
export function breakImport(line: string): string {
  const [, start = "", names = "", end = ""] =
    /^(import .*?\{) (.*) (\} from .*)$/.exec(line) ?? [];
  if (line.length <= LINE_WIDTH || start === "") return line;
  const listed = names.split(", ").map((name) => `  ${name},`);
  return [start, ...listed, end].join("\n");
}

/** The width of a line of generated code. */
export const LINE_WIDTH = 160;

/** A union of types, or `never` when there is none. */
export function printUnion(members: readonly string[]): string {
  return members.length === 0 ? "never" : members.join(" | ");
}

/** Joins declarations with a blank line between them. */
export function joinBlocks(blocks: readonly string[]): string {
  return blocks.filter((block) => block !== "").join("\n\n");
}

/** Joins lines, such as imports, without blank lines. */
export function joinLines(lines: readonly string[]): string {
  return lines.filter((line) => line !== "").join("\n");
}

/**
 * Prints a value as an expression, also a pattern, which JSON cannot express. Leaves `undefined` out.
 * @param printChild Prints the values inside.
 */
export function printValue(
  value: unknown,
  printChild: (child: unknown) => string = printValue,
): string {
  if (value instanceof RegExp) return String(value);
  if (Array.isArray(value)) return `[${value.map((item) => printChild(item)).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value)
    .filter(([, child]) => child !== undefined)
    .map(([key, child]) => `${toValueKey(key)}: ${printChild(child)}`);
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

/** Prints a text of several lines as a template. */
export function printTemplate(text: string): string {
  return `\`${text.replace(/[\\`]|\$(?=\{)/g, "\\$&")}\``;
}

const require = createRequire(import.meta.url);

/** Prints interfaces, each with its comment, in one batch: far faster than inserting them one by one. */
export function printInterfaces(
  interfaces: readonly InterfaceStructure[],
  memo: Memo,
): readonly string[] {
  const input = JSON.stringify(interfaces);
  const known = memo.recall("interfaces", input);
  if (known !== undefined) return JSON.parse(known) as readonly string[]; // kept below
  const texts = printStatements(interfaces);
  memo.keep("interfaces", input, JSON.stringify(texts));
  return texts;
}

function printStatements(interfaces: readonly InterfaceStructure[]): readonly string[] {
  // Loading ts-morph takes a second, so it is loaded only when it is needed. Emitters are synchronous.
  const { Project, StructureKind } = require("ts-morph") as typeof morph; // the types of the same package
  const project = new Project({
    useInMemoryFileSystem: true,
    compilerOptions: { noLib: true },
    skipLoadingLibFiles: true,
  });
  const statements = interfaces.map((each): StatementStructures => ({
    ...each,
    kind: StructureKind.Interface,
  }));
  const file = project.createSourceFile("file.ts", { statements });
  return file.getInterfaces().map((each) => each.getText(true)); // with its comment
}

/** The text of a documentation comment; empty without contents. */
export function toDocText({ text, docs, deprecated, tags = [] }: Doc): string {
  const parts = [
    text === undefined ? "" : wrap(escapeComment(text)),
    docs === undefined ? "" : `[Documentation](${escapeComment(docs)})`,
    joinLines(tags.map(([tag, words]) => wrap(`${tag} ${escapeComment(words)}`.trim()))),
    deprecated === true ? "@deprecated" : "",
  ];
  return joinBlocks(parts);
}

/** Prints a documentation comment with its delimiters; empty without contents. */
export function toDocComment(doc: Doc): string {
  const text = toDocText(doc);
  if (text === "") return "";
  if (!text.includes("\n")) return `/** ${text} */`;
  const lines = text.split("\n").map((line) => ` * ${line}`.trimEnd());
  return ["/**", ...lines, " */"].join("\n");
}

/** Wraps lines between words. A word that is longer than a line is not split. */
function wrap(text: string): string {
  return text.replace(LONG_LINE, (line) => line.replace(LINE_OF_WORDS, "$1\n").trimEnd());
}

const LONG_LINE = /^.{97,}$/gm;

/** A long word is taken whole: looking for its last 96 characters from each of its first ones would be slow. */
const LINE_OF_WORDS = /([^ \t]{97,}|.{1,96})(?:[ \t]+|$)/g;
