/** Finds the engine of SQLite, `node:sqlite` or `libsql`, and opens and closes files with it. */

/** Package that is used on Node before 22.13, if it is installed. */
const FALLBACK: string = "libsql";

/**
 * Opens a file with `node:sqlite`, or with `libsql` where the runtime does not have it.
 * @throws TypeError when there is neither.
 */
export async function openFile(path: string): Promise<SqliteHandle> {
  return new (await findEngine())(path);
}

/**
 * Opens a file for reading only. Changes neither the file nor its folder, and keeps no writer waiting.
 * @throws TypeError when there is no engine.
 */
export async function openReader(path: string): Promise<SqliteHandle> {
  const Engine = await findEngine();
  const { pathToFileURL } = process.getBuiltinModule("node:url");
  // While no process has the database open there is no log, and reading would create one.
  const mode = isIdle(path) ? "immutable=1" : "mode=ro";
  const db = openUri(Engine, `${pathToFileURL(path).href}?${mode}`, path);
  db.exec("PRAGMA query_only = ON");
  return db;
}

/** Node before 22.15 takes no URI: it opens the path read-only, and leaves an empty log behind. */
function openUri(Engine: SqliteClass, uri: string, path: string): SqliteHandle {
  try {
    return new Engine(uri, { readOnly: true });
  } catch (error) {
    if (findBuiltIn() === undefined) throw error;
    return new Engine(path, { readOnly: true });
  }
}

/** Place in the header of a file at which the version of its format for writing is. */
const WRITE_VERSION = 18;

/** True for a database whose write-ahead log does not exist now. */
function isIdle(path: string): boolean {
  const fs = process.getBuiltinModule("node:fs");
  if (fs.existsSync(`${path}-wal`)) return false;
  const file = fs.openSync(path, "r");
  try {
    const header = new Uint8Array(20);
    fs.readSync(file, header);
    return header[WRITE_VERSION] === 2; // 1 is for a database without a log
  } finally {
    fs.closeSync(file);
  }
}

async function findEngine(): Promise<SqliteClass> {
  const Engine = findBuiltIn() ?? (await importFallback());
  if (Engine !== undefined) return Engine;
  throw new TypeError(
    "This runtime has no `node:sqlite`; expected Node 22.13 or later. Install `libsql`, or pass a " +
      "handle: `openSqliteStore(new Database(path))` with `libsql` or `better-sqlite3`.",
  );
}

/** Finds `node:sqlite`, which Node has from 22.13 on. The types do not have it, hence the name of another module. */
function findBuiltIn(): SqliteClass | undefined {
  const found = process.getBuiltinModule("node:sqlite" as "node:fs") as unknown;
  return (found as { readonly DatabaseSync: SqliteClass } | undefined)?.DatabaseSync;
}

/** Finds the file of the fallback, for a thread. `undefined` where `node:sqlite` is used. */
export function findFallback(): string | undefined {
  if (findBuiltIn() !== undefined) return undefined;
  const { createRequire } = process.getBuiltinModule("node:module");
  return createRequire(import.meta.url).resolve(FALLBACK);
}

async function importFallback(): Promise<SqliteClass | undefined> {
  try {
    const { default: found } = (await import(FALLBACK)) as { readonly default: SqliteClass };
    return found;
  } catch {
    return undefined; // it is not installed
  }
}

/**
 * Closes a database of {@link openFile} and its file. `libsql` keeps the file open while there are
 * statements, which only garbage collection closes.
 */
export async function closeFile(db: SqliteHandle): Promise<void> {
  db.close();
  if (findBuiltIn() !== undefined) return;
  collectGarbage();
  await new Promise((resolve) => setImmediate(resolve)); // finalizers run in the next turns
  await new Promise((resolve) => setImmediate(resolve));
}

/** Collects garbage now, if the runtime allows it; otherwise that happens some time later. */
function collectGarbage(): void {
  try {
    process.getBuiltinModule("node:v8").setFlagsFromString("--expose-gc");
    process.getBuiltinModule("node:vm").runInNewContext("gc()");
  } catch {
    // The runtime does not use V8.
  }
}

// ---- Types

/** Database of `node:sqlite`, `libsql` or `better-sqlite3`; their types of values differ. */
export interface SqliteHandle {
  exec(sql: string): unknown;
  prepare(sql: string): {
    run(...values: never[]): unknown;
    all(...values: never[]): unknown[];
  };
  close(): unknown;
}

type SqliteClass = new (path: string, options?: { readonly readOnly: boolean }) => SqliteHandle;
