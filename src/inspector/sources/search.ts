/** Reads what a request of the page searches for, from its query or its JSON. `matches.ts` finds it. */
import { quote } from "../../base/expect.js";
import { createBadRequest } from "../api-error.js";
import { chooseText, parseQuery, type Term } from "./query.js";
import {
  OUTCOMES,
  type InspectorFilter,
  type InspectorOutcome,
  type InspectorSource,
} from "../types.js";

/** Most deliveries of one page of the list. */
export const MAX_LIMIT = 500;
/** Most deliveries that one request names, counts or replays. */
export const MAX_KEYS = 10_000;

/**
 * Reads a search. A parameter such as `event` counts more than the same name in `q`, the search as a person has typed
 * it. Absent and empty values do not filter.
 * @throws ApiError for a value of the wrong kind.
 */
export async function readSearch(
  { source, hiddenHeaders }: SearchSettings,
  input: Input,
): Promise<Search> {
  const { filter: typed, terms } = parseQuery(readText(input, "q") ?? "");
  const named = await splitEvent(source, typed);
  const text = readText(input, "text") ?? chooseText(terms);
  const filter = withoutAbsent({
    event: readText(input, "event") ?? named.event,
    action: readText(input, "action") ?? named.action,
    outcome: readOutcome(input) ?? named.outcome,
    id: readText(input, "id") ?? named.id,
    text,
    hiddenHeaders: text === undefined ? undefined : hiddenHeaders,
    since: readNumber(input, "since"),
    until: readNumber(input, "until"),
    keys: readKeys(input["keys"]),
    before: readText(input, "before"),
    limit: readLimit(input),
  });
  return { filter, terms: isTextAlone(terms, text) ? [] : terms };
}

/** True if the only term is the text of the filter, by which a source finds all matches itself. */
function isTextAlone(terms: readonly Term[], text: string | undefined): boolean {
  const [first, ...others] = terms;
  return others.length === 0 && first?.kind === "text" && first.text === text;
}

/** Splits the name with an action in `event:issues.opened`, unless that is the name of an event. */
async function splitEvent(
  source: InspectorSource,
  filter: InspectorFilter,
): Promise<InspectorFilter> {
  const { event = "" } = filter;
  const dot = event.lastIndexOf(".");
  if (dot < 1 || (await source.list({ event, limit: 1, isBrief: true })).length > 0) return filter;
  return { ...filter, event: event.slice(0, dot), action: event.slice(dot + 1) };
}

function withoutAbsent(filter: InspectorFilter): InspectorFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}

const FILTER_KEYS: ReadonlySet<string> = new Set([
  "q",
  "event",
  "action",
  "outcome",
  "id",
  "text",
  "since",
  "until",
  "keys",
  "before",
  "limit",
]);

/**
 * Checks the filter of an action: a misspelt property would match every delivery.
 * @throws ApiError for an unknown property.
 */
export function expectFilterKeys(input: Input): Input {
  const unknown = Object.keys(input).find((key) => !FILTER_KEYS.has(key));
  if (unknown === undefined) return input;
  throw createBadRequest(`The filter has the unknown property ${quote(unknown)}.`);
}

// ---- Values of a filter

export function requireText(value: unknown, what: string): string {
  if (typeof value === "string" && value !== "") return value;
  throw createBadRequest(`${what} is not a text.`);
}

function readText(input: Input, name: string): string | undefined {
  const value = input[name];
  return value === undefined || value === "" ? undefined : requireText(value, `\`${name}\``);
}

function readNumber(input: Input, name: string): number | undefined {
  const value = input[name];
  if (value === undefined || value === "") return undefined;
  if (Number.isFinite(Number(value))) return Number(value);
  throw createBadRequest(`\`${name}\` is not a number.`);
}

function readLimit(input: Input): number | undefined {
  const limit = readNumber(input, "limit");
  return limit === undefined ? undefined : Math.min(Math.max(1, Math.floor(limit)), MAX_LIMIT);
}

function readOutcome(input: Input): InspectorOutcome | undefined {
  const text = readText(input, "outcome");
  if (text === undefined) return undefined;
  const outcome = OUTCOMES.find((each) => each === text);
  if (outcome !== undefined) return outcome;
  throw createBadRequest(`\`outcome\` is not one of ${OUTCOMES.join(", ")}.`);
}

function readKeys(keys: unknown): readonly string[] | undefined {
  if (keys === undefined) return undefined;
  if (Array.isArray(keys) && keys.length <= MAX_KEYS)
    return keys.map((key) => requireText(key, "An element of `keys`"));
  throw createBadRequest(`\`keys\` is not an array of up to ${MAX_KEYS} strings.`);
}

// ---- Types

/** Parameters of a request, or the members of its JSON. */
export type Input = Readonly<Record<string, unknown>>;

export interface SearchSettings {
  readonly source: InspectorSource;
  /** Names of headers whose values are not shown, in lower case. */
  readonly hiddenHeaders: ReadonlySet<string>;
}

/** Deliveries to find. */
export interface Search {
  /** Filter that every source knows. Unless the request names a text, it has the longest one of the terms. */
  readonly filter: InspectorFilter;
  /** Terms that no source knows: each delivery of the filter is compared with them. */
  readonly terms: readonly Term[];
}
