/**
 * The text with the fewest differences: letters inserted, dropped, replaced or swapped (optimal
 * string alignment). `undefined` when none is near. The cost grows with the product of the lengths.
 * @param adapt The text to compare with a candidate, where it depends on it.
 */
export function findNearest(
  text: string,
  candidates: Iterable<string>,
  adapt: (candidate: string) => string = () => text,
): string | undefined {
  let nearest: string | undefined;
  // One mistake in every three letters, but between one and four in all.
  let least = Math.min(4, Math.max(1, Math.floor(text.length / 3))) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - adapt(candidate).length) >= least) continue;
    const distance = measureDistance(adapt(candidate), candidate);
    if (distance < least) [nearest, least] = [candidate, distance];
  }
  return nearest;
}

/** Works from the ends of both names to their beginnings; each pair of prefixes is measured once. */
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
