/** The options of the project's `tsconfig.json`, without its files. */
import { join } from "node:path";
import ts from "typescript";

/** @param root The folder that has the `tsconfig.json`. */
export function readCompilerOptions(root: string): ts.CompilerOptions {
  const read = (path: string): string | undefined => ts.sys.readFile(path);
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), read) as { config?: object };
  return ts.parseJsonConfigFileContent({ ...config, files: [], include: [] }, ts.sys, root).options;
}
