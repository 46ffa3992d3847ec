import { createRequire } from "node:module";
import type { InterfaceDeclarationStructure, OptionalKind, StatementStructures } from "ts-morph";
import type * as morph from "ts-morph";
import type { Memo } from "../memo.js";

export type InterfaceStructure = OptionalKind<InterfaceDeclarationStructure>;

const require = createRequire(import.meta.url);

/** Prints interfaces given as structures, all in one batch: nothing is inserted node by node. */
export function printInterfaces(interfaces: readonly InterfaceStructure[], memo: Memo): string {
  const input = JSON.stringify(interfaces);
  const known = memo.recall("interfaces", input);
  if (known !== undefined) return known;
  const text = print(interfaces);
  memo.keep("interfaces", input, text);
  return text;
}

function print(interfaces: readonly InterfaceStructure[]): string {
  // Loaded when something has to be printed: loading takes a second, and emitters do not wait.
  const { Project, StructureKind } = require("ts-morph") as typeof morph; // what the package exports
  const project = new Project({
    useInMemoryFileSystem: true,
    compilerOptions: { noLib: true },
    skipLoadingLibFiles: true,
  });
  const statements = interfaces.map((each): StatementStructures => ({
    ...each,
    kind: StructureKind.Interface,
  }));
  return project.createSourceFile("file.ts", { statements }).getFullText();
}
