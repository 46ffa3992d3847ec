/**
 * The text with the fewest differences: letters inserted, dropped, replaced or swapped. The first one
 * of several; `undefined` when none is near.
 * @param adapt The text to compare with a candidate, where it depends on it.
 */
export function findNearest(
  text: string,
  candidates: Iterable<string>,
  adapt: (candidate: string) => string = () => text,
): string | undefined {
  const all = [...candidates];
  // One difference in every three letters, but between one and four in all.
  const most = Math.min(4, Math.max(1, Math.floor(text.length / 3)));
  for (let allowed = 0; allowed <= most; allowed++) {
    const found = all.find((candidate) => isNear(adapt(candidate), candidate, allowed));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether two texts have at most so many differences: where they part, it tries each kind. */
function isNear(text: string, candidate: string, allowed: number): boolean {
  if (Math.abs(text.length - candidate.length) > allowed) return false;
  if (text === candidate) return true;
  if (allowed === 0) return false;
  let start = 0; // found by a loop: a call for each letter could overflow the call stack
  while (text[start] === candidate[start]) start++;
  const [one, other] = [text.slice(start), candidate.slice(start)];
  const isSwap = one[0] === other[1] && one[1] === other[0];
  return (
    isNear(one.slice(1), other, allowed - 1) ||
    isNear(one, other.slice(1), allowed - 1) ||
    isNear(one.slice(1), other.slice(1), allowed - 1) ||
    (isSwap && isNear(one.slice(2), other.slice(2), allowed - 1))
  );
}
