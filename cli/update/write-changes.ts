/** Writes the files of an update and prints what became of each, or prints what would change. */
import { relative, resolve } from "node:path";
import type { FileChange } from "../../codegen/files/change-files.js";
import { count } from "../../codegen/model/messages.js";
import type { CliIo } from "../io/io.js";
import { toSlashes } from "../io/paths.js";
import { changeFiles } from "./finish.js";

/** Options of `update` that write nothing. */
export interface TrialOptions {
  readonly check: boolean;
  readonly "dry-run": boolean;
}

/**
 * Prints the changes that a trial would make.
 * @param describe The verb of a change.
 * @returns The exit code.
 */
export function reportTrial(
  changes: readonly FileChange[],
  { check: isCheck, "dry-run": isDry }: TrialOptions,
  describe: (change: FileChange) => string,
  io: CliIo,
): number {
  if (isDry)
    for (const change of changes) io.out(`Would ${describe(change)} ${showPath(change.path, io)}`);
  io.out(`${count(changes.length, "file")} would change. Nothing was written.`);
  return isCheck ? 1 : 0;
}

/** Writes the changes, all together, and prints them. */
export async function writeChanges(
  project: string,
  changes: readonly FileChange[],
  io: CliIo,
): Promise<void> {
  const kept = await changeFiles(project, changes, io);
  for (const path of kept) io.err(`Kept, because it was edited meanwhile: ${showPath(path, io)}`);
  for (const { path, after } of changes)
    io.out(`${after === undefined ? "Removed" : "Wrote"} ${showPath(path, io)}`);
}

/** Shows a path as seen from the folder of the command. */
export function showPath(path: string, { cwd }: Pick<CliIo, "cwd">): string {
  return toSlashes(relative(resolve(cwd ?? "."), path));
}
