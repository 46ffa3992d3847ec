/** New deliveries of the store in PostgreSQL, and the claims of their ids. */
import type { Pool } from "pg";
import type { Arrival, ArrivalResult, StoredDelivery } from "../store.js";
import { JOB_COLUMNS, type JobRow, type Transaction } from "./queue.js";
import { formatErrors, formatText, hashText, toInterval } from "./rows.js";

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
  const isRecent = `received_at >= now() - ${toInterval(dedupeFor)}`;

  // The first body of each id.
  const firstOfId = new Map(bodies.toReversed().map((body) => [body.id_hash, body]));
  const claim: BodyClaim = { table: seen, variant: "''", isRecent, condition: "" };
  const newNames = await claimBodies(client, claim, firstOfId.values());

  // The others conflict with it. A delivery that was fetched is compared by its id alone (contract R.4).
  const others = bodies.filter((body) => !newNames.has(nameBody(body)));
  const otherByName = new Map(others.map((body) => [nameBody(body), body]));
  const isSame = `f.variant = '' and f.digest = e.digest or f.is_fetched or e.fetched`;
  const condition = `where not exists (select from ${seen} f
    where f.id_hash = e.id_hash and f.${isRecent} and (${isSame}))`;
  const otherClaim: BodyClaim = { ...claim, variant: "digest", condition };
  const conflictNames = await claimBodies(client, otherClaim, otherByName.values());

  const results = new Map<string, ArrivalResult>();
  for (const name of newNames) results.set(name, "new");
  for (const name of conflictNames) results.set(name, "conflict");
  return bodies.map((body) => {
    const name = nameBody(body);
    const result = results.get(name) ?? "duplicate";
    results.set(name, "duplicate"); // for a repetition in the same batch
    return result;
  });
}

/** Claims bodies that are new, or too old to be duplicates. Returns their names. */
async function claimBodies(
  client: Transaction["client"],
  { table, variant, isRecent, condition }: BodyClaim,
  bodies: Iterable<SeenBody>,
): Promise<Set<string>> {
  // All processes claim in the same order, so that no two wait for each other.
  const sorted = [...bodies].sort((a, b) => (a.id_hash < b.id_hash ? -1 : 1));
  if (sorted.length === 0) return new Set();
  const { rows } = await client.query<Pick<SeenBody, "id_hash" | "digest">>(
    `insert into ${table} as s (id_hash, variant, digest, received_at, is_fetched)
     select id_hash, ${variant}, digest, coalesce(to_timestamp(received / 1000), now()), fetched
     from json_to_recordset($1) as e (id_hash text, digest text, received float8, fetched boolean)
     ${condition}
     on conflict (id_hash, variant) do update
       set received_at = excluded.received_at, is_fetched = excluded.is_fetched
     where s.digest = excluded.digest and not s.${isRecent} and not exists (
       select from ${table} f where f.id_hash = s.id_hash and f.${isRecent}
         and (f.is_fetched or excluded.is_fetched))
     returning id_hash, digest`,
    [JSON.stringify(sorted)],
  );
  return new Set(rows.map(nameBody));
}

/** Writes the name by which a body of an id is found in this file. */
function nameBody({ id_hash, digest }: Pick<SeenBody, "id_hash" | "digest">): string {
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
  /** Condition of a row that is young enough for duplicates. */
  readonly isRecent: string;
  /** Further condition of the bodies to claim; may be empty. */
  readonly condition: string;
}

/** Delivery that has arrived, or comes from another store. */
type InsertedDelivery = StoredDelivery | (Arrival & { readonly isConflict: boolean });
