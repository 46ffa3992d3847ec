/**
 * Checks of the folder that `init` writes to: it has to be empty, and a run that was killed may have left
 * files.
 */
import { readdir } from "node:fs/promises";
import process from "node:process";
import { isRunning } from "../../codegen/files/drafts.js";
import { codeOf } from "../../codegen/files/system-errors.js";
import { CommandError } from "../io/errors.js";

/** Files of version control and of file managers. A folder with these alone counts as empty. */
const IGNORED: ReadonlySet<string> = new Set([".git", ".DS_Store", "Thumbs.db"]);

/** Names at the top of a made package. An `init` that was killed may have left some of them. */
const MADE: ReadonlySet<string> = new Set([
  ".attw.json",
  ".editorconfig",
  ".gitattributes",
  ".github",
  ".gitignore",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "LICENSE",
  "README.md",
  "SKILL.md",
  "llms.txt",
  "package.json",
  "schema",
  "src",
  "test",
  "tsconfig.json",
]);

/** Largest number of files that a message names. */
const MAX_NAMED = 5;

/** @throws CommandError for a file, and for a folder with files, except those of a killed `init`. */
export async function expectEmptyFolder(folder: string, shown: string): Promise<void> {
  const present = await listFolder(folder, shown);
  const isUnfinished = present.some(isAbandoned);
  const files = present.filter(
    (name) => !IGNORED.has(name) && !isAbandoned(name) && !(isUnfinished && MADE.has(name)),
  );
  if (files.length === 0) return;
  const list = files.sort().slice(0, MAX_NAMED).join(", ");
  const more = files.length > MAX_NAMED ? ` and ${files.length - MAX_NAMED} more` : "";
  throw new CommandError(
    `The folder ${shown} is not empty: it has ${list}${more}. ` +
      "Name an empty or a new folder; to import into an existing package, use `npx typewire import`.",
  );
}

async function listFolder(folder: string, shown: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    if (codeOf(error) === "ENOTDIR")
      throw new CommandError(`${shown} is a file; expected a folder.`);
    throw error;
  }
}

// ---- Drafts

/** Lists the draft folders that runs of `init` have left in a folder, which were killed. */
export async function listAbandoned(folder: string): Promise<readonly string[]> {
  return (await listFolder(folder, folder)).filter(isAbandoned);
}

/** Start of the name of a draft folder, which holds a package until it is complete; it has the id of the process. */
export const DRAFT_PREFIX = `.typewire-init-${process.pid}-`;

const DRAFT_NAME = /^\.typewire-init-(\d+)-/;

/** True for a draft folder of a killed `init`. This process may have the id of the killed one. */
function isAbandoned(name: string): boolean {
  const owner = DRAFT_NAME.exec(name)?.[1];
  return owner !== undefined && (Number(owner) === process.pid || !isRunning(Number(owner)));
}
