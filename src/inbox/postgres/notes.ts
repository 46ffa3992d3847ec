/** Notes that workers share, in PostgreSQL. */
import type { Pool } from "pg";
import { DEAD_NOTE, type NoteChange, UNTOLD } from "../store.js";
import type { Transaction } from "./connection.js";
import type { JobRow } from "./deliveries.js";
import { toInterval } from "./values.js";

/**
 * Takes or changes a note. Reads the clock when the row is locked: `now()` is the time at which a transaction began,
 * and one that waited for another one's lease began before it.
 */
export async function changeNote(
  { client, note }: Pick<Transaction, "client" | "note">,
  { name, holder, lease, text }: NoteChange,
): Promise<string | undefined> {
  // A row to lock, so that two workers cannot both find no note.
  await client.query(
    `insert into ${note} (name, text, holder, until) values ($1, '', $2, now()) on conflict do nothing`,
    [name, holder],
  );
  // A lease that ends later than its length, the column `lease`, allows was given before the clock was set back.
  const { rows } = await client.query<{ text: string; free: boolean }>(
    `select text, holder = $2 or until <= clock_timestamp() or until > clock_timestamp() + lease as free
     from ${note} where name = $1 for update`,
    [name, holder],
  );
  const [before] = rows;
  if (before === undefined || !before.free) return undefined;
  if (text === null) await client.query(`delete from ${note} where name = $1`, [name]);
  else {
    await client.query(
      `update ${note} set text = coalesce($3, text), holder = $2, lease = ${toInterval(lease)},
         until = clock_timestamp() + ${toInterval(lease)} where name = $1`,
      [name, holder, text ?? null],
    );
  }
  return before.text;
}

export async function listNotes(
  pool: Pool,
  note: string,
  prefix: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select name from ${note} where starts_with(name, $1) order by name limit $2`,
    [prefix, limit],
  );
  return rows.map(({ name }) => name);
}

/** Notes deliveries that have just become dead. */
export async function noteDead(
  { client, note, settings }: Transaction,
  ended: readonly JobRow[],
): Promise<void> {
  if (settings.notesDead !== true) return;
  const names = ended.filter(({ state }) => state === "dead").map(({ key }) => DEAD_NOTE + key);
  if (names.length === 0) return;
  await client.query(
    `insert into ${note} (name, text, holder, until) select unnest($1::text[]), $2, '', now()
     on conflict do nothing`,
    [names, UNTOLD],
  );
}
