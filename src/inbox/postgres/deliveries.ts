/** Deliveries as rows of the store in PostgreSQL: writes new ones, and reads the columns of each kind of query. */
import type {
  Arrival,
  ClaimedDelivery,
  DeliveryState,
  DeliverySummary,
  StoredDelivery,
  Via,
} from "../store.js";
import type { Transaction } from "./connection.js";
import type { Job } from "./jobs.js";
import {
  formatErrors,
  formatNames,
  formatText,
  hashText,
  parseErrors,
  parseNames,
  parseText,
  toMilliseconds,
} from "./values.js";

/** Columns of the entries that deliveries are written from. `start` and `size` find a body among all bodies. */
const NEW_COLUMNS = `id text, id_hash text, name text, digest text, order_key text, order_hash text,
  is_conflict boolean, via text, received float8, state text, attempts int, losses int, due float8,
  finished float8, done text, errors text[], start int, size int`;

/** Writes deliveries in their order. */
export async function insertDeliveries(
  { client, delivery: table }: Transaction,
  deliveries: readonly InsertedDelivery[],
): Promise<readonly JobRow[]> {
  if (deliveries.length === 0) return [];
  let start = 1; // SQL counts bytes from 1
  const entries = deliveries.map((delivery) => {
    const entry = { ...formatDelivery(delivery), start, size: delivery.body.length };
    start += delivery.body.length;
    return entry;
  });
  const received = "coalesce(to_timestamp(received / 1000), now())";
  const inserted = await client.query<JobRow>(
    `insert into ${table} (id, id_hash, name, body, digest, order_key, order_hash, is_conflict,
       via, received_at, state, is_queued, attempts, losses, due_at, finished_at, done, errors)
     select id, id_hash, name, substr($2::bytea, start, size), digest, order_key, order_hash, is_conflict,
       via, ${received}, state,
       state = 'waiting' and order_hash is null, attempts, losses,
       case state when 'waiting' then coalesce(to_timestamp(due / 1000), ${received}) end,
       to_timestamp(finished / 1000), done, errors
     from json_to_recordset($1) as entry (${NEW_COLUMNS}) order by start
     returning ${JOB_COLUMNS}`,
    // All bodies as one, because PostgreSQL takes an array of them as text only.
    [JSON.stringify(entries), Buffer.concat(deliveries.map(({ body }) => body))],
  );
  return inserted.rows;
}

/** Formats the values of {@link NEW_COLUMNS}. `null` for a time means now. */
function formatDelivery(delivery: InsertedDelivery): object {
  const { id, name, digest, orderKey } = delivery;
  const stored = "state" in delivery ? delivery : undefined;
  const isFinished = stored?.state === "done" || stored?.state === "dead";
  return {
    id: formatText(id),
    id_hash: hashText(id),
    name: formatText(name),
    digest,
    order_key: orderKey === undefined ? null : formatText(orderKey),
    order_hash: orderKey === undefined ? null : hashText(orderKey),
    is_conflict: delivery.isConflict,
    via: delivery.via ?? null,
    received: stored?.receivedAt ?? null,
    state: isFinished ? stored.state : "waiting",
    attempts: stored?.attempts ?? 0,
    losses: stored?.losses ?? 0,
    due: stored?.dueAt ?? null,
    finished: stored?.finishedAt ?? null,
    done: formatNames(stored?.done ?? []),
    errors: formatErrors(stored?.errors ?? []),
  };
}

// ---- Rows as deliveries

/** Columns of a {@link SummaryRow}. */
export const SUMMARY_COLUMNS = `seq::text as key, id, name, state, attempts, losses,
  ${toMilliseconds("received_at")} as "receivedAt",
  case state when 'waiting' then ${toMilliseconds("due_at")} end as "dueAt",
  ${toMilliseconds("finished_at")} as "finishedAt",
  length(body) as size, is_conflict as "isConflict", order_key as "orderKey", via`;

/** Columns of a {@link StoredRow}. */
export const STORED_COLUMNS = `${SUMMARY_COLUMNS}, body, digest, done, errors`;

/** Columns of a {@link ClaimedRow}. */
export const CLAIMED_COLUMNS = `seq::text as key, token, id, name, body, attempts as attempt, losses, done, via,
  ${toMilliseconds("received_at")} as "receivedAt"`;

/** Columns of a {@link JobRow}. */
export const JOB_COLUMNS = `seq::text as key, state, order_hash as line, losses > 0 as "isSuspect",
  greatest(0, extract(epoch from due_at - now()) * 1000)::float8 as delay`;

export function readSummary(row: SummaryRow): DeliverySummary {
  return {
    ...row,
    id: parseText(row.id),
    name: parseText(row.name),
    dueAt: row.dueAt ?? undefined,
    finishedAt: row.finishedAt ?? undefined,
    orderKey: row.orderKey === null ? undefined : parseText(row.orderKey),
    via: row.via ?? undefined,
  };
}

export function readStored({ body, digest, done, errors, ...summary }: StoredRow): StoredDelivery {
  return {
    ...readSummary(summary),
    body,
    digest,
    done: parseNames(done),
    errors: parseErrors(errors),
  };
}

export function readClaimed(row: ClaimedRow): ClaimedDelivery {
  const [id, name] = [parseText(row.id), parseText(row.name)];
  return { ...row, id, name, done: parseNames(row.done), via: row.via ?? undefined };
}

// ---- Types

/** Delivery that has arrived, or comes from another store. */
type InsertedDelivery = StoredDelivery | (Arrival & { readonly isConflict: boolean });

export interface SummaryRow extends Omit<DeliverySummary, Nullable> {
  readonly dueAt: number | null;
  readonly finishedAt: number | null;
  readonly orderKey: string | null;
  readonly via: Via | null;
}

type Nullable = "dueAt" | "finishedAt" | "orderKey" | "via";

export interface StoredRow extends SummaryRow {
  readonly body: Buffer;
  readonly digest: string;
  readonly done: string;
  readonly errors: readonly string[];
}

export type ClaimedRow = Omit<ClaimedDelivery, "done" | "via"> & {
  readonly done: string;
  readonly via: Via | null;
};

/** Delivery that may need a job. */
export interface JobRow extends Job {
  readonly state: DeliveryState;
  /** Hash of the order key. */
  readonly line: string | null;
}
