/**
 * The folder beside `package.json` in which a process prepares a change. Its name has the id of the process that it
 * belongs to: `.typewire-update-4711`. A process makes the folder of another one its own by renaming it, which only
 * one process can do.
 */
import { join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import type { ChangeFiles } from "./change-files.js";
import { isRunning } from "./drafts.js";
import { isMissing } from "./system-errors.js";

/** The folder of this process. */
export function folderOfProcess(project: string): string {
  return join(project, `${PREFIX}${process.pid}`);
}

/** Finds a folder of a change in a project: that of this process first, so that its name is free for another one's. */
export async function findChangeFolder(
  project: string,
  fs: ChangeFiles,
): Promise<ChangeFolder | undefined> {
  const names = await fs.readdir(project).catch(() => []);
  const folders = names.flatMap((name) => {
    const id = FOLDER_NAME.exec(name)?.[1];
    return id === undefined ? [] : { path: join(project, name), owner: Number(id) };
  });
  return folders.find(({ owner }) => owner === process.pid) ?? folders[0];
}

const PREFIX = ".typewire-update-";

const FOLDER_NAME = /^\.typewire-update-(\d+)$/;

/** @throws Error if the owner of a folder is still moving files after `patience`. */
export async function waitForOwner(
  { path, owner }: ChangeFolder,
  fs: ChangeFiles,
  patience: number,
): Promise<void> {
  // The process that prepares a change starts another one that carries it out, and waits for it.
  const isOwn = owner === process.pid || owner === process.ppid;
  if (isOwn) return;
  const isMoving = async (): Promise<boolean> => {
    const stat = isRunning(owner) ? await fs.stat(path).catch(() => undefined) : undefined;
    return stat !== undefined && Date.now() - stat.mtimeMs <= MAX_AGE;
  };
  for (let waited = 0; await isMoving(); waited += PAUSE) {
    if (waited >= patience)
      throw new Error(
        `The process ${owner} is updating this package; expected it to have ended. Wait for it, or delete ${path} if it is another program.`,
      );
    await sleep(PAUSE);
  }
}

/** In milliseconds. Files are moved within seconds, and another process may have got the id of a killed one. */
const MAX_AGE = 10 * 60 * 1000;

/** Time between two looks at another process, in milliseconds. */
const PAUSE = 20;

/** Makes a folder this process's own; `false` if it has gone, or if another process was faster. */
export async function claim(
  project: string,
  { path, owner }: ChangeFolder,
  fs: ChangeFiles,
): Promise<boolean> {
  if (owner === process.pid) return true;
  try {
    await fs.rename(path, folderOfProcess(project));
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

export interface ChangeFolder {
  readonly path: string;
  /** The id of the process that it belongs to. */
  readonly owner: number;
}
