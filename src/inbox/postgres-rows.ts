import { createHash } from "node:crypto";
import type {
  Arrival,
  AttemptError,
  ClaimedDelivery,
  DeliveryState,
  DeliverySummary,
  StoredDelivery,
} from "./store.js";

/** The columns of a {@link SummaryRow}. */
export const SUMMARY_COLUMNS = `seq::text as key, id, name, state, attempts, losses,
  ${toMilliseconds("received_at")} as "receivedAt",
  case state when 'waiting' then ${toMilliseconds("due_at")} end as "dueAt",
  ${toMilliseconds("finished_at")} as "finishedAt",
  length(body) as size, is_conflict as "isConflict", order_key as "orderKey"`;

/** The columns of a {@link StoredRow}. */
export const STORED_COLUMNS = `${SUMMARY_COLUMNS}, body, digest, done, errors`;

export interface SummaryRow {
  readonly key: string;
  readonly id: string;
  readonly name: string;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly losses: number;
  readonly receivedAt: number;
  readonly dueAt: number | null;
  readonly finishedAt: number | null;
  readonly size: number;
  readonly isConflict: boolean;
  readonly orderKey: string | null;
}

export interface StoredRow extends SummaryRow {
  readonly body: Buffer;
  readonly digest: string;
  readonly done: string;
  readonly errors: readonly string[];
}

/** The columns of a {@link ClaimedRow}. */
export const CLAIMED_COLUMNS = `seq::text as key, token, id, name, body, attempts as attempt, losses, done,
  ${toMilliseconds("received_at")} as "receivedAt"`;

export type ClaimedRow = Omit<ClaimedDelivery, "done"> & { readonly done: string };

export function readSummary(row: SummaryRow): DeliverySummary {
  return {
    ...row,
    id: readText(row.id),
    name: readText(row.name),
    dueAt: row.dueAt ?? undefined,
    finishedAt: row.finishedAt ?? undefined,
    orderKey: row.orderKey === null ? undefined : readText(row.orderKey),
  };
}

export function readStored({ body, digest, done, errors, ...summary }: StoredRow): StoredDelivery {
  return {
    ...readSummary(summary),
    body,
    digest,
    done: readNames(done),
    errors: errors.map((error) => JSON.parse(error) as AttemptError), // written by formatErrors
  };
}

export function readClaimed(row: ClaimedRow): ClaimedDelivery {
  return { ...row, id: readText(row.id), name: readText(row.name), done: readNames(row.done) };
}

/** One that has arrived, or comes from another store. */
export type NewDelivery = StoredDelivery | (Arrival & { readonly isConflict: boolean });

/** What {@link NEW_COLUMNS} are made of. A time that is `null` is now. */
export function formatDelivery(delivery: NewDelivery): object {
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

export const NEW_COLUMNS = `id text, id_hash text, name text, digest text, order_key text,
  order_hash text, is_conflict boolean, received float8, state text, attempts int, losses int, due float8,
  finished float8, done text, errors text[], start int, size int`;

export function formatErrors(errors: readonly AttemptError[]): readonly string[] {
  return errors.map((error) => JSON.stringify(error));
}

/** A hash of fixed length, for texts that are too long for an index. */
export function hashText(text: string): string {
  return createHash("sha256").update(formatText(text)).digest("base64url");
}

/** Without the characters that PostgreSQL refuses: NUL and halves of surrogate pairs. */
export function formatText(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

export function readText(text: string): string {
  return JSON.parse(`"${text}"`) as string; // written by formatText
}

export function readNames(names: string): readonly string[] {
  return JSON.parse(names) as string[]; // written as JSON.stringify(names)
}

export function toMilliseconds(time: string): string {
  return `floor(extract(epoch from ${time}) * 1000)::float8`;
}

/** Some thousand years: what is added to a time of PostgreSQL must not leave its range. */
const MAX_DURATION = 1e14;

/** A duration in milliseconds. */
export function toInterval(duration: number): string {
  return `${Math.min(duration, MAX_DURATION)} * interval '1 millisecond'`;
}
