/** Differences of the engines of SQLite, `node:sqlite`, `libsql` and `better-sqlite3`, in values and errors. */

// ---- Values

/** Row of a result. Engines differ in the prototype of rows, and in the type of blobs. */
export type Row = Readonly<Record<string, unknown>>;

export type SqlValue = string | number | null | Uint8Array;

/** A parameter for bytes that may be empty: `node:sqlite` of Node 22 binds some of these as NULL. */
export const BYTES = "coalesce(?, x'')";

/** Converts a blob, whose type depends on the engine. */
export function readBlob(blob: unknown): Uint8Array {
  return blob instanceof Uint8Array ? blob : new Uint8Array(blob as ArrayBuffer); // of `libsql`
}

// ---- Errors

/** Recognizes the error of a database that another process or handle has locked. */
export function isBusy(error: unknown): boolean {
  return hasCode(error, "SQLITE_BUSY", 5);
}

/** Recognizes the error of a file with bytes that SQLite has not written. */
export function isDamage(error: unknown): boolean {
  return hasCode(error, "SQLITE_CORRUPT", 11) || hasCode(error, "SQLITE_NOTADB", 26);
}

/**
 * Compares the code of an error. Engines have a name or a number, both of which may tell more: `SQLITE_BUSY_SNAPSHOT`
 * begins with `SQLITE_BUSY`, and its number 517 has that of `SQLITE_BUSY`, 5, in its lowest byte.
 */
function hasCode(error: unknown, name: string, number: number): boolean {
  const { code = "", errcode = 0 } = error as { code?: unknown; errcode?: unknown }; // any error
  const lowestByte = Number(errcode) & 0xff;
  return String(code).startsWith(name) || lowestByte === number;
}
