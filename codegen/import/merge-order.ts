/**
 * The keys that are there keep their order; each new one follows the key that it follows in the
 * import.
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
