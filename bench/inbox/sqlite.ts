import { rmSync } from "node:fs";
import { openFile } from "../../src/inbox/sqlite/engine.js";
import { configure } from "../../src/inbox/sqlite/schema.js";
import { openSqliteStore } from "../../src/inbox/sqlite/store.js";
import { openAsSubject, type Subject } from "./subject.js";

/** The store in SQLite, and an `INSERT` for each delivery with the same durability. */
export const sqliteSubjects: readonly Subject[] = [
  {
    name: "typewire",
    open: (path) => openAsSubject(openSqliteStore(path), () => removeFiles(path)),
  },
  {
    name: "bare inserts",
    open: async (path) => {
      const db = await openFile(path);
      configure(db); // as the store does it
      db.exec("CREATE TABLE delivery (seq INTEGER PRIMARY KEY, id TEXT, name TEXT, body BLOB)");
      const insert = db.prepare("INSERT INTO delivery (id, name, body) VALUES (?, ?, ?)");
      return {
        write: (deliveries) => {
          db.exec("BEGIN IMMEDIATE");
          // `never`: each engine has a type of its own for what it takes.
          for (const { id, name, body } of deliveries) insert.run(...([id, name, body] as never[]));
          db.exec("COMMIT");
          return Promise.resolve();
        },
        close: () => {
          db.close();
          removeFiles(path);
          return Promise.resolve();
        },
      };
    },
  },
];

function removeFiles(path: string): void {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(`${path}${suffix}`, { force: true });
}
