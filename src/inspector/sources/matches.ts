/** Finds the deliveries of a search, page by page, in slices of time. */
import { matchesTerms } from "./match-terms.js";
import { findPayload, MAX_SEARCHED_BODY } from "./payload.js";
import type { Term } from "./query.js";
import { MAX_LIMIT, type Search, type SearchSettings } from "./search.js";
import { Slices } from "./slices.js";
import type { InspectedSummary, InspectorFilter, InspectorSource } from "../types.js";

/** Lists all deliveries that match, the newest first. */
export async function* walkMatches(
  settings: SearchSettings,
  { filter, terms }: Search,
  signal?: AbortSignal,
): AsyncGenerator<InspectedSummary> {
  const { source } = settings;
  const slices = new Slices();
  if (terms.length === 0) {
    yield* walkRows(source, filter, slices, signal);
    return;
  }
  // Terms drop most rows, so the limit of the request says little about how many have to be read.
  const candidates = { ...filter, isBrief: true, limit: MAX_LIMIT };
  for await (const row of walkRows(source, candidates, slices, signal)) {
    const match = await findMatch(settings, row, terms);
    if (match !== undefined) yield match;
    await slices.pause(signal);
  }
}

/** Lists the rows of a filter, as many at once as its limit says, but not only so many. */
async function* walkRows(
  source: InspectorSource,
  filter: InspectorFilter,
  slices: Slices,
  signal: AbortSignal | undefined,
): AsyncGenerator<InspectedSummary> {
  const limit = Math.min(filter.limit ?? MAX_LIMIT, MAX_LIMIT);
  let { before } = filter;
  for (;;) {
    await slices.pause(signal);
    const page = await source.list({ ...filter, before, limit, signal });
    yield* page;
    if (page.length < limit) return;
    before = page.at(-1)?.key;
  }
}

/** Compares the whole delivery of a row with terms. */
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
