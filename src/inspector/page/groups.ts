/** Deliveries with the same error as one group, so that one fault does not fill the list. */
import type { InspectedSummary } from "../types.js";

/**
 * Puts deliveries with the same error at the place of the newest one.
 * @param open names of the groups whose deliveries are all shown.
 * @param selected a delivery that is shown in any case.
 */
export function groupRows(
  rows: readonly InspectedSummary[],
  open: ReadonlySet<string>,
  selected: string | undefined,
): readonly Item[] {
  const groups = new Map<string, InspectedSummary[]>();
  for (const row of rows) {
    const name = nameError(row);
    if (name === undefined) continue;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [row]);
    else group.push(row);
  }
  return rows.flatMap((row): readonly Item[] => {
    const name = nameError(row);
    const group = (name !== undefined && groups.get(name)) || [row];
    if (name === undefined || group.length === 1) return [{ row, kind: "single", count: 1 }];
    if (row !== group[0]) return [];
    const count = group.length;
    const isOpen = open.has(name) || group.some(({ key }, at) => at > 0 && key === selected);
    const members = isOpen ? group.slice(1) : [];
    return [
      { row, kind: "head", group: name, count },
      ...members.map((each): Item => ({ row: each, kind: "member", group: name, count })),
    ];
  });
}

/** Names of errors by row, kept because a list of thousands is grouped at each change. */
const errorNames = new WeakMap<InspectedSummary, string>();

/** Names the error of a delivery. What differs between two errors of the same kind is left out: ids, numbers, texts. */
export function nameError(row: InspectedSummary): string | undefined {
  if (row.error === undefined || row.error === "") return undefined;
  const known = errorNames.get(row);
  if (known !== undefined) return known;
  const error = row.error
    .replace(/[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/gi, "#")
    .replace(/"[^"]*"|'[^']*'|`[^`]*`/g, "#")
    .replace(/\b(?:0x)?(?=\w*\d)[\w-]{6,}\b|\d+(?:\.\d+)*/g, "#");
  const name = `${row.outcome} ${row.event} ${row.action ?? ""} ${error}`;
  errorNames.set(row, name);
  return name;
}

/** Line of the list. */
export interface Item {
  readonly row: InspectedSummary;
  /** `head`: the newest delivery of a group, which stands for the others until the group is open. */
  readonly kind: "single" | "head" | "member";
  /** Name of the error that all deliveries of the group have. */
  readonly group?: string;
  /** Number of deliveries of the group. */
  readonly count: number;
}
