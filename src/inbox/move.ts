/** Copies the deliveries of one store to another one. */
import type { InboxStore, StoredDelivery, StoreSettings } from "./store.js";
import { toStorable } from "./store-rules/values.js";

/** Deliveries of one group, whose bodies must fit into memory. */
const GROUP_SIZE = 50;

/** Long enough that a store which is only read deletes nothing and takes back no claim. */
const FOREVER = 1e15;

/** Settings for a store that is only read or copied. */
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
 * Copies all deliveries of one store to another one, the oldest first: bodies, states, attempts,
 * errors, and the handlers that are done. Deliveries that the other store has already are left out, so
 * that an interrupted move can be repeated. Nothing is deleted. First stop the processes that use the
 * stores, so that nothing changes meanwhile.
 * @returns the number of deliveries, and of those that were not in the other store.
 * @throws InboxError when one of the stores cannot be opened. Errors of its engine pass through.
 * @example
 * const { found, moved } = await moveDeliveries(
 *   openSqliteStore("webhooks.db"),
 *   openPostgresStore("postgresql://localhost/app"),
 * );
 */
export async function moveDeliveries(
  from: InboxStore,
  to: InboxStore,
): Promise<{ readonly found: number; readonly moved: number }> {
  await from.open(READING);
  await to.open(READING);
  let [found, moved] = [0, 0];
  let after: string | undefined;
  for (;;) {
    const group = await from.export(after, GROUP_SIZE);
    if (group.length === 0) return { found, moved };
    found += group.length;
    moved += await to.restore(group.map(withStorableText));
    after = group.at(-1)?.key;
  }
}

/** Cleans texts that the first store has kept as they arrived. */
function withStorableText(delivery: StoredDelivery): StoredDelivery {
  const { id, name, orderKey } = delivery;
  return {
    ...delivery,
    id: toStorable(id),
    name: toStorable(name),
    orderKey: orderKey === undefined ? undefined : toStorable(orderKey),
  };
}
