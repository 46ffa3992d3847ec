/** Longer than any event name: what is beyond it is no slip of the pen. */
const LONGEST = 80;

/**
 * The name that differs the least from another, by letters inserted, dropped, replaced or swapped
 * (optimal string alignment), or `undefined` when none is near. Bounded whatever the length.
 */
export function findNearestName(name: string, known: Iterable<string>): string | undefined {
  if (name.length > LONGEST) return undefined;
  let nearest: string | undefined;
  let least = tolerance(name) + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) >= least) continue;
    const distance = measureDistance(name, candidate);
    if (distance < least) [nearest, least] = [candidate, distance];
  }
  return nearest;
}

/** One slip in every three letters is still a slip. */
function tolerance(name: string): number {
  return Math.min(4, Math.max(1, Math.floor(name.length / 3)));
}

/** Three rows of the table are enough: a swap looks two rows back. */
function measureDistance(from: string, to: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      current.push(measureCell(from, to, row, column, { beforeLast, last, current }));
    }
    [beforeLast, last] = [last, current];
  }
  return at(last, to.length);
}

interface Rows {
  readonly beforeLast: readonly number[];
  readonly last: readonly number[];
  readonly current: readonly number[];
}

function measureCell(from: string, to: string, row: number, column: number, rows: Rows): number {
  const replaced = from[row - 1] === to[column - 1] ? 0 : 1;
  const distance = Math.min(
    at(rows.last, column) + 1,
    at(rows.current, column - 1) + 1,
    at(rows.last, column - 1) + replaced,
  );
  const isSwap =
    row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
  return isSwap ? Math.min(distance, at(rows.beforeLast, column - 2) + 1) : distance;
}

/** Outside the table nothing is near. */
function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
