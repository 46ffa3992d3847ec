/** Finds what has arrived before in SQLite, by the index of ids. `store-rules/duplicates.ts` compares it. */
import type { KnownBodies } from "../store-rules/duplicates.js";
import type { SqliteConnection } from "./connection.js";
import { hashId, type SqliteIds } from "./ids.js";
import { IS_LISTED, readDigest, readVia } from "./values.js";

/** Reads the bodies of deliveries by their numbers. They may have other ids than were looked for: two may have one hash. */
export function findKnownBodies(db: SqliteConnection, seqs: readonly number[]): KnownBodies {
  const known: KnownBodies = new Map();
  if (seqs.length === 0) return known;
  const rows = db.all(
    `SELECT id, digest, max(received_at) AS received_at, max(via) AS via FROM inbox_deliveries
     WHERE ${IS_LISTED} GROUP BY id, digest`,
    JSON.stringify(seqs),
  );
  for (const row of rows) {
    const id = String(row["id"]);
    const receivedAt = Number(row["received_at"]);
    const body = { digest: readDigest(row), receivedAt, via: readVia(row) };
    const bodies = known.get(id);
    if (bodies === undefined) known.set(id, [body]);
    else bodies.push(body);
  }
  return known;
}

/** Finds the ids under which a delivery has arrived and is not forgotten. */
export function findKnownIds(
  db: SqliteConnection,
  index: SqliteIds,
  ids: readonly string[],
): ReadonlySet<string> {
  index.refresh();
  const known = findKnownBodies(db, index.find(ids.map(hashId)));
  return new Set(ids.filter((id) => known.has(id)));
}
