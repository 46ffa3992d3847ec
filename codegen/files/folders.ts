/** Folders of YAML and of generated files: reading, listing, creating. */
import type { Dirent } from "node:fs";
import { mkdir, readdir, readFile, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { isKeptDescription } from "../read/descriptions.js";
import type { SchemaFile } from "../read/documents/yaml-document.js";
import { isMissing } from "./system-errors.js";

/** Reads the visible YAML files and the kept descriptions of a folder; none when it does not exist. */
export async function readSchemaFolder(folder: string): Promise<readonly SchemaFile[]> {
  const texts = await readFolder(
    folder,
    (path) => isVisible(path) && (/\.ya?ml$/.test(path) || isKeptDescription(path)),
  );
  return [...texts].map(([path, text]) => ({ path, text }));
}

/** Reads the text of each wanted file, sorted by path; none if the folder does not exist. */
export async function readFolder(
  folder: string,
  isWanted: (path: string) => boolean = isVisible,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const path of (await listFiles(folder)).filter(isWanted).sort()) {
    texts.set(path, await readFile(join(folder, path), "utf8"));
  }
  return texts;
}

/** Excludes names with a leading dot, which editors and operating systems leave behind. */
function isVisible(path: string): boolean {
  return !path.split("/").some((part) => part.startsWith("."));
}

async function listFiles(folder: string): Promise<readonly string[]> {
  const files = (await readEntries(folder)).filter((entry) => !entry.isDirectory());
  return files.map((entry) =>
    relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"),
  );
}

async function readEntries(folder: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true, recursive: true });
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Lists the folder and every folder inside it. */
export async function listFolders(root: string): Promise<readonly string[]> {
  const entries = await readdir(root, { withFileTypes: true, recursive: true });
  const folders = entries.filter((entry) => entry.isDirectory());
  return [root, ...folders.map((entry) => join(entry.parentPath, entry.name))];
}

/** Lists the symbolic links in a folder and in those inside it, sorted. */
export async function listLinks(folder: string): Promise<readonly string[]> {
  const links = (await readEntries(folder)).filter((entry) => entry.isSymbolicLink());
  return links.map((entry) => join(entry.parentPath, entry.name)).sort();
}

/**
 * Creates a folder and its parents. It avoids the option `recursive` of `mkdir`, which never ends on
 * `/proc`.
 * @throws Error that names the folder in which none can be created.
 */
export async function makeFolder(folder: string): Promise<void> {
  if (await isFolder(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) await makeFolder(parent);
  try {
    await mkdir(folder);
  } catch (error) {
    if (isMissing(error)) throw new Error(`No folder can be created in ${parent}.`);
    // Another run may have created it meanwhile.
    if (!(await isFolder(folder))) throw error;
  }
}

/** @throws Error if it is a file. */
async function isFolder(path: string): Promise<boolean> {
  try {
    if ((await stat(path)).isDirectory()) return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
  throw new Error(`${path} is a file; expected a folder.`);
}

/** Removes a file, and its folder if that leaves the folder empty. */
export async function removeFrom(folder: string, path: string): Promise<void> {
  const target = join(folder, path);
  await rm(target);
  const parent = dirname(target);
  if (parent !== folder && (await readdir(parent)).length === 0) await rmdir(parent);
}
