/**
 * Event names: which ones a service has, which ones may be registered, and where the action begins in
 * `issues.opened`.
 */
import type { WebhookCatalog } from "../../catalog/webhooks.js";
import { copyOwn, expectReaction, expectText, quote, type Reaction } from "../../base/expect.js";
import { findNearest } from "../../base/nearest.js";
import { checkOptionNames, type OptionNames } from "../../base/option-names.js";
import { createSafeLog } from "./log.js";
import type { AnyEvent, Handler, Log, NameSplitter } from "./types.js";
import type { NameMatcher, Service, WebhookParts } from "./service.js";
import { HandlerRegistry } from "./dispatch/shortcuts.js";

export interface ValidateEventNameOptions {
  /** Default `throw`. */
  readonly onUnknownEventName?: Reaction | undefined;
  /** Target of `warn`; default the console. */
  readonly log?: Pick<Log, "warn"> | undefined;
}

/** Binds a catalog to its parts: how event names are split, and which ones are known. */
export function bindService(catalog: WebhookCatalog, sharedParts: WebhookParts): Service {
  const parts = copyOwn(sharedParts);
  const { action, delivery, event, eventNames } = copyOwn(catalog);
  const isListed = eventNames.length === 0 ? () => true : createNameTest(eventNames);
  return {
    catalog,
    event: copyOwn(event),
    delivery: delivery && copyOwn(delivery),
    parts,
    split: parts.splitName ?? (action === undefined ? keepWhole : splitAtDot),
    findKnown: (name) => (isListed(name) ? name : parts.matchName?.match(name)),
    actionKeys: action?.split(".") ?? [],
  };
}

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

/** Type of `validateEventName`, written so that editors offer the known names. */
export type EventNameValidator<Name extends string> = (
  name: Name | (string & {}),
  options?: ValidateEventNameOptions,
) => void;

const NAME_OPTIONS: OptionNames<ValidateEventNameOptions> = { onUnknownEventName: true, log: true };

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

// ---- Names with placeholders, and events with dots in their names

const NAME_PLACEHOLDER = /\{\w+\}/;

/** Pattern of a placeholder's value: one segment. Dots, slashes, colons and spaces split a name. */
const SEGMENT = "[^./:\\s]+";

/**
 * Creates the matcher that finds the known name of a delivery whose name varies. For
 * `calendar.write.successful` it returns `{dataType}.write.successful`. It never returns a name without
 * a placeholder.
 */
export function createNameMatcher(names: readonly string[]): NameMatcher {
  const patterns = names.filter((name) => NAME_PLACEHOLDER.test(name));
  const compiled = patterns.map((name) => [name, compileName(name)] as const);
  const match = (name: string): string | undefined =>
    compiled.find(([, pattern]) => pattern.test(name))?.[0];
  return { match, createRegistry: (split) => new MatchingRegistry(split, match) };
}

/** Finds the handlers of an exact name, and those of the name with a placeholder that it matches. */
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
    const exact = super.get(event, action);
    const known = this.#match(event) ?? event;
    return known === event ? exact : [...exact, ...super.get(known, action)];
  }
}

/** Compiles a name with placeholders to a pattern of the names that it stands for. */
function compileName(name: string): RegExp {
  const literals = name.split(NAME_PLACEHOLDER).map((text) => text.replace(/\W/g, "\\$&"));
  return new RegExp(`^${literals.join(SEGMENT)}$`);
}

/**
 * Creates the splitter for a service with dots in the names of its events. If `charge.dispute` is an
 * event, it splits `charge.dispute.opened` into that event and the action `opened`. It splits any other
 * name at its first dot.
 */
export function createNameSplitter(dottedEvents: readonly string[]): NameSplitter {
  return (name) => {
    const candidates = dottedEvents.filter(
      (event) => name === event || name.startsWith(`${event}.`),
    );
    if (candidates.length === 0) return splitAtDot(name);
    const event = candidates.reduce((longest, other) =>
      other.length > longest.length ? other : longest,
    );
    return [event, name === event ? undefined : name.slice(event.length + 1)];
  };
}
