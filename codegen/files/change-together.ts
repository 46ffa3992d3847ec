/**
 * Changes several files of a project together. New contents are written into a folder beside the files. Then a
 * journal is written, and the files are moved into place. A process that is killed before the journal leaves
 * every file as it was; one that is killed after it leaves the rest of the moves to {@link finishChange}.
 */
import { createHash } from "node:crypto";
import * as files from "node:fs/promises";
import { dirname, join } from "node:path";
import process from "node:process";
import { isRunning } from "./drafts.js";
import { isMissing } from "./folders.js";

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

/** Name of the folder beside `package.json`, with the id of the process that it belongs to. */
const FOLDER_NAME = /^\.typewire-update-(\d+)$/;

const JOURNAL = "journal.json";

/** One move of the journal. */
interface Move {
  readonly target: string;
  /** Name of the new content in the folder; absent to remove the target. */
  readonly draft?: string;
  /** Digest of the content before; absent if there was no file. */
  readonly before?: string;
}

/**
 * Changes files. All new contents are written before the first file changes.
 * @returns The paths of files that somebody has edited while they were moved, which stay as they are.
 * @throws Error if a file has changed since it was read, or cannot be written. Then nothing has changed.
 */
export async function changeTogether(
  project: string,
  changes: readonly FileChange[],
  fs: ChangeFiles = files,
): Promise<readonly string[]> {
  const folder = join(project, `.typewire-update-${process.pid}`);
  await fs.rm(folder, { recursive: true, force: true });
  await fs.mkdir(folder);
  try {
    // Version control ignores the folder, should it be left behind.
    await fs.writeFile(join(folder, ".gitignore"), "*\n");
    const moves: Move[] = [];
    for (const [index, change] of changes.entries())
      moves.push(await writeDraft(change, folder, String(index), fs));
    await fs.writeFile(join(folder, "journal.draft"), JSON.stringify(moves));
    await fs.rename(join(folder, "journal.draft"), join(folder, JOURNAL));
  } catch (error) {
    await fs.rm(folder, { recursive: true, force: true });
    throw error;
  }
  return carryOut(folder, fs);
}

/** The end of a change that a killed process had begun. */
export interface FinishedChange {
  readonly kind: "completed" | "discarded";
  /** Files that somebody has edited since then, which stay as they are. */
  readonly kept: readonly string[];
}

/**
 * Completes a change of a process that was killed while it moved files, and discards one that had not begun to.
 * @throws Error if another process is changing files of the project now.
 */
export async function finishChange(
  project: string,
  fs: ChangeFiles = files,
): Promise<readonly FinishedChange[]> {
  const names = await fs.readdir(project).catch(() => []);
  const finished: FinishedChange[] = [];
  for (const name of names.filter((candidate) => FOLDER_NAME.test(candidate)).sort()) {
    const folder = join(project, name);
    await expectAbandoned(name, folder, fs);
    const isComplete = await exists(join(folder, JOURNAL), fs);
    const kept = isComplete ? await carryOut(folder, fs) : [];
    if (!isComplete) await fs.rm(folder, { recursive: true, force: true });
    finished.push({ kind: isComplete ? "completed" : "discarded", kept });
  }
  return finished;
}

/** In milliseconds. Files are moved within seconds, and another process may have got the id of a killed one. */
const MAX_AGE = 10 * 60 * 1000;

async function expectAbandoned(name: string, folder: string, fs: ChangeFiles): Promise<void> {
  const owner = Number(FOLDER_NAME.exec(name)?.[1]);
  if (owner === process.pid || !isRunning(owner)) return;
  const made = await fs.stat(folder).catch(() => undefined);
  if (made === undefined || Date.now() - made.mtimeMs > MAX_AGE) return;
  throw new Error(
    `The process ${owner} is updating this package; expected it to have ended. Wait for it, or delete ${folder} if it is another program.`,
  );
}

async function writeDraft(
  { path, before, after }: FileChange,
  folder: string,
  draft: string,
  fs: ChangeFiles,
): Promise<Move> {
  // The target of a link is replaced, because users link schema files.
  const target = await fs.realpath(path).catch(() => path);
  const present = await readOptional(target, fs);
  if (present !== before)
    throw new Error(
      `${path} has been changed meanwhile. Nothing was written; run the command again.`,
    );
  const digest = before === undefined ? {} : { before: digestOf(before) };
  if (after === undefined) return { target, ...digest };
  await fs.writeFile(join(folder, draft), after);
  if (before !== undefined) await keepMode(join(folder, draft), target, fs);
  else await fs.mkdir(dirname(target), { recursive: true });
  return { target, draft, ...digest };
}

/** @throws Error for a read-only file, which renaming would replace. */
async function keepMode(draft: string, target: string, fs: ChangeFiles): Promise<void> {
  await fs.access(target, WRITABLE);
  const [made, present] = await Promise.all([fs.stat(draft), fs.stat(target)]);
  if (present.mode !== made.mode) await fs.chmod(draft, present.mode);
}

const WRITABLE = files.constants.W_OK;

/** Carries out the moves of a journal that are left, and removes it. */
async function carryOut(folder: string, fs: ChangeFiles): Promise<readonly string[]> {
  const moves = JSON.parse(await fs.readFile(join(folder, JOURNAL), "utf8")) as readonly Move[]; // as written above
  const kept: string[] = [];
  for (const { target, draft, before } of moves) {
    const file = draft === undefined ? undefined : join(folder, draft);
    // A draft that is gone has been moved already.
    if (file !== undefined && !(await exists(file, fs))) continue;
    const present = await readOptional(target, fs);
    const digest = present === undefined ? undefined : digestOf(present);
    if (file === undefined && present === undefined) continue;
    if (digest !== before) kept.push(target);
    else if (file === undefined) await removeWithFolder(target, fs);
    else await fs.rename(file, target);
  }
  // Without its journal, what is left of the folder counts as discarded.
  await fs.rm(join(folder, JOURNAL));
  await fs.rm(folder, { recursive: true, force: true });
  return kept;
}

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
