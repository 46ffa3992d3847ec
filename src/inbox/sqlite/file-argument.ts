/** Checks the argument of a store in SQLite: a path, or a handle that is open already. */
import { expectMethods, quote } from "../../base/expect.js";
import { isStorable } from "../store-rules/values.js";
import type { SqliteHandle } from "./engine.js";

/**
 * Checks the argument of a store.
 * @throws TypeError for anything but a handle or a path; for the name of a database in memory; and for a
 * path at which an engine would end the process, or would open another file.
 */
export function expectFile(file: unknown): string | SqliteHandle {
  if (typeof file !== "string") {
    const expected = "a path, or a handle of `node:sqlite`, `libsql` or `better-sqlite3`";
    return expectMethods<SqliteHandle>(file, "`file`", ["exec", "prepare", "close"], expected);
  }
  if (file === "" || file === ":memory:")
    throw createNoFileError(`\`file\` is ${quote(file)}, which`);
  if (isStorable(file)) return file;
  throw new TypeError(
    `\`file\` is ${quote(file)}; expected a path without NUL, in well-formed Unicode.`,
  );
}

/** Creates the error of a database that ends with the process. */
export function createNoFileError(subject: string): TypeError {
  return new TypeError(
    `${subject} has no file, so it ends with the process; expected the path of a file. In tests, use ` +
      "`openMemoryStore()`.",
  );
}

/** True for a name that an engine may read as a URI. */
export function isUri(name: string): boolean {
  return name.startsWith("file:");
}
