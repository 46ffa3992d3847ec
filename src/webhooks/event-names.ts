import { findNearest } from "../nearest.js";
import { expectReaction, expectText, quote, type Reaction } from "./expect.js";
import { createSafeLog, type Log } from "./log.js";
import type { AnyEvent } from "./types.js";

export interface ValidateEventNameOptions {
  /** Default `throw`. */
  readonly onUnknownEventName?: Reaction | undefined;
  /** Where `warn` writes; default the console. */
  readonly log?: Pick<Log, "warn"> | undefined;
}

/**
 * An event name that can have handlers of its own.
 * @throws TypeError for anything but a string that is not empty, and for `*` and `error`.
 */
export function expectEventName(value: unknown): string {
  const name = expectListenerName(value);
  if (name !== "*" && name !== "error") return name;
  throw new TypeError('"*" and "error" are not event names: use onAny() and onError().');
}

/**
 * A name under which handlers are kept: an event name, `*` or `error`.
 * @throws TypeError for anything but a string that is not empty.
 */
export function expectListenerName(name: unknown): string {
  return expectText(name, "The event name");
}

/** Divides a name into event and action. */
export type NameSplitter = (name: string) => readonly [event: string, action: string | undefined];

/** At the first dot. */
export const splitAtDot: NameSplitter = (name) => {
  const dot = name.indexOf(".");
  return dot < 0 ? [name, undefined] : [name.slice(0, dot), name.slice(dot + 1)];
};

/** For services without actions. */
export const keepWhole: NameSplitter = (name) => [name, undefined];

/**
 * Whether a name includes an action. The toolkit refuses such a name from anybody: the action is
 * read from the payload, which is signed.
 */
export function hasAction(name: string, split: NameSplitter): boolean {
  return name.includes(".") && split(name)[1] !== undefined; // most names have no dot
}

/**
 * Whether a name means something other than an event: `error`, a name with `*`, or an event with
 * its action. Transports refuse all three, because the sender chooses the name.
 */
export function isReservedName(name: string, split: NameSplitter): boolean {
  return name === "error" || name.includes("*") || hasAction(name, split);
}

/** Tells whether a name is in a list, which is read at the first call. */
export function createNameTest(names: readonly string[]): (name: string) => boolean {
  let known: ReadonlySet<string> | undefined;
  return (name) => (known ??= new Set(names)).has(name);
}

/** Says that a name is unknown, and suggests the known name that was probably meant. */
export function describeUnknownName(name: string, known: Iterable<string>): string {
  const nearest = findNearest(name, known);
  const hint = nearest === undefined ? "" : ` Did you mean ${quote(nearest)}?`;
  return `${quote(name)} is not a known event name.${hint}`;
}

/** Marks an event name that the catalog does not know as meant; returns it as it is (contract B.34). */
export function anyEvent(name: string): AnyEvent {
  return name as AnyEvent; // the mark exists for the compiler alone
}

/** Written so that editors offer the known names. */
export type EventNameValidator<Name extends string> = (
  name: Name | (string & {}),
  options?: ValidateEventNameOptions,
) => void;

/** Binds `validateEventName` to a catalog's names. */
export function createEventNameValidator<Name extends string>(
  names: readonly Name[],
): EventNameValidator<Name> {
  const isKnown = createNameTest(names);
  return function validateEventName(name, { onUnknownEventName = "throw", log } = {}) {
    const reaction = expectReaction(onUnknownEventName, "`onUnknownEventName`");
    if (isKnown(name)) return; // never `*` or `error`
    expectEventName(name);
    if (reaction === "ignore") return;
    const message = describeUnknownName(name, names);
    if (reaction === "throw") throw new TypeError(message);
    createSafeLog(log).warn(message);
  };
}
