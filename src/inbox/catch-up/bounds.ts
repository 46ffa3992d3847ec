/** Decides how far back a catch-up reads in a list. All times are milliseconds since 1970, by the clock of the service. */
import { HOUR } from "../../base/durations.js";
import type { Progress } from "./turn.js";

/** Stands for a time that is not known: it is later than every other, so that `Math.min` ignores it. */
const UNKNOWN = Infinity;

/**
 * Finds how far back a catch-up reads: to the time that the program asks for, or to the point that earlier catch-ups
 * have reached (`position`).
 * @example The times of an inbox, the earlier ones to the left:
 * from … remembered = floor … position = until … now  // goes on where the last catch-up ended
 * from … position = floor = until … remembered … now  // goes on after a long pause
 * from = floor = until … now                          // the first catch-up
 */
export function findBounds({ progress, request, overlap, dedupeFor, now }: BoundsInput): Bounds {
  const { since = UNKNOWN, isExplicit } = request;
  const position = progress.time === undefined ? UNKNOWN : progress.time - overlap;
  // The inbox begins where its first catch-up began, or where an earlier time is asked for.
  const from = Math.min(progress.from ?? UNKNOWN, since);
  // The inbox recognizes a duplicate of anything that has arrived since then, with an hour to spare.
  const remembered = now - dedupeFor + HOUR;
  // On a page that is read anyway, each item is checked whose duplicate the inbox would recognize. Older items are
  // checked only back to the position, or to the time that is asked for.
  const floor = Math.max(from, Math.min(remembered, position, since));
  const end = isExplicit ? since : position;
  // The first catch-up has no position, so it reads back to the floor.
  const until = end === UNKNOWN ? floor : Math.max(floor, end);
  return { from, floor, until, now };
}

/**
 * Converts a time of this machine to the clock of the service. If that clock is not known, it may be an hour
 * away: the time is then an hour earlier, so that nothing is missed.
 */
export function toServiceTime(time: number, now: number, serviceTime: number | undefined): number {
  return serviceTime === undefined ? time - HOUR : time + serviceTime - now;
}

// ---- Types

interface BoundsInput {
  /** Place that earlier catch-ups have reached. */
  readonly progress: Progress;
  readonly request: {
    /** Time from which deliveries are wanted; `undefined` if earlier catch-ups have settled it. */
    readonly since: number | undefined;
    /** True if the program has named the time: earlier catch-ups do not shorten this one. */
    readonly isExplicit: boolean;
  };
  /** Milliseconds by which an item may come late into the list. */
  readonly overlap: number;
  /** Milliseconds for which the inbox remembers what has arrived. */
  readonly dedupeFor: number;
  readonly now: number;
}

/** Times at which a catch-up ends in a list. `from` is the earliest, and `until` is not before `floor`. */
export interface Bounds {
  /** Nothing older is ever asked for: the inbox did not exist. */
  readonly from: number;
  /** Older items are dropped. */
  readonly floor: number;
  /** Reading ends at an older item. */
  readonly until: number;
  /** Time of the service, as far as it is known. */
  readonly now: number;
}
