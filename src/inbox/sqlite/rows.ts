/** Rows of the tables in SQLite as deliveries, and filters as SQL. `schema.ts` says what the columns mean. */
import { hash } from "node:crypto";
import type {
  AttemptError,
  ClaimedDelivery,
  DeliveryState,
  DeliverySummary,
  StoredDelivery,
  StoreFilter,
  Via,
} from "../store.js";
import { readCursor, readKeys } from "../store-rules.js";
import { readBlob, type Row } from "./engine.js";

/** Numbers of the states in the tables. A held delivery waits behind another one of its order key. */
export const STATE = { waiting: 0, running: 1, done: 2, dead: 3, held: 4, forgotten: 5 } as const;

/** Public names of the states, by their number. A held delivery waits; a forgotten one is never read. */
const STATE_NAMES: readonly DeliveryState[] = ["waiting", "running", "done", "dead", "waiting"];

export function toSummary(row: Row): DeliverySummary {
  const state = STATE_NAMES[Number(row["state"])] ?? "done";
  const due = Number(row["due"]);
  return {
    key: String(row["seq"]),
    id: String(row["id"]),
    name: String(row["name"]),
    state,
    receivedAt: Number(row["received_at"]),
    attempts: Number(row["attempts"]),
    losses: Number(row["losses"]),
    dueAt: state === "waiting" ? due : undefined,
    finishedAt: state === "done" || state === "dead" ? due : undefined,
    size: Number(row["size"]),
    isConflict: row["is_conflict"] === 1,
    orderKey: (row["order_key"] as string | null) ?? undefined, // the column has texts
    via: toVia(row),
  };
}

/** Reads the column `via`, which only the inbox writes. */
export function toVia(row: Row): Via | undefined {
  return (row["via"] as Via | null) ?? undefined;
}

export function toStored(row: Row): StoredDelivery {
  const lines = String(row["errors"]).split("\n").slice(0, -1);
  return {
    ...toSummary(row),
    body: readBlob(row["body"]),
    digest: Buffer.from(readBlob(row["digest"])).toString("hex"),
    done: toNames(row["done"]),
    errors: lines.map((line) => JSON.parse(line) as AttemptError), // written by toLines
  };
}

export function toClaimed(row: Row): ClaimedDelivery {
  return {
    key: String(row["seq"]),
    token: String(row["claims"]),
    attempt: Number(row["attempts"]),
    losses: Number(row["losses"]),
    id: String(row["id"]),
    name: String(row["name"]),
    body: readBlob(row["body"]),
    receivedAt: Number(row["received_at"]),
    via: toVia(row),
    done: toNames(row["done"]),
  };
}

/** Parses the column `done`: the ids of the handlers that succeeded. */
export function toNames(done: unknown): readonly string[] {
  return JSON.parse(String(done)) as readonly string[]; // written by JSON.stringify
}

/** Writes each error as a line of JSON, so that SQL can add more without reading the earlier ones. */
export function toLines(errors: readonly AttemptError[]): string {
  return errors.map((error) => `${JSON.stringify(error)}\n`).join("");
}

// ---- Queries

/** Hashes an id to 48 bits, so that a page of the index holds many. Two ids may have the same hash. */
export function hashId(id: string): number {
  return hash("sha256", id, "buffer").readIntBE(0, 6);
}

/** Query for those of the deliveries, given as a list of numbers in JSON, that contain a text in lower case. */
export const MATCH_TEXT = `SELECT seq FROM inbox_deliveries
  WHERE seq IN (SELECT value FROM json_each(?)) AND instr(lower(CAST(body AS TEXT)), ?) > 0`;

/**
 * Writes the end of a query for deliveries: conditions, order (the newest first) and limit. The text of the
 * filter is no condition: see {@link MATCH_TEXT}.
 * @param seqs numbers of all deliveries that may have the id of the filter.
 */
export function where(filter: StoreFilter, condition: string, seqs?: readonly number[]) {
  const conditions = [condition];
  const values: (string | number)[] = [];
  const add = (sql: string, value: string | number | undefined): void => {
    if (value === undefined) return;
    conditions.push(sql);
    values.push(value);
  };
  add("seq IN (SELECT value FROM json_each(?))", seqs && JSON.stringify(seqs));
  add("id = ?", filter.id);
  add("name = ?", filter.name);
  add("received_at >= ?", filter.since);
  add("received_at < ?", filter.until);
  add("seq < ?", filter.before === undefined ? undefined : readCursor(filter.before));
  add(
    "seq IN (SELECT value FROM json_each(?))",
    filter.keys && JSON.stringify(readKeys(filter.keys)),
  );
  if (filter.state !== undefined) {
    const states = [...STATE_NAMES.keys()].filter((state) => STATE_NAMES[state] === filter.state);
    conditions.push(`state IN (${states.join()})`);
  }
  const sql = `WHERE ${conditions.join(" AND ")} ORDER BY seq DESC LIMIT ?`;
  return { sql, values: [...values, filter.limit ?? -1] }; // -1 is no limit
}
