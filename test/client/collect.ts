/** The items of an iteration, or the first `most` of them, after which it is left. */
export async function collect<Item>(items: AsyncIterable<Item>, most = Infinity): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) if (collected.push(item) === most) break;
  return collected;
}
