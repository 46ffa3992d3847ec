/** Event names that are more than an event with an optional action after a dot. */
import type { NameMatcher } from "./catalog.js";
import type { Handler } from "./dispatch.js";
import { splitAtDot, type NameSplitter } from "./event-names.js";
import { HandlerRegistry } from "./handlers.js";

const PLACEHOLDER = /\{\w+\}/;

/** What stands for a placeholder: one segment of a name, whatever separates its segments. */
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
