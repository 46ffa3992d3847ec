/** Notes that workers share, in SQLite. */
import { DEAD_NOTE, type NoteChange, UNTOLD } from "../store.js";
import type { Clocks } from "../store-rules/values.js";
import type { SqliteConnection } from "./connection.js";

/** Takes or changes a note. Must be called in a transaction. */
export function changeNote(
  db: SqliteConnection,
  { name, holder, lease, text }: NoteChange,
  { leaseNow }: Clocks,
): string | undefined {
  const [row] = db.all(
    // A lease that ends later than possible is of another run of the machine.
    `SELECT text, holder <> ? AND until > ? AND until <= ? + lease AS isTaken
     FROM inbox_notes WHERE name = ?`,
    holder,
    leaseNow,
    leaseNow,
    name,
  );
  if (Number(row?.["isTaken"] ?? 0) === 1) return undefined;
  const before = (row?.["text"] ?? "") as string; // the column has texts
  if (text === null) db.run("DELETE FROM inbox_notes WHERE name = ?", name);
  else {
    db.run(
      "INSERT OR REPLACE INTO inbox_notes (name, text, holder, until, lease) VALUES (?, ?, ?, ?, ?)",
      name,
      text ?? before,
      holder,
      leaseNow + lease,
      lease,
    );
  }
  return before;
}

export function listNotes(db: SqliteConnection, prefix: string, limit: number): string[] {
  const rows = db.all(
    "SELECT name FROM inbox_notes WHERE name >= ? AND name < ? ORDER BY name LIMIT ?",
    prefix,
    `${prefix}\u{10ffff}`,
    limit,
  );
  return rows.map(({ name }) => String(name));
}

/** Notes deliveries that have just become dead. */
export function noteDead(db: SqliteConnection, keys: readonly string[]): void {
  for (const key of keys) {
    db.run(
      `INSERT OR IGNORE INTO inbox_notes (name, text, holder, until, lease) VALUES (?, ?, '', 0, 0)`,
      `${DEAD_NOTE}${key}`,
      UNTOLD,
    );
  }
}
