/** Projects that are type-checked as users do it. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { ROOT } from "./bundle.js";

/** The compiler in Go: it finds the same errors in a fifth of the time. */
const COMPILER = join(ROOT, "node_modules/typescript-7/bin/tsc");

/** The result for a project without errors. */
export const COMPILED: Compiled = { status: 0, errors: [], stderr: "" };

/** Type-checks a project: a folder with a `tsconfig.json`, or the path of such a file. */
export function compileProject(project: string): Compiled {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [COMPILER, "--pretty", "false", "--project", project],
    { cwd: ROOT, encoding: "utf8" },
  );
  // The lines that explain an error are indented below it.
  const errors = stdout.split(/\n(?=\S)/).map((text) => text.trimEnd());
  return { status, errors: errors.filter((text) => text !== ""), stderr };
}

/** The result of the compiler. */
export interface Compiled {
  readonly status: number | null;
  /** One for each error, such as `a.ts(1,2): error TS2322: …`; paths are relative to the root. */
  readonly errors: readonly string[];
  readonly stderr: string;
}
