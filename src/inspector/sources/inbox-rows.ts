/** Rows of the list with what is in the bodies of deliveries, which an inbox does not list. */
import type { InspectedSummary } from "../types.js";
import {
  type ActionPath,
  describeRow,
  type InboxDelivery,
  type InboxSummary,
  summarize,
} from "./inbox-delivery.js";
import { MAX_PARSED_FOR_NAMES } from "./payload.js";
import { Slices } from "./slices.js";

/** Adds what is in the bodies and in the errors. Large bodies are not read for it. */
export async function describeRows(
  inbox: DeliveryReader,
  rows: readonly InboxSummary[],
  path: ActionPath,
): Promise<readonly InspectedSummary[]> {
  const slices = new Slices();
  const described = new Map<string, InspectedSummary>();
  for (const group of splitBySize(rows.filter(({ size }) => size <= MAX_PARSED_FOR_NAMES))) {
    const keys = group.map(({ key }) => key);
    for (const delivery of await inbox.read({ keys, limit: keys.length }))
      described.set(delivery.key, describeRow(delivery, path));
    await slices.pause();
  }
  return rows.map((row) => described.get(row.key) ?? summarize(row));
}

/** Bytes of bodies that are read and parsed at once: a receiver on the same thread waits for no more. */
const MAX_READ_AT_ONCE = 64 * 1024;

/** Splits rows into groups whose bodies can be read at once. */
function splitBySize(rows: readonly InboxSummary[]): readonly (readonly InboxSummary[])[] {
  const groups: InboxSummary[][] = [];
  let bytes = 0;
  for (const row of rows) {
    bytes += row.size;
    if (groups.length === 0 || bytes > MAX_READ_AT_ONCE) {
      groups.push([]);
      bytes = row.size;
    }
    groups.at(-1)?.push(row);
  }
  return groups;
}

// ---- Types

/** The part of an inbox that reads bodies. */
interface DeliveryReader {
  read(filter: {
    readonly keys: readonly string[];
    readonly limit: number;
  }): Promise<readonly InboxDelivery[]>;
}
