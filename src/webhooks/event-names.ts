import { createSafeLog } from "../log.js";
import type { Log } from "../log.js";
import { expectOneOf, expectText } from "./expect.js";
import { findNearestName } from "./nearest-name.js";
import { quote } from "./quote.js";

/** What is done about a name that the catalog does not know. */
const REACTIONS = ["throw", "warn", "ignore"] as const;

export interface ValidateEventNameOptions {
  /** Default `throw`. */
  readonly onUnknownEventName?: (typeof REACTIONS)[number] | undefined;
  /** Where `warn` goes; default the console. */
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
 * A name under which handlers are kept, `*` and `error` among them.
 * @throws TypeError for anything but a string that is not empty.
 */
export function expectListenerName(name: unknown): string {
  return expectText(name, "an event name");
}

/**
 * Whether the toolkit gives the name a meaning of its own: `error`, and every name with `*` or with
 * the dot that joins event and action. A delivery with such a name is refused.
 */
export function isReservedName(name: string): boolean {
  return /^error$|[*.]/.test(name);
}

/** Tells whether a name is one of those. They are looked at when it is first asked. */
export function createNameTest(names: readonly string[]): (name: string) => boolean {
  let known: ReadonlySet<string> | undefined;
  return (name) => (known ??= new Set(names)).has(name);
}

/** What to say of an unknown name, with the known one that was probably meant. */
export function describeUnknownName(name: string, known: Iterable<string>): string {
  const nearest = findNearestName(name, known);
  const hint = nearest === undefined ? "" : ` Did you mean ${quote(nearest)}?`;
  return `${quote(name)} is not a known event name.${hint}`;
}

/** Written so that editors offer the known names. */
export type EventNameValidator<Name extends string> = (
  name: Name | (string & {}),
  options?: ValidateEventNameOptions,
) => void;

/** Binds `validateEventName` to a catalog's names (specification, section B, Errors). */
export function createEventNameValidator<Name extends string>(
  names: readonly Name[],
): EventNameValidator<Name> {
  const isKnown = createNameTest(names);
  return function validateEventName(name, { onUnknownEventName = "throw", log } = {}) {
    const reaction = expectOneOf(onUnknownEventName, "`onUnknownEventName`", REACTIONS);
    if (isKnown(name)) return; // never `*` or `error`
    expectEventName(name);
    if (reaction === "ignore") return;
    const message = describeUnknownName(name, names);
    if (reaction === "throw") throw new TypeError(message);
    createSafeLog(log).warn(message);
  };
}
