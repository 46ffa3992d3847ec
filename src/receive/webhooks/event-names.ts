/** Event names: which ones handlers may be registered for, and where the action begins in `issues.opened`. */
import { expectReaction, expectText, quote, type Reaction } from "../../base/expect.js";
import { checkOptionNames, findNearest, type OptionNames } from "../../base/nearest.js";
import { createSafeLog } from "./log.js";
import type { AnyEvent, Log, NameSplitter } from "./types.js";

/**
 * Checks the name of an event, and returns it.
 * @throws TypeError for anything but a string that is not empty, and for `*` and `error`.
 */
export function expectEventName(value: unknown): string {
  const name = expectListenerName(value);
  if (name !== "*" && name !== "error") return name;
  throw new TypeError('"*" and "error" are not event names: use onAny() and onError().');
}

/**
 * Checks a name that handlers are registered for, and returns it: an event name, `*` or `error`.
 * @throws TypeError for anything but a string that is not empty.
 */
export function expectListenerName(name: unknown): string {
  return expectText(name, "The event name");
}

/** Splits a name at its first dot into the event and its action. */
export const splitAtDot: NameSplitter = (name) => {
  const dot = name.indexOf(".");
  return dot < 0 ? [name, undefined] : [name.slice(0, dot), name.slice(dot + 1)];
};

/** Splits no name, for services without actions. */
export const keepWhole: NameSplitter = (name) => [name, undefined];

/**
 * True for a name that includes an action. The toolkit refuses each delivery with such a name, because
 * it reads the action from the payload, which is signed.
 */
export function hasAction(name: string, split: NameSplitter): boolean {
  return name.includes(".") && split(name)[1] !== undefined; // most names have no dot
}

/**
 * True for `error`, a name with `*`, or an event with its action. Transports refuse these names, which mean
 * something else to `on`, because the sender chooses the name.
 */
export function isReservedName(name: string, split: NameSplitter): boolean {
  return name === "error" || name.includes("*") || hasAction(name, split);
}

/** Creates a test for the names of a list, which is read at the first call. */
export function createNameTest(names: readonly string[]): (name: string) => boolean {
  let known: ReadonlySet<string> | undefined;
  return (name) => (known ??= new Set(names)).has(name);
}

/** Writes the message for an unknown name, with the nearest known name, if any. */
export function describeUnknownName(name: string, known: Iterable<string>): string {
  const nearest = findNearest(name, known);
  const hint = nearest === undefined ? "" : ` Did you mean ${quote(nearest)}?`;
  return `${quote(name)} is not a known event name.${hint}`;
}

/**
 * Returns a name unchanged, with a type that `on` and `removeListener` accept although the name is not
 * in the catalog (contract B.34).
 * @example
 * webhooks.on(anyEvent("beta.created"), ({ payload }) => console.log(payload));
 */
export function anyEvent(name: string): AnyEvent {
  return name as AnyEvent; // only the type has the mark
}

/** Binds `validateEventName` to a catalog's names. */
export function createEventNameValidator<Name extends string>(
  names: readonly Name[],
): EventNameValidator<Name> {
  const isKnown = createNameTest(names);
  return function validateEventName(name, options = {}) {
    checkOptionNames(options, NAME_OPTIONS);
    const { onUnknownEventName = "throw", log } = options;
    const reaction = expectReaction(onUnknownEventName, "`onUnknownEventName`");
    if (isKnown(name)) return; // a catalog has neither `*` nor `error`
    expectEventName(name);
    if (reaction === "ignore") return;
    const message = describeUnknownName(name, names);
    if (reaction === "throw") throw new TypeError(message);
    createSafeLog(log).warn(message);
  };
}

const NAME_OPTIONS: OptionNames<ValidateEventNameOptions> = { onUnknownEventName: true, log: true };

// ---- Types

/** Type of `validateEventName`, written so that editors offer the known names. */
export type EventNameValidator<Name extends string> = (
  name: Name | (string & {}),
  options?: ValidateEventNameOptions,
) => void;

export interface ValidateEventNameOptions {
  /** Default `throw`. */
  readonly onUnknownEventName?: Reaction | undefined;
  /** Target of `warn`; default the console. */
  readonly log?: Pick<Log, "warn"> | undefined;
}
