/**
 * Divides texts into batches, in their order, for tools that are slow to start and that need much memory for all
 * texts at once.
 * @param length The characters of a batch: it is full when it has as many. Only the last one may have fewer.
 */
export function toBatches(
  texts: readonly string[],
  length: number,
): readonly (readonly string[])[] {
  const batches: string[][] = [];
  let size = length; // so that the first text begins a batch
  for (const text of texts) {
    if (size >= length) {
      batches.push([]);
      size = 0;
    }
    batches.at(-1)?.push(text);
    size += text.length;
  }
  return batches;
}
