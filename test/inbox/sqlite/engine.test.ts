/** What all engines of SQLite have: errors by name or number, statements, transactions and blobs. */
import { describe, expect, it } from "vitest";
import { SqliteDatabase } from "../../../src/inbox/sqlite/database.js";
import { isBusy, isDamage, readBlob } from "../../../src/inbox/sqlite/engine-differences.js";
import { createHandle } from "./noting-handle.js";

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
