/** The engines of SQLite, as far as the store uses them. */

export type SqlValue = string | number | null | Uint8Array;

/** A database of `node:sqlite`, `libsql` or `better-sqlite3`, whatever their types say of values. */
export interface SqliteHandle {
  exec(sql: string): unknown;
  prepare(sql: string): {
    run(...values: never[]): unknown;
    all(...values: never[]): unknown[];
  };
  close(): unknown;
}

/** A statement as all of them take values. */
export interface SqliteStatement {
  run(...values: SqlValue[]): unknown;
  all(...values: SqlValue[]): unknown[];
}

type SqliteClass = new (path: string) => SqliteHandle;

/** On Node before 22.13, the package that is used when it is installed. */
const FALLBACK: string = "libsql";

/**
 * Opens a file with `node:sqlite`, or with `libsql` where the runtime does not have it.
 * @throws TypeError when there is neither.
 */
export async function openFile(path: string): Promise<SqliteHandle> {
  const builtIn = process.getBuiltinModule("node:sqlite" as "node:fs") as unknown;
  if (builtIn !== undefined) {
    const { DatabaseSync } = builtIn as { readonly DatabaseSync: SqliteClass }; // Node 22.13
    return new DatabaseSync(path);
  }
  const Database = await importFallback();
  if (Database !== undefined) return new Database(path);
  throw new TypeError(
    "This runtime has no `node:sqlite`; expected Node 22.13 or later. Install `libsql`, or pass a " +
      "handle: `openSqliteStore(new Database(path))` with `libsql` or `better-sqlite3`.",
  );
}

async function importFallback(): Promise<SqliteClass | undefined> {
  try {
    const { default: found } = (await import(FALLBACK)) as { readonly default: SqliteClass };
    return found;
  } catch {
    return undefined; // it is not installed
  }
}

/** Whether another process or handle has the lock. Each engine has codes of its own. */
export function isBusy(error: unknown): boolean {
  const { code = "", errcode = 0 } = error as { code?: unknown; errcode?: unknown }; // any error
  return String(code).startsWith("SQLITE_BUSY") || (Number(errcode) & 0xff) === 5;
}

/** A blob as each engine returns it. */
export function toBytes(blob: unknown): Uint8Array {
  return blob instanceof Uint8Array ? blob : new Uint8Array(blob as ArrayBuffer); // of `libsql`
}
