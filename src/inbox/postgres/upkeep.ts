/** Upkeep of the store in PostgreSQL: deletes what has been kept for long enough, and mends times that cannot be right. */
import type { Transaction } from "./connection.js";
import { JOB_COLUMNS, type JobRow } from "./deliveries.js";
import { toInterval } from "./values.js";

/** Deletes up to `limit` expired deliveries and ids. Returns the greater number. */
export async function deleteOld(
  { client, delivery, seen, settings }: Transaction,
  limit: number,
): Promise<number> {
  const { keepFor, keepDeadFor, dedupeFor } = settings;
  const old = (state: string, age: number) => `(select seq from ${delivery}
    where state = '${state}' and finished_at < now() - ${toInterval(age)} limit ${limit})`;
  const deliveries = await client.query(`delete from ${delivery}
    where seq in (${old("done", keepFor)} union all ${old("dead", keepDeadFor)})`);
  const ids = await client.query(`delete from ${seen} where (id_hash, variant) in (
    select id_hash, variant from ${seen} s where received_at < now() - ${toInterval(dedupeFor)}
      and not exists (select from ${delivery} d where d.id_hash = s.id_hash) limit ${limit})`);
  return Math.max(deliveries.rowCount ?? 0, ids.rowCount ?? 0);
}

// ---- Clocks that were set back

/** Shortens leases that are longer than possible because the clock was set back. */
export async function shortenLeases({ client, delivery }: Transaction): Promise<void> {
  await client.query(`update ${delivery} set due_at = now() + lease
    where state = 'running' and due_at > now() + lease`);
}

/**
 * Shortens waits and leases that are impossibly long because the clock was set back.
 * @returns the deliveries that need a new job.
 */
export async function shortenWaits(transaction: Transaction): Promise<readonly JobRow[]> {
  const { client, delivery, settings } = transaction;
  await shortenLeases(transaction);
  const wait = toInterval(settings.longestDelay);
  const latest = `now() + (attempts + losses > 0)::int * ${wait}`;
  const shortened = await client.query<JobRow & { is_queued: boolean }>(
    `update ${delivery} set due_at = ${latest}
     where state = 'waiting' and due_at > ${latest} returning ${JOB_COLUMNS}, is_queued`,
  );
  return shortened.rows.filter(({ is_queued }) => is_queued);
}
