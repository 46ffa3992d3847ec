/** Files that a store is given, as a path or a handle, and names that are no file. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { expectFile, isUri } from "../../../src/inbox/sqlite/file-argument.js";
import { findFile, toWatchedPath } from "../../../src/inbox/sqlite/file-watch.js";
import { openSqliteStore } from "../../../src/inbox/sqlite/store.js";
import { SETTINGS } from "../deliveries.js";
import { Database } from "./engine.js";
import { createHandle } from "./noting-handle.js";

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "typewire-paths-"));
  path = join(folder, "inbox.db");
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("a file", () => {
  it("[G.2] is a path or a handle, as it is given", () => {
    const { handle } = createHandle();
    expect(["größe.db", " ", handle].map(expectFile)).toEqual(["größe.db", " ", handle]);
  });

  it("[G.2] is watched at its path, but not as a URI or a handle, whose path the engine alone knows", () => {
    expect(["file:a", "afile:", "file"].map(isUri)).toEqual([true, false, false]);
    expect(toWatchedPath("a.db")).toBe(resolve("a.db"));
    expect(toWatchedPath("file:a.db")).toBeUndefined();
    expect(toWatchedPath(createHandle().handle)).toBeUndefined();
  });

  it("[G.2] that a handle has open is found by the name of its main database", () => {
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
});

describe("what is no file", () => {
  it.each<[file: unknown, message: string]>([
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
  ])("[G.2] is refused, with what is expected: %j", (file, message) => {
    expect(() => expectFile(file)).toThrow(new TypeError(message));
  });

  it.each(["", ":memory:"])("[G.2] is refused by the store at once: %j", (name) => {
    expect(() => openSqliteStore(name)).toThrow(/^`file` is ".*", .*`openMemoryStore\(\)`/);
  });

  it.each(["a\0b", "a\ud800"])(
    "[G.2] is refused by the store before the engine gets it: %j",
    (name) => {
      expect(() => openSqliteStore(name)).toThrow(/^`file` is ".*"; expected a path without NUL/);
    },
  );

  it.each([undefined, 1, {}])("[G.2] is refused by the store when it is no text: %j", (file) => {
    expect(() => openSqliteStore(file as string)).toThrow(/^`file` is .*; expected a path, or a /);
  });

  it.each(["file::memory:", "file:notes?mode=memory", "file:"])(
    "[G.2] is refused as a handle of a database that the engine keeps in memory: %s",
    async (name) => {
      const db = new Database(name);
      await expect(open(db)).rejects.toThrow(/has no file.*`openMemoryStore\(\)`/);
      db.close();
    },
  );

  it("[G.2] is refused as a path that the engine would keep in memory", async () => {
    await expect(open("file::memory:")).rejects.toThrow(/has no file.*`openMemoryStore\(\)`/);
  });
});

async function open(file: Parameters<typeof openSqliteStore>[0]) {
  const store = openSqliteStore(file);
  await store.open({ ...SETTINGS, clock: Date.now });
  return store;
}
