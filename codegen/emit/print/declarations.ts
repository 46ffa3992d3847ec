/** Declarations of types as code: aliases and interfaces with their comments. */
import type * as morph from "ts-morph";
import { createRequire } from "node:module";
import type { Memo } from "../../model/memo.js";
import { code, exported } from "./module.js";
import { toComment, toDocComment } from "./print.js";
import type { Code, InterfaceStructure, TypeDeclaration } from "./types.js";

/** Prints a declaration, as an interface if possible. */
export function printType({ name, type, doc, bases = [] }: TypeDeclaration): Code {
  const above = commentLines(toDocComment(doc));
  const heritage = bases.length === 0 ? "" : ` extends ${bases.join(", ")}`;
  return type.kind === "interface"
    ? code`${above}${exported("interface", name)}${heritage} ${type.text}`
    : code`${above}${exported("type", name)} = ${type.text};`;
}

function commentLines(comment: string): string {
  return comment === "" ? "" : `${comment}\n`;
}

/**
 * Prints exported interfaces in one batch: far faster than inserting them one by one.
 * @param interfaces Their comments are escaped already.
 */
export function printInterfaces(
  interfaces: readonly InterfaceStructure[],
  memo: Memo,
): readonly Code[] {
  const heads = interfaces.map(({ docs: _docs, ...each }) => each);
  const bodies = printBodies(heads, memo);
  return interfaces.map(({ name, docs = [] }, index) => {
    const comment = docs.map((doc) => commentLines(toComment(doc))).join("");
    return code`${comment}${exported("interface", name)}${bodies[index] ?? ""}`;
  });
}

/** An interface without its comment. */
type BareInterface = Omit<InterfaceStructure, "docs">;

/** The text after the name of each interface: its bases and its members. */
function printBodies(interfaces: readonly BareInterface[], memo: Memo): readonly string[] {
  const input = JSON.stringify(interfaces);
  const known = memo.recall("interfaces", input);
  if (known !== undefined) return JSON.parse(known) as readonly string[]; // kept below
  const texts = printTexts(interfaces).map((text, index) =>
    text.slice(`interface ${interfaces[index]?.name ?? ""}`.length),
  );
  memo.keep("interfaces", input, JSON.stringify(texts));
  return texts;
}

const require = createRequire(import.meta.url);

function printTexts(interfaces: readonly BareInterface[]): readonly string[] {
  // Loading ts-morph takes a second, so it is loaded only when it is needed. Emitters are synchronous.
  const { Project, StructureKind } = require("ts-morph") as typeof morph; // the types of the same package
  const project = new Project({
    useInMemoryFileSystem: true,
    compilerOptions: { noLib: true },
    skipLoadingLibFiles: true,
  });
  const kind: morph.StructureKind.Interface = StructureKind.Interface;
  const statements = interfaces.map((declaration) => ({ ...declaration, kind }));
  const file = project.createSourceFile("file.ts", { statements });
  return file.getInterfaces().map((declaration) => declaration.getText());
}
