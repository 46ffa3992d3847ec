/** Decides how far back a catch-up reads in a list. All times are milliseconds since 1970, by the clock of the service. */
import { HOUR } from "../../base/durations.js";
import type { Progress } from "./turn.js";

/**
 * Finds how far back a catch-up reads: to the time that the program has asked for, or to where earlier ones have
 * got to. A time that is not known is `Infinity`, which limits nothing.
 */
export function findBounds({ progress, request, overlap, dedupeFor, now }: BoundsInput): Bounds {
  const { since: start = Infinity, isExplicit } = request;
  // Earlier catch-ups have got to here.
  const position = progress.time === undefined ? Infinity : progress.time - overlap;
  const from = Math.min(progress.from ?? Infinity, start);
  // Everything on a page that is read anyway is looked at, as long as the inbox remembers what has arrived.
  const remembered = now - dedupeFor + HOUR;
  const floor = Math.max(from, Math.min(remembered, position, start));
  const end = isExplicit ? start : position;
  const until = end === Infinity ? floor : Math.max(floor, end);
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
