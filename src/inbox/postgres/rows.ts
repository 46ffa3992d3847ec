/** Rows of the tables in PostgreSQL as deliveries, values as SQL has them, and filters as queries. */
import { createHash } from "node:crypto";
import type {
  AttemptError,
  ClaimedDelivery,
  DeliverySummary,
  StoredDelivery,
  StoreFilter,
  Via,
} from "../store.js";
import { lowerAscii, readCursor, readKeys } from "../store-rules.js";

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

// ---- Queries

/** Writes the query for deliveries that match all of a filter but its text, the newest first. */
export function select(
  table: string,
  columns: string,
  filter: StoreFilter,
  condition?: string,
): Query {
  const { id, name, state, since, until, before, keys, limit } = filter;
  const criteria: readonly (readonly [condition: string, value: unknown])[] = [
    ["id_hash = ?", id === undefined ? undefined : hashText(id)],
    ["name = ?", name === undefined ? undefined : formatText(name)],
    ["state = ?", state],
    ["received_at >= to_timestamp(?::float8 / 1000)", since],
    ["received_at < to_timestamp(?::float8 / 1000)", until],
    ["seq < ?", before === undefined ? undefined : readCursor(before)],
    ["seq = any(?)", keys && readKeys(keys)],
  ];
  const present = criteria.filter(([, value]) => value !== undefined);
  const conditions = [
    ...(condition === undefined ? [] : [condition]),
    ...present.map(([sql], index) => sql.replace("?", `$${index + 1}`)),
  ];
  const where = conditions.length > 0 ? `where ${conditions.join(" and ")}` : "";
  const text = `select ${columns} from ${table} ${where}
    order by seq desc limit $${present.length + 1}`;
  return { text, values: [...present.map(([, value]) => value), limit ?? null] }; // null: all
}

/** Writes the query for those of the deliveries that contain a text. */
export function matchText(table: string, keys: readonly string[], text: string): Query {
  return {
    // Compares escaped bytes, because PostgreSQL refuses to take some bodies for text.
    text: `select seq::text as key from ${table} where seq = any($1)
      and position(encode($2::bytea, 'escape') in lower(encode(body, 'escape'))) > 0`,
    values: [keys, Buffer.from(lowerAscii(text))],
  };
}

// ---- Types

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

interface Query {
  readonly text: string;
  readonly values: unknown[];
}
