/** Opens the store of an inbox for a command, by the path of a file or a URL. */
import { existsSync } from "node:fs";
import { READING } from "../../src/inbox/move.js";
import { openSqliteReader, openSqliteStore } from "../../src/inbox/sqlite/store.js";
import { InboxError, type InboxStore } from "../../src/inbox/store.js";
import { CommandError, plainMessageOf } from "../io/errors.js";
import { type CliIo, locate } from "../io/io.js";

/** Code of the error of an `import` whose package is not installed. */
const MODULE_NOT_FOUND = "ERR_MODULE_NOT_FOUND";

/**
 * Opens the store of an inbox.
 * @param name path of an SQLite file, or URL of a PostgreSQL database.
 * @throws CommandError when it cannot be opened, or has no inbox.
 */
async function openStore(name: string, io: CliIo, use: Use): Promise<InboxStore> {
  if (use === "change") await expectInbox(name, io);
  const store = await createStore(name, io, use);
  try {
    await store.open(READING);
  } catch (error) {
    throw toCommandError(name, error);
  }
  return store;
}

async function createStore(name: string, io: CliIo, use: Use): Promise<InboxStore> {
  if (isDatabase(name)) {
    const { openPostgresReader, openPostgresStore } = await loadPostgres();
    return use === "look" ? openPostgresReader(name) : openPostgresStore(name);
  }
  const path = locateFile(name, io, use !== "fill");
  return use === "look" ? openSqliteReader(path) : openSqliteStore(path);
}

/**
 * Expects an inbox in the store. Accepts one of an older version, because opening it for a change updates it.
 */
async function expectInbox(name: string, io: CliIo): Promise<void> {
  const store = await createStore(name, io, "look");
  try {
    await store.open(READING);
  } catch (error) {
    if (!(error instanceof InboxError && error.code === "STORE_TOO_OLD")) {
      throw toCommandError(name, error);
    }
  } finally {
    await store.close();
  }
}

function isDatabase(name: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(name);
}

function toCommandError(name: string, error: unknown): CommandError {
  if (error instanceof InboxError) return new CommandError(error.message);
  const shown = isDatabase(name) ? withoutPassword(name) : name;
  const why = plainMessageOf(error).replace(/\.$/, "");
  return new CommandError(`The store ${shown} cannot be opened: ${why}.`);
}

function withoutPassword(url: string): string {
  try {
    const { host, pathname } = new URL(url);
    return `postgresql://${host}${pathname}`;
  } catch {
    return "of PostgreSQL"; // the text may hold a password
  }
}

/**
 * Loads `pg` and `pg-boss`, which only a store of PostgreSQL needs.
 * @throws CommandError if they are not installed.
 */
export async function loadPostgres(load = () => import("../../src/inbox/postgres/store.js")) {
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

/** Opens a store, and closes it after the work. */
export async function withStore<Result>(
  name: string,
  io: CliIo,
  work: (store: InboxStore) => Promise<Result>,
  use: Use = "look",
): Promise<Result> {
  const store = await openStore(name, io, use);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Purpose of opening a store: `look` writes nothing, and `fill` creates an inbox if there is none. */
type Use = "look" | "change" | "fill";
