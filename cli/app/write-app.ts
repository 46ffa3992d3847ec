/** Writes an SDK into an app: all files of its folder at once, after the lists that name it. */
import { mkdtemp, readdir, rename, rm, rmdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import process from "node:process";
import { isRunning, replaceFile, replaceFiles } from "../../codegen/files/drafts.js";
import { codeOf, makeFolder } from "../../codegen/files/folders.js";
import type { GeneratedFile } from "../../codegen/generate.js";
import { CommandError } from "../io/errors.js";
import { APP_FILE } from "./app-file.js";

/** What `add` writes. */
export interface AppChange {
  /** The new folder, seen from the app. */
  readonly folder: string;
  /** Its files. */
  readonly files: readonly GeneratedFile[];
  /** The text of `package.json`. Absent if it stays as it is. */
  readonly manifest: string | undefined;
  /** The text of `typewire.yaml`. */
  readonly list: string;
}

/** Largest number of files that a message names. */
const MAX_NAMED = 5;

/** @throws CommandError for a folder that has anything, and for a file. */
export async function expectFreeFolder(app: string, folder: string): Promise<void> {
  const names = await readdir(join(app, folder)).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return [];
    if (codeOf(error) === "ENOTDIR")
      throw new CommandError(
        `${folder} is a file; expected a new folder. Nothing was written. Name another with --to.`,
      );
    throw error;
  });
  if (names.length === 0) return;
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : "";
  throw new CommandError(
    `${folder} has files already: ${names.sort().slice(0, MAX_NAMED).join(", ")}${more}. ` +
      "Nothing was written. Name another folder with --to, or move them.",
  );
}

/** Matches a folder that holds the files of an SDK until they are complete, with the id of its process. */
const DRAFT_NAME = /^\.typewire-add-(\d+)-/;

/**
 * Writes the files of an SDK into a folder beside its own, then the lists, and renames the folder last. A process
 * that is killed leaves the app as it was, or with an SDK in its lists that another `add` completes.
 */
export async function writeApp(app: string, change: AppChange): Promise<void> {
  const { folder, files, manifest, list } = change;
  const target = join(app, folder);
  const parent = dirname(target);
  await makeFolder(parent);
  await removeAbandoned(parent);
  const draft = await mkdtemp(join(parent, `.typewire-add-${process.pid}-`));
  const content = join(draft, basename(target));
  try {
    await replaceFiles(content, files);
    if (manifest !== undefined) await replaceFile(join(app, "package.json"), manifest);
    await replaceFile(join(app, APP_FILE), list);
    // An empty folder may be there; one with files stops the command here.
    await rmdir(target).catch(() => undefined);
    await rename(content, target);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const owner = Number(DRAFT_NAME.exec(name)?.[1] ?? NaN);
    const isLeft = !Number.isNaN(owner) && (owner === process.pid || !isRunning(owner));
    if (isLeft) await rm(join(parent, name), { recursive: true, force: true });
  }
}
