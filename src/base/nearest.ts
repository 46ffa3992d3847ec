/** Refuses misspelt options, and finds the name that a misspelt one was probably meant to be. */

/**
 * Refuses a misspelt option, which would have no effect. Names that resemble no option are accepted, because
 * programs share objects of options.
 * @param internal Names that are accepted and never proposed.
 * @throws TypeError for an unknown name that is near a known one.
 */
export function checkOptionNames(options: object, known: object, internal: object = {}): void {
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(known, name) || Object.hasOwn(internal, name)) continue;
    const nearest = findNearest(name, Object.keys(known));
    if (nearest !== undefined)
      throw new TypeError(`Unknown option \`${name}\`. Did you mean \`${nearest}\`?`);
  }
}

/** The name of each option. The compiler compares them with the type of the options. */
export type OptionNames<Options> = Readonly<Record<keyof Options, true>>;

/**
 * Finds the candidate with the fewest differences: letters inserted, dropped, replaced or swapped; the
 * first one of several. `undefined` if none is near.
 * @param adapt Returns the text to compare with a candidate, if that depends on the candidate.
 */
export function findNearest(
  text: string,
  candidates: Iterable<string>,
  adapt: (candidate: string) => string = () => text,
): string | undefined {
  const words = [...candidates];
  // One difference for every three letters, but between one and four in total.
  const most = Math.min(4, Math.max(1, Math.floor(text.length / 3)));
  for (let allowed = 0; allowed <= most; allowed++) {
    const nearest = words.find((candidate) => isNear(adapt(candidate), candidate, allowed));
    if (nearest !== undefined) return nearest;
  }
  return undefined;
}

/** Tells whether two texts have at most `allowed` differences. Tries each kind at the first difference. */
function isNear(text: string, candidate: string, allowed: number): boolean {
  if (Math.abs(text.length - candidate.length) > allowed) return false;
  if (text === candidate) return true;
  let start = 0; // in a loop, because a call for each letter could overflow the call stack
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
