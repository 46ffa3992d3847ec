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
  const groups = findGroups(rows);
  return rows.flatMap((row): readonly Item[] => {
    const group = groups.get(row);
    if (group === undefined) return [{ row, kind: "single", count: 1 }];
    const { name, newest, others } = group;
    if (row !== newest) return []; // it is listed with the newest one
    const isOpen = open.has(name) || others.some(({ key }) => key === selected);
    return listGroup(group, isOpen);
  });
}

/** Finds the rows that have the same error as another one, and the group of each. */
function findGroups(rows: readonly InspectedSummary[]): ReadonlyMap<InspectedSummary, Group> {
  const byName = new Map<string, Group & { readonly others: InspectedSummary[] }>();
  for (const row of rows) {
    const name = nameError(row);
    if (name === undefined) continue;
    const group = byName.get(name);
    if (group === undefined) byName.set(name, { name, newest: row, others: [] });
    else group.others.push(row);
  }
  const groups = [...byName.values()].filter(({ others }) => others.length > 0);
  return new Map(
    groups.flatMap((group) => [group.newest, ...group.others].map((row) => [row, group] as const)),
  );
}

/** Lists the newest delivery of a group as its head, and below it the others if the group is open. */
function listGroup({ name, newest, others }: Group, isOpen: boolean): readonly Item[] {
  const count = 1 + others.length;
  const members = isOpen ? others : [];
  return [
    { row: newest, kind: "head", group: name, count },
    ...members.map((row): Item => ({ row, kind: "member", group: name, count })),
  ];
}

/** Names of errors by row, kept because a list of thousands is grouped at each change. */
const errorNames = new WeakMap<InspectedSummary, string>();

/**
 * Names the error of a delivery. What differs between two errors of the same kind is left out: ids, numbers, texts.
 * `no user "ada" at 10.0.0.1` becomes `no user # at #`.
 */
export function nameError(row: InspectedSummary): string | undefined {
  if (row.error === undefined || row.error === "") return undefined;
  const known = errorNames.get(row);
  if (known !== undefined) return known;
  const error = row.error.replace(UUID, "#").replace(QUOTED, "#").replace(ID_OR_NUMBER, "#");
  const name = `${row.outcome} ${row.event} ${row.action ?? ""} ${error}`;
  errorNames.set(row, name);
  return name;
}

/** Such as `0195f1c2-aaaa-7bbb-8ccc-0123456789ab`. */
const UUID = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/gi;

/** Such as `"ada"`, in any of three quotes. */
const QUOTED = /"[^"]*"|'[^']*'|`[^`]*`/g;

/** A word of six characters or more with a digit, such as `ch_3NqW2eZv`. */
const ID = /\b(?:0x)?(?=\w*\d)[\w-]{6,}\b/;

/** Such as `5432`, `1.5` or `10.0.0.1`. */
const NUMBER = /\d+(?:\.\d+)*/;

const ID_OR_NUMBER = new RegExp(`${ID.source}|${NUMBER.source}`, "g");

// ---- Types

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

/** Two deliveries or more with the same error. */
interface Group {
  readonly name: string;
  readonly newest: InspectedSummary;
  /** From the newest to the oldest. */
  readonly others: readonly InspectedSummary[];
}
