/** Finds the repository that a folder is in. The folder need not be there yet. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname, join, posix } from "node:path";
import { codeOf } from "../../codegen/files/system-errors.js";

/** Finds the root of the repository; `undefined` without one. */
export function findRepositoryRoot(folder: string): string | undefined {
  if (existsSync(join(folder, ".git"))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : findRepositoryRoot(parent);
}

/**
 * Finds the remote of the repository, and the place of the folder in it.
 * @param below The path from `folder` to the folder of the first call, which looks into each folder above it.
 */
export async function findRepository(folder: string, below = ""): Promise<RepositoryPlace> {
  const parent = dirname(folder);
  let config: string;
  try {
    config = await readFile(join(folder, ".git", "config"), "utf8");
  } catch (error) {
    if (codeOf(error) !== "ENOENT" && codeOf(error) !== "ENOTDIR") throw error;
    if (parent === folder) return { remote: undefined, directory: "" };
    return findRepository(parent, posix.join(basename(folder), below));
  }
  const [, section = ""] = config.split(/^\[remote "origin"\]$/m);
  const [, remote] = /^\s*url\s*=\s*(\S+)$/m.exec(section.split(/^\[/m)[0] ?? "") ?? [];
  return { remote, directory: below };
}

/** A folder in a repository. */
export interface RepositoryPlace {
  /** The address of the git remote `origin`; `undefined` if there is none. */
  readonly remote: string | undefined;
  /** The path of the folder in the repository, with slashes; empty for its root, and without a repository. */
  readonly directory: string;
}
