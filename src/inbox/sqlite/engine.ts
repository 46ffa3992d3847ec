/** Engines of SQLite (`node:sqlite`, `libsql` and `better-sqlite3`): finds them, opens files with them, and evens out their differences. */
import { expectMethods, quote } from "../../base/expect.js";
import { isStorable } from "../store-rules/values.js";

/** A parameter for bytes that may be empty: `node:sqlite` of Node 22 binds some of these as NULL. */
export const BYTES = "coalesce(?, x'')";

/** Package that is used on Node before 22.13, if it is installed. */
const FALLBACK: string = "libsql";

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

/** True for a database whose write-ahead log does not exist now. */
function isIdle(path: string): boolean {
  const fs = process.getBuiltinModule("node:fs");
  if (fs.existsSync(`${path}-wal`)) return false;
  const file = fs.openSync(path, "r");
  try {
    const header = new Uint8Array(20);
    fs.readSync(file, header);
    return header[18] === 2; // the version of the format for writing; 2 is for a log
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

/** Finds `node:sqlite`, which Node has from 22.13 on. */
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

/** Recognizes the error of a database that another process or handle has locked. */
export function isBusy(error: unknown): boolean {
  return hasCode(error, "SQLITE_BUSY", 5);
}

/** Recognizes the error of a file with bytes that SQLite has not written. */
export function isDamage(error: unknown): boolean {
  return hasCode(error, "SQLITE_CORRUPT", 11) || hasCode(error, "SQLITE_NOTADB", 26);
}

/** Compares the code of an error; engines use names or numbers. */
function hasCode(error: unknown, name: string, number: number): boolean {
  const { code = "", errcode = 0 } = error as { code?: unknown; errcode?: unknown }; // any error
  return String(code).startsWith(name) || (Number(errcode) & 0xff) === number;
}

/** Converts a blob, whose type depends on the engine. */
export function readBlob(blob: unknown): Uint8Array {
  return blob instanceof Uint8Array ? blob : new Uint8Array(blob as ArrayBuffer); // of `libsql`
}

// ---- Types

/** Row of a result. Engines differ in the prototype of rows, and in the type of blobs. */
export type Row = Readonly<Record<string, unknown>>;

export type SqlValue = string | number | null | Uint8Array;

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
