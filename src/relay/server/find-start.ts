/** The place at which a follower begins, by the last event that it has seen (contract D.14). */
import { readTime } from "../announcement.js";
import { readHead } from "./channel.js";
import type { FollowerStart } from "./follow.js";
import { readPosition, type RelayStore, type StoreState } from "./store.js";

/**
 * Finds the start of a follower of a channel.
 * @param lastEventId the id of an event, or `since-` and a time; `null` begins at new deliveries.
 */
export async function findStart(
  store: RelayStore,
  channel: string,
  lastEventId: string | null,
): Promise<FollowerStart> {
  const state = await store.state();
  const { name, newest, dropped } = state;
  if (lastEventId === null) return { name, after: newest, replay: "none", complete: true };
  const time = readTime(lastEventId);
  if (time !== undefined)
    return { name, replay: "since", ...(await findTime(store, channel, time, state)) };
  const after = readPosition(lastEventId, state);
  if (after === undefined) return { name, after: dropped, replay: "all", complete: false };
  const complete = after >= dropped;
  return { name, after: Math.max(after, dropped), replay: "since", complete };
}

/**
 * Finds the position after which a channel has its deliveries since a time. Bisects, because positions rise
 * with time, so that a store needs no index of times.
 */
async function findTime(
  store: RelayStore,
  channel: string,
  time: number,
  { newest, dropped }: StoreState,
): Promise<Pick<FollowerStart, "after" | "complete">> {
  /** Up to here, the channel has only older deliveries. */
  let after = dropped;
  /** Behind here, it has none that is older. */
  let end = newest;
  let hasOlder = false;
  while (after < end) {
    const middle = Math.ceil((after + end) / 2);
    const last = await store.previous(channel, middle + 1);
    const isBetween = last !== undefined && last.position > after;
    if (isBetween && readHead(last).receivedAt >= time) {
      end = last.position - 1;
    } else {
      after = middle;
      hasOlder ||= isBetween;
    }
  }
  // If an older delivery is still kept, none since the time was dropped, because the oldest are dropped first.
  return { after, complete: dropped === 0 || hasOlder };
}
