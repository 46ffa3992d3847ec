/** The items of an iteration, or the first `limit` of them, after which it is left. */
export async function collect<Item>(items: AsyncIterable<Item>, limit = Infinity): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) {
    collected.push(item);
    if (collected.length === limit) break;
  }
  return collected;
}
