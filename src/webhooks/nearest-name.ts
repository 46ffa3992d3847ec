/** Longer than any event name: what is beyond it is no slip of the pen. */
const LONGEST = 80;

/**
 * The name that differs the least from another, by letters inserted, dropped, replaced or swapped
 * (optimal string alignment), or `undefined` when none is near. Bounded whatever the length.
 */
export function findNearestName(name: string, known: Iterable<string>): string | undefined {
  if (name.length > LONGEST) return undefined;
  let nearest: string | undefined;
  // One slip in every three letters is still a slip.
  let least = Math.min(4, Math.max(1, Math.floor(name.length / 3))) + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) >= least) continue;
    const distance = measureDistance(name, candidate);
    if (distance < least) [nearest, least] = [candidate, distance];
  }
  return nearest;
}

/** From the ends of both on; what is left of them is measured in the same way, and once. */
function measureDistance(from: string, to: string): number {
  const measured: number[] = [];
  const measure = (row: number, column: number): number => {
    if (row === 0 || column === 0) return row + column;
    if (from[row - 1] === to[column - 1]) return measure(row - 1, column - 1);
    const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
    return (measured[row * (to.length + 1) + column] ??=
      1 +
      Math.min(
        measure(row - 1, column),
        measure(row, column - 1),
        isSwap ? measure(row - 2, column - 2) : measure(row - 1, column - 1),
      ));
  };
  return measure(from.length, to.length);
}
