import type { InboxStore, StoredDelivery, StoreSettings } from "./store.js";
import { toStorable } from "./stored-text.js";

/** How many deliveries are read at once; bodies of the largest size still fit into memory. */
const PIECE = 50;

/** With this time, a store that a program only reads deletes nothing, and takes back no claim. */
const FOREVER = 1e15;

/** How a program opens a store that it only reads, or copies to another one. */
export const READING: StoreSettings = {
  lease: FOREVER,
  dedupeFor: 7 * 86_400_000,
  keepFor: FOREVER,
  keepDeadFor: FOREVER,
  longestDelay: FOREVER,
  waitAfterLoss: () => FOREVER,
  clock: Date.now,
};

/**
 * Copies everything that one store keeps to another one, the oldest first: bodies, states, attempts,
 * errors, and the handlers that are done. What is in the other store already is left out, so that a
 * move that was interrupted can be repeated. Nothing is deleted. Stop the processes that use the first
 * store before, so that it does not change meanwhile.
 * @returns how many deliveries there are, and how many of them were not in the other store.
 */
export async function moveDeliveries(
  from: InboxStore,
  to: InboxStore,
): Promise<{ readonly found: number; readonly moved: number }> {
  await from.open(READING);
  await to.open(READING);
  let [found, moved] = [0, 0];
  for (let after: string | undefined; ;) {
    const piece = await from.export(after, PIECE);
    if (piece.length === 0) return { found, moved };
    found += piece.length;
    moved += await to.restore(piece.map(withStorableText));
    after = piece.at(-1)?.key;
  }
}

/** The first versions took text from outside as it came. */
function withStorableText(delivery: StoredDelivery): StoredDelivery {
  const { id, name, orderKey } = delivery;
  return {
    ...delivery,
    id: toStorable(id),
    name: toStorable(name),
    orderKey: orderKey === undefined ? undefined : toStorable(orderKey),
  };
}
