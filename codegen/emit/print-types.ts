import { toDocComment } from "./doc.js";
import type { Doc } from "./doc.js";
import type { TypeText } from "./type-text.js";

/** One exported type. */
export interface TypeDeclaration {
  readonly name: string;
  readonly type: TypeText;
  readonly doc: Doc;
  /** Interfaces that an interface extends. */
  readonly bases?: readonly string[];
}

/** Prints a declaration: an interface wherever the type can be one. */
export function printType({ name, type, doc, bases = [] }: TypeDeclaration): string {
  const heritage = bases.length === 0 ? "" : ` extends ${bases.join(", ")}`;
  const declaration =
    type.kind === "interface"
      ? `export interface ${name}${heritage} ${type.text}`
      : `export type ${name} = ${type.text};`;
  return `${toDocComment(doc)}\n${declaration}`;
}

/** Prints an import of types alone; nothing when no type is named. */
export function printTypeImport(names: Iterable<string>, module: string): string {
  const sorted = [...new Set(names)].sort();
  return sorted.length === 0 ? "" : `import type { ${sorted.join(", ")} } from "${module}";`;
}

/** A union of types, or `never` when there is none. */
export function printUnion(members: readonly string[]): string {
  return members.length === 0 ? "never" : members.join(" | ");
}

/** Declarations, one blank line between them. */
export function joinBlocks(blocks: readonly string[]): string {
  return blocks.filter((block) => block !== "").join("\n\n");
}

/** Lines, such as imports, with none between them. */
export function joinLines(lines: readonly string[]): string {
  return lines.filter((line) => line !== "").join("\n");
}
