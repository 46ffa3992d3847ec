/** Event names that vary, such as `{dataType}.write.successful`, and events with dots in their names. */
import { HandlerRegistry } from "../dispatch/handler-registry.js";
import { splitAtDot } from "../event-names.js";
import type { NameMatcher } from "../service.js";
import type { Handler, NameSplitter } from "../types.js";

// ---- Names with placeholders

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

const NAME_PLACEHOLDER = /\{\w+\}/;

/** Pattern of a placeholder's value: one segment. Dots, slashes, colons and spaces split a name. */
const SEGMENT = "[^./:\\s]+";

// ---- Events with dots in their names

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
