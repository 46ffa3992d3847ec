/** The effects of changes of schemas: the level of each, and its text in the report. */
import type { Direction } from "../json-schema/model-schemas.js";
import type { LocalChange } from "./types.js";

/** The level of each kind of change. Limits of what is received change no type: they count as texts. */
const EFFECTS = {
  "is any value now": { sent: "minor", received: "major" },
  "is no longer any value": { sent: "major", received: "minor" },
  "is never allowed now": { sent: "major", received: "major" },
  "has another type": { sent: "major", received: "major" },
  "may be null now": { sent: "minor", received: "major" },
  "is never null now": { sent: "major", received: "minor" },
  "may have fractions now": { sent: "minor", received: "patch" },
  "is a whole number now": { sent: "major", received: "patch" },
  "has new values": { sent: "minor", received: "major" },
  "has new values that programs expect": { sent: "minor", received: "minor" },
  "lacks values": { sent: "major", received: "major" },
  "lacks values of an open list": { sent: "major", received: "minor" },
  "has a list of values now": { sent: "major", received: "minor" },
  "has no list of values any more": { sent: "minor", received: "major" },
  "may have values that are not listed": { sent: "minor", received: "major" },
  "has an open list of values no more": { sent: "minor", received: "minor" },
  "is new": { sent: "minor", received: "minor" },
  "is new and required": { sent: "major", received: "minor" },
  "is gone": { sent: "major", received: "major" },
  "is no longer described": { sent: "minor", received: "major" },
  "is required now": { sent: "major", received: "minor" },
  "is optional now": { sent: "minor", received: "major" },
  "may have other fields now": { sent: "minor", received: "minor" },
  "has no other fields any more": { sent: "major", received: "major" },
  "has a list of field names now": { sent: "major", received: "major" },
  "has no list of field names any more": { sent: "minor", received: "minor" },
  "has fewer items": { sent: "major", received: "major" },
  "has more items": { sent: "major", received: "major" },
  "has a new kind of value": { sent: "minor", received: "major" },
  "has a new kind of value that programs expect": { sent: "minor", received: "minor" },
  "lacks a kind of value": { sent: "major", received: "major" },
  "is stricter": { sent: "major", received: "patch" },
  "is less strict": { sent: "minor", received: "patch" },
  "is deprecated": { sent: "minor", received: "minor" },
  "is no longer deprecated": { sent: "patch", received: "patch" },
} as const;

/** Texts of effects that differ only by who reads the value. */
const TEXTS: Partial<Readonly<Record<Effect, string>>> = {
  "has new values that programs expect": "has new values",
  "lacks values of an open list": "lacks values",
  "has an open list of values no more": "has no list of values any more",
  "is no longer described": "is gone",
  "has a new kind of value that programs expect": "has a new kind of value",
};

/** The level and the text of an effect on a value that is sent or received. */
export function describeEffect(
  effect: Effect,
  direction: Direction,
): Pick<LocalChange, "level" | "text"> {
  return { level: EFFECTS[effect][direction], text: TEXTS[effect] ?? effect };
}

export type Effect = keyof typeof EFFECTS;

/** Adds a change of what is compared. Without `detail`, both sides are described as a whole. */
export type ReportEffect = (
  effect: Effect,
  detail?: Partial<Pick<LocalChange, "before" | "after">>,
) => void;
