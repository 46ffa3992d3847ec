/**
 * Decides whether a delivery has arrived before (contract G.4, R.4). The store in PostgreSQL does so in SQL, in
 * `postgres/duplicates.ts`.
 */
import type { Arrival, ArrivalResult, Via } from "../store.js";

/**
 * Compares a delivery with the bodies that have arrived under its id. The first row that fits decides:
 *
 * | has arrived before                                   | result                                           |
 * | ---------------------------------------------------- | ------------------------------------------------ |
 * | nothing                                              | `new`                                            |
 * | within `dedupeFor`, any body, if either was fetched  | `duplicate`: it is compared by its id alone      |
 * | other bodies only                                    | `conflict`                                       |
 * | within `dedupeFor`, the same body                    | `duplicate`                                      |
 * | longer ago, the same body                            | `new`; `conflict` if there are other bodies, too |
 *
 * Unless it is a duplicate, it is noted in `known`, so that its repetition in the same transaction is one.
 */
export function recordArrival(
  known: KnownBodies,
  { id, digest, via }: Pick<Arrival, "id" | "digest" | "via">,
  receivedAt: number,
  dedupeFor: number,
): ArrivalResult {
  const bodies = known.get(id);
  if (bodies === undefined) {
    known.set(id, [{ digest, receivedAt, via }]);
    return "new";
  }

  const isRecent = (body: KnownBody): boolean =>
    Math.abs(receivedAt - body.receivedAt) <= dedupeFor;
  const isEitherFetched = (body: KnownBody): boolean => via !== undefined || body.via !== undefined;
  if (bodies.some((body) => isEitherFetched(body) && isRecent(body))) return "duplicate";

  const same = bodies.find((body) => body.digest === digest);
  if (same === undefined) {
    bodies.push({ digest, receivedAt, via });
    return "conflict";
  }
  if (isRecent(same)) return "duplicate";
  same.receivedAt = receivedAt;
  return bodies.length > 1 ? "conflict" : "new";
}

// ---- Types

/** Bodies that have arrived, by id. */
export type KnownBodies = Map<string, KnownBody[]>;

interface KnownBody {
  readonly digest: string;
  /** Time of its last arrival. */
  receivedAt: number;
  /** Absent for a body that was sent. */
  readonly via?: Via | undefined;
}
