/** Opens the file of a database, and finds its path and its identity. */
import { InboxError } from "../store.js";
import { isUri, type SqliteHandle } from "./engine.js";

/**
 * Opens a file, and checks that it was not replaced meanwhile.
 * @throws InboxError when it was. The next delivery tries again.
 */
export async function openInPlace(
  file: string,
  open: (file: string) => Promise<SqliteHandle>,
  close: (db: SqliteHandle) => Promise<void>,
): Promise<SqliteHandle> {
  const path = toWatchedPath(file);
  const before = path === undefined ? undefined : identify(path);
  const db = await open(file);
  if (path === undefined || before === undefined || before.id === identify(path)?.id) return db;
  await close(db);
  throw new InboxError("STORE_REPLACED", `The file ${path} was replaced while it was opened.`);
}

/** Resolves the path of the file to watch. `undefined` for a handle or a URI: only the engine knows it. */
export function toWatchedPath(file: string | SqliteHandle): string | undefined {
  if (typeof file !== "string" || isUri(file)) return undefined;
  return process.getBuiltinModule("node:path").resolve(file);
}

/** Finds the path of an open database. `undefined` if it has no file. */
export function findFile(db: SqliteHandle): string | undefined {
  const list = db.prepare("PRAGMA database_list").all() as { name: string; file: string | null }[];
  return list.find(({ name }) => name === "main")?.file || undefined;
}

/** Tells which file is at the path, and its size. `undefined` if there is none. */
export function identify(path: string): FileIdentity | undefined {
  const fs = process.getBuiltinModule("node:fs");
  // Bigints, because the numbers of some file systems have more than 53 bits.
  const found = fs.statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && { id: `${found.dev}:${found.ino}`, size: Number(found.size) };
}

export interface FileIdentity {
  /** Device and number. */
  readonly id: string;
  readonly size: number;
}
