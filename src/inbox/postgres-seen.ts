import type { ClientBase } from "pg";
import { hashText, toInterval } from "./postgres-rows.js";
import type { ArrivalResult } from "./store.js";

interface Entry {
  readonly id_hash: string;
  readonly digest: string;
  readonly received: number | null;
}

/**
 * Claims id and body of each delivery in the transaction of `client`, and says which were there. Two
 * processes that claim one id wait for each other, so that only one of them finds it new.
 */
export async function claimIds(
  client: ClientBase,
  table: string,
  deliveries: readonly { id: string; digest: string; receivedAt?: number }[],
  dedupeFor: number,
): Promise<ArrivalResult[]> {
  const entries = deliveries.map(({ id, digest, receivedAt = null }) => {
    return { id_hash: hashText(id), digest, received: receivedAt };
  });
  const isRecent = `received_at >= now() - ${toInterval(dedupeFor)}`;
  const firstOfId = new Map(entries.toReversed().map((entry) => [entry.id_hash, entry]));
  const claim: Claim = { table, variant: "''", isRecent, condition: "" };
  const first = await claimBodies(client, claim, firstOfId.values());
  const others = entries.filter((entry) => !first.has(nameBody(entry)));
  const ofBody = new Map(others.map((entry) => [nameBody(entry), entry]));
  const isFirst = `f.id_hash = e.id_hash and f.variant = '' and f.digest = e.digest`;
  const condition = `where not exists (select from ${table} f where ${isFirst} and f.${isRecent})`;
  const further = { ...claim, variant: "digest", condition };
  const conflicting = await claimBodies(client, further, ofBody.values());
  return entries.map((entry) => {
    const body = nameBody(entry);
    // What comes again in the same batch is a duplicate.
    if (first.delete(body)) return "new";
    return conflicting.delete(body) ? "conflict" : "duplicate";
  });
}

interface Claim {
  readonly table: string;
  /** SQL: the first body of an id, or another one. */
  readonly variant: string;
  readonly isRecent: string;
  readonly condition: string;
}

/** Claims those that are new or known for too long. Returns their names. */
async function claimBodies(
  client: ClientBase,
  { table, variant, isRecent, condition }: Claim,
  entries: Iterable<Entry>,
): Promise<Set<string>> {
  // In the same order in every process, so that no two wait for each other.
  const sorted = [...entries].sort((a, b) => (a.id_hash < b.id_hash ? -1 : 1));
  if (sorted.length === 0) return new Set();
  const { rows } = await client.query<Entry>(
    `insert into ${table} as s (id_hash, variant, digest, received_at)
     select id_hash, ${variant}, digest, coalesce(to_timestamp(received / 1000), now())
     from json_to_recordset($1) as e (id_hash text, digest text, received float8) ${condition}
     on conflict (id_hash, variant) do update set received_at = excluded.received_at
     where s.digest = excluded.digest and not s.${isRecent}
     returning id_hash, digest`,
    [JSON.stringify(sorted)],
  );
  return new Set(rows.map(nameBody));
}

function nameBody({ id_hash, digest }: Entry): string {
  return `${id_hash} ${digest}`;
}
