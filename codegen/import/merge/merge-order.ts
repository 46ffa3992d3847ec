/** The order of keys after a merge. */

/**
 * Keeps the order of present keys. A new key follows the one before it in the import: `b, a` with the import
 * `a, new, b` becomes `b, a, new`.
 */
export function mergeOrder(
  present: readonly string[],
  imported: readonly string[],
): readonly string[] {
  const known = new Set(present);
  const first: string[] = [];
  const followers = new Map<string, string[]>();
  let after = first;
  for (const key of imported) {
    if (known.has(key)) {
      after = followers.get(key) ?? [];
      followers.set(key, after);
    } else after.push(key);
  }
  return [...first, ...present.flatMap((key) => [key, ...(followers.get(key) ?? [])])];
}
