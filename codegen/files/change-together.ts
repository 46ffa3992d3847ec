/**
 * Changes several files of a project together. New contents are written into a folder beside the files. Then a
 * journal is written, and the files are moved into place. A process that is killed leaves the folder in one of these
 * states, which the next {@link finishChange} ends:
 *
 * 1. Without a journal: every file is as it was. The folder is discarded.
 * 2. With a journal: some files are moved, perhaps none or all. The rest is moved, which completes the change.
 * 3. Without a journal again: all files are moved. What is left of the folder is discarded.
 *
 * Contents and journal are on the disk before the first move, so that the same holds after a loss of power.
 */
import * as files from "node:fs/promises";
import { join } from "node:path";
import { type ChangeFiles, exists, type FileChange, readOptional } from "./change-files.js";
import { claim, findChangeFolder, folderOfProcess, waitForOwner } from "./change-folder.js";
import { JOURNAL, prepareChange } from "./change-journal.js";
import { carryOut } from "./change-moves.js";

/**
 * Changes files. All new contents are written before the first file changes.
 * @returns The paths of files that somebody has edited while they were moved, which stay as they are.
 * @throws Error if a file has changed since it was read, or if a new content cannot be written; no file has changed
 * then. Also if moving the files fails: the next {@link finishChange} moves the rest.
 */
export async function changeTogether(
  project: string,
  changes: readonly FileChange[],
  { delegate, fs = files }: ChangeOptions = {},
): Promise<readonly string[]> {
  await prepareChange(project, changes, fs);
  await delegate?.();
  await finishChange(project, { fs });
  const texts = await Promise.all(changes.map(({ path }) => readOptional(path, fs)));
  return changes.filter(({ after }, index) => texts[index] !== after).map(({ path }) => path);
}

/**
 * Completes the changes of processes that were killed while they moved files, and discards those that had not begun
 * to. Waits for processes that are moving files now.
 * @param options.patience The longest time to wait for one process, in milliseconds.
 * @throws Error if a process is still changing files of the project after that time.
 */
export async function finishChange(
  project: string,
  { fs = files, patience = 10_000 }: { fs?: ChangeFiles; patience?: number } = {},
): Promise<readonly FinishedChange[]> {
  const finished: FinishedChange[] = [];
  for (;;) {
    const folder = await findChangeFolder(project, fs);
    if (folder === undefined) return finished;
    await waitForOwner(folder, fs, patience);
    // Either way, the folder is gone from here in the next round.
    if (await claim(project, folder, fs)) finished.push(await completeOrDiscard(project, fs));
  }
}

/** Completes a change whose journal is written, and discards any other. */
async function completeOrDiscard(project: string, fs: ChangeFiles): Promise<FinishedChange> {
  const folder = folderOfProcess(project);
  const isComplete = await exists(join(folder, JOURNAL), fs);
  const kept = isComplete ? await carryOut(project, fs) : [];
  await fs.rm(folder, { recursive: true, force: true });
  return { kind: isComplete ? "completed" : "discarded", kept };
}

export interface ChangeOptions {
  /** Lets another process call {@link finishChange}. What it leaves is moved by this one. */
  readonly delegate?: () => Promise<void>;
  readonly fs?: ChangeFiles;
}

/** The end of a change that a process had begun. */
export interface FinishedChange {
  readonly kind: "completed" | "discarded";
  /** Files that somebody has edited since then, which stay as they are. */
  readonly kept: readonly string[];
}
