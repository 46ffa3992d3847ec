import { expectReaction, expectText, quote, type Reaction } from "../expect.js";
import { findNearest } from "../nearest.js";
import { createSafeLog } from "./log.js";
import type { AnyEvent, Handler, Log, NameSplitter } from "./types.js";
import type { NameMatcher } from "./service.js";
import { HandlerRegistry } from "./shortcuts.js";

export interface ValidateEventNameOptions {
  /** Default `throw`. */
  readonly onUnknownEventName?: Reaction | undefined;
  /** Target of `warn`; default the console. */
  readonly log?: Pick<Log, "warn"> | undefined;
}

/**
 * Checks an event name that can have handlers of its own.
 * @throws TypeError for anything but a string that is not empty, and for `*` and `error`.
 */
export function expectEventName(value: unknown): string {
  const name = expectListenerName(value);
  if (name !== "*" && name !== "error") return name;
  throw new TypeError('"*" and "error" are not event names: use onAny() and onError().');
}

/**
 * Checks a name under which handlers are kept: an event name, `*` or `error`.
 * @throws TypeError for anything but a string that is not empty.
 */
export function expectListenerName(name: unknown): string {
  return expectText(name, "The event name");
}

/** Splits at the first dot. */
export const splitAtDot: NameSplitter = (name) => {
  const dot = name.indexOf(".");
  return dot < 0 ? [name, undefined] : [name.slice(0, dot), name.slice(dot + 1)];
};

/** Keeps names whole, for services without actions. */
export const keepWhole: NameSplitter = (name) => [name, undefined];

/**
 * True for a name that includes an action. The toolkit refuses such a name in every delivery: the action
 * is read from the payload, which is signed.
 */
export function hasAction(name: string, split: NameSplitter): boolean {
  return name.includes(".") && split(name)[1] !== undefined; // most names have no dot
}

/**
 * True for a name that means something other than an event: `error`, a name with `*`, or an event with
 * its action. Transports refuse all three, because the sender chooses the name.
 */
export function isReservedName(name: string, split: NameSplitter): boolean {
  return name === "error" || name.includes("*") || hasAction(name, split);
}

/** Creates a test for the names of a list, which is read at the first call. */
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

/** Type of `validateEventName`, written so that editors offer the known names. */
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

/* Names that are more than an event with an optional action after a dot */

const PLACEHOLDER = /\{\w+\}/;

/** Value of a placeholder: one segment of a name, with any separator between segments. */
const SEGMENT = "[^./:\\s]+";

/**
 * Finds the known name of a delivery whose name varies: `calendar.write.successful` is
 * `{dataType}.write.successful`. Names without a placeholder are never returned.
 */
export function createNameMatcher(names: readonly string[]): NameMatcher {
  const patterns = names.filter((name) => PLACEHOLDER.test(name));
  const compiled = patterns.map((name) => [name, compile(name)] as const);
  const match = (name: string): string | undefined =>
    compiled.find(([, pattern]) => pattern.test(name))?.[0];
  return { match, createRegistry: (split) => new MatchingRegistry(split, match) };
}

/** Handlers of a name, and those of the name with a placeholder that it matches. */
class MatchingRegistry extends HandlerRegistry<Handler> {
  readonly #match: NameMatcher["match"];

  constructor(split: NameSplitter, match: NameMatcher["match"]) {
    super(split);
    this.#match = match;
  }

  override has(event: string): boolean {
    return super.has(event) || super.has(this.#match(event) ?? event);
  }

  override get(event: string, action?: string): readonly Handler[] {
    const own = super.get(event, action);
    const known = this.#match(event) ?? event;
    return known === event ? own : [...own, ...super.get(known, action)];
  }
}

function compile(name: string): RegExp {
  const literals = name.split(PLACEHOLDER).map((text) => text.replace(/\W/g, "\\$&"));
  return new RegExp(`^${literals.join(SEGMENT)}$`);
}

/**
 * Divides names of a service whose events may hold dots: `charge.dispute.opened` is the action
 * `opened` of `charge.dispute` where that is an event. Any other name is divided at its first dot.
 */
export function createNameSplitter(dottedEvents: readonly string[]): NameSplitter {
  return (name) => {
    const found = dottedEvents.filter((event) => name === event || name.startsWith(`${event}.`));
    if (found.length === 0) return splitAtDot(name);
    const event = found.reduce((one, other) => (other.length > one.length ? other : one));
    return [event, name === event ? undefined : name.slice(event.length + 1)];
  };
}
