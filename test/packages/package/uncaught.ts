/**
 * Checks what a user sees of an uncaught error. Node prints the line that it was thrown from before its message: it must
 * be one that a person can read.
 */
import { spawnSync } from "node:child_process";

/** Characters before the message. */
const MAX_SOURCE = 1000;

/**
 * Throws each error of the package in a process of its own.
 * @param folder The project `test/consumer`, with the package installed.
 * @returns The names of the errors.
 */
export function expectReadableErrors(folder: string): readonly string[] {
  const names = JSON.parse(runThrower(folder).stdout) as readonly string[]; // as the program prints them
  for (const name of names) {
    const { status, stderr } = runThrower(folder, name);
    const source = stderr.split(/^(?=\w*Error\b.*)/m)[0] ?? "";
    if (status !== 1 || source === stderr) throw new Error(`No error for ${name}: ${stderr}`);
    if (source.length <= MAX_SOURCE) continue;
    throw new Error(`${name}: ${source.length} characters of source are printed: ${source}`);
  }
  return names;
}

function runThrower(folder: string, ...argv: readonly string[]) {
  return spawnSync(process.execPath, ["throw.mjs", ...argv], { cwd: folder, encoding: "utf8" });
}
