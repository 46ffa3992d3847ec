/**
 * Recognizes deliveries that have arrived before (contract G.4, R.4), by the table `seen`. It has a row for each body
 * of an id. The first body of an id has the empty `variant`, and each other one its digest, so that the primary key,
 * id and variant, lets only one process add a row.
 */
import type { Pool } from "pg";
import type { Arrival, ArrivalResult } from "../store.js";
import type { Transaction } from "./connection.js";
import { hashText, toInterval } from "./values.js";

/**
 * Compares each delivery with those that have arrived under its id, and notes it. "Recently" means within `dedupeFor`.
 * The first row that fits decides:
 *
 * | has arrived before                                | result                                      |
 * | ------------------------------------------------- | ------------------------------------------- |
 * | nothing                                           | `new`: its body is the first one            |
 * | the same body, recently                           | `duplicate`                                 |
 * | any body, recently, and one of both was fetched   | `duplicate`: it is compared by its id alone |
 * | the same body, longer ago, as the only one        | `new`                                       |
 * | anything else                                     | `conflict`                                  |
 *
 * One statement notes the new ones, and another one the conflicts. What neither of them has noted is a duplicate.
 */
export async function recognizeDuplicates(
  transaction: Transaction,
  deliveries: readonly ComparedDelivery[],
  dedupeFor: number,
): Promise<readonly ArrivalResult[]> {
  const bodies = deliveries.map(describeBody);
  const firstOfId = new Map(bodies.toReversed().map((body) => [body.id_hash, body]));
  const newKeys = await noteNew(transaction, firstOfId.values(), dedupeFor);

  const others = new Map(bodies.map((body) => [toKey(body), body]));
  for (const key of newKeys) others.delete(key);
  const conflictKeys = await noteConflicts(transaction, others.values(), dedupeFor);

  const seenInBatch = new Set<string>();
  return bodies.map((body) => {
    const key = toKey(body);
    if (seenInBatch.has(key)) return "duplicate";
    seenInBatch.add(key);
    if (newKeys.has(key)) return "new";
    return conflictKeys.has(key) ? "conflict" : "duplicate";
  });
}

/** Columns of the bodies that the two statements get as JSON. */
const BODY_COLUMNS = "id_hash text, digest text, received float8, fetched boolean";

/** The time at which a body was received, in SQL. */
const RECEIVED_AT = "coalesce(to_timestamp(received / 1000), now())";

/**
 * Notes the first body of each id, and notes it anew if it comes again after `dedupeFor` and is the only one of its id.
 * Processes that note the same id wait for each other, so that only one of them finds it new.
 * @returns the keys of the bodies that were noted.
 */
async function noteNew(
  { client, seen }: Transaction,
  bodies: Iterable<ArrivedBody>,
  dedupeFor: number,
): Promise<ReadonlySet<string>> {
  const begin = `now() - ${toInterval(dedupeFor)}`;
  // `known` is the row with the same key, and `excluded` the row that it kept out.
  const statement = `insert into ${seen} as known (id_hash, variant, digest, received_at, is_fetched)
    select id_hash, '', digest, ${RECEIVED_AT}, fetched
    from json_to_recordset($1) as arrived (${BODY_COLUMNS})
    on conflict (id_hash, variant) do update
      set received_at = excluded.received_at, is_fetched = excluded.is_fetched
    where known.digest = excluded.digest and known.received_at < ${begin}
      and not exists (
        select from ${seen} other where other.id_hash = known.id_hash and other.variant <> '')
    returning id_hash, digest`;
  return noteBodies(client, statement, bodies);
}

/**
 * Notes bodies of ids that have several, and notes them anew if they come again after `dedupeFor`.
 * @param bodies those that are not new: each id has a first body already.
 * @returns the keys of the bodies that were noted.
 */
async function noteConflicts(
  { client, seen }: Transaction,
  bodies: Iterable<ArrivedBody>,
  dedupeFor: number,
): Promise<ReadonlySet<string>> {
  const begin = `now() - ${toInterval(dedupeFor)}`;
  // `not exists` leaves out the duplicates of first bodies, and those of all that was fetched.
  const statement = `insert into ${seen} as known (id_hash, variant, digest, received_at, is_fetched)
    select id_hash, digest, digest, ${RECEIVED_AT}, fetched
    from json_to_recordset($1) as arrived (${BODY_COLUMNS})
    where not exists (
      select from ${seen} recent
      where recent.id_hash = arrived.id_hash and recent.received_at >= ${begin}
        and (recent.variant = '' and recent.digest = arrived.digest
          or recent.is_fetched or arrived.fetched))
    on conflict (id_hash, variant) do update
      set received_at = excluded.received_at, is_fetched = excluded.is_fetched
    where known.received_at < ${begin}
    returning id_hash, digest`;
  return noteBodies(client, statement, bodies);
}

async function noteBodies(
  client: Transaction["client"],
  statement: string,
  bodies: Iterable<ArrivedBody>,
): Promise<ReadonlySet<string>> {
  // All processes note in the same order, so that no two wait for each other.
  const sorted = [...bodies].sort((a, b) => (a.id_hash < b.id_hash ? -1 : 1));
  if (sorted.length === 0) return new Set();
  const { rows } = await client.query<BodyKey>(statement, [JSON.stringify(sorted)]);
  return new Set(rows.map(toKey));
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

function describeBody({ id, digest, receivedAt, via }: ComparedDelivery): ArrivedBody {
  const received = receivedAt ?? null;
  return { id_hash: hashText(id), digest, received, fetched: via !== undefined };
}

/** Joins id and body to a text that sets and maps can have as a key. */
function toKey({ id_hash, digest }: BodyKey): string {
  return `${id_hash} ${digest}`;
}

// ---- Types

/** Delivery that arrives, or comes from another store at which it was received before. */
type ComparedDelivery = Pick<Arrival, "id" | "digest" | "via"> & { readonly receivedAt?: number };

/** Columns that tell a body of an id from all others. */
interface BodyKey {
  readonly id_hash: string;
  readonly digest: string;
}

/** Values of {@link BODY_COLUMNS}. */
interface ArrivedBody extends BodyKey {
  /** Milliseconds since 1970; `null` means now. */
  readonly received: number | null;
  /** False if it was sent. */
  readonly fetched: boolean;
}
