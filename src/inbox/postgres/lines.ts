/**
 * Lines in PostgreSQL: deliveries with the same order key, which are handled one after the other. A line is named by
 * the hash of its order key. Only one delivery of a line is queued, and has a job: the one that runs, or else the
 * oldest one that waits.
 */
import type { Arrival, Claim } from "../store.js";
import type { Transaction } from "./connection.js";
import { JOB_COLUMNS, type JobRow } from "./deliveries.js";
import { hashText } from "./values.js";

/** Lines share locks, because a server has room for a few thousand only. */
const LAST_LOCK = 255;

/** Locks lines until the transaction is over, so that no other process moves them on. */
export async function lockLines(
  { client, delivery }: Transaction,
  lines: readonly string[],
): Promise<void> {
  if (lines.length === 0) return;
  await client.query(
    `select pg_advisory_xact_lock(hashtext($1), number) from (
       select distinct hashtext(line) & ${LAST_LOCK} as number from unnest($2::text[]) line
       order by number
     ) locks`,
    [delivery, lines],
  );
}

/** Queues the oldest delivery of each line that has none queued. */
export async function advanceLines(
  { client, delivery }: Transaction,
  lines: readonly string[],
): Promise<readonly JobRow[]> {
  if (lines.length === 0) return [];
  const result = await client.query<JobRow>(
    `update ${delivery} set is_queued = true from (
       select head.seq as first from (select distinct unnest($1::text[]) as hash) line
       cross join lateral (select seq from ${delivery} where order_hash = hash and state = 'waiting'
         order by seq limit 1) head
       where not exists (select from ${delivery} where order_hash = hash and is_queued)
     ) heads
     where seq = first returning ${JOB_COLUMNS}`,
    [lines],
  );
  return result.rows;
}

// ---- The line of a delivery, or of a claim

/** Lists the lines of deliveries with an order key. */
export function listLines(deliveries: readonly Pick<Arrival, "orderKey">[]): readonly string[] {
  return deliveries.flatMap(({ orderKey }) => (orderKey === undefined ? [] : hashText(orderKey)));
}

/**
 * SQL for the token of a new claim: a random id, and after a colon the line, if there is one, such as
 * `0b6fb1d4-79ca-4c15-9a3e-6f2f0a1c7d55:ypeBEsobvcr6wjGzmiPcTaeG7_gUfE5yuYB3ha_uSLs`. A worker that ends an attempt
 * passes the token back: so its line is known, and locked, before any row is read.
 */
export const NEW_TOKEN = "gen_random_uuid()::text || coalesce(':' || order_hash, '')";

/** Lists the lines of claims, from their tokens. */
export function listClaimedLines(claims: readonly Pick<Claim, "token">[]): readonly string[] {
  return claims.flatMap(({ token }) => token.split(":")[1] ?? []);
}
