import { readdir, writeFile } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { makeFolder } from "../../codegen/cli/files.js";
import type { GeneratedFile } from "../../codegen/generate.js";
import { CommandError } from "../usage.js";

/** Files that a folder may have before: version control and the file managers of some systems. */
const IGNORED: ReadonlySet<string> = new Set([".git", ".DS_Store", "Thumbs.db"]);

/** A message names this many files and counts the rest. */
const MAX_NAMED = 5;

/** @throws CommandError unless the folder is empty or does not exist. */
export async function expectEmptyFolder(folder: string, shown: string): Promise<void> {
  const present = await listFolder(folder, shown);
  const files = present.filter((name) => !IGNORED.has(name)).sort();
  if (files.length === 0) return;
  const named = files.slice(0, MAX_NAMED).join(", ");
  const rest = files.length > MAX_NAMED ? ` and ${files.length - MAX_NAMED} more` : "";
  throw new CommandError(
    `The folder ${shown} is not empty: it has ${named}${rest}. ` +
      "Name an empty or a new folder; to import into an existing package, use `npx typewire import`.",
  );
}

async function listFolder(folder: string, shown: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT") return [];
    if (code === "ENOTDIR") throw new CommandError(`${shown} is a file; expected a folder.`);
    throw error;
  }
}

/**
 * Writes files into a folder.
 * @throws Error for a path that leads out of it, before anything is written.
 */
export async function writeFiles(folder: string, files: readonly GeneratedFile[]): Promise<void> {
  for (const { path } of files) expectInside(folder, path);
  for (const { path, text } of files) {
    const target = join(folder, path);
    await makeFolder(dirname(target));
    await writeFile(target, text, { flag: "wx" });
  }
}

function expectInside(folder: string, path: string): void {
  const way = relative(resolve(folder), resolve(folder, path));
  const isOutside = way === "" || way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way);
  if (isOutside) throw new Error(`The file ${path} would be outside of ${folder}.`);
}
