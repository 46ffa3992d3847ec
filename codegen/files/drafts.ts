/**
 * Writes files under another name beside their own, and renames them. Renaming is atomic: a process
 * that is killed leaves the old or the new file, never a part of one.
 */
import {
  access,
  chmod,
  constants,
  readdir,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import process from "node:process";
import { codeOf, isMissing } from "./system-errors.js";
import { makeFolder } from "./folders.js";

/**
 * Writes files of a folder and creates the folders that they need. All contents are written before
 * the first file changes, so that a full disk leaves every file as it was.
 */
export async function replaceFiles(folder: string, files: readonly NewFile[]): Promise<void> {
  const parents = new Set(files.map(({ path }) => dirname(join(folder, path))));
  for (const parent of parents) {
    await makeFolder(parent);
    await removeAbandoned((await readdir(parent)).map((name) => join(parent, name)));
  }
  const drafts: Draft[] = [];
  try {
    for (const { path, text } of files) drafts.push(await writeDraft(join(folder, path), text));
    for (const { path, target } of drafts) await rename(path, target);
  } finally {
    for (const { path } of drafts) await removeDraft(path);
  }
}

/** Drafts of this process that are still needed. */
const openDrafts = new Set<string>();

/** {@link replaceFiles} for one file. */
export function replaceFile(file: string, text: string | Uint8Array): Promise<void> {
  return replaceFiles(dirname(file), [{ path: basename(file), text }]);
}

/** Removes drafts that killed processes have left in a folder and in those inside it. */
export async function removeDrafts(folder: string): Promise<void> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    await removeAbandoned(entries.map((entry) => join(entry.parentPath, entry.name)));
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** Follows a link and replaces its target, because users link schema files. */
async function writeDraft(file: string, text: string | Uint8Array): Promise<Draft> {
  const target = await realpath(file).catch(() => file);
  const path = join(dirname(target), `.typewire-${process.pid}-${(draftCount += 1)}`);
  openDrafts.add(path);
  try {
    await writeFile(path, text, { flag: "wx" });
    await keepMode(path, target);
  } catch (error) {
    await removeDraft(path);
    // Users know the name of the file, not that of its draft.
    throw error instanceof Error ? Object.assign(error, { path: file }) : error;
  }
  return { path, target };
}

/** Number of drafts of this process, which is a part of their names. */
let draftCount = 0;

/** @throws Error for a read-only file, which renaming would replace. */
async function keepMode(draft: string, target: string): Promise<void> {
  const [draftStat, targetStat] = await Promise.all([
    stat(draft),
    stat(target).catch(() => undefined),
  ]);
  if (targetStat === undefined) return;
  await access(target, constants.W_OK);
  if (targetStat.mode !== draftStat.mode) await chmod(draft, targetStat.mode);
}

async function removeDraft(path: string): Promise<void> {
  await rm(path, { force: true });
  openDrafts.delete(path);
}

/** Removes those of the files that are drafts of other processes, or left by this one. */
async function removeAbandoned(paths: readonly string[]): Promise<void> {
  for (const path of paths) if (await isAbandoned(path)) await rm(path, { force: true });
}

/** Also checks the age, because another process may have got the id of a killed one. */
async function isAbandoned(path: string): Promise<boolean> {
  const owner = Number(DRAFT_NAME.exec(basename(path))?.[1] ?? NaN);
  if (Number.isNaN(owner)) return false;
  if (owner === process.pid) return !openDrafts.has(path);
  if (!isRunning(owner)) return true;
  const draftStat = await stat(path).catch(() => undefined);
  return draftStat !== undefined && Date.now() - draftStat.mtimeMs > MAX_AGE;
}

/** The dot hides drafts from tools that list the files of a folder. */
const DRAFT_NAME = /^\.typewire-(\d+)-\d+$/;

/** In milliseconds. A draft is renamed within seconds. */
const MAX_AGE = 60 * 60 * 1000;

/** True if a process with this id runs on this machine. */
export function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return codeOf(error) === "EPERM"; // it runs, and belongs to another user
  }
}

/** A file and its new content. */
export interface NewFile {
  readonly path: string;
  readonly text: string | Uint8Array;
}

/** New content of a file under another name. */
interface Draft {
  readonly path: string;
  readonly target: string;
}
