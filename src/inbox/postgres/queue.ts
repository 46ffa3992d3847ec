/**
 * The work that workers share in PostgreSQL. A delivery waits; a worker claims it, for the time of a lease, and renews
 * the lease while it works. Then the delivery is done, dead, or waits again. A suspect is a delivery whose worker was
 * lost. `lines.ts` decides who is next of the deliveries with one order key.
 */
import type { Pool } from "pg";
import type { Backlog, Claim, ClaimedDelivery, LostDelivery, StoreFilter } from "../store.js";
import { describeLoss, type EndedAttempt, type LostClaim } from "../store-rules/attempt-ends.js";
import type { Transaction } from "./connection.js";
import {
  CLAIMED_COLUMNS,
  type ClaimedRow,
  JOB_COLUMNS,
  type JobRow,
  readClaimed,
} from "./deliveries.js";
import { lockLines, NEW_TOKEN } from "./lines.js";
import { select } from "./queries.js";
import {
  formatErrors,
  formatNames,
  parseNames,
  parseText,
  toInterval,
  toMilliseconds,
} from "./values.js";

// ---- Attempts, from the claim to the end

/** Begins an attempt at each delivery, the longest due first. */
export async function beginAttempts(
  { client, delivery, settings }: Transaction,
  keys: readonly string[],
): Promise<readonly ClaimedDelivery[]> {
  if (keys.length === 0) return [];
  const lease = toInterval(settings.lease);
  const begun = await client.query<ClaimedRow>(
    `with due as (select seq as first, due_at as since from ${delivery} where seq = any($1)),
     begun as (
       update ${delivery} set state = 'running', attempts = attempts + 1,
         due_at = now() + ${lease}, lease = ${lease},
         token = ${NEW_TOKEN}
       from due where seq = first and state = 'waiting' returning *
     )
     select ${CLAIMED_COLUMNS} from begun order by since, seq`,
    [keys],
  );
  return begun.rows.map(readClaimed);
}

/** Renews the leases of claims. Returns false for each claim that was taken over. */
export async function renewClaims(
  { client, delivery, settings }: Transaction,
  claims: readonly Claim[],
): Promise<readonly boolean[]> {
  if (claims.length === 0) return [];
  const lease = toInterval(settings.lease);
  const renewed = await client.query<Claim>(
    `update ${delivery} set due_at = now() + ${lease}, lease = ${lease}
     from unnest($1::bigint[], $2::text[]) as entry (key, claim)
     where seq = key and token = claim returning key::text, token`,
    [claims.map(({ key }) => key), claims.map(({ token }) => token)],
  );
  const tokens = new Map(renewed.rows.map(({ key, token }) => [key, token]));
  return claims.map(({ key, token }) => tokens.get(key) === token);
}

/**
 * Finds attempts whose lease is over, and counts due suspects, up to one more than there is room for.
 * Both are rare, so one query asks for both.
 */
export async function findOverdue(
  { client, delivery, settings }: Transaction,
  room: number,
): Promise<Overdue> {
  if (room === 0) return { lost: [], dueSuspects: 0 };
  const columns = `seq::text as key, token, id, name, attempts, losses, done, ${toMilliseconds("now()")} as at`;
  const overdue = await client.query<OverdueRow>(
    `(select 'lost' as kind, ${columns} from ${delivery}
       where state = 'running' and due_at <= now() order by due_at limit 100)
     union all
     (select 'suspect' as kind, ${columns} from ${delivery}
       where is_queued and losses > 0 and state = 'waiting' and due_at <= now() limit $1)`,
    [room + 1],
  );
  const lost = overdue.rows.flatMap((row) => {
    if (row.kind === "suspect") return []; // it is only counted
    const { key, token, attempts, losses, done, at } = row;
    const claim = { id: parseText(row.id), name: parseText(row.name), attempts, losses };
    const { change, error, report } = describeLoss(claim, settings, at);
    return { key, token, change, done: parseNames(done), errors: [error], report };
  });
  return { lost, dueSuspects: overdue.rows.length - lost.length };
}

/**
 * Records the ends of attempts whose claim is still valid. An attempt whose worker was lost is compared
 * with its lease again, because the worker may have renewed it since {@link findOverdue}.
 */
export async function endAttempts(
  { client, delivery }: Transaction,
  attempts: readonly EndedAttempt[],
): Promise<readonly (JobRow & { readonly token: string })[]> {
  if (attempts.length === 0) return [];
  const entries = attempts.map(({ key, token, change, done, errors }) => {
    return {
      key,
      claim: token,
      new_state: change.state,
      wait: change.wait,
      uncounted: change.uncounted,
      lost: change.lost,
      handlers: formatNames(done),
      new_errors: formatErrors(errors),
    };
  });
  const result = await client.query<JobRow & { token: string }>(
    `update ${delivery} set state = new_state, token = null, done = handlers, errors = errors || new_errors,
       is_queued = new_state = 'waiting' and order_hash is null, attempts = attempts - uncounted,
       losses = losses + lost,
       due_at = case new_state when 'waiting' then now() + wait * interval '1 millisecond' end,
       finished_at = case new_state when 'waiting' then null else now() end
     from json_to_recordset($1) as entry (key bigint, claim text, new_state text, wait float8,
       uncounted int, lost int, handlers text, new_errors text[])
     where seq = key and token = claim and (lost = 0 or due_at <= now())
     returning claim as token, ${JOB_COLUMNS}`,
    [JSON.stringify(entries)],
  );
  return result.rows;
}

// ---- Deliveries that wait

/** Counts the deliveries that are due and that no worker has begun. Only the first of a line is queued. */
export async function countDue(pool: Pool, delivery: string): Promise<Backlog> {
  const { rows } = await pool.query<Backlog>(
    `select count(*)::float8 as waiting,
       coalesce(extract(epoch from now() - min(due_at)) * 1000, 0)::float8 as oldest
     from ${delivery} where state = 'waiting' and is_queued and due_at <= now()`,
  );
  return rows[0] ?? { waiting: 0, oldest: 0 };
}

/** Requeues finished deliveries, and puts waiting ones with the same key behind them. */
export async function replay(
  transaction: Transaction,
  filter: StoreFilter,
): Promise<{ replayed: readonly JobRow[]; displaced: readonly JobRow[] }> {
  const { client, delivery } = transaction;
  const { text, values } = select(delivery, "seq", filter, "state in ('done', 'dead')");
  const withOrder = await client.query<{ line: string }>(
    `select distinct order_hash as line from ${delivery}
     where seq in (${text}) and order_hash is not null`,
    values,
  );
  const lines = withOrder.rows.map(({ line }) => line);
  await lockLines(transaction, lines);
  const replayed = await client.query<JobRow>(
    `update ${delivery} set state = 'waiting', is_queued = order_hash is null, attempts = 0,
       losses = case state when 'dead' then least(losses, 1) else 0 end,
       due_at = now(), finished_at = null, done = case state when 'done' then '[]' else done end
     where seq in (${text}) and state in ('done', 'dead') returning ${JOB_COLUMNS}`,
    // The state is compared again, because another call may have changed it since.
    values,
  );
  const displaced = await client.query<JobRow>(
    `update ${delivery} set is_queued = false
     where order_hash = any($1) and is_queued and state = 'waiting' returning ${JOB_COLUMNS}`,
    [lines],
  );
  return { replayed: replayed.rows, displaced: displaced.rows };
}

/** Gives running deliveries back. Returns all queued ones. */
export async function giveBackAll({ client, delivery }: Transaction): Promise<readonly JobRow[]> {
  const result = await client.query<JobRow>(
    `update ${delivery} set state = 'waiting', token = null,
       due_at = case state when 'waiting' then due_at else now() end
     where is_queued returning ${JOB_COLUMNS}`,
  );
  return result.rows;
}

// ---- Types

/** Attempts whose worker was lost, and the number of due suspects. */
interface Overdue {
  readonly lost: readonly (EndedAttempt & { readonly report: LostDelivery })[];
  readonly dueSuspects: number;
}

type OverdueRow = LostRow | { readonly kind: "suspect" };

/** Delivery whose lease is over. */
interface LostRow extends LostClaim {
  readonly kind: "lost";
  readonly key: string;
  readonly token: string;
  readonly done: string;
  readonly at: number;
}
