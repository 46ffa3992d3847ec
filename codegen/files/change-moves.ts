/** Carries out the moves of a journal, from the beginning or from where a killed process stopped. */
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import { type ChangeFiles, readOptional } from "./change-files.js";
import { folderOfProcess } from "./change-folder.js";
import { digestOf, JOURNAL, type Move } from "./change-journal.js";
import { codeOf } from "./system-errors.js";

/**
 * Carries out the moves of the journal of this process that are left, and removes it.
 * @returns The paths of files that somebody has edited, which stay.
 */
export async function carryOut(project: string, fs: ChangeFiles): Promise<readonly string[]> {
  const journal = join(folderOfProcess(project), JOURNAL);
  const moves = JSON.parse(await fs.readFile(journal, "utf8")) as readonly Move[]; // as prepareChange writes it
  const root = await fs.realpath(project);
  const kept: string[] = [];
  for (const move of moves) {
    const target = resolve(root, move.target);
    if (!(await carryOutMove(folderOfProcess(project), target, move, fs))) kept.push(target);
  }
  // Without its journal, what is left of the folder counts as discarded.
  await fs.rm(journal);
  return kept;
}

/** Returns `false` for a file that somebody has edited, which stays. */
async function carryOutMove(
  folder: string,
  target: string,
  { draft, before }: Move,
  fs: ChangeFiles,
): Promise<boolean> {
  const after = draft === undefined ? undefined : await readOptional(join(folder, draft), fs);
  // A draft that is gone has been moved already.
  if (draft !== undefined && after === undefined) return true;
  const present = await readOptional(target, fs);
  if (present === after) return true;
  if ((present === undefined ? undefined : digestOf(present)) !== before) return false;
  if (draft === undefined) await removeWithFolder(target, fs);
  else await moveFile(join(folder, draft), target, fs);
  return true;
}

/** Replaces a file by a draft, also in a folder that lies on another disk or is mounted there. */
async function moveFile(draft: string, target: string, fs: ChangeFiles): Promise<void> {
  await fs.mkdir(dirname(target), { recursive: true });
  try {
    await fs.rename(draft, target);
  } catch (error) {
    if (codeOf(error) !== "EXDEV") throw error;
    const beside = join(dirname(target), `.typewire-${process.pid}-0`); // removed as an abandoned draft, if it is left
    await fs.copyFile(draft, beside);
    await fs.rename(beside, target);
  }
}

/** Removes a file, and its folder if that leaves the folder empty. */
async function removeWithFolder(target: string, fs: ChangeFiles): Promise<void> {
  await fs.rm(target);
  const parent = dirname(target);
  if ((await fs.readdir(parent)).length === 0) await fs.rmdir(parent);
}
