import { Project } from "ts-morph";
import type { StatementStructures } from "ts-morph";

/** Prints statements given as structures, all in one batch: nothing is inserted node by node. */
export function printStatements(statements: readonly (string | StatementStructures)[]): string {
  const project = new Project({
    useInMemoryFileSystem: true,
    compilerOptions: { noLib: true },
    skipLoadingLibFiles: true,
  });
  const file = project.createSourceFile("file.ts", { statements: [...statements] });
  return file.getFullText();
}
