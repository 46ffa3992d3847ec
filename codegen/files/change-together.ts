/**
 * Changes several files of a project together. New contents are written into a folder beside the files. Then a
 * journal is written, and the files are moved into place. A process that is killed before the journal leaves
 * every file as it was; one that is killed after it leaves the rest of the moves to {@link finishChange}.
 * Contents and journal are on the disk before the first move, so that the same holds after a loss of power.
 */
import { createHash } from "node:crypto";
import * as files from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { isRunning } from "./drafts.js";
import { codeOf, isMissing } from "./system-errors.js";

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

/** Writes the new contents, and then the journal. */
async function prepareChange(
  project: string,
  changes: readonly FileChange[],
  fs: ChangeFiles,
): Promise<void> {
  const folder = folderOfProcess(project);
  await fs.rm(folder, { recursive: true, force: true });
  await fs.mkdir(folder);
  try {
    // Version control ignores the folder, should it be left behind.
    await fs.writeFile(join(folder, ".gitignore"), "*\n");
    const moves: Move[] = [];
    for (const [index, change] of changes.entries())
      moves.push(await writeDraft(project, change, String(index), fs));
    await fs.writeFile(join(folder, "journal.draft"), JSON.stringify(moves), { flush: true });
    await fs.rename(join(folder, "journal.draft"), join(folder, JOURNAL));
  } catch (error) {
    await fs.rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Writes the new content of a file, and returns the move that puts it into place. */
async function writeDraft(
  project: string,
  { path, before, after }: FileChange,
  draft: string,
  fs: ChangeFiles,
): Promise<Move> {
  // The target of a link is replaced, because users link schema files.
  const linked = await fs.realpath(path).catch(() => undefined);
  const file = linked ?? path;
  const present = await readOptional(file, fs);
  if (present !== before)
    throw new Error(
      `${path} has been changed meanwhile. Nothing was written; run the command again.`,
    );
  const target = relative(linked === undefined ? project : await fs.realpath(project), file);
  const digest = before === undefined ? {} : { before: digestOf(before) };
  if (after === undefined) return { target, ...digest };
  await fs.writeFile(join(folderOfProcess(project), draft), after, { flush: true });
  if (before !== undefined) await keepMode(join(folderOfProcess(project), draft), file, fs);
  return { target, draft, ...digest };
}

/** @throws Error for a read-only file, which renaming would replace. */
async function keepMode(draft: string, target: string, fs: ChangeFiles): Promise<void> {
  await fs.access(target, WRITABLE);
  const [draftStat, targetStat] = await Promise.all([fs.stat(draft), fs.stat(target)]);
  if (targetStat.mode !== draftStat.mode) await fs.chmod(draft, targetStat.mode);
}

const WRITABLE = files.constants.W_OK;

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
    const names = await fs.readdir(project).catch(() => []);
    // The folder of this process comes first, so that its name is free for another one's.
    const folders = names.filter((each) => FOLDER_NAME.test(each));
    const name = folders.find((each) => ownerOf(each) === process.pid) ?? folders[0];
    if (name === undefined) return finished;
    await waitForOwner(join(project, name), ownerOf(name), fs, patience);
    if (await claim(project, name, fs)) finished.push(await completeOrDiscard(project, fs));
  }
}

/** The folder of this process. */
function folderOfProcess(project: string): string {
  return join(project, `.typewire-update-${process.pid}`);
}

/** Name of the folder beside `package.json`, with the id of the process that it belongs to. */
const FOLDER_NAME = /^\.typewire-update-(\d+)$/;

function ownerOf(name: string): number {
  return Number(FOLDER_NAME.exec(name)?.[1]);
}

/** In milliseconds. Files are moved within seconds, and another process may have got the id of a killed one. */
const MAX_AGE = 10 * 60 * 1000;

/** Time between two looks at another process, in milliseconds. */
const PAUSE = 20;

/** @throws Error if the process is still moving files after `patience`. */
async function waitForOwner(
  folder: string,
  owner: number,
  fs: ChangeFiles,
  patience: number,
): Promise<void> {
  // The process that prepares a change starts another one that carries it out.
  if (owner === process.pid || owner === process.ppid) return;
  const isMoving = async (): Promise<boolean> => {
    const stat = isRunning(owner) ? await fs.stat(folder).catch(() => undefined) : undefined;
    return stat !== undefined && Date.now() - stat.mtimeMs <= MAX_AGE;
  };
  for (let waited = 0; await isMoving(); waited += PAUSE) {
    if (waited >= patience)
      throw new Error(
        `The process ${owner} is updating this package; expected it to have ended. Wait for it, or delete ${folder} if it is another program.`,
      );
    await sleep(PAUSE);
  }
}

/** Makes a folder this process's own; `false` if it has gone, or if another process was faster. */
async function claim(project: string, name: string, fs: ChangeFiles): Promise<boolean> {
  if (ownerOf(name) === process.pid) return true;
  try {
    await fs.rename(join(project, name), folderOfProcess(project));
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
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

/** Carries out the moves of a journal that are left, and removes it. */
async function carryOut(project: string, fs: ChangeFiles): Promise<readonly string[]> {
  const journal = join(folderOfProcess(project), JOURNAL);
  const moves = JSON.parse(await fs.readFile(journal, "utf8")) as readonly Move[]; // as written above
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

const JOURNAL = "journal.json";

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

async function readOptional(path: string, fs: ChangeFiles): Promise<string | undefined> {
  try {
    return await fs.readFile(path, "utf8");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function exists(path: string, fs: ChangeFiles): Promise<boolean> {
  return fs.stat(path).then(
    () => true,
    (error: unknown) => {
      if (isMissing(error)) return false;
      throw error;
    },
  );
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

// ---- Types

/** A file with its new content. */
export interface FileChange {
  readonly path: string;
  /** The content as it was read; `undefined` if there was no such file. */
  readonly before: string | undefined;
  /** `undefined` to remove the file. */
  readonly after: string | undefined;
}

/** The functions of `node:fs/promises` that are used, which tests replace to stop at any of them. */
export type ChangeFiles = Pick<
  typeof files,
  | "access"
  | "chmod"
  | "copyFile"
  | "mkdir"
  | "readdir"
  | "readFile"
  | "realpath"
  | "rename"
  | "rm"
  | "rmdir"
  | "stat"
  | "writeFile"
>;

/** One move of the journal. */
interface Move {
  /** Seen from the project, which may be moved or mounted elsewhere before the change is completed. */
  readonly target: string;
  /** Name of the new content in the folder; absent to remove the target. */
  readonly draft?: string;
  /** Digest of the content before; absent if there was no file. */
  readonly before?: string;
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
