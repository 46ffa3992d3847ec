/** The files of a change, and the reading of those that may be missing. */
import type * as files from "node:fs/promises";
import { isMissing } from "./system-errors.js";

/** The text of a file; `undefined` if there is none. */
export async function readOptional(path: string, fs: ChangeFiles): Promise<string | undefined> {
  try {
    return await fs.readFile(path, "utf8");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

export async function exists(path: string, fs: ChangeFiles): Promise<boolean> {
  return fs.stat(path).then(
    () => true,
    (error: unknown) => {
      if (isMissing(error)) return false;
      throw error;
    },
  );
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
