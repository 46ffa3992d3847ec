/** The deliveries that a request of the page asks for: its filter, and the way through those that match. */
import { quote } from "../../base/expect.js";
import { createBadRequest } from "../api-error.js";
import { chooseText, matchesTerms, parseQuery, type Term } from "./query.js";
import { Slices } from "./slices.js";
import { parseJson } from "../summary.js";
import {
  OUTCOMES,
  type InspectedDelivery,
  type InspectedSummary,
  type InspectorFilter,
  type InspectorOutcome,
  type InspectorSource,
} from "../types.js";

/** Most deliveries of one page of the list. */
const MAX_LIMIT = 500;
/** Most deliveries that one request names, counts or replays. */
export const MAX_KEYS = 10_000;

/** Reads a filter from a query or from JSON. Absent and empty values do not filter. */
export async function readSearch(
  { source, hiddenHeaders }: SearchSettings,
  input: Input,
): Promise<Search> {
  const query = parseQuery(readText(input, "q") ?? "");
  const named = withoutAbsent({ ...(await splitEvent(source, query.filter)) });
  const text = readText(input, "text") ?? chooseText(query.terms);
  const filter = withoutAbsent({
    ...named,
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
  const [first, ...others] = query.terms;
  // A source finds one text by itself.
  const isFilter = others.length === 0 && first?.kind === "text" && first.text === text;
  return { filter, terms: isFilter ? [] : query.terms };
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

// ---- Matches

/** Longest body, in bytes, that is searched by terms: parsing a longer one would hold up the receiver. */
export const MAX_SEARCHED_BODY = 2 * 1024 * 1024;

/** Lists all deliveries that match, the newest first, in slices. */
export async function* walkMatches(
  settings: SearchSettings,
  { filter, terms }: Search,
  signal?: AbortSignal,
): AsyncGenerator<InspectedSummary> {
  const { source } = settings;
  const slices = new Slices();
  const hasTerms = terms.length > 0;
  // Terms drop most rows, so the limit of the request says little about how many have to be read.
  const limit = hasTerms ? MAX_LIMIT : Math.min(filter.limit ?? MAX_LIMIT, MAX_LIMIT);
  const pageFilter = hasTerms ? { ...filter, isBrief: true } : filter;
  for (let { before } = filter; ;) {
    await slices.pause(signal);
    const page = await source.list({ ...pageFilter, before, limit, signal });
    for (const row of page) {
      const match = hasTerms ? await findMatch(settings, row, terms) : row;
      if (match !== undefined) yield match;
      if (hasTerms) await slices.pause(signal);
    }
    before = page.at(-1)?.key;
    if (page.length < limit) return;
  }
}

async function findMatch(
  { source, hiddenHeaders }: SearchSettings,
  { key, size }: InspectedSummary,
  terms: readonly Term[],
): Promise<InspectedSummary | undefined> {
  if (size > MAX_SEARCHED_BODY) return undefined;
  const delivery = await source.get(key);
  if (delivery === undefined) return undefined;
  const { body, headers } = delivery;
  const searched = { body, headers, payload: findPayload(delivery) };
  return matchesTerms(terms, searched, hiddenHeaders) ? delivery : undefined;
}

/** Returns the payload of a delivery; `undefined` if there is none. */
export function findPayload({ body, payload }: InspectedDelivery): unknown {
  return payload === undefined ? parseJson(body) : payload;
}

// ---- Types

/** Parameters of a request, or the members of its JSON. */
export type Input = Readonly<Record<string, unknown>>;

export interface SearchSettings {
  readonly source: InspectorSource;
  /** Names of headers whose values are not shown, in lower case. */
  readonly hiddenHeaders: ReadonlySet<string>;
}

/** Filter of a source, with terms that no source knows. */
export interface Search {
  readonly filter: InspectorFilter;
  /** Terms that each delivery is compared with; none if the filter says it all. */
  readonly terms: readonly Term[];
}
