import { existsSync } from "node:fs";
import { InboxError } from "../src/inbox/errors.js";
import { READING } from "../src/inbox/move.js";
import { openSqliteStore } from "../src/inbox/sqlite-store.js";
import type { InboxStore } from "../src/inbox/store.js";
import { locate, type CliIo } from "./io.js";
import { CommandError } from "./usage.js";

/** Of an `import` whose package is not installed. */
const MODULE_NOT_FOUND = "ERR_MODULE_NOT_FOUND";

/**
 * Opens the store of an inbox.
 * @param name the path of a file of SQLite, or the URL of a database of PostgreSQL.
 * @param mustExist whether a file that is not there is a mistake.
 */
export async function openStore(name: string, io: CliIo, mustExist = true): Promise<InboxStore> {
  const isDatabase = /^postgres(?:ql)?:\/\//.test(name);
  const store = isDatabase
    ? (await loadPostgres()).openPostgresStore(name)
    : openSqliteStore(locateFile(name, io, mustExist));
  try {
    await store.open(READING);
  } catch (error) {
    if (error instanceof InboxError) throw new CommandError(error.message);
    const message = error instanceof Error ? error.message : String(error);
    const which = isDatabase ? withoutPassword(name) : name;
    throw new CommandError(`The store ${which} cannot be opened: ${message.replace(/\.$/, "")}.`);
  }
  return store;
}

function withoutPassword(url: string): string {
  try {
    const { host, pathname } = new URL(url);
    return `postgresql://${host}${pathname}`;
  } catch {
    return "of PostgreSQL"; // whatever it is, it may hold a password
  }
}

/**
 * Loaded when it is asked for: `pg` and `pg-boss` need not be installed.
 * @throws CommandError if they are needed and missing.
 */
export async function loadPostgres(load = () => import("../src/inbox/postgres-store.js")) {
  try {
    return await load();
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === MODULE_NOT_FOUND;
    if (!isMissing) throw error;
    throw new CommandError(
      "A store of PostgreSQL needs the packages pg and pg-boss. Run `npm install pg pg-boss`.",
    );
  }
}

function locateFile(name: string, io: CliIo, mustExist: boolean): string {
  const path = locate(io, name);
  if (!mustExist || existsSync(path)) return path;
  throw new CommandError(`The store ${name} does not exist; expected a file of SQLite.`);
}

/** Opens a store for as long as something is done with it. */
export async function withStore<Result>(
  name: string,
  io: CliIo,
  use: (store: InboxStore) => Promise<Result>,
): Promise<Result> {
  const store = await openStore(name, io);
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}
