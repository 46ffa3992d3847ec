/** Deliveries of the store in PostgreSQL: recognizes those that have arrived before, writes new ones, and converts rows. */
import { createHash } from "node:crypto";
import type { Pool } from "pg";
import type {
  Arrival,
  ArrivalResult,
  AttemptError,
  ClaimedDelivery,
  DeliveryState,
  DeliverySummary,
  StoredDelivery,
  Via,
} from "../store.js";
import type { Transaction } from "./connection.js";
import type { Job } from "./jobs.js";

/**
 * Claims id and body of each delivery, and compares them with earlier ones. Processes that claim the same
 * id wait for each other, so that only one of them finds it new.
 */
export async function claimIds(
  { client, seen }: Transaction,
  deliveries: readonly (Pick<Arrival, "id" | "digest" | "via"> & { receivedAt?: number })[],
  dedupeFor: number,
): Promise<ArrivalResult[]> {
  const bodies = deliveries.map(({ id, digest, receivedAt = null, via }): SeenBody => {
    return { id_hash: hashText(id), digest, received: receivedAt, fetched: via !== undefined };
  });
  const isRecent = (table: string): string =>
    `${table}.received_at >= now() - ${toInterval(dedupeFor)}`;

  // The first body of each id is new.
  const firstOfId = new Map(bodies.toReversed().map((body) => [body.id_hash, body]));
  const firstClaim: BodyClaim = { table: seen, variant: "''", isRecent, condition: "" };
  const newKeys = await claimBodies(client, firstClaim, firstOfId.values());

  // Others conflict with it. A delivery that was fetched is compared by its id alone (contract R.4).
  const others = bodies.filter((body) => !newKeys.has(toBodyKey(body)));
  const otherByKey = new Map(others.map((body) => [toBodyKey(body), body]));
  const isSame = `earlier.variant = '' and earlier.digest = entry.digest
    or earlier.is_fetched or entry.fetched`;
  const condition = `where not exists (select from ${seen} earlier
    where earlier.id_hash = entry.id_hash and ${isRecent("earlier")} and (${isSame}))`;
  const otherClaim: BodyClaim = { table: seen, variant: "digest", isRecent, condition };
  const conflictKeys = await claimBodies(client, otherClaim, otherByKey.values());

  const results = new Map<string, ArrivalResult>();
  for (const key of newKeys) results.set(key, "new");
  for (const key of conflictKeys) results.set(key, "conflict");
  return bodies.map((body) => {
    const key = toBodyKey(body);
    const result = results.get(key) ?? "duplicate";
    results.set(key, "duplicate"); // for a repetition in the same batch
    return result;
  });
}

/** Claims bodies that are new, or too old to be duplicates. Returns their keys, as {@link toBodyKey} makes them. */
async function claimBodies(
  client: Transaction["client"],
  { table, variant, isRecent, condition }: BodyClaim,
  bodies: Iterable<SeenBody>,
): Promise<Set<string>> {
  // All processes claim in the same order, so that no two wait for each other.
  const sorted = [...bodies].sort((a, b) => (a.id_hash < b.id_hash ? -1 : 1));
  if (sorted.length === 0) return new Set();
  const { rows } = await client.query<Pick<SeenBody, "id_hash" | "digest">>(
    `insert into ${table} as known (id_hash, variant, digest, received_at, is_fetched)
     select id_hash, ${variant}, digest, coalesce(to_timestamp(received / 1000), now()), fetched
     from json_to_recordset($1) as entry (id_hash text, digest text, received float8, fetched boolean)
     ${condition}
     on conflict (id_hash, variant) do update
       set received_at = excluded.received_at, is_fetched = excluded.is_fetched
     where known.digest = excluded.digest and not ${isRecent("known")} and not exists (
       select from ${table} earlier where earlier.id_hash = known.id_hash and ${isRecent("earlier")}
         and (earlier.is_fetched or excluded.is_fetched))
     returning id_hash, digest`,
    [JSON.stringify(sorted)],
  );
  return new Set(rows.map(toBodyKey));
}

/** Makes the key of a body of an id in the maps and sets of this file. */
function toBodyKey({ id_hash, digest }: Pick<SeenBody, "id_hash" | "digest">): string {
  return `${id_hash} ${digest}`;
}

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
    done: JSON.stringify(stored?.done ?? []),
    errors: formatErrors(stored?.errors ?? []),
  };
}

/** Finds the ids under which a delivery has arrived and is not forgotten. */
export async function findKnownIds(
  pool: Pool,
  seen: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const idOf = new Map(ids.map((id) => [hashText(id), id]));
  const { rows } = await pool.query<{ id_hash: string }>(
    `select distinct id_hash from ${seen} where id_hash = any($1)`,
    [[...idOf.keys()]],
  );
  return new Set(rows.flatMap(({ id_hash: hash }) => idOf.get(hash) ?? []));
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
    errors: errors.map((error) => JSON.parse(error) as AttemptError), // written by formatErrors
  };
}

export function readClaimed(row: ClaimedRow): ClaimedDelivery {
  const [id, name] = [parseText(row.id), parseText(row.name)];
  return { ...row, id, name, done: parseNames(row.done), via: row.via ?? undefined };
}

export function formatErrors(errors: readonly AttemptError[]): readonly string[] {
  return errors.map((error) => JSON.stringify(error));
}

// ---- Values

/** Shortens a text to a hash of fixed length, because texts may be too long for an index. */
export function hashText(text: string): string {
  return createHash("sha256").update(formatText(text)).digest("base64url");
}

/** Escapes the characters that PostgreSQL refuses: NUL and halves of surrogate pairs. */
export function formatText(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

export function parseText(text: string): string {
  return JSON.parse(`"${text}"`) as string; // written by formatText
}

export function parseNames(names: string): readonly string[] {
  return JSON.parse(names) as string[]; // written as JSON.stringify(names)
}

/** Converts a time in SQL to milliseconds since 1970. */
export function toMilliseconds(time: string): string {
  return `floor(extract(epoch from ${time}) * 1000)::float8`;
}

/** About 3,000 years: sums with it stay within the range of times in PostgreSQL. */
const MAX_DURATION = 1e14;

/** Writes a duration, given in milliseconds, in SQL. */
export function toInterval(duration: number): string {
  return `${Math.min(duration, MAX_DURATION)} * interval '1 millisecond'`;
}

// ---- Types

/** Id and body of a delivery, as the table of seen ones has them. */
interface SeenBody {
  readonly id_hash: string;
  readonly digest: string;
  /** Milliseconds since 1970; `null` means now. */
  readonly received: number | null;
  readonly fetched: boolean;
}

/** Parts of the statement that claims bodies. */
interface BodyClaim {
  readonly table: string;
  /** SQL for the column: empty for the first body of an id, the digest for any other. */
  readonly variant: string;
  /** Writes the condition of a row that is young enough for duplicates. */
  readonly isRecent: (table: string) => string;
  /** Further condition of the bodies to claim; may be empty. */
  readonly condition: string;
}

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
