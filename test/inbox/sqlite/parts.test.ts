/** Parts of the store in SQLite by themselves: engines, errors, paths and what is kept in a file for good. */
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SqliteDatabase } from "../../src/inbox/sqlite/database.js";
import {
  expectFile,
  isBusy,
  isDamage,
  isUri,
  openReader,
  readBlob,
  type SqliteHandle,
} from "../../../src/inbox/sqlite/engine.js";
import { findFile, toWatchedPath } from "../../../src/inbox/sqlite/files.js";
import { hashId } from "../../../src/inbox/sqlite/rows.js";
import { configure, leaveLog } from "../../../src/inbox/sqlite/schema.js";
import { openSqliteReader, openSqliteStore } from "../../../src/inbox/sqlite/store.js";
import { arrive, commit, describeError, SETTINGS } from "../deliveries.js";
import { Database } from "./engine.js";

let folder: string;
let path: string;
let now: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "typewire-parts-"));
  path = join(folder, "inbox.db");
  now = Date.UTC(2026, 0, 1);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("an error of an engine", () => {
  it.each<[object, boolean, boolean]>([
    [{ code: "SQLITE_BUSY" }, true, false],
    [{ code: "SQLITE_BUSY_SNAPSHOT" }, true, false],
    [{ errcode: 5 }, true, false],
    [{ errcode: 5 + (2 << 8) }, true, false],
    [{ code: "ERR_SQLITE_ERROR", errcode: 5 }, true, false],
    [{ code: "SQLITE_CORRUPT" }, false, true],
    [{ code: "SQLITE_CORRUPT_INDEX" }, false, true],
    [{ errcode: 11 }, false, true],
    [{ errcode: 11 + (3 << 8) }, false, true],
    [{ code: "SQLITE_NOTADB" }, false, true],
    [{ errcode: 26 }, false, true],
    [{ code: "SQLITE_FULL", errcode: 13 }, false, false],
    [{ code: "NOT_SQLITE_BUSY" }, false, false],
    [new Error("SQLITE_BUSY"), false, false],
  ])("[G.9] %j is known by its name or number", (error, busy, damage) => {
    expect([isBusy(error), isDamage(error)]).toEqual([busy, damage]);
  });
});

describe("a database", () => {
  it("prepares each statement once, and keeps 64 of them", async () => {
    const { handle, told } = createHandle();
    const db = await SqliteDatabase.open(handle);
    const countPrepared = (sql: string) => told.filter((each) => each === `prepare ${sql}`).length;
    for (let round = 0; round < 2; round++)
      for (let n = 0; n < 65; n++) db.run(`statement ${n}`, n, "x");
    expect([0, 63, 64].map((n) => countPrepared(`statement ${n}`))).toEqual([1, 1, 2]);
    expect(told.slice(0, 2)).toEqual(["prepare statement 0", "run statement 0 0 x"]);
    await db.close();
    db.all("statement 0", 7);
    expect(told.slice(-2)).toEqual(["prepare statement 0", "all statement 0 7"]);
    expect(told).not.toContain("close"); // it is the caller's
  });

  it("is closed if it was opened from a path", async () => {
    const { handle, told } = createHandle();
    const paths: string[] = [];
    const db = await SqliteDatabase.open("a.db", (each) => {
      paths.push(each);
      return Promise.resolve(handle);
    });
    await db.close();
    expect([paths, told]).toEqual([["a.db"], ["close"]]);
  });

  it.each<[string, readonly string[], boolean, readonly string[], string]>([
    ["commits what is done", [], false, ["work", "COMMIT"], "result"],
    ["takes back what has failed", [], true, ["work", "ROLLBACK"], "work failed"],
    [
      "takes back what it cannot commit",
      ["COMMIT"],
      false,
      ["work", "COMMIT", "ROLLBACK"],
      "COMMIT failed",
    ],
    [
      "has the first error if it cannot even do that",
      ["ROLLBACK"],
      true,
      ["work", "ROLLBACK"],
      "work failed",
    ],
  ])("[G.3] %s", async (_, failing, throws, expected, result) => {
    const { handle, told } = createHandle(failing);
    const db = await SqliteDatabase.open(handle);
    const work = () => {
      told.push("work");
      if (throws) throw new Error("work failed");
      return "result";
    };
    const finish = () => {
      try {
        return db.finishTransaction(work);
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect([finish(), told]).toEqual([result, expected]);
  });

  it("reads bytes of each engine", () => {
    const bytes = Uint8Array.of(1, 2);
    expect(readBlob(bytes)).toBe(bytes);
    expect(readBlob(bytes.buffer)).toEqual(bytes);
  });
});

describe("a file", () => {
  it.each<[unknown, string]>([
    [
      "",
      '`file` is "", which has no file, so it ends with the process; expected the path of a file. In tests, use ' +
        "`openMemoryStore()`.",
    ],
    ["a\0", '`file` is "a\\u0000"; expected a path without NUL, in well-formed Unicode.'],
    [
      7,
      "`file` is a number; expected a path, or a handle of `node:sqlite`, `libsql` or `better-sqlite3`.",
    ],
    [
      { exec: () => 1, prepare: () => 1 },
      "`file` is an object; expected a path, or a handle of `node:sqlite`, `libsql` or `better-sqlite3`.",
    ],
  ])("[G.2] is refused as %j", (file, message) => {
    expect(() => expectFile(file)).toThrow(new TypeError(message));
  });

  it("[G.2] is a path or a handle, as it is given", () => {
    const { handle } = createHandle();
    expect(["größe.db", " ", handle].map(expectFile)).toEqual(["größe.db", " ", handle]);
  });

  it("[G.2] is watched at its path, unless only the engine knows that", () => {
    expect(["file:a", "afile:", "file"].map(isUri)).toEqual([true, false, false]);
    expect(toWatchedPath("a.db")).toBe(resolve("a.db"));
    expect(toWatchedPath("file:a.db")).toBeUndefined();
    expect(toWatchedPath(createHandle().handle)).toBeUndefined();
  });

  it("[G.2] of a handle is that of its main database", () => {
    const db = new Database(path);
    db.exec("ATTACH ':memory:' AS other");
    expect(findFile(db)).toBe(path);
    db.close();
    const rows = [
      { name: "temp", file: "temp.db" },
      { name: "main", file: "" },
    ];
    expect(findFile(createHandle([], rows).handle)).toBeUndefined();
    expect(findFile(createHandle([], rows.slice(0, 1)).handle)).toBeUndefined();
  });

  it("[G.9] needs a write-ahead log", () => {
    const { handle } = createHandle([], [{ journal_mode: "delete" }]);
    expect(() => configure(handle)).toThrow(
      expect.objectContaining({
        code: "STORE_UNREADABLE",
        message:
          "The journal mode of the database is delete; expected wal. Use a file on a local disk.",
      }),
    );
  });

  it.each<[string, readonly string[], string, boolean]>([
    ["has left its log", [], "delete", true],
    ["has not", [], "wal", false],
    ["is locked", ["all PRAGMA journal_mode = DELETE"], "delete", false],
  ])("[G.7] is alone if it %s", (_, failing, mode, isAlone) => {
    expect(leaveLog(createHandle(failing, [{ journal_mode: mode }]).handle)).toBe(isAlone);
  });
});

describe("a name that is no file", () => {
  it.each(["", ":memory:"])("[G.2] is refused at once: %j", (name) => {
    expect(() => openSqliteStore(name)).toThrow(/^`file` is ".*", .*`openMemoryStore\(\)`/);
  });

  it.each(["a\0b", "a\ud800"])("[G.2] is refused before the engine gets it: %j", (name) => {
    expect(() => openSqliteStore(name)).toThrow(/^`file` is ".*"; expected a path without NUL/);
  });

  it.each([undefined, 1, {}])("[G.2] is refused when it is no text: %j", (file) => {
    expect(() => openSqliteStore(file as string)).toThrow(/^`file` is .*; expected a path, or a /);
  });

  it.each(["file::memory:", "file:notes?mode=memory", "file:"])(
    "[G.2] is refused when the engine keeps it in memory: %s",
    async (name) => {
      const db = new Database(name);
      await expect(open(db)).rejects.toThrow(/has no file.*`openMemoryStore\(\)`/);
      db.close();
    },
  );

  it("[G.2] is refused when a path that is opened is one", async () => {
    await expect(open("file::memory:")).rejects.toThrow(/has no file.*`openMemoryStore\(\)`/);
  });
});

describe("reading alone", () => {
  it("[G.12] changes neither a file nor its folder, whether it is open or not", async () => {
    const store = await open();
    const arrival = arrive("1", { orderKey: "a", text: '{"text":"Needle"}' });
    await commit(store, { arrivals: [arrival, arrive("2")], room: 1 });
    for (const isOpen of [true, false]) {
      if (!isOpen) await store.close();
      const files = readdirSync(folder);
      const reader = openSqliteReader(path);
      await reader.open({ ...SETTINGS, clock: () => now });
      expect(await reader.get("1")).toMatchObject({ id: "1", state: "running", attempts: 1 });
      expect((await reader.list({ text: "needle" })).map(({ id }) => id)).toEqual(["1"]);
      expect(await reader.stats()).toMatchObject({ waiting: 1, running: 1 });
      await expect(commit(reader, { arrivals: [arrive("3")] })).rejects.toThrow(
        /readonly|read-only/i,
      );
      await reader.close();
      expect(readdirSync(folder)).toEqual(files);
    }
    const db = await openReader(path);
    expect(() => db.exec("CREATE TABLE mine (n INTEGER)")).toThrow();
    db.close();
  });

  it("[G.8] needs a file with an inbox of this version", async () => {
    const settings = { ...SETTINGS, clock: () => now };
    const db = new Database(path);
    db.exec("CREATE TABLE mine (n INTEGER)");
    await expect(openSqliteReader(path).open(settings)).rejects.toMatchObject({
      code: "STORE_UNREADABLE",
    });
    db.exec("CREATE TABLE inbox_version (version INTEGER NOT NULL) STRICT");
    await expect(openSqliteReader(path).open(settings)).rejects.toMatchObject({
      code: "STORE_TOO_OLD",
      message: expect.stringContaining("has version 0; expected 3.") as unknown,
    });
    db.close();
    await expect(openSqliteReader(join(folder, "none.db")).open(settings)).rejects.toThrow();
    expect(readdirSync(folder)).toEqual(["inbox.db"]);
  });

  it("refuses a misspelt option", () => {
    expect(() => openSqliteStore(path, { busyTimout: 1 } as object)).toThrow(
      "Unknown option `busyTimout`. Did you mean `busyTimeout`?",
    );
  });
});

describe("what a file keeps", () => {
  it("[G.4] are ids as 48 bits of their hash, which every version finds again", () => {
    for (const id of ["", "1", "größe", "x".repeat(1_000)]) {
      const hex = createHash("sha256").update(id).digest("hex").slice(0, 12);
      expect(hashId(id)).toBe(Number(BigInt.asIntN(48, BigInt(`0x${hex}`))));
    }
  });

  it("[G.4] is an index of ids, 4,096 at a time; earlier and later ones are known all the same", async () => {
    const db = new Database(path);
    const store = await open();
    const other = await open();
    const countIndexed = () =>
      (db.prepare("SELECT count(*) AS count FROM inbox_ids").all()[0] as { count: number }).count;
    const send = async (to: typeof store, from: number, count: number) => {
      const arrivals = Array.from({ length: count }, (_, n) => arrive(String(from + n)));
      return (await commit(to, { arrivals })).arrivals.filter((each) => each === "new").length;
    };
    expect([await send(store, 0, 4_095), countIndexed()]).toEqual([4_095, 0]);
    expect([await send(other, 4_094, 2), countIndexed()]).toEqual([1, 4_096]);
    expect(await send(store, 4_000, 150)).toBe(54);
    expect(await send(other, 0, 4_150)).toBe(0);
    const known = await other.findKnown?.(["0", "4095", "4096", "4149", "4150"]);
    expect([...(known ?? [])]).toEqual(["0", "4095", "4096", "4149"]);
    expect((await store.list({ id: "4149" })).map(({ id }) => id)).toEqual(["4149"]);
    db.exec(
      "CREATE TRIGGER refuse BEFORE INSERT ON inbox_work BEGIN SELECT raise(FAIL, 'no'); END",
    );
    await expect(send(store, 5_000, 2)).rejects.toThrow("no");
    db.exec("DROP TRIGGER refuse");
    expect(await send(store, 5_000, 2)).toBe(2); // what has failed is not known
    expect(await send(other, 4_149, 1)).toBe(0);
    db.close();
    for (const each of [store, other]) await each.close();
  });

  it("[G.8] is deleted 500 deliveries at a time", async () => {
    const store = await open();
    const arrivals = Array.from({ length: 501 }, (_, n) => arrive(String(n)));
    const { claimed } = await commit(store, { arrivals, room: 501 });
    const outcomes = claimed.map(({ key, token }, index) => {
      const end = index === 0 ? ("dead" as const) : ("done" as const);
      return { key, token, end, done: [], errors: [describeError()] };
    });
    await commit(store, { outcomes });
    now += SETTINGS.keepFor + 1;
    const count = async () => (await store.list({})).length;
    expect([await store.prune(), await count()]).toEqual([true, 1]);
    expect([await store.prune(), await count()]).toEqual([false, 1]);
    expect(await store.export(undefined, 10)).toMatchObject([
      { id: "0", errors: [describeError()] },
    ]);
    now += SETTINGS.keepDeadFor;
    expect([await store.prune(), await count()]).toEqual([true, 0]); // ids of 500 are deleted, too
    expect([await store.prune(), await store.prune()]).toEqual([false, false]);
    await store.close();
    const db = new Database(path);
    for (const table of ["inbox_deliveries", "inbox_work", "inbox_ids"])
      expect(db.prepare(`SELECT 1 FROM ${table}`).all()).toHaveLength(0);
    db.close();
  });
});

async function open(file: Parameters<typeof openSqliteStore>[0] = path) {
  const store = openSqliteStore(file);
  await store.open({ ...SETTINGS, clock: () => now });
  return store;
}

/** A handle that writes down what it is told, and fails at some of it. */
function createHandle(failing: readonly string[] = [], rows: readonly object[] = []) {
  const told: string[] = [];
  const tell = (text: string) => {
    told.push(text);
    if (failing.includes(text)) throw new Error(`${text} failed`);
  };
  const handle: SqliteHandle = {
    exec: tell,
    prepare: (sql) => {
      tell(`prepare ${sql}`);
      const call =
        (method: string) =>
        (...values: unknown[]) => {
          tell([method, sql, ...values].join(" "));
          return [...rows];
        };
      return { run: call("run"), all: call("all") };
    },
    close: () => tell("close"),
  };
  return { handle, told };
}
