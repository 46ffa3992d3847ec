/** Rows of the list, the newest first, as changed and new deliveries come in. */
import type { InspectedSummary } from "../../types.js";
import type { Filter } from "../address.js";

type Rows = readonly InspectedSummary[];

/** Replaces rows by their changed deliveries. Those that the filter no longer matches are left out. */
export function updateRows(rows: Rows, deliveries: Rows, filter: Filter): Rows {
  const changed = new Map(deliveries.map((row) => [row.key, row]));
  return rows.flatMap((row) => {
    const newest = changed.get(row.key);
    if (newest === undefined) return row;
    return matchesFilter(newest, filter) ? newest : [];
  });
}

/** Selects the deliveries that have no row yet. */
export function selectNew(rows: Rows, deliveries: Rows): Rows {
  const known = new Set(rows.map(({ key }) => key));
  return deliveries.filter(({ key }) => !known.has(key));
}

/**
 * Inserts new deliveries that match the filter, by their time.
 * @param newRows the oldest first.
 * @param isLast true if all older deliveries are loaded; otherwise those below the last row are left out.
 * @returns the rows, and the number of those before all earlier ones.
 */
export function insertRows(
  rows: Rows,
  newRows: Rows,
  filter: Filter,
  isLast: boolean,
): { readonly rows: Rows; readonly added: number } {
  const newest = rows[0]?.receivedAt ?? -Infinity;
  const oldest = rows.at(-1)?.receivedAt ?? -Infinity;
  const matching = newRows.filter((row) => matchesFilter(row, filter));
  const top = matching.filter(({ receivedAt }) => receivedAt >= newest);
  const inserted = [...top.toReversed(), ...rows];
  for (const row of matching) {
    if (row.receivedAt >= newest || (row.receivedAt < oldest && !isLast)) continue;
    const index = inserted.findIndex(({ receivedAt }) => receivedAt <= row.receivedAt);
    inserted.splice(index < 0 ? inserted.length : index, 0, row);
  }
  return { rows: inserted, added: top.length };
}

/** Compares what the page has of a delivery with the filter; only the server can search. */
function matchesFilter(row: InspectedSummary, filter: Filter): boolean {
  const { since = -Infinity, until = Infinity } = filter;
  if (row.receivedAt < since || row.receivedAt >= until) return false;
  return (["event", "action", "outcome"] as const).every(
    (name) => filter[name] === "" || filter[name] === row[name],
  );
}
