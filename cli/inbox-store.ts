import { existsSync } from "node:fs";
import { InboxError } from "../src/inbox/errors.js";
import { READING } from "../src/inbox/move.js";
import { openSqliteReader, openSqliteStore } from "../src/inbox/sqlite/store.js";
import type { InboxStore } from "../src/inbox/store.js";
import { locate, type CliIo } from "./io.js";
import { CommandError } from "./usage.js";

/** Of an `import` whose package is not installed. */
const MODULE_NOT_FOUND = "ERR_MODULE_NOT_FOUND";

/**
 * What is done with a store. Looking writes nothing; an inbox must be there, unless a store is filled.
 */
export type Use = "look" | "change" | "fill";

/**
 * Opens the store of an inbox.
 * @param name the path of a file of SQLite, or the URL of a database of PostgreSQL.
 * @throws CommandError when it cannot be opened, or has no inbox.
 */
export async function openStore(name: string, io: CliIo, use: Use): Promise<InboxStore> {
  if (use === "change") await expectInbox(name, io);
  const store = await createStore(name, io, use);
  try {
    await store.open(READING);
  } catch (error) {
    throw describeFailure(name, error);
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

/** An older inbox is one, too: a command that changes it brings it up to date before. */
async function expectInbox(name: string, io: CliIo): Promise<void> {
  const store = await createStore(name, io, "look");
  try {
    await store.open(READING);
  } catch (error) {
    if (!(error instanceof InboxError && error.code === "STORE_TOO_OLD")) {
      throw describeFailure(name, error);
    }
  } finally {
    await store.close();
  }
}

function isDatabase(name: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(name);
}

function describeFailure(name: string, error: unknown): CommandError {
  if (error instanceof InboxError) return new CommandError(error.message);
  const message = error instanceof Error ? error.message : String(error);
  const which = isDatabase(name) ? withoutPassword(name) : name;
  return new CommandError(`The store ${which} cannot be opened: ${message.replace(/\.$/, "")}.`);
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
export async function loadPostgres(load = () => import("../src/inbox/postgres/store.js")) {
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
