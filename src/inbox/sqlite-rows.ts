import { toBytes } from "./sqlite-handle.js";
import { DEAD, DONE, HELD, RUNNING, WAITING } from "./sqlite-schema.js";
import type {
  AttemptError,
  DeliveryState,
  DeliverySummary,
  StoredDelivery,
  StoreFilter,
} from "./store.js";
import { readCursor } from "./store-rules.js";

/** A row of a result. Engines differ in the prototype of rows, and in the type of blobs. */
export type Row = Readonly<Record<string, unknown>>;

const STATES: ReadonlyMap<unknown, DeliveryState> = new Map([
  [WAITING, "waiting"],
  [HELD, "waiting"],
  [RUNNING, "running"],
  [DONE, "done"],
  [DEAD, "dead"],
]);

export function toSummary(row: Row): DeliverySummary {
  const state = STATES.get(row["state"]) ?? "done";
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
    orderKey: (row["order_key"] as string | null) ?? undefined, // a column of text
  };
}

export function toDelivery(row: Row): StoredDelivery {
  const lines = String(row["errors"])
    .split("\n")
    .filter((line) => line !== "");
  return {
    ...toSummary(row),
    body: toBytes(row["body"]),
    digest: Buffer.from(toBytes(row["digest"])).toString("hex"),
    done: JSON.parse(String(row["done"])) as readonly string[], // as it was written
    errors: lines.map((line) => JSON.parse(line) as AttemptError), // as above
  };
}

/**
 * The end of a query for deliveries, the newest first.
 * @param seqs the numbers of those that may have the id of the filter.
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
  if (filter.state !== undefined) {
    const states = [...STATES].filter(([, name]) => name === filter.state);
    conditions.push(`state IN (${states.map(([state]) => state).join()})`);
  }
  const sql = `WHERE ${conditions.join(" AND ")} ORDER BY seq DESC LIMIT ?`;
  return { sql, values: [...values, filter.limit ?? -1] };
}
