/**
 * Checks of the folder that `init` writes to: it has to be empty, and a run that was killed may have left
 * files.
 */
import { existsSync } from "node:fs";
import { mkdtemp, readdir, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import process from "node:process";
import { isRunning } from "../../codegen/files/drafts.js";
import { codeOf } from "../../codegen/files/system-errors.js";
import { makeFolder } from "../../codegen/files/folders.js";
import type { GeneratedFile } from "../../codegen/generate.js";
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

/** Matches the folder that holds a package until it is complete. Its name has the id of the process. */
const DRAFT_NAME = /^\.typewire-init-(\d+)-/;

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

/** True for a draft folder of a killed `init`. This process may have the id of the killed one. */
function isAbandoned(name: string): boolean {
  const owner = DRAFT_NAME.exec(name)?.[1];
  return owner !== undefined && (Number(owner) === process.pid || !isRunning(Number(owner)));
}

/**
 * Writes a package into an empty folder: first into a draft folder inside it, from which all files are
 * moved when the work is done. Until then, the draft folder marks the package as incomplete, so that another
 * `init` can begin again. Nothing is made before the first file is written, and nothing is left if the work fails.
 * @throws Error for a path that leads out of the folder.
 */
export async function writePackage<Result>(
  folder: string,
  work: (write: WriteFile) => Promise<Result>,
): Promise<Result> {
  const isNew = !existsSync(folder);
  const earlier = (await listFolder(folder, folder)).filter(isAbandoned);
  let draft: string | undefined;
  const write: WriteFile = async ({ path, text }) => {
    expectInside(folder, path);
    draft ??= await createDraft(folder);
    const target = join(draft, path);
    await makeFolder(dirname(target));
    await writeFile(target, text, { flag: "wx" });
  };
  const result = await work(write).catch(async (error: unknown) => {
    if (draft !== undefined) {
      await rm(draft, { recursive: true, force: true });
      if (isNew && (await readdir(folder)).length === 0) await rmdir(folder);
    }
    throw error;
  });
  if (draft !== undefined) await moveAll(draft, folder, earlier);
  return result;
}

async function createDraft(folder: string): Promise<string> {
  await makeFolder(folder);
  return mkdtemp(join(folder, `.typewire-init-${process.pid}-`));
}

async function moveAll(draft: string, folder: string, earlier: readonly string[]): Promise<void> {
  for (const name of earlier) await rm(join(folder, name), { recursive: true });
  for (const name of await readdir(draft)) {
    const target = join(folder, name);
    if (earlier.length > 0) await rm(target, { recursive: true, force: true });
    await rename(join(draft, name), target);
  }
  await rmdir(draft);
}

function expectInside(folder: string, path: string): void {
  const inside = relative(resolve(folder), resolve(folder, path));
  const isOutside =
    inside === "" || inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside);
  if (isOutside) throw new Error(`The file ${path} would be outside of ${folder}.`);
}

/** Writes a file of a package, so that its maker need not keep it. */
export type WriteFile = (file: GeneratedFile) => Promise<void>;
