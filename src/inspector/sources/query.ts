/** Reads searches as people type them: `repository:acme action:opened "some text"`. */
import { OUTCOMES, type InspectorFilter } from "../types.js";

/** Part of a search. All parts must match. */
export type Term =
  | { readonly kind: "text"; readonly text: string }
  /** A member of the payload at any depth, or a header. */
  | { readonly kind: "named"; readonly name: string; readonly value: string };

export interface Query {
  /** Filter that each source knows. */
  readonly filter: Pick<InspectorFilter, "event" | "action" | "outcome" | "id">;
  readonly terms: readonly Term[];
}

/** The name of a value, such as `repository` or `pull_request.user.login`. */
const NAME = /[A-Za-z_@$][\w.$@-]*/.source;

/** A text in quotes. Quotes that are not closed end with the search. */
const QUOTED = /"(?<quoted>(?:[^"\\]|\\.)*)"?/.source;

/** A text without quotes, which ends before white space. */
const PLAIN = /(?<plain>[^\s"]+)/.source;

/** A value with its name before it, or a text alone. The `https:` of an address is no name. */
const PART = new RegExp(`(?:(?<name>${NAME}):(?!//))?(?:${QUOTED}|${PLAIN})`, "gu");

/** A name whose value is about to be typed. */
const LONE_NAME = new RegExp(`^${NAME}:$`);

/**
 * Parses a search: `event:push "ada l" user:ada` is a filter by the event with two terms, a text and a member `user`.
 * Every text has a meaning, because people see results while they type.
 */
export function parseQuery(search: string): Query {
  const terms: Term[] = [];
  const filter: { -readonly [Name in keyof Query["filter"]]: Query["filter"][Name] } = {};
  for (const { groups = {} } of search.matchAll(PART)) {
    const { name, quoted, plain = "" } = groups;
    const value = quoted === undefined ? plain : unescapeQuoted(quoted);
    if (value === "" || LONE_NAME.test(plain)) continue;
    const outcome = OUTCOMES.find((each) => each === value);
    if (name === undefined) terms.push({ kind: "text", text: value });
    else if (name === "outcome" && outcome !== undefined) filter.outcome = outcome;
    else if (name === "event" || name === "action" || name === "id") filter[name] = value;
    else terms.push({ kind: "named", name, value });
  }
  return { filter, terms };
}

/** Reads a text in quotes, where a backslash stands before each quote and backslash. */
function unescapeQuoted(quoted: string): string {
  return quoted.replace(/\\(.)/g, "$1");
}

/** The longest text of a search: few deliveries hold it, so that few others need a closer look. */
export function chooseText(terms: readonly Term[]): string | undefined {
  const texts = terms.map((term) => (term.kind === "text" ? term.text : term.value));
  return texts.reduce<string | undefined>(
    (longest, text) => (text.length > (longest?.length ?? 0) ? text : longest),
    undefined,
  );
}
