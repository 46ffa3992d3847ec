import { createSafeLog } from "../log.js";
import type { Log } from "../log.js";
import { findNearestName } from "./nearest-name.js";
import { quote } from "./quote.js";
import { unexpected } from "./unexpected.js";

/** What is done about a name that the catalog does not know. */
const REACTIONS = ["throw", "warn", "ignore"] as const;

export interface ValidateEventNameOptions {
  /** Default `throw`. */
  readonly onUnknownEventName?: (typeof REACTIONS)[number] | undefined;
  /** Where `warn` goes; default the console. */
  readonly log?: Pick<Log, "warn"> | undefined;
}

/** The names that stand for `onAny` and `onError`, and what registers handlers in their place. */
const RESERVED: ReadonlyMap<string, string> = new Map([
  ["*", "onAny"],
  ["error", "onError"],
]);

/**
 * An event name that can have handlers of its own.
 * @throws TypeError for anything but a string that is not empty, and for `*` and `error`.
 */
export function expectEventName(value: unknown): string {
  const name = expectListenerName(value);
  const method = RESERVED.get(name);
  if (method === undefined) return name;
  throw new TypeError(`"${name}" is not an event name; use ${method}() for its handlers.`);
}

/**
 * A name under which handlers are kept, `*` and `error` among them.
 * @throws TypeError for anything but a string that is not empty.
 */
export function expectListenerName(name: unknown): string {
  if (typeof name === "string" && name !== "") return name;
  throw unexpected(name, "an event name");
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
  return function validateEventName(name, options) {
    const reaction = expectReaction(options?.onUnknownEventName);
    if (isKnown(name)) return; // never `*` or `error`
    expectEventName(name);
    if (reaction === "ignore") return;
    const message = describeUnknownName(name, names);
    if (reaction === "throw") throw new TypeError(message);
    createSafeLog(options?.log).warn(message);
  };
}

function expectReaction(reaction: unknown): (typeof REACTIONS)[number] {
  if (reaction === undefined) return "throw";
  const found = REACTIONS.find((known) => known === reaction);
  if (found !== undefined) return found;
  throw new TypeError(`onUnknownEventName is one of ${REACTIONS.join(", ")}.`);
}
